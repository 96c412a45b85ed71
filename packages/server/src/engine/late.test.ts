import { order } from '@assay/contract/endpoints/order.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import type { Database } from '../platform/database.ts';
import { positionsSource } from '../positions/index.ts';
import { Engine } from './engine.ts';
import type { Source } from './index.ts';
import { readPassed } from './late.ts';

const db = await testDatabase(12);
const { quote, person, context, market, feed, clock } = await trading(db);
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const contracts = positionsSource(context);

/** A leading engine that receives no message about orders; the test moves its clock. */
async function leading({ source = contracts, database = db }: { source?: Source; database?: Database } = {}) {
  const time = { elapsed: 0 };
  const engine = new Engine({ db: database, sources: [source], log: silent, elapsed: () => time.elapsed });
  const end = market.onQuote((each) => engine.see(each));
  await engine.lead();
  const die = async () => {
    end();
    await engine.retire();
  };
  return { engine, time, die };
}

/** More quotes than are remembered, over a longer time. */
async function passMemory(time: { elapsed: number }): Promise<void> {
  for (let passed = 0; passed < 70; passed += 1) {
    time.elapsed += 1000;
    await quote(9900 + (passed % 2));
  }
}

const onlyOrder = async (demo: Awaited<ReturnType<typeof person>>['demo']) => (await demo(order.listUOrder, {})).items[0];

describe('an order of which nobody has told the engine', () => {
  it('ends at the quote that reached it, though more has passed since than is remembered', async () => {
    const { demo } = await person('unheard');
    const { engine, time, die } = await leading();
    await quote(10_000);
    await demo(order.buyU, { ...long, stopLoss: '95' });
    await quote(9400);
    // Reconciling fails for so long.
    await passMemory(time);
    await engine.reconcile();
    await engine.settled();
    expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00' });
    await die();
  });

  it('and of which none has, is watched from then on', async () => {
    const { demo } = await person('watched');
    const { engine, time, die } = await leading();
    await quote(10_000);
    await demo(order.buyU, { ...long, stopLoss: '95' });
    await passMemory(time);
    await engine.reconcile();
    await engine.settled();
    expect(await onlyOrder(demo)).toMatchObject({ status: 'open' });
    await quote(9300);
    await engine.settled();
    expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '93.00' });
    await die();
  });

  it('follows with its stop what has passed, and no best price that came before it', async () => {
    const { demo } = await person('trailing');
    const { engine, time, die } = await leading();
    await quote(12_000);
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    await demo(order.amendU, { id, trailingStop: '5' });
    await quote(10_300);
    await passMemory(time);
    await engine.reconcile();
    await engine.settled();
    // 103 less 5 is 98; nothing of 120 counts.
    expect(await onlyOrder(demo)).toMatchObject({ status: 'open' });
    await quote(9799);
    await engine.settled();
    expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'trailingStop', closePrice: '97.99' });
    await die();
  });

  it('ends at that quote also when a price of long ago has come in since: times of quotes say nothing of the tape', async () => {
    const { demo } = await person('delayed');
    const { engine, time, die } = await leading();
    await quote(10_000);
    await demo(order.buyU, { ...long, stopLoss: '95' });
    await quote(9400);
    await passMemory(time);
    await feed.emit({ code: 'EURJPY', bid: 16_000, ask: 16_000, time: clock.now() - 600_000, volume: 0 });
    await engine.reconcile();
    await engine.settled();
    expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00' });
    await die();
  });

  it('is judged also when the tape can not be read at first; the mark waits for it', async () => {
    const { demo } = await person('twice');
    let isAway = false;
    const query: Database['query'] = async (sql, values) => {
      if (isAway && sql.includes('from quote_batches')) throw new Error('the database is away');
      return db.query(sql, values);
    };
    const { engine, time, die } = await leading({ database: { ...db, query } });
    await quote(10_000);
    await demo(order.buyU, { ...long, stopLoss: '95' });
    await quote(9400);
    await passMemory(time);
    isAway = true;
    await engine.reconcile();
    for (let looks = 0; looks < 3; looks += 1) {
      time.elapsed += 11_000;
      await engine.reconcile();
      await engine.saveJudged();
    }
    const behind = async () =>
      (await db.query(`select from quote_batches where id > (select position from tape_marks where name = 'judged')`)).length;
    expect(await behind()).toBeGreaterThan(70);
    expect(await onlyOrder(demo)).toMatchObject({ status: 'open' });
    isAway = false;
    await engine.settled();
    expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00' });
    await engine.saveJudged();
    expect(await behind()).toBe(0);
    await die();
  });
});

it('an act that took so long that more has passed than is remembered is followed by all of it', async () => {
  const { demo } = await person('slow');
  const goes = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const act: Source['act'] = async (...asked) => {
    begun.resolve();
    await goes.promise;
    return contracts.act(...asked);
  };
  const { engine, time, die } = await leading({ source: { ...contracts, act } });
  await quote(10_000);
  await demo(order.buyU, { ...long, type: 'limit', price: '97', stopLoss: '95' });
  await engine.reconcile();
  await quote(9700);
  await begun.promise;
  await quote(9300);
  await passMemory(time);
  goes.resolve();
  await engine.settled();
  expect(await onlyOrder(demo)).toMatchObject({ openPrice: '97.00', closeReason: 'stopLoss', closePrice: '93.00' });
  await die();
});

it('what has been read of the tape is judged before more is read', async () => {
  let pages = 0;
  const query: Database['query'] = async (sql, values) => {
    if (sql.includes('from quote_batches')) pages += 1;
    return db.query(sql, values);
  };
  const seenAfter = new Set<number>();
  const late = { code: long.code, from: 0, since: 0, followedUntil: 0 };
  const course = { see: () => void seenAfter.add(pages) };
  const through = await readPassed({ ...db, query }, [{ late, course }]);
  expect(await db.query('select max(id) as last from quote_batches')).toEqual([{ last: through }]);
  expect(pages).toBeGreaterThan(2);
  expect([...seenAfter]).toEqual(Array.from({ length: pages }, (_, page) => page + 1));
});

it('a new leader keeps no more in memory than it needs, and judges the rest by the tape', async () => {
  const { demo } = await person('longago');
  const first = await leading();
  await quote(10_000);
  await demo(order.buyU, { ...long, stopLoss: '95' });
  await first.die();
  clock.advance(7_000);
  const from = clock.now() - 6_000;
  const passed = Array.from({ length: 6_000 }, (_, place) => {
    const price = place === 100 ? 9400 : 9900;
    return feed.emit({ code: long.code, bid: price, ask: price, time: from + place, volume: 0 });
  });
  await Promise.all(passed);
  const tapes: string[] = [];
  const query: Database['query'] = async (sql, values) => {
    if (sql.includes('from quote_batches')) tapes.push(sql);
    return db.query(sql, values);
  };
  const second = await leading({ database: { ...db, query } });
  await second.engine.settled();
  expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00' });
  // Once to remember what came last, and again for what is not remembered.
  expect(tapes.length).toBeGreaterThan(1);
  await second.die();
});

it('an order that no look could see yet holds the mark: the next leader judges it by all that came since', async () => {
  const { demo } = await person('unseen');
  let isSeen = false;
  const changedSince: Source['changedSince'] = async (...asked) => (isSeen ? contracts.changedSince(...asked) : []);
  const first = await leading({ source: { ...contracts, changedSince } });
  await quote(10_000);
  await demo(order.buyU, { ...long, stopLoss: '95' });
  await quote(9400);
  await quote(9900);
  // It is on its way while this one looks; from then on looking fails.
  await first.engine.reconcile();
  isSeen = true;
  first.time.elapsed += 60_000;
  await first.engine.saveJudged();
  await first.die();
  const second = await leading();
  await second.engine.settled();
  expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00' });
  await second.die();
  await expectSoundBooks(db);
});

it.each(['the engine', 'its owner'])(
  'a limit that was reached is filled at the rate of then, however late %s comes to it',
  async (who) => {
    const { demo } = await person(who.replaceAll(' ', '_'));
    const { engine, die } = await leading();
    await quote(12_500, 12_500, 'USDJPY');
    await quote(16_000, 16_000, 'EURJPY');
    const { id } = await demo(order.buyU, { ...long, code: 'EURJPY', type: 'limit', price: '158', lots: '1.00' });
    await quote(15_700, 15_700, 'EURJPY');
    // More than the market remembers: the last yen cost a little less.
    for (let passed = 1; passed <= 70; passed += 1) await quote(12_500 + 5 * passed, 12_500 + 5 * passed, 'USDJPY');
    if (who === 'the engine') await engine.reconcile();
    else await expect(demo(order.amendU, { id, takeProfit: null })).rejects.toMatchObject({ code: '11163' });
    await engine.settled();
    // 1 / 125; at the end it would be 1 / 128.5.
    expect(await onlyOrder(demo)).toMatchObject({ status: 'open', openPrice: '157.00', conversion: '0.008' });
    const { quotes } = await demo(order.receipt, { id });
    expect(quotes.map(({ moment, bid }) => [moment, bid])).toEqual([
      ['convert', '125'],
      ['place', '160'],
      ['convert', '125'],
      ['open', '157'],
    ]);
    await die();
  },
);

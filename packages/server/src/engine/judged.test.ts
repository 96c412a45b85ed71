import { limitCalls } from '@assay/contract/endpoints/limits.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { leadingByHand, ledAlready } from '../../test/leading.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import type { Database } from '../platform/database.ts';
import { createMetrics } from '../platform/metrics.ts';
import { refuse } from '../platform/refusal.ts';
import { positionsSource } from '../positions/index.ts';
import { type Source, startEngine } from './index.ts';

const db = await testDatabase(12);
const { quote, person, context, market, bus, feed, clock } = await trading(db);
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const contracts = positionsSource(context);

/** Contracts on which nothing can be done for a while: so many acts fail, and those after them wait for `until`. */
function failing(failures: number, until = Promise.resolve()): Source & { readonly failed: () => number } {
  let failed = 0;
  const act: Source['act'] = async (...asked) => {
    if (failed >= failures) {
      await until;
      return contracts.act(...asked);
    }
    failed += 1;
    throw new Error('the database is away');
  };
  return { ...contracts, act, failed: () => failed };
}

const leading = (source: Source = contracts, database: Database = db) =>
  leadingByHand({ db: database, market, bus, sources: [source] });

/** A quote that was made before now, and comes in only now. */
async function delayed(price: number, byMs: number): Promise<void> {
  await feed.emit({ code: long.code, bid: price, ask: price, time: clock.now() - byMs, volume: 0 });
}

const onlyOrder = async (demo: Awaited<ReturnType<typeof person>>['demo']) => (await demo(order.listUOrder, {})).items[0];
const parked = () => db.query('select order_id::text as id, bid, tries, last_error as error from parked_acts');
async function judgedBatches(): Promise<number> {
  const [row] = await db.query<{ left: number }>(
    `select count(*)::int as left from quote_batches where id > (select position from tape_marks where name = 'judged')`,
  );
  return row?.left ?? 0;
}

describe('an order whose price was reached', () => {
  it('passes over the quote that has filled an order when it is told once more, and ends it at the next one', async () => {
    const { demo } = await person('twice');
    const { engine, die } = await leading();
    await quote(10_000);
    await demo(order.buyU, { ...long, type: 'limit', price: '99', stopLoss: '97.9' });
    clock.advance(1000);
    for (const price of [9790, 9790]) {
      await feed.emit({ code: long.code, bid: price, ask: price, time: clock.now(), volume: 0 });
      await engine.settled();
    }
    expect(await onlyOrder(demo)).toMatchObject({ status: 'open', openPrice: '97.90' });
    await quote(9790);
    await engine.settled();
    expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '97.90' });
    await die();
  });

  it('ends at the quote that reached it, however long nothing can be done about it', async () => {
    const { demo } = await person('patient');
    const away = failing(6);
    const { engine, die } = await leading(away);
    await quote(10_000);
    await demo(order.buyU, { ...long, stopLoss: '95' });
    await quote(9400);
    await quote(9700);
    await engine.settled();
    expect(away.failed()).toBe(6);
    expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00' });
    await die();
  });

  it('ends by a quote that was made before it was opened and came in after it, and not before it was opened', async () => {
    const { demo } = await person('crossed');
    const { engine, die } = await leading();
    await quote(10_000);
    clock.advance(300);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '95' });
    const at = clock.now();
    await delayed(9400, 200);
    await engine.settled();
    const { openTime, closeTime, ...ended } = (await onlyOrder(demo)) ?? {};
    expect(ended).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00' });
    expect([openTime, closeTime].map((time) => Date.parse(time ?? ''))).toEqual([at, at]);
    const { quotes, transfers } = await demo(order.receipt, { id });
    const times = [quotes, transfers].map((all) => all.map(({ time }) => Date.parse(time) - at));
    expect(times[0]).toEqual([-300, -200]);
    expect(new Set(times[1])).toEqual(new Set([0]));
    await die();
  });

  it('ends at that quote also when the leader dies before it has acted', async () => {
    const { demo } = await person('orphaned');
    const first = await leading(failing(Infinity));
    await quote(10_000);
    await demo(order.buyU, { ...long, stopLoss: '95' });
    await first.mark();
    await quote(9400);
    await quote(9700);
    await first.die();
    expect(await onlyOrder(demo)).toMatchObject({ status: 'open' });

    // The broken twin takes over without looking at the tape.
    const query: Database['query'] = async (sql, values) =>
      sql.includes('from quote_batches') ? [] : db.query<never>(sql, values);
    const blind = await leading(contracts, { ...db, query });
    await blind.engine.settled();
    expect(await onlyOrder(demo)).toMatchObject({ status: 'open' });
    await blind.die();

    const second = await leading();
    await second.engine.settled();
    expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00' });
    await second.die();
  });

  it('is recorded when nothing can be done for long: the mark moves on, and the next leader keeps trying', async () => {
    const { demo } = await person('parked');
    const first = await leading(failing(Infinity));
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '95' });
    await quote(9400);
    await quote(9700);
    await expect.poll(() => first.mark().then(parked)).toMatchObject([{ id, bid: 9400, error: 'the database is away' }]);
    expect([first.engine.unfinished, await judgedBatches()]).toMatchObject([{ parked: 1, batches: 0, dueMs: 0 }, 0]);
    // Each mark is eleven seconds later than the last.
    const { parkedMs } = first.engine.unfinished;
    await first.mark();
    expect(first.engine.unfinished.parkedMs).toBe(parkedMs + 11_000);
    await first.die();

    // The next leader, which can do nothing either, reports it to monitoring, and newer acts separately.
    const metrics = createMetrics();
    const figure = async (name: string) => (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value ?? 0;
    const figures = () =>
      Promise.all(
        ['acts_parked', 'parked_oldest_seconds', 'batches_unjudged', 'unjudged_oldest_seconds'].map((name) =>
          figure(`engine_${name}`),
        ),
      );
    const led = ledAlready({ onQuote: market.onQuote.bind(market) });
    const watched = startEngine({
      db,
      bus,
      market: led,
      log: silent,
      metrics,
      sources: [failing(Infinity)],
      rounds: [],
      pollMs: 10,
    });
    await expect.poll(figures).toEqual([1, expect.any(Number), 0, 0]);
    const { demo: other } = await person('newer');
    await other(order.buyU, { ...long, stopLoss: '95' });
    await quote(9300);
    await expect.poll(figures).toEqual([1, expect.any(Number), 1, expect.any(Number)]);
    for (const name of ['parked', 'unjudged'])
      await expect.poll(() => figure(`engine_${name}_oldest_seconds`)).toBeGreaterThan(0);
    await watched.stop();

    const second = await leading();
    await second.engine.settled();
    expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00' });
    await second.mark();
    expect(await parked()).toEqual([]);
    await second.die();
  });

  it('is judged by everything on the tape since, once it could be acted on', async () => {
    const { demo } = await person('filled');
    const first = await leading(failing(Infinity));
    await quote(10_000);
    await demo(order.buyU, { ...long, type: 'limit', price: '95', takeProfit: '97' });
    await quote(9400);
    await quote(9800);
    await quote(9600);
    await expect.poll(() => first.mark().then(parked)).toHaveLength(1);
    await first.die();
    // Its memory begins after all of that.
    const second = await leading();
    await second.engine.settled();
    expect(await onlyOrder(demo)).toMatchObject({ openPrice: '94.00', closeReason: 'takeProfit', closePrice: '98.00' });
    await second.mark();
    await second.die();
    await expectSoundBooks(db);
  });
});

it('an order that is filled beyond its stop is closed by a later quote, also when nobody has heard of the fill', async () => {
  const { demo } = await person('unheard');
  let heard = false;
  const act: Source['act'] = async (...asked) => {
    const after = await contracts.act(...asked);
    if (!heard) {
      heard = true;
      throw new Error('the answer was lost');
    }
    return after;
  };
  const { engine, die } = await leading({ ...contracts, act });
  await quote(10_000);
  await demo(order.buyU, { ...long, type: 'limit', price: '97', stopLoss: '95' });
  await quote(9400);
  await engine.settled();
  expect(await onlyOrder(demo)).toMatchObject({ status: 'open', openPrice: '94.00' });
  await quote(9300);
  await engine.settled();
  expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '93.00' });
  await die();
});

describe('an order whose price was reached, touched by hand before anything was done about it', () => {
  it.each(['at once', 'when it is parked'])(
    'ends at that quote: closing answers that, amending that it is over; %s',
    async (when) => {
      const { demo } = await person(when.replaceAll(' ', '_'));
      const { mark, die } = await leading(failing(Infinity));
      await quote(10_000);
      const stop = { ...long, stopLoss: '95' };
      const closed = await demo(order.buyU, stop, { idempotencyKey: 'closed' });
      const amended = await demo(order.buyU, stop, { idempotencyKey: 'amended' });
      await quote(9400);
      await quote(9900);
      if (when !== 'at once') await expect.poll(() => mark().then(parked)).toHaveLength(2);
      const ended = { status: 'closed', closeReason: 'stopLoss', closePrice: '94.00' };
      expect(await demo(order.stopU, { id: closed.id })).toMatchObject(ended);
      expect(
        await demo(order.amendU, { id: amended.id, stopLoss: null }).catch((refusal: { code: string }) => refusal.code),
      ).toBe('11008');
      expect((await demo(order.listUOrder, {})).items).toMatchObject([ended, ended]);
      await die();
      // What was parked finds nothing to do.
      const next = await leading();
      await next.mark();
      expect(await parked()).toEqual([]);
      await next.die();
      await expectSoundBooks(db);
    },
  );
});

describe('an order whose limit was reached, touched by hand before anything was done about it', () => {
  const waiting = { ...long, type: 'limit', price: '95', takeProfit: '97' } as const;
  const buying = { code: 'COINUSDT', side: 'buy', type: 'limit', price: '95', quantity: '1' } as const;

  it('is filled at that quote: it is too late to withdraw or to amend it, and what came since is judged', async () => {
    const { demo } = await person('too_late');
    await quote(10_000);
    const [withdrawn, amended] = [
      await demo(order.buyU, waiting, { idempotencyKey: 'withdrawn' }),
      await demo(order.buyU, { ...waiting, takeProfit: '150' }, { idempotencyKey: 'amended' }),
    ];
    const bought = await demo(order.submit, buying);
    await quote(9400);
    await quote(9800);
    await quote(9600);
    const late = [
      demo(order.stopU, { id: withdrawn.id }),
      demo(order.amendU, { id: amended.id, takeProfit: null }),
      demo(order.cancelBb, { id: bought.id }),
    ];
    expect(await Promise.all(late.map(refusalOf))).toEqual(['11163', '11163', '11163']);
    expect((await demo(order.listBbOrder, {})).items).toMatchObject([{ status: 'filled', filledPrice: '94.00' }]);
    const { engine, die } = await leading();
    await engine.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([
      { id: amended.id, status: 'open', openPrice: '94.00' },
      { id: withdrawn.id, openPrice: '94.00', closeReason: 'takeProfit', closePrice: '98.00' },
    ]);
    await die();
    await expectSoundBooks(db);
  });

  it('is over, and all is given back, where its owner may open nothing any more', async () => {
    const { demo, real } = await person('excluded');
    await quote(10_000);
    const { id } = await demo(order.buyU, waiting);
    await real(limitCalls.excludeSelf, { period: '1m' });
    await quote(9400);
    expect(await refusalOf(demo(order.amendU, { id, takeProfit: null }))).toBe('11008');
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ id, status: 'cancelled' }]);
  });
});

describe('what the tape may still bring about', () => {
  it('is found by instrument, in its order: evidence brings nothing about, nor what has been judged', async () => {
    let found: unknown[] = [];
    await db.transact(async (tx) => {
      await tx.query(
        `insert into quote_batches (shard, id, source, numbers, bids, asks, times_ms, volumes, acting)
         select 0, last + n, 'simulated', array[coin, yen, coin, coin], array[n * 10, 2, n * 10 + 1, 3], array[11, 12, 13, 14],
           array[21, 22, 23, 24], array[0, 0, 0, 0], array[true, true, true, false]
         from (select max(id) as last from quote_batches) tape, generate_series(1, 3) n,
           (select number as coin from instruments where code = 'COINUSDT') a,
           (select number as yen from instruments where code = 'USDJPY') b`,
      );
      await tx.query("update tape_marks set position = (select max(id) - 2 from quote_batches) where name = 'judged'");
      found = await tx.query("select code, bid, ask from unjudged_quotes('{COINUSDT}') order by batch, place");
      // Nothing of this stays.
      return refuse('404');
    });
    expect(found).toEqual([20, 21, 30, 31].map((bid) => ({ code: 'COINUSDT', bid, ask: bid % 10 === 0 ? 11 : 13 })));
  });
});

describe('the mark', () => {
  it('never passes a quote that is not done with, and stays ten seconds behind', async () => {
    const { demo } = await person('behind');
    const again = Promise.withResolvers<void>();
    const away = failing(1, again.promise);
    const { engine, mark, die } = await leading(away);
    await mark();
    await quote(10_000);
    await engine.reconcile();
    await engine.saveJudged();
    expect(await judgedBatches()).toBeGreaterThan(0);
    await mark();
    await mark();
    expect(await judgedBatches()).toBe(0);
    await demo(order.buyU, { ...long, stopLoss: '95' });
    await quote(9400);
    await quote(9700);
    await mark();
    await mark();
    // The act was tried once, and its second try is still to come or not done.
    expect([away.failed(), await judgedBatches()]).toEqual([1, 2]);
    expect(engine.unfinished).toMatchObject({ parked: 0, dueMs: 22_000 });
    again.resolve();
    await engine.settled();
    await mark();
    expect(await judgedBatches()).toBe(0);
    await die();
  });
});

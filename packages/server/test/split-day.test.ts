import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { instrumentOf } from '@assay/domain/market/catalogue.ts';
import { checkQuote, initialSanity, type SanityRules, sanityRules } from '@assay/domain/market/sanity.ts';
import { expect, test } from 'vitest';
import { replayFeed } from '../src/market/feeds/replay-feed.ts';
import { atEnd } from './at-end.ts';
import { consoleApp } from './console.ts';
import { silent } from './database.ts';
import { refusalOf } from './identity-app.ts';
import { dataPath, hour, isRecorded, minute } from './recorded-days/prices.ts';
import { holdRecomputed } from './recorded-days/recomputed.ts';
import { recordedWorld } from './recorded-days/world.ts';
import { expectSoundBooks } from './trading.ts';

const thursday = Date.UTC(2014, 5, 5);
const friday = Date.UTC(2014, 5, 6);

/** The end of a Thursday of Apple's shares as recorded, and the next morning as if they had been split 7 for 1 overnight. */
async function splitOvernight(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'split-day-'));
  atEnd(() => rm(folder, { recursive: true }));
  const write = async (name: string, from: number, until: number, change: (line: string) => string) => {
    const [header = '', ...lines] = (await readFile(join(dataPath, name), 'utf8')).trim().split('\n');
    const kept = lines.filter((line) => Number.parseInt(line) >= from && Number.parseInt(line) < until);
    await writeFile(join(folder, name), [header, ...kept.map(change), ''].join('\n'));
  };
  await write('stock-AAPL-20140605.csv', thursday + 19 * hour, thursday + 24 * hour, (line) => line);
  await write('stock-AAPL-20140606.csv', friday, friday + 16 * hour, (line) => {
    const [time = '', ...numbers] = line.split(',');
    const prices = numbers.slice(0, 4).map((price) => (Number(price) / 7).toFixed(4));
    return [time, ...prices, Number(numbers[4]) * 7].join(',');
  });
  return folder;
}

test.runIf(isRecorded)('over a split that nobody has recorded, nothing moves on real bars, for hours', async () => {
  const folder = await splitOvernight();
  const world = await recordedWorld('2014-06-05', folder);
  const { demo, market, play } = world;
  await play(thursday + 19.5 * hour, []);
  const contract = { code: 'AAPL', type: 'market', lots: '10', leverage: 2 } as const;
  const key = () => ({ idempotencyKey: crypto.randomUUID() });
  const held = [
    await demo(order.buyU, { ...contract, side: 'long', stopLoss: '400' }, key()),
    await demo(order.buyU, { ...contract, side: 'long', leverage: 5 }, key()),
    await demo(order.buyU, { ...contract, side: 'short', leverage: 5, takeProfit: '500' }, key()),
    await demo(order.buyU, { ...contract, side: 'long', type: 'limit', price: '600' }, key()),
  ].map(({ id, status }) => [id, status]);
  await demo(user.createPriceAlert, { code: 'AAPL', direction: 'below', price: '500' }, key());
  const option = await demo(order.buyOptions, { code: 'AAPL', direction: 'down', amount: '10', periodId: '1week' }, key());
  const close = market.quote('AAPL');

  const statuses = async () => (await demo(order.listUOrder, {})).items.map(({ id, status }) => [id, status]).toReversed();
  const refused: unknown[] = [];
  const hours = Array.from({ length: 3 }, (_, place) => friday + (13 + place) * hour + 31 * minute);
  await play(
    friday + 16 * hour,
    hours.map((at) => ({
      at,
      run: async () => {
        refused.push(await refusalOf(demo(order.stopU, { id: held[0]?.[0] ?? '' }, key())));
        expect([market.tradable('AAPL'), await statuses()]).toEqual([false, held]);
      },
    })),
  );
  expect(refused).toEqual(hours.map(() => '10015'));
  expect(await statuses()).toEqual(held);
  expect(await demo(user.priceAlerts, {})).toHaveLength(1);
  expect((await demo(order.listOptionsOrder, {})).items).toMatchObject([{ id: option.id, status: 'open' }]);
  expect(market.quote('AAPL')?.time).toBeGreaterThanOrEqual(close?.time ?? Infinity);
  expect(market.quote('AAPL')?.bid).toBeGreaterThan(6_000_000);
  await world.end();
  await expectSoundBooks(world.db);
});

test.runIf(isRecorded)(
  'over the same split, recorded by two operators, everything is worth what it was on real bars',
  async () => {
    const folder = await splitOvernight();
    const world = await recordedWorld('2014-06-05', folder);
    const { demo, market, play, db, clock, serveDesks } = world;
    await play(thursday + 19.5 * hour, []);
    const contract = { code: 'AAPL', type: 'market', lots: '10', leverage: 2 } as const;
    const key = () => ({ idempotencyKey: crypto.randomUUID() });
    const long = await demo(order.buyU, { ...contract, side: 'long', stopLoss: '400' }, key());
    const short = await demo(order.buyU, { ...contract, side: 'short', leverage: 5, takeProfit: '500' }, key());
    const limit = await demo(order.buyU, { ...contract, side: 'long', type: 'limit', price: '600' }, key());
    await demo(user.createPriceAlert, { code: 'AAPL', direction: 'below', price: '500' }, key());
    await demo(order.buyOptions, { code: 'AAPL', direction: 'down', amount: '10', periodId: '1week' }, key());
    const { operatorWith } = await consoleApp(db, clock, serveDesks);
    const [alice, bob] = await Promise.all([operatorWith(['finance']), operatorWith(['administrator'])]);
    const split = { code: 'AAPL', kind: 'split', toUnits: 7, fromUnits: 1, firstDay: '2014-06-06' } as const;
    const reason = 'the company and the exchange say so';
    const { proposalId } = await alice.call(consoleCalls.actions.propose, { ...split, reason }, key());
    expect(await bob.call(consoleCalls.proposals.approve, { id: proposalId }, key())).toMatchObject({ status: 'approved' });

    const equity = async () => Number((await demo(order.getProfitTotal, {})).equity);
    await play(thursday + 20 * hour - minute, []);
    const before = await equity();
    // Nothing but the rounds, until it is done: that waits for whatever runs on this server besides.
    await play(thursday + 20 * hour, []);
    const signal = new AbortController().signal;
    const isDone = async () => {
      for (const round of world.rounds) if (round.name === 'corporate') await round.run(signal);
      return (await db.query('select from corporate_actions where done_at is not null')).length;
    };
    await expect.poll(isDone).toBe(1);
    // The last minute of the day moves a price by less than this, and a wrong split moves it by thousands.
    expect(Math.abs((await equity()) - before)).toBeLessThan(20);
    expect(await demo(user.priceAlerts, {})).toMatchObject([{ price: '71.4285' }]);
    await play(friday + 16 * hour, []);
    expect(market.tradable('AAPL')).toBe(true);
    expect(market.quote('AAPL')?.bid).toBeLessThan(1_000_000);
    const after = new Map((await demo(order.listUOrder, {})).items.map((one) => [one.id, one]));
    expect([long, short, limit].map(({ id }) => after.get(id)?.status)).toEqual(['open', 'open', 'awaiting']);
    // A day's move, and not the six sevenths of 6,500 that the price has lost.
    expect(Math.abs(Number(after.get(long.id)?.profit))).toBeLessThan(200);
    expect((await demo(order.listOptionsOrder, {})).items).toMatchObject([{ status: 'open' }]);
    await demo(order.stopU, { id: long.id }, key());
    await demo(order.stopU, { id: short.id }, key());
    await holdRecomputed(await Promise.all([long, short, limit].map(({ id }) => demo(order.receipt, { id }))));
    await world.end();
    await expectSoundBooks(db);
  },
);

test.runIf(isRecorded)('without the net the quotes of that day confirm each other within a minute', async () => {
  const folder = await splitOvernight();
  const instrument = instrumentOf('AAPL');
  if (instrument === undefined) throw new Error('AAPL is not listed');
  const believed = async (rules: SanityRules) => {
    const feed = await replayFeed({ path: folder, speed: 0, now: () => 0, log: silent });
    let state = initialSanity();
    let count = 0;
    await feed.start(async (quote) => {
      const checked = checkQuote(state, quote, rules, quote.time);
      state = checked.state;
      if (quote.time >= friday && quote.bid < 1_000_000 && checked.verdict.outcome === 'accepted') count += 1;
      return true;
    });
    await feed.advanceTo(Infinity);
    return count;
  };
  const rules = sanityRules(instrument, 'replay');
  expect(await believed(rules)).toBe(0);
  expect(await believed({ ...rules, sessions: null })).toBeGreaterThan(500);
});

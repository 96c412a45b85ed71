import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Option, order } from '@assay/contract/endpoints/order.ts';
import { afterAll, expect, it, vi } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { hour, identityApp, minute } from '../../test/identity-app.ts';
import { expectSoundBooks, fund } from '../../test/trading.ts';
import { replayFeed } from '../market/feeds/replay-feed.ts';
import { createMarket } from '../market/index.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createProducts } from '../products.ts';
import { SettlementRound } from './settlement-round.ts';

const dataPath = fileURLToPath(new URL('../../../../../shared/data/market/', import.meta.url));
const recorded = existsSync(dataPath);

// The market's own timers stand still: the story moves the replayed clock.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
afterAll(() => vi.useRealTimers());

/** The prices of a recorded file by its text alone: open, both extremes and close of a minute at 0, 15, 30 and 45 seconds. */
function pricesOf(text: string): { time: number; price: string }[] {
  const rows = text.trim().split('\n').slice(1);
  return rows.flatMap((row) => {
    const [start = '', open = '', high = '', low = '', close = ''] = row.split(',');
    const extremes = Number(close) < Number(open) ? [high, low] : [low, high];
    return [open, ...extremes, close].map((price, quarter) => ({ time: Number(start) + quarter * 15_000, price }));
  });
}

it.runIf(recorded)('options on real days end as the files say, computed from their text alone', async () => {
  const db = await testDatabase();
  const feed = await replayFeed({ path: dataPath, day: '2018-04-04', speed: 0, now: Date.now, log: silent });
  const clock = { now: feed.clock, wall: () => Date.now() };
  const { bus, http, from, register } = await identityApp(db, clock);
  const catalogue = [...new Set(feed.range.files.map(({ instrument }) => instrument))];
  const metrics = createMetrics();
  const market = await createMarket({ db, clock, bus, log: silent, metrics, role: 'all', catalogue, feeds: [feed] });
  const products = createProducts({ db, bus, clock, market, mode: 'sandbox', log: silent });
  products.serve(http);
  await market.start();
  market.lead();
  await fund(db, 'demo');
  const { token } = await register('replayed');
  const call = from('192.0.2.1', token, { virtually: 'NO' });
  const round = new SettlementRound(products.options, silent);
  const signal = new AbortController().signal;

  const start = clock.now();
  // Every 37 minutes and some seconds of twelve hours, on each coin, each time for another period.
  const bought: Option[] = [];
  const periods = ['1min', '5min', '15min', '30min', '1hour'];
  for (const step of Array.from({ length: 19 }).keys()) {
    feed.advanceTo(start + (step + 1) * 37 * minute + step * 7300);
    for (const { code } of catalogue) {
      const periodId = periods[(step + bought.length) % periods.length] ?? '';
      const direction = bought.length % 2 === 0 ? 'up' : 'down';
      const wanted = { code, direction, amount: '10', periodId } as const;
      bought.push(await call(order.buyOptions, wanted, { idempotencyKey: `replay-${bought.length}` }));
    }
    await round.run(signal);
  }
  feed.advanceTo(clock.now() + 2 * hour);
  await round.run(signal);

  const outcomes = new Set<string>();
  for (const { id, ...told } of bought) {
    const files = feed.range.files.filter(({ instrument }) => instrument.code === told.code);
    const prices = files.flatMap(({ fileName }) => pricesOf(readFileSync(join(dataPath, fileName), 'utf8')));
    const at = (moment: string) => prices.findLast(({ time }) => time <= Date.parse(moment));
    const [strike, end] = [at(told.openedAt), at(told.expiresAt)];
    if (strike === undefined || end === undefined) throw new Error('bought before the first price');
    const move = Math.sign(Number(end.price) - Number(strike.price)) * (told.direction === 'up' ? 1 : -1);
    const isStale = Date.parse(told.expiresAt) - end.time > 3 * minute;
    const status = isStale ? 'void' : move === 0 ? 'tie' : move > 0 ? 'won' : 'lost';
    const settled = await call(order.getOptionsOrderById, { id });
    expect([id, Number(settled.strike), settled.status]).toEqual([id, Number(strike.price), status]);
    if (!isStale) expect(Number(settled.settlement)).toBe(Number(end.price));
    outcomes.add(status);
  }
  expect(outcomes).toContain('won');
  expect(outcomes).toContain('lost');
  await market.stop();
  await expectSoundBooks(db);
});

it.runIf(!recorded)('recorded days are not on this machine: ../shared/data/market is absent', () => {
  expect(recorded).toBe(false);
});

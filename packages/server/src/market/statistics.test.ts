import { index } from '@assay/contract/endpoints/index.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { identityApp, refusalOf } from '../../test/identity-app.ts';
import { handFeed, listed, standingClock, testMarket } from '../../test/market.ts';

const db = await testDatabase();
const day = 86_400_000;
const noon = Date.UTC(2030, 0, 31, 12); // a Thursday

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

async function recorded(code: string, bars: readonly (readonly [daysAgo: number, close: number, volume: number])[]) {
  const today = noon - day / 2;
  for (const [daysAgo, close, volume] of bars) {
    await db.query(
      `insert into bars (code, source, period, time_ms, open, high, low, close, volume) values ($1, 'live', '1d', $2, $3::bigint, $3::bigint + 100, $3::bigint - 100, $3::bigint, $4)`,
      [code, today - daysAgo * day, close, volume],
    );
  }
}

test('what daily bars tell is reckoned from the recorded ones, and no oftener than once a minute', async () => {
  // Two decimals, and ticks of a tenth of a cent at the least: BTCUSDT has its own scale.
  const [bitcoin] = listed('BTCUSDT');
  const scale = 10 ** (bitcoin?.priceScale ?? 0);
  const clock = standingClock(noon);
  const catalogue = listed('BTCUSDT', 'ETHUSDT');
  const feed = handFeed(clock, catalogue);
  const market = await testMarket(db, { clock, catalogue, feeds: [feed] });
  await market.start();
  await market.lead();
  await recorded('BTCUSDT', [
    [31, 100 * scale, 1],
    [20, 110 * scale, 2],
    [1, 100 * scale, 4],
  ]);
  const { http, call } = await identityApp(db, clock);
  market.registerRoutes(http);
  const read = () => call(index.instrumentStatistics, { code: 'BTCUSDT' });
  // Worked out by hand in the rules: two moves of a tenth. 110 × 2 and 100 × 4 are 620 in two days.
  expect(await read()).toEqual({
    since: '2029-12-31',
    week: { high: '101.00', low: '99.00' },
    year: { high: '111.00', low: '99.00' },
    turnover: { mean: '310', days: 2 },
    volatility: '0.4702',
    best: { day: '2030-01-11', change: '10.00' },
    worst: { day: '2030-01-30', change: '-9.09' },
  });
  await feed.quote('BTCUSDT', '200', '200');
  clock.set(noon + 59_999);
  expect((await read())?.year.high).toBe('111.00');
  clock.set(noon + 60_000);
  expect((await read())?.year.high).toBe('200.00');
  expect(await call(index.instrumentStatistics, { code: 'ETHUSDT' })).toBeNull();
  expect(await refusalOf(call(index.instrumentStatistics, { code: 'NOPE' }))).toBe('11009');
  await market.stop();
});

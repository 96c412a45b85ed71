import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { handFeed, listed, standingClock, testMarket } from '../../test/market.ts';
import type { Database } from '../platform/database.ts';

const db = await testDatabase();
const noon = Date.UTC(2030, 0, 7, 12); // a Monday
const second = 1000;

// The market's own timers go on when the tests let them.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** Processes without a bus on one database: what one accepts, the others know from there alone. */
async function processes(code: string) {
  const clock = standingClock(noon);
  const catalogue = listed(code);
  const start = async (on: Database = db) => {
    const feed = handFeed(clock, catalogue);
    const market = await testMarket(on, { clock, catalogue, feeds: [feed] });
    await market.start();
    return { feed, market };
  };
  return { clock, start };
}

/** Time passes until something is so. */
const soon = (look: () => unknown) =>
  expect.poll(() => {
    vi.advanceTimersByTime(100);
    return look();
  });

test('without a bus a process that does not lead hears of prices from the tape, and so does one that has led', async () => {
  const { clock, start } = await processes('BTCUSDT');
  const [one, other] = [await start(), await start()];
  const heard: unknown[] = [];
  other.market.onQuote(({ bid, acts }) => heard.push([bid, acts]));
  await one.market.lead();
  await one.feed.quote('BTCUSDT', '65000', '65001');
  await soon(() => other.market.tradable('BTCUSDT')).toBe(true);
  expect(other.market.quote('BTCUSDT')).toEqual(one.market.quote('BTCUSDT'));
  clock.set(noon + second);
  await one.feed.quote('BTCUSDT', '65002', '65003');
  await soon(() => other.market.quote('BTCUSDT')?.bid).toBe(6_500_200);
  // A price known only by message may not act.
  expect(heard).toEqual([
    [6_500_000, false],
    [6_500_200, false],
  ]);

  await one.market.standBy();
  await other.market.lead();
  clock.set(noon + 20 * second);
  await other.feed.quote('BTCUSDT', '65010', '65011');
  await soon(() => [one.market.tradable('BTCUSDT'), one.market.quote('BTCUSDT')?.bid]).toEqual([true, 6_501_000]);
  await one.market.stop();
  await other.market.stop();
});

test('where the leader holds a price back, or could not keep one, nothing trades elsewhere either', async () => {
  const { clock, start } = await processes('LTCUSDT');
  const [one, other] = [await start(), await start()];
  await one.market.lead();
  await one.feed.quote('LTCUSDT', '80', '80.1');
  await soon(() => other.market.tradable('LTCUSDT')).toBe(true);
  clock.set(noon + second);
  await one.feed.quote('LTCUSDT', '112', '112.1');
  expect(one.market.suspended('LTCUSDT')).toBe(true);
  await soon(() => [other.market.suspended('LTCUSDT'), other.market.tradable('LTCUSDT')]).toEqual([true, false]);
  clock.set(noon + 2 * second);
  await one.feed.quote('LTCUSDT', '80', '80.1');
  await soon(() => other.market.tradable('LTCUSDT')).toBe(true);

  // Held back when it takes the lead, and no longer from then on.
  clock.set(noon + 3 * second);
  await one.feed.quote('LTCUSDT', '112', '112.1');
  await soon(() => other.market.suspended('LTCUSDT')).toBe(true);
  await one.market.stop();
  await other.market.lead();
  clock.set(noon + 4 * second);
  await other.feed.quote('LTCUSDT', '80', '80.1');
  expect(other.market.tradable('LTCUSDT')).toBe(true);
  await other.market.stop();
});

test('what was held of another source, when that was listened to, holds nothing back', async () => {
  const { start } = await processes('XRPUSDT');
  const [one, other] = [await start(), await start()];
  await one.market.lead();
  await db.query(
    "insert into market_state (code, source, bid, ask, time_ms, held) values ('XRPUSDT', 'replay', 1, 2, $1, true)",
    [noon],
  );
  await one.feed.quote('XRPUSDT', '2', '2.1');
  await soon(() => other.market.quote('XRPUSDT') !== undefined).toBe(true);
  await soon(() => other.market.suspended('XRPUSDT')).toBe(false);
  expect(other.market.tradable('XRPUSDT')).toBe(true);
  await one.market.stop();
  await other.market.stop();
});

test('who leads alone asks the database for no prices', async () => {
  const { clock, start } = await processes('ETHUSDT');
  const asked: string[] = [];
  const query: Database['query'] = (sql, values) => {
    if (/from (quote_batches|market_state)/.test(sql)) asked.push(sql);
    return db.query(sql, values);
  };
  const { feed, market } = await start({ ...db, query });
  await market.lead();
  asked.length = 0;
  for (let after = 1; after <= 20; after += 1) {
    clock.set(noon + after * second);
    await feed.quote('ETHUSDT', '3000', '3001');
    vi.advanceTimersByTime(second);
  }
  await market.flush();
  expect(asked).toEqual([]);
  await market.stop();
});

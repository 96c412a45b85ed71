import { mid } from '@assay/domain/market/quote.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { handFeed, listed, standingClock, testMarket } from '../../../test/market.ts';

const db = await testDatabase();
const noon = Date.UTC(2030, 0, 7, 12);
const second = 1000;

// The market's own timers stand still: the tests flush.
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

/** A process of the deployment; one that starts later knows only what was recorded. */
async function process(code: string, now: number) {
  const clock = standingClock(now);
  const catalogue = listed(code);
  const feed = handFeed(clock, catalogue);
  const market = await testMarket(db, { clock, catalogue, feeds: [feed] });
  await market.start();
  await market.lead();
  const quote = async (at: number, price: string) => {
    clock.set(at);
    await feed.quote(code, price, price);
  };
  /** The price at a moment, as people write it. */
  const priceAt = async (at: number, ageMsMax = 10 * second) => {
    const found = await market.quoteAt(code, at, ageMsMax);
    const scale = catalogue[0]?.priceScale ?? 0;
    return found && [mid(found) / 10 ** scale, found.time];
  };
  return { market, quote, priceAt };
}

test('the price of a moment is the last one made before it, and the same after a restart', async () => {
  const first = await process('SOLUSDT', noon);
  for (const [index, price] of ['150', '151', '152', '153'].entries()) await first.quote(noon + index * second, price);
  const questions = [
    [noon - 1, undefined],
    [noon, [150, noon]],
    [noon + second - 1, [150, noon]],
    [noon + second, [151, noon + second]],
    [noon + 9 * second, [153, noon + 3 * second]],
    [noon + 13 * second, [153, noon + 3 * second]],
    [noon + 13 * second + 1, undefined],
  ] as const;
  for (const [at, answer] of questions) expect(await first.priceAt(at)).toEqual(answer);
  await first.market.stop();

  const restarted = await process('SOLUSDT', noon + 5 * second);
  await restarted.quote(noon + 14 * second, '999');
  await restarted.quote(noon + 14 * second, '160');
  for (const [at, answer] of questions) expect(await restarted.priceAt(at)).toEqual(answer);
  expect(await restarted.priceAt(noon + 14 * second)).toEqual([160, noon + 14 * second]);
  await restarted.market.stop();
});

test('what has come in is written down before the record is asked', async () => {
  const { market, quote, priceAt } = await process('ADAUSDT', noon);
  for (let index = 0; index < 70; index += 1) await quote(noon + index * second, `0.4${String(index).padStart(3, '0')}`);
  // The first of seventy is no longer in memory.
  expect(await priceAt(noon)).toEqual([0.4, noon]);
  await market.stop();
});

test('hours that a fast replay brought within one second are found in the middle, after a restart too', async () => {
  const hour = 3600 * second;
  const first = await process('LTCUSDT', noon);
  for (const index of [0, 1, 2, 3, 4]) await first.quote(noon + index * hour, `10${index}`);
  await first.market.stop();
  const restarted = await process('LTCUSDT', noon + 5 * hour);
  expect(await restarted.priceAt(noon + 2 * hour + second)).toEqual([102, noon + 2 * hour]);
  await restarted.market.stop();
});

test('a held price counts from its own time once it is confirmed, and never when the price comes back', async () => {
  const { market, quote, priceAt } = await process('AVAXUSDT', noon);
  await quote(noon, '40');
  await quote(noon + second, '60');
  expect([market.heldSince('AVAXUSDT'), await priceAt(noon + second)]).toEqual([noon + second, [40, noon]]);
  for (const index of [2, 3, 4]) await quote(noon + index * second, '60.1');
  expect(market.heldSince('AVAXUSDT')).toBeUndefined();
  expect(await priceAt(noon + second)).toEqual([60, noon + second]);
  expect(await priceAt(noon + 2 * second)).toEqual([60.1, noon + 2 * second]);

  await quote(noon + 5 * second, '20');
  await quote(noon + 6 * second, '60.2');
  expect(await priceAt(noon + 5 * second)).toEqual([60.1, noon + 4 * second]);
  await market.stop();

  const later = await process('AVAXUSDT', noon + 7 * second);
  expect(await later.priceAt(noon + second)).toEqual([60, noon + second]);
  expect(await later.priceAt(noon + 5 * second)).toEqual([60.1, noon + 4 * second]);
  await later.market.stop();
});

test('there is no price of what is not listed', async () => {
  const { market } = await process('DOTUSDT', noon);
  expect(await market.quoteAt('NOSUCH', noon, second)).toBeUndefined();
  expect(await market.quoteAt('DOTUSDT', noon, second)).toBeUndefined();
  await market.stop();
});

import type { Quote } from '@assay/domain/market/quote.ts';
import { expect, test } from 'vitest';
import { Instants } from './instants.ts';

/** Accepts quotes as they come, each with a feed time and a price, and returns the times that they are given. */
function timesOf(told: readonly (readonly [time: number, price: number])[]): number[] {
  const instants = new Instants();
  let counted: Quote | undefined;
  return told.map(([time, price]) => {
    const quote: Quote = { code: 'BTCUSDT', bid: price, ask: price, time, volume: 0 };
    counted = instants.apart(quote, counted);
    instants.believed(counted, time);
    return counted.time;
  });
}

test('quotes of other prices at one time stand a millisecond apart, and the same price once more where the last one stands', () => {
  expect(
    timesOf([
      [100, 1],
      [100, 2],
      [100, 2],
      [100, 3],
      [102, 3],
      [103, 4],
    ]),
  ).toEqual([100, 101, 101, 102, 102, 103]);
});

test('none stands before the last one, however many come at once, and none further than a second from its time', () => {
  const times = timesOf(Array.from({ length: 1_500 }, (_, index) => [100, index] as const));
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
  expect(times.at(-1)).toBe(1_100);
});

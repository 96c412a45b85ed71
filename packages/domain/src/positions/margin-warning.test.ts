import { expect, test } from 'vitest';
import { amount } from '../money/amount.ts';
import { toFixed } from '../money/fixed.ts';
import { unsplit } from '../splits/split.ts';
import { judgeMargin, recoveryPrice, warningPrice } from './margin-warning.ts';
import type { Side, Terms } from './terms.ts';

/** 1 lot of 1 at 100 with leverage 10: margin 10, maintenance 0.5%, fee 0.1%, prices in cents. */
const terms = (side: Side, feeRate = '0.001'): Terms => ({
  side,
  leverage: 10,
  lots: toFixed('1'),
  lotSize: toFixed('1'),
  quantity: toFixed('1'),
  priceScale: 2,
  conversion: toFixed('1'),
  feeRate: toFixed(feeRate),
  maintenanceRate: toFixed('0.005'),
  financingRate: toFixed('0'),
  splits: unsplit,
});
const cover = { openPrice: 10_000, margin: amount(10_000_000n), maintenance: amount(500_000n) };
const at = (price: number) => ({ code: 'COINUSDT', bid: price, ask: price, time: 0, volume: 0 });

test('a long is warned at 150% of its maintenance and has recovered above 200%', () => {
  // (0.75 − 10 + 100) / 0.999 = 90.8408…, down to the cent; (1 − 10 + 100) / 0.999 = 91.0910…, down, and one more.
  expect(warningPrice(terms('long'), cover)).toBe(9084);
  expect(recoveryPrice(terms('long'), cover)).toBe(9110);
});

test('a short is warned and recovers on the other side', () => {
  // (10 − 0.75 + 100) / 1.001 = 109.1408…, up; (10 − 1 + 100) / 1.001 = 108.8911…, up, and one less.
  expect(warningPrice(terms('short'), cover)).toBe(10_915);
  expect(recoveryPrice(terms('short'), cover)).toBe(10_888 + 1);
});

test('a price that trembles at the line warns once', () => {
  const judge = (warned: boolean, price: number) => judgeMargin(terms('long'), cover, warned, at(price));
  expect([9085, 9084, 9000].map((price) => judge(false, price))).toEqual([null, 'warn', 'warn']);
  expect([9000, 9085, 9109, 9110].map((price) => judge(true, price))).toEqual([null, null, null, 'recovered']);
});

test('margin that financing has taken brings the warning nearer', () => {
  // (0.75 − 9 + 100) / 0.999 = 91.8418…
  expect(warningPrice(terms('long'), { ...cover, margin: amount(9_000_000n) })).toBe(9184);
});

test('without a fee the numbers are plain', () => {
  expect(warningPrice(terms('long', '0'), cover)).toBe(9075);
  expect(warningPrice(terms('short', '0'), cover)).toBe(10_925);
});

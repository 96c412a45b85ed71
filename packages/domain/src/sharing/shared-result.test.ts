import { expect, test } from 'vitest';
import { sharedResult } from './shared-result.ts';

const nights = { financingRate: '0.0001', financingDays: 0, financed: null, cover: null } as const;
const contract = {
  kind: 'contract',
  side: 'long',
  leverage: '10',
  feeRate: '0.0005',
  open: '40000',
  close: '41000',
  ...nights,
} as const;
const option = { kind: 'option', direction: 'up', payoutRate: '0.8', strike: '100', settlement: '101' } as const;

test('a contract brings leverage times the move of its price, less both fees', () => {
  // 10 × (0.025 − 0.0005 × 2.025) = 0.239875
  expect(sharedResult(contract)).toBe('23.98');
  // 10 × (−0.025 − 0.0010125) = −0.260125
  expect(sharedResult({ ...contract, side: 'short' })).toBe('-26.01');
});

test('its nights are taken off, or added where its side receives them', () => {
  // 10 × 0.0001 × 3 = 0.003: 0.239875 less that, and −0.260125 with it.
  expect(sharedResult({ ...contract, financingDays: 3 })).toBe('23.68');
  expect(sharedResult({ ...contract, side: 'short', financingRate: '-0.0001', financingDays: 3 })).toBe('-25.71');
});

test('of nights that could not be paid whole no more is taken off than was', () => {
  // 0.239875 less 0.0021, where 0.003 fell due.
  expect(sharedResult({ ...contract, financingDays: 3, financed: '0.0021' })).toBe('23.77');
  expect(sharedResult({ ...contract, financingDays: 3, financed: '0' })).toBe('23.98');
});

test('no more than the margin is lost, and the fee of opening', () => {
  // A gap to 35,000 is 125% of the margin; what lies beyond it is not owed, and nothing is left for a closing fee.
  expect(sharedResult({ ...contract, close: '35000', cover: '1' })).toBe('-100.50');
  // Of one whose margin had become one and a half times as much the price takes 125, and the fee 0.4375 as ever.
  expect(sharedResult({ ...contract, close: '35000', cover: '1.5' })).toBe('-125.93');
  // At 36,010 the price leaves 0.25% of the margin, less than the fee of 0.45.
  expect(sharedResult({ ...contract, close: '36010', cover: '1' })).toBe('-100.50');
});

test('a price that has not moved costs both fees', () => {
  expect(sharedResult({ ...contract, close: '40000' })).toBe('-1.00');
});

test('an option brings its payout, its stake or nothing', () => {
  expect(sharedResult(option)).toBe('80.00');
  expect(sharedResult({ ...option, direction: 'down' })).toBe('-100.00');
  expect(sharedResult({ ...option, settlement: '100.00' })).toBe('0.00');
  expect(sharedResult({ ...option, settlement: null })).toBe('0.00');
});

test('a plan brings its daily yield for each of its days', () => {
  expect(sharedResult({ kind: 'plan', dailyYield: '0.00035', days: '30' })).toBe('1.05');
});

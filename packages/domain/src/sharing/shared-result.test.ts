import { expect, test } from 'vitest';
import { sharedResult } from './shared-result.ts';

const contract = { kind: 'contract', side: 'long', leverage: '10', feeRate: '0.0005', open: '40000', close: '41000' } as const;
const option = { kind: 'option', direction: 'up', payoutRate: '0.8', strike: '100', settlement: '101' } as const;

test('a contract brings leverage times the move of its price, less both fees', () => {
  // 10 × (0.025 − 0.0005 × 2.025) = 0.239875
  expect(sharedResult(contract)).toBe('23.98');
  // 10 × (−0.025 − 0.0010125) = −0.260125
  expect(sharedResult({ ...contract, side: 'short' })).toBe('-26.01');
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

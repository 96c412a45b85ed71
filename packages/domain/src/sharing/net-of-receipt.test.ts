import { expect, test } from 'vitest';
import { netOfReceipt } from './net-of-receipt.ts';

const step = (name: string, result: string, numbers: Record<string, string> = {}) => ({ name, numbers, result });
const opening = [step('openFee', '0.1'), step('financing', '0.02', { days: '1' })];
const closing = (profit: string, closeFee: string) => [step('profit', profit), step('closeFee', closeFee)];

test('of the profit both fees and every night are taken', () => {
  const steps = [...opening, step('financing', '-0.05', { days: '1' }), ...closing('5', '0.105')];
  // 5 − 0.1 − 0.105 − 0.02 + 0.05.
  expect(netOfReceipt({ terms: { lots: '1' }, steps })).toBe('4.825');
  expect(netOfReceipt({ terms: { lots: '1' }, steps: [...opening, ...closing('-9.9', '0')] })).toBe('-10.02');
});

test('a part has its share of what the order had paid by then, and the rest what is left of it', () => {
  const part = [...opening, step('part', '4', { lots: '0.4', ofLots: '1' })];
  // 40% of 0.1 and of 0.02.
  expect(netOfReceipt({ terms: { lots: '1', part: '1' }, steps: [...part, ...closing('4', '0.044')] })).toBe('3.908');
  const rest = [...part, step('financing', '0.012', { days: '1' }), ...closing('6', '0.066')];
  // 0.06 and 0.012 of before, and a night of its own.
  expect(netOfReceipt({ terms: { lots: '1' }, steps: rest })).toBe('5.85');
});

test('what has not ended, or tells nothing, has none', () => {
  expect(netOfReceipt({ terms: { lots: '1' }, steps: opening })).toBeNull();
  expect(netOfReceipt({ terms: {}, steps: [] })).toBeNull();
});

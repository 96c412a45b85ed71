import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { expect, it } from 'vitest';
import { checkReceipt } from './check-receipt.ts';

/** 100 USDT on a rise of X from 100.05 within a minute, at 80%; the price is 100.20 when it expires. */
const receipt: Receipt = {
  id: 'o1',
  kind: 'option',
  status: 'won',
  terms: {
    direction: 'up',
    stake: '100',
    payoutRate: '0.8',
    strike: '100.05',
    tick: '0.01',
    openedAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-01T00:01:00.000Z',
    staleAfterMs: '10000',
  },
  quotes: [
    { moment: 'open', time: '2026-01-01T00:00:00.000Z', bid: '100.00', ask: '100.10', source: 'simulated X' },
    { moment: 'settle', time: '2026-01-01T00:00:59.000Z', bid: '100.15', ask: '100.25', source: 'simulated X' },
  ],
  steps: [
    { name: 'strike', formula: '', numbers: {}, result: '100.05' },
    { name: 'expectedReturn', formula: '', numbers: {}, result: '180' },
    { name: 'ageMs', formula: '', numbers: {}, result: '1000' },
    { name: 'settlement', formula: '', numbers: {}, result: '100.20' },
    { name: 'outcome', formula: '', numbers: {}, result: 'won' },
    { name: 'returned', formula: '', numbers: {}, result: '180' },
  ],
  transfers: [],
};
const withStep = (name: string, result: string): Receipt => ({
  ...receipt,
  steps: receipt.steps.map((step) => (step.name === name ? { ...step, result } : step)),
});
const settledBy = (change: Partial<Receipt['quotes'][number]>): Receipt => ({
  ...receipt,
  quotes: receipt.quotes.map((quote) => (quote.moment === 'settle' ? { ...quote, ...change } : quote)),
});

it('of an option is computed again from its two quotes', () => {
  const check = checkReceipt(receipt);
  expect(check?.differs).toEqual([]);
  expect(check?.checked.toSorted()).toEqual(['ageMs', 'expectedReturn', 'outcome', 'returned', 'settlement', 'strike']);
});

it.each(['strike', 'expectedReturn', 'ageMs', 'settlement', 'outcome', 'returned'])(
  'of an option is not believed when its %s is another',
  (name) => {
    expect(checkReceipt(withStep(name, '1'))?.differs).toEqual([name]);
  },
);

it('is not believed when the settling quote says otherwise', () => {
  expect(checkReceipt(settledBy({ bid: '99.00', ask: '99.10' }))?.differs.toSorted()).toEqual([
    'outcome',
    'returned',
    'settlement',
  ]);
});

it('is not believed when the quote is from after expiry, or too old to settle', () => {
  expect(checkReceipt(settledBy({ time: '2026-01-01T00:01:00.001Z' }))?.differs).toEqual(['ageMs']);
  expect(checkReceipt(settledBy({ time: '2026-01-01T00:00:49.000Z' }))?.differs).toContain('outcome');
});

it('is not believed when its strike is not that of the recorded quote', () => {
  expect(checkReceipt({ ...receipt, terms: { ...receipt.terms, strike: '100.06' } })?.differs).toEqual(['strike']);
});

it('of an option that runs is checked as far as it goes', () => {
  const running = { ...receipt, status: 'open', steps: receipt.steps.slice(0, 2), quotes: receipt.quotes.slice(0, 1) };
  expect(checkReceipt(running)).toEqual({ checked: ['expectedReturn', 'strike'], differs: [] });
});

it('of an option that a demo reset voided returns the stake', () => {
  const steps = [
    ...receipt.steps.slice(0, 2),
    { name: 'outcome', formula: 'demo reset → void', numbers: {}, result: 'void' },
    { name: 'returned', formula: '', numbers: {}, result: '100' },
  ];
  expect(checkReceipt({ ...receipt, status: 'void', steps, quotes: receipt.quotes.slice(0, 1) })?.differs).toEqual([]);
});

it('of an option whose last price was too old agrees that it is void', () => {
  const late = settledBy({ time: '2026-01-01T00:00:49.000Z' });
  const steps = [
    ...receipt.steps.slice(0, 2),
    { name: 'ageMs', formula: '', numbers: {}, result: '11000' },
    { name: 'outcome', formula: 'ageMs > staleAfterMs → void', numbers: {}, result: 'void' },
    { name: 'returned', formula: '', numbers: {}, result: '100' },
  ];
  expect(checkReceipt({ ...late, status: 'void', steps })?.differs).toEqual([]);
});

import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { describe, expect, it } from 'vitest';
import { checkReceipt } from './check-receipt.ts';

const transfer = (reason: string, from: string, to: string, amount: string) => ({
  transactionId: '1',
  time: '2030-01-07T12:00:00.000Z',
  reason,
  from,
  to,
  asset: 'USDT',
  amount,
});
const step = (name: string, result: string) => ({ name, formula: '', numbers: {}, result });
const bought = [
  transfer('plan.opened', 'available', 'plan', '1000'),
  transfer('plan.opened', 'house:treasury', 'house:committed', '150'),
];
const income = transfer('plan.income', 'house:committed', 'available', '5');

/** 1,000 at 0.5% a day for 30 days pays 5 a day and 150 in all; leaving costs 50. Left after three incomes 935 return. */
const left: Receipt = {
  id: 'p1',
  kind: 'plan',
  status: 'closedSuccessfully',
  terms: { amount: '1000', days: '30', dailyYield: '0.005', penaltyRate: '0.05', accruesFrom: '2030-01-07T12:00:00.000Z' },
  quotes: [],
  steps: [
    step('dailyIncome', '5'),
    step('wholeIncome', '150'),
    step('penalty', '50'),
    step('cumulativeIncome', '15'),
    step('returned', '935'),
  ],
  transfers: [
    ...bought,
    income,
    income,
    income,
    transfer('plan.left', 'plan', 'house:treasury', '65'),
    transfer('plan.left', 'plan', 'available', '935'),
    transfer('plan.left', 'house:committed', 'house:treasury', '135'),
  ],
};

const stating = (name: string, result: string): Receipt => ({
  ...left,
  steps: left.steps.map((one) => (one.name === name ? { ...one, result } : one)),
});

describe('the receipt of a yield plan', () => {
  it('is computed again from its terms and agrees with the ledger', () => {
    expect(checkReceipt(left)).toEqual({
      checked: ['dailyIncome', 'wholeIncome', 'penalty', 'cumulativeIncome', 'returned'],
      differs: [],
    });
  });

  it.each(['dailyIncome', 'wholeIncome', 'penalty', 'cumulativeIncome', 'returned'])(
    'is not believed when its %s is another',
    (name) => {
      expect(checkReceipt(stating(name, '1'))?.differs).toEqual([name]);
    },
  );

  it('is not believed when an income was never paid', () => {
    const transfers = left.transfers.toSpliced(2, 1);
    expect(checkReceipt({ ...left, transfers })?.differs).toContain('cumulativeIncome');
  });

  it('is not believed when less was set aside, or less came back, than was promised', () => {
    const lessening = (index: number, amount: string): Receipt => ({
      ...left,
      transfers: left.transfers.map((one, at) => (at === index ? { ...one, amount } : one)),
    });
    expect(checkReceipt(lessening(1, '149'))?.differs).toEqual(['wholeIncome']);
    expect(checkReceipt(lessening(6, '934.999999'))?.differs).toEqual(['returned']);
  });

  it('of a plan that goes on says nothing of what returns', () => {
    const running = {
      ...left,
      status: 'inIncome',
      steps: left.steps.slice(0, 4),
      transfers: [...bought, income, income, income],
    };
    expect(checkReceipt(running)).toEqual({
      checked: ['dailyIncome', 'wholeIncome', 'penalty', 'cumulativeIncome'],
      differs: [],
    });
  });

  it('of a plan that never opened returns all of it', () => {
    const expired: Receipt = {
      ...left,
      status: 'expired',
      steps: [...left.steps.slice(0, 3), step('cumulativeIncome', '0'), step('returned', '1000')],
      transfers: [...bought, transfer('plan.expired', 'plan', 'available', '1000')],
    };
    expect(checkReceipt(expired)?.differs).toEqual([]);
  });
});

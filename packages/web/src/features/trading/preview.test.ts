import type { SmartOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { type Amount, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { readOffer } from '@assay/domain/plans/product.ts';
import { describe, expect, it } from 'vitest';
import {
  type PlanForm,
  type Preview,
  carriedOver,
  coverageOf,
  exitFigures,
  exitRows,
  firstForm,
  largestAmount,
  previewPlan,
  tellingRows,
  wholeYield,
} from './preview.ts';

const now = Date.parse('2030-01-07T12:00:00.250Z');
const usd = (text: string) => amount(BigInt(Math.round(Number(text) * 1_000_000)));
const text = (value: Amount) => formatAmount(value, usdt);

/** 0.4% a day over 7 days or 0.5% over 30, 5% penalty, from 100 to 10,000. */
const offer = readOffer({
  amountMin: '100',
  amountMax: '10000',
  penaltyRate: '0.05',
  startsAt: null,
  periods: [
    { days: 7, dailyYield: '0.004' },
    { days: 30, dailyYield: '0.005' },
  ],
});
const form: PlanForm = { days: 30, amount: '1000' };

function decisionOf({ decision }: Preview) {
  if (decision === null) throw new Error('this form is no plan');
  return decision;
}

describe('the plan builder', () => {
  it('asks for an amount before it speaks of ranges', () => {
    expect(previewPlan({ ...form, amount: '' }, { offer, now })).toEqual({ decision: null, blocker: 'amount' });
    expect(previewPlan({ ...form, amount: '99' }, { offer, now })).toEqual({ decision: null, blocker: 'range' });
    expect(previewPlan({ ...form, days: 8 }, { offer, now })).toEqual({ decision: null, blocker: 'days' });
  });

  it('projects also what cannot be bought just now, and says why', () => {
    const situations = [
      [{ available: usd('999.999999') }, 'balance'],
      [{ available: usd('1500'), owed: usd('500.000001') }, 'borrowed'],
      [{ available: usd('1500'), owed: usd('500') }, null],
      [{ treasuryFree: usd('149.999999') }, 'coverage'],
      [{ alreadyBought: true }, 'held'],
      [{ available: usd('1000'), treasuryFree: usd('150'), alreadyBought: false }, null],
    ] as const;
    for (const [situation, blocker] of situations) {
      const preview = previewPlan(form, { offer, now, ...situation });
      expect(preview.blocker).toBe(blocker);
      expect(text(decisionOf(preview).wholeIncome)).toBe('150');
    }
  });

  it('begins with the shortest period and the smallest amount, and carries over what another product offers too', () => {
    expect(firstForm(offer)).toEqual({ days: 7, amount: '100' });
    expect(carriedOver({ days: 30, amount: '250.5' }, offer)).toEqual({ days: 30, amount: '250.5' });
    expect(carriedOver({ days: 90, amount: '10000.000001' }, offer)).toEqual({ days: 7, amount: '100' });
    expect(carriedOver({ days: 30, amount: '' }, offer)).toEqual({ days: 30, amount: '100' });
  });

  it('offers at most what the product takes and the person has', () => {
    expect(largestAmount(offer, '2500.25')).toBe('2500.25');
    expect(largestAmount(offer, '25000')).toBe('10000');
    expect(largestAmount(offer, undefined)).toBe('10000');
    // Less than the smallest plan is no amount to offer.
    expect(largestAmount(offer, '20')).toBe('10000');
  });
});

describe('what the treasury covers', () => {
  it('is all, some or none of a product', () => {
    // The dearest plan pays 10,000 × 0.5% × 30 = 1,500; the cheapest 100 × 0.4% × 7 = 2.8.
    expect(coverageOf(offer, usd('1500'))).toBe('whole');
    expect(coverageOf(offer, usd('1499.999999'))).toBe('part');
    expect(coverageOf(offer, usd('2.8'))).toBe('part');
    expect(coverageOf(offer, usd('2.799999'))).toBe('none');
  });

  it('a period pays its daily yield times its days', () => {
    expect(offer.periods.map((period) => formatFixed(wholeYield(period)))).toEqual(['0.028', '0.15']);
  });
});

describe('leaving early', () => {
  it('on any day leaves the amount less the penalty; kept to the end it is the amount and the whole income', () => {
    const rows = exitRows(decisionOf(previewPlan(form, { offer, now })));
    const shown = (day: number) => {
      const row = rows[day - 1];
      return row && [text(row.cumulative), text(row.returned), text(row.inAll), row.last];
    };
    expect(shown(1)).toEqual(['5', '945', '950', false]);
    expect(shown(29)).toEqual(['145', '805', '950', false]);
    expect(shown(30)).toEqual(['150', '1000', '1150', true]);
  });

  it('is told by a few days, the last always among them', () => {
    const daysOf = (days: number) =>
      tellingRows(exitRows(decisionOf(previewPlan({ ...form, days }, { offer, now })))).map(({ day }) => day);
    expect(daysOf(7)).toEqual([1, 3, 7]);
    expect(daysOf(30)).toEqual([1, 3, 7, 14, 30]);
  });

  it('is broken down into penalty, incomes that have fallen due, and what returns', () => {
    const plan: SmartOrder = {
      id: 'p1',
      orderNo: 'P1',
      productId: 'plan-gold',
      product: 'Gold',
      days: 30,
      amount: '1000',
      dailyYield: '0.005',
      runTime: 3,
      nextIncomeAt: '2030-01-11T12:00:00.000Z',
      // The round has not paid the third income yet: leaving counts it all the same.
      cumulativeIncome: '10',
      incomeDays: 2,
      accruesFrom: '2030-01-07T12:00:00.000Z',
      penalty: '50',
      returnedIfExitedNow: '935',
      status: 'inIncome',
    };
    const { penalty, income, returned } = exitFigures(plan);
    expect([penalty, income, returned].map(text)).toEqual(['50', '15', '935']);
    const waiting = exitFigures({ ...plan, status: 'waiting', runTime: 0, returnedIfExitedNow: '1000' });
    expect([waiting.penalty, waiting.income, waiting.returned].map(text)).toEqual(['0', '0', '1000']);
  });
});

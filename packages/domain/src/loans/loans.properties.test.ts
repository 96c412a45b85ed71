import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Amount, amount, formatAmount, nothing, sum } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { fixed } from '../money/fixed.ts';
import { type LoanDebt, dueAt, owedAt, paidOut } from './debt.ts';
import { decideRepayment, smallestPart } from './decide-repayment.ts';
import { type LoanTerms, interestToTerm, repaymentAmount } from './terms.ts';

const opened = Date.UTC(2028, 1, 28);
const day = 86_400_000;

/** From a micro-USDT to a million, rates up to 5% a day, up to ten years, free days beyond the term too. */
const terms: fc.Arbitrary<LoanTerms> = fc.record({
  principal: fc.bigInt({ min: 1n, max: 1_000_000_000_000n }).map(amount),
  days: fc.integer({ min: 1, max: 3650 }),
  dailyRate: fc.bigInt({ min: 0n, max: 50_000n }).map((units) => fixed(units, 6)),
  freeDays: fc.integer({ min: 0, max: 4000 }),
});

/** Moments, and shares in thousandths of what is owed then; in the order in which they come. */
const payments = fc
  .array(fc.record({ after: fc.integer({ min: 0, max: 4000 * day }), share: fc.bigInt({ min: 0n, max: 1000n }) }), {
    maxLength: 12,
  })
  .map((list) => list.toSorted((a, b) => a.after - b.after));

interface Sums {
  readonly debt: LoanDebt;
  readonly interest: Amount;
  readonly principal: Amount;
}

function pay({ debt, interest, principal }: Sums, at: number, paid: bigint): Sums {
  const decision = decideRepayment({ status: 'repaying', debt }, at, { amount: formatAmount(amount(paid), usdt) });
  if ('refused' in decision) return { debt, interest, principal };
  return {
    debt: decision.after,
    interest: sum(interest, decision.interest),
    principal: sum(principal, decision.principal),
  };
}

function kept(plan: LoanTerms, course: readonly { readonly after: number; readonly share: bigint }[]): Sums {
  let sums: Sums = { debt: paidOut(plan, opened), interest: nothing, principal: nothing };
  for (const { after, share } of course) {
    const at = opened + after;
    sums = pay(sums, at, (owedAt(sums.debt, at).total * share) / 1000n);
  }
  // Whatever is left is paid at the end of all things.
  const end = opened + 5000 * day;
  return pay(sums, end, owedAt(sums.debt, end).total);
}

describe('for every loan', () => {
  it('partial repayments whenever and of whatever size give back the principal to the last unit, and all interest they owe', () => {
    fc.assert(
      fc.property(terms, payments, (plan, course) => {
        const { debt, interest, principal } = kept(plan, course);
        expect(principal).toBe(plan.principal);
        expect(debt.outstanding).toBe(0n);
        expect(debt.interestPaid).toBe(interest);
        expect(owedAt(debt, opened + 9000 * day).total).toBe(0n);
      }),
    );
  });

  it('repaying early never costs more than keeping the loan to its term', () => {
    fc.assert(
      fc.property(terms, payments, (plan, course) => {
        expect(kept(plan, course).interest <= interestToTerm(plan)).toBe(true);
      }),
    );
  });

  it('paying nothing owes exactly the repayment amount, from the due date for ever', () => {
    fc.assert(
      fc.property(terms, fc.nat({ max: 4000 * day }), (plan, late) => {
        const debt = paidOut(plan, opened);
        expect(owedAt(debt, dueAt(debt) - 1).total).toBe(repaymentAmount(plan));
        expect(owedAt(debt, dueAt(debt) + late).total).toBe(repaymentAmount(plan));
      }),
    );
  });

  it('splitting a payment at one moment changes nothing', () => {
    fc.assert(
      fc.property(terms, fc.nat({ max: 3700 * day }), fc.bigInt({ min: 1n, max: 999n }), (plan, after, share) => {
        const start: Sums = { debt: paidOut(plan, opened), interest: nothing, principal: nothing };
        const at = opened + after;
        const whole = (owedAt(start.debt, at).total * 3n) / 4n;
        const part = (whole * share) / 1000n;
        const smallest = smallestPart(plan.principal);
        fc.pre(part >= smallest && whole - part >= smallest);
        expect(pay(pay(start, at, part), at, whole - part)).toEqual(pay(start, at, whole));
      }),
    );
  });

  it('what is owed without a payment never falls', () => {
    fc.assert(
      fc.property(terms, fc.nat({ max: 3700 * day }), fc.nat({ max: 3700 * day }), (plan, a, b) => {
        const debt = paidOut(plan, opened);
        const [early, late] = a < b ? [a, b] : [b, a];
        expect(owedAt(debt, opened + early).total <= owedAt(debt, opened + late).total).toBe(true);
      }),
    );
  });
});

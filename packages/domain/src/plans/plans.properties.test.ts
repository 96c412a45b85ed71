import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { fixed } from '../money/fixed.ts';
import { decideBuy } from './decide-buy.ts';
import { type Exit, decideExit } from './decide-exit.ts';
import { project } from './project.ts';
import { dayMs, incomesDue } from './schedule.ts';
import { type PlanTerms, planTerms, wholeIncome } from './terms.ts';

const openedAt = Date.UTC(2028, 1, 28);

/** From a micro-USDT to a million, yields up to 20% a day, penalties up to all of it, lives up to ten years. */
const terms: fc.Arbitrary<PlanTerms> = fc
  .record({
    principal: fc.bigInt({ min: 1n, max: 1_000_000_000_000n }).map(amount),
    days: fc.integer({ min: 1, max: 3650 }),
    dailyYield: fc.bigInt({ min: 1n, max: 200_000n }).map((units) => fixed(units, 6)),
    penaltyRate: fc.bigInt({ min: 0n, max: 10_000n }).map((units) => fixed(units, 4)),
  })
  .map(({ principal, penaltyRate, ...period }) => planTerms(principal, period, penaltyRate));

const elapsed = fc.integer({ min: 0, max: 3650 * dayMs });

function left(plan: PlanTerms, after: number): Exit | undefined {
  const exit = decideExit({ terms: plan, status: 'inIncome', openedAt }, openedAt + after);
  return 'refused' in exit ? undefined : exit;
}

describe('for every plan', () => {
  it('leaving divides the principal, and the income that was set aside, without losing a unit', () => {
    fc.assert(
      fc.property(terms, elapsed, (plan, after) => {
        const exit = left(plan, after);
        if (exit === undefined) {
          expect(incomesDue(openedAt, plan.days, openedAt + after)).toBe(plan.days);
          return;
        }
        expect(exit.returned + exit.forfeited).toBe(plan.principal);
        expect(exit.received + exit.incomeNotPaid).toBe(wholeIncome(plan));
        for (const part of [exit.returned, exit.forfeited, exit.received, exit.incomeNotPaid]) expect(part >= 0n).toBe(true);
      }),
    );
  });

  it('leaving costs exactly the penalty, or less where the incomes have outgrown the principal', () => {
    fc.assert(
      fc.property(terms, elapsed, (plan, after) => {
        const exit = left(plan, after);
        if (exit === undefined) return;
        const cost = plan.principal - exit.returned - exit.received;
        if (exit.returned > 0n) expect(cost).toBe(plan.penalty);
        else expect(cost <= plan.penalty).toBe(true);
      }),
    );
  });

  it('the projection ends with the whole income and principal, and shows what leaving at each moment returns', () => {
    fc.assert(
      fc.property(terms, fc.nat(), (plan, pick) => {
        const rows = project(plan, openedAt);
        expect(rows).toHaveLength(plan.days);
        expect(rows.at(-1)).toMatchObject({ cumulative: wholeIncome(plan), returned: plan.principal });
        const row = rows[pick % plan.days];
        if (row === undefined || row.day === plan.days) return;
        expect(left(plan, row.at - openedAt)?.returned).toBe(row.returned);
        expect(left(plan, row.at - openedAt + dayMs - 1)?.returned).toBe(row.returned);
      }),
      { numRuns: 50 },
    );
  });

  it('the seen amount is accepted exactly until the next income', () => {
    fc.assert(
      fc.property(terms, elapsed, (plan, after) => {
        const shown = left(plan, after);
        if (shown === undefined || plan.dailyIncome === 0n) return;
        const state = { terms: plan, status: 'inIncome', openedAt } as const;
        const seen = formatAmount(shown.returned, usdt);
        expect('refused' in decideExit(state, openedAt + after, seen)).toBe(false);
        const next = decideExit(state, openedAt + (shown.incomeDays + 1) * dayMs, seen);
        // Where nothing returns any more, another income changes nothing.
        expect('refused' in next).toBe(shown.returned > 0n || shown.incomeDays + 1 === plan.days);
      }),
    );
  });

  it('a purchase that the treasury covers is refused with one unit less', () => {
    fc.assert(
      fc.property(terms, (plan) => {
        if (plan.dailyIncome === 0n) return;
        const { days, dailyYield, penaltyRate, principal } = plan;
        const offer = {
          amountMin: principal,
          amountMax: principal,
          penaltyRate,
          startsAt: null,
          periods: [{ days, dailyYield }],
        };
        const buy = (treasuryFree: bigint) =>
          decideBuy(
            { days, amount: formatAmount(principal, usdt) },
            { offer, now: openedAt, treasuryFree: amount(treasuryFree), available: principal },
          );
        expect(buy(wholeIncome(plan))).toMatchObject({ kind: 'open', wholeIncome: wholeIncome(plan) });
        expect(buy(wholeIncome(plan) - 1n)).toMatchObject({ refused: '11017' });
      }),
    );
  });
});

import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { type Amount, exact, formatAmount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { decideExit } from '@assay/domain/plans/decide-exit.ts';
import { incomeAt } from '@assay/domain/plans/schedule.ts';
import { type PlanTerms, incomeOf, planTerms, wholeIncome } from '@assay/domain/plans/terms.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { type Check, compareSteps } from './compare.ts';

/**
 * Computes a yield plan's receipt again from its frozen terms. No quote decides about a plan; the ledger's own transfers
 * must say the same: one payment for each income, the whole income set aside, and what returned in the end.
 */
export function checkPlan(receipt: Receipt): Check | null {
  const { amount = '', days = '', dailyYield = '', penaltyRate = '', accruesFrom = '' } = receipt.terms;
  const period = { days: Number(days), dailyYield: toFixed(dailyYield) };
  const terms = planTerms(exact(toFixed(amount), usdt), period, toFixed(penaltyRate));
  const incomes = paid(receipt, 'plan.income');
  const money = (value: Amount) => formatAmount(value, usdt);
  const found = new Map([
    ['dailyIncome', money(terms.dailyIncome)],
    ['wholeIncome', money(wholeIncome(terms))],
    ['penalty', money(terms.penalty)],
    ['cumulativeIncome', money(incomeOf(terms, incomes.length))],
  ]);
  const returned = returnedBy(receipt, terms, Date.parse(accruesFrom), incomes.length);
  if (returned !== null) found.set('returned', money(returned));
  const check = compareSteps(receipt, found);

  const booked: readonly (readonly [step: string, inBooks: Amount, byRule: Amount | null])[] = [
    ['wholeIncome', reserved(receipt), wholeIncome(terms)],
    ['cumulativeIncome', sum(...incomes), incomeOf(terms, incomes.length)],
    ['returned', sum(...endings.flatMap((reason) => paid(receipt, reason))), isPaidOut(receipt) ? returned : nothing],
  ];
  const otherwise = booked.filter(([, inBooks, byRule]) => byRule !== null && inBooks !== byRule).map(([step]) => step);
  return { checked: check.checked, differs: [...new Set([...check.differs, ...otherwise])] };
}

const endings = ['plan.matured', 'plan.left', 'plan.expired'] as const;

/** False while a plan that was left still waits for its payout. */
function isPaidOut({ status }: Receipt): boolean {
  return status === 'profitDivided' || status === 'closedSuccessfully' || status === 'expired';
}

/** What returns of the amount by the rules; null while the plan goes on. */
function returnedBy({ status }: Receipt, terms: PlanTerms, openedAt: number, incomeDays: number): Amount | null {
  if (status === 'profitDivided' || status === 'expired') return terms.principal;
  if (status !== 'closed' && status !== 'closedSuccessfully') return null;
  const exit = decideExit({ terms, status: 'inIncome', openedAt }, incomeAt(openedAt, incomeDays));
  return isRefused(exit) ? null : exit.returned;
}

/** What was paid to the customer for one reason, payment by payment. */
function paid({ transfers }: Receipt, reason: string): Amount[] {
  return transfers.filter((one) => one.reason === reason && one.to === 'available').map((one) => amountOf(one.amount));
}

function reserved({ transfers }: Receipt): Amount {
  const toCommitted = transfers.filter(({ reason, to }) => reason === 'plan.opened' && to === 'house:committed');
  return sum(...toCommitted.map((one) => amountOf(one.amount)));
}

function amountOf(text: string): Amount {
  const value = parseAmount(text, usdt);
  if (value === undefined) throw new Error(`${text} is no amount of USDT`);
  return value;
}

import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { book } from '@assay/domain/plans/plan.ts';
import { type PlanRow, returnedOf, termsOf } from '@assay/domain/plans/plan.ts';
import { incomeOf, wholeIncome } from '@assay/domain/plans/terms.ts';
import { type FindReceipt, evidenceOf } from '../portfolio/index.ts';
import type { PlansContext } from './context.ts';
import { findOwn } from './row.ts';

/** Receipts by an id such as `p12`: frozen terms, formulas with their numbers, ledger transfers. No price decides about a plan. */
export function planReceipts({ db, market }: PlansContext): FindReceipt {
  return async (account, id) => {
    const row = account.book === book ? await findOwn(db, account.userId, id) : undefined;
    if (row === undefined) return undefined;
    const evidence = await evidenceOf(db, market, row.orderNo);
    const steps = [...buyingSteps(row), ...endingSteps(row)];
    return { id, kind: 'plan', status: row.status, terms: termsShown(row), steps, ...evidence };
  };
}

type Step = Receipt['steps'][number];

function textsOf(row: PlanRow) {
  const terms = termsOf(row);
  const returned = returnedOf(row);
  return {
    amount: formatAmount(terms.principal, usdt),
    days: String(terms.days),
    dailyYield: formatFixed(terms.dailyYield),
    penaltyRate: formatFixed(terms.penaltyRate),
    dailyIncome: formatAmount(terms.dailyIncome, usdt),
    wholeIncome: formatAmount(wholeIncome(terms), usdt),
    penalty: formatAmount(terms.penalty, usdt),
    incomeDays: String(row.incomeDays),
    cumulativeIncome: formatAmount(incomeOf(terms, row.incomeDays), usdt),
    returned: returned === null ? null : formatAmount(returned, usdt),
  };
}

function termsShown(row: PlanRow): Record<string, string> {
  const { amount, days, dailyYield, penaltyRate } = textsOf(row);
  const { orderNo, productId, product } = row;
  return { orderNo, productId, product, amount, days, dailyYield, penaltyRate, accruesFrom: row.opensAt.toISOString() };
}

function buyingSteps(row: PlanRow): Step[] {
  const { amount, days, dailyYield, penaltyRate, dailyIncome, wholeIncome: whole, penalty } = textsOf(row);
  return [
    {
      name: 'dailyIncome',
      formula: 'amount × dailyYield, rounded down',
      numbers: { amount, dailyYield },
      result: dailyIncome,
    },
    { name: 'wholeIncome', formula: 'dailyIncome × days', numbers: { dailyIncome, days }, result: whole },
    { name: 'penalty', formula: 'amount × penaltyRate, rounded up', numbers: { amount, penaltyRate }, result: penalty },
  ];
}

/** What has been paid so far, and what returned of the amount once it has ended. */
function endingSteps(row: PlanRow): Step[] {
  const { amount, dailyIncome, incomeDays, cumulativeIncome, penalty, returned } = textsOf(row);
  const income: Step = {
    name: 'cumulativeIncome',
    formula: 'dailyIncome × incomeDays',
    numbers: { dailyIncome, incomeDays },
    result: cumulativeIncome,
  };
  if (returned !== null) {
    const formula = 'amount − penalty − cumulativeIncome, at least 0';
    return [income, { name: 'returned', formula, numbers: { amount, penalty, cumulativeIncome }, result: returned }];
  }
  if (row.endedAt === null) return row.incomeDays === 0 ? [] : [income];
  return [income, { name: 'returned', formula: 'amount', numbers: { amount }, result: amount }];
}

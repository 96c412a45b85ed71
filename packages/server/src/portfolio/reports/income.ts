import type { Reason } from '@assay/domain/ledger/recipes/recipe.ts';
import { sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { flowsOf } from '../../ledger/index.ts';
import type { Account, PortfolioContext } from '../context.ts';
import { usdtAt } from './balance.ts';
import { type LineType, type Period, type Report, instant, money } from './report.ts';

/** What is income, or lessens it, by the reason for which it was booked. */
const kinds = {
  'plan.income': 'planIncome',
  'plan.left': 'planPenalty',
  'referral.rewarded': 'inviteReward',
  'loan.repaid': 'loanInterest',
} as const satisfies Partial<Record<Reason, LineType>>;
const reasons = Object.keys(kinds) as (keyof typeof kinds)[];

/** Incomes of plans, what leaving one took, rewards of invitations, interest on loans: as booked, oldest first. */
export async function incomeReport({ db }: PortfolioContext, account: Account, period: Period): Promise<Report> {
  const flows = await flowsOf(db, { ...account, reasons, from: period.from }, period.to);
  const incomes = flows.flatMap((flow) => {
    const reason = reasons.find((each) => each === flow.reason);
    return reason === undefined ? [] : [{ ...flow, type: kinds[reason] }];
  });
  const total = sum(...incomes.filter(({ asset }) => asset.code === usdt.code).map(({ amount }) => amount));
  const [opening, closing] = [await usdtAt(db, account, period.from), await usdtAt(db, account, period.to)];
  return {
    kind: 'income',
    columns: [
      { name: 'time', width: 20, align: 'start' },
      { name: 'amount', width: 20, align: 'end' },
      { name: 'currency', width: 0, align: 'start' },
      { name: 'order number', width: 26, align: 'start' },
    ],
    lines: [
      { type: 'opening', cells: { time: instant(period.from), amount: money(opening, usdt), currency: usdt.code } },
      ...incomes.map(({ type, at, reference, asset, amount }) => ({
        type,
        cells: { time: instant(at), amount: money(amount, asset), currency: asset.code, 'order number': reference ?? '' },
      })),
      { type: 'total', cells: { amount: money(total, usdt), currency: usdt.code } },
      { type: 'closing', cells: { time: instant(period.to), amount: money(closing, usdt), currency: usdt.code } },
    ],
  };
}

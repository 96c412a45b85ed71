import { minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type FlowReason, flowsOf } from '../../ledger/index.ts';
import type { Account, PortfolioContext } from '../context.ts';
import { usdtAt } from './balance.ts';
import { type LineType, type Period, type Report, type ReportLine, cutLine, instant, money } from './report.ts';

/** What is income, or lessens it, by the reason for which it was booked. */
const kinds = {
  'plan.income': 'planIncome',
  'plan.left': 'planPenalty',
  'referral.rewarded': 'inviteReward',
  'loan.repaid': 'loanInterest',
  'dividend.received': 'dividendReceived',
  'dividend.charged': 'dividendCharged',
} as const satisfies Partial<Record<FlowReason, LineType>>;
const reasons = Object.keys(kinds) as (keyof typeof kinds)[];

/**
 * Incomes of plans, what leaving one took, rewards of invitations, interest on loans, dividends on contracts: as booked, oldest
 * first. Cut beyond `linesMax`.
 */
export function incomeReport(context: PortfolioContext, account: Account, period: Period, linesMax: number): Report {
  return {
    kind: 'income',
    columns: [
      { name: 'time', width: 20, align: 'start' },
      { name: 'amount', width: 20, align: 'end', unit: 'currency' },
      { name: 'currency', width: 0, align: 'start' },
      { name: 'order number', width: 26, align: 'start' },
    ],
    lines: linesOf(context, account, period, linesMax),
  };
}

async function* linesOf(
  { db }: PortfolioContext,
  account: Account,
  period: Period,
  linesMax: number,
): AsyncGenerator<ReportLine, undefined> {
  const opening = await usdtAt(db, account, period.from);
  yield { type: 'opening', cells: { time: instant(period.from), amount: money(opening, usdt), currency: usdt.code } };
  const incomes = await flowsOf(db, { ...account, reasons, from: period.from }, { to: period.to, limit: linesMax + 1 });
  let total = nothing;
  for (const { at, reason, reference, asset, amount } of incomes.slice(0, linesMax)) {
    if (asset.code === usdt.code) total = sum(total, amount);
    yield {
      type: kinds[reason],
      cells: { time: instant(at), amount: money(amount, asset), currency: asset.code, 'order number': reference ?? '' },
    };
  }
  if (incomes.length > linesMax) {
    yield cutLine;
    return;
  }
  const closing = await usdtAt(db, account, period.to);
  yield { type: 'total', cells: { amount: money(total, usdt), currency: usdt.code } };
  const other = minus(closing, sum(opening, total));
  yield { type: 'otherThanIncome', cells: { amount: money(other, usdt), currency: usdt.code } };
  yield { type: 'closing', cells: { time: instant(period.to), amount: money(closing, usdt), currency: usdt.code } };
}

import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { type Amount, formatAmount, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type FlowReason, demoBegan, demoIssued, flowSums, newestFlows } from '../ledger/index.ts';
import type { Account, PortfolioContext } from './context.ts';
import { charted } from './equity-course.ts';
import { oneSnapshot, totalsIn } from './profit-total.ts';
import { knownValue } from './value.ts';

type Bridge = ResultOf<typeof order.equityBridge>;

/** Which part of the bridge a movement of USDT belongs to; those of products are their results. */
const parts = {
  deposits: ['deposit.completed'],
  withdrawals: ['withdrawal.completed'],
  invites: ['referral.rewarded'],
  loanInterest: ['loan.disbursed', 'loan.repaid'],
  nfts: ['nft.won', 'nft.bought'],
  corrections: ['correction.booked'],
} as const satisfies Readonly<Record<string, readonly FlowReason[]>>;
type Part = keyof typeof parts;

const beginning = new Date(0);

/**
 * Of what the equity has come about, in one state of the books: what was brought, what each product has made of it, and what else
 * came or went. It adds up to the equity to the last unit; `coins` is what no sale or purchase here has set a price for.
 */
export function equityBridge(context: PortfolioContext, account: Account): Promise<Bridge> {
  return context.db.transact(async (tx) => {
    const { equity, products } = await totalsIn(tx, context, account);
    const since = account.book === 'demo' ? await demoBegan(tx, account.userId) : null;
    const flows = await flowSums(tx, { ...account, reasons: Object.values(parts).flat(), from: since ?? beginning });
    const inUsdt = flows.filter(({ asset }) => asset.code === usdt.code);
    const of = (part: Part) =>
      sum(...inUsdt.filter(({ reason }) => parts[part].some((each) => each === reason)).map(({ amount }) => amount));
    const coins = sum(...products.map(({ brought }) => brought));
    const demo = account.book === 'demo' ? await demoIssued(tx, account.userId) : nothing;
    const named = <Name extends string>(entries: readonly (readonly [Name, Amount])[]) =>
      entries.flatMap(([name, amount]) => (amount === 0n ? [] : [{ name, amount: money(amount) }]));
    return {
      since: since?.toISOString() ?? null,
      equity: money(equity),
      brought: named([
        ['demo', demo],
        ['deposits', of('deposits')],
        ['withdrawals', of('withdrawals')],
        ['coins', coins],
      ]),
      products: products.map(({ product, realised, unrealised }) => ({
        product,
        realised: money(realised),
        unrealised: money(unrealised),
      })),
      other: named([
        ['invites', of('invites')],
        ['loanInterest', of('loanInterest')],
        ['nfts', of('nfts')],
        ['corrections', of('corrections')],
      ]),
    };
  }, oneSnapshot);
}

/** What is drawn on a chart at most: an account with more has moved too often for marks to say anything. */
const flowsMax = 200;

/** What came into the account and left it: marks on the course of its equity. */
export async function equityFlows(
  { db, market }: PortfolioContext,
  account: Account,
  from: Date,
): Promise<ResultOf<typeof order.equityFlows>> {
  const reasons: readonly FlowReason[] = ['deposit.completed', 'withdrawal.completed', 'demo.reset'];
  const flows = await newestFlows(db, { ...account, reasons, from }, flowsMax);
  return flows.map(({ at, reason, asset, amount }) => ({
    time: at.getTime(),
    kind: reason === 'demo.reset' ? 'reset' : amount > 0n ? 'deposit' : 'withdrawal',
    asset: asset.code,
    amount: formatAmount(amount, asset),
    value: charted(
      amount < 0n ? minus(nothing, knownValue(market, minus(nothing, amount), asset)) : knownValue(market, amount, asset),
    ),
  }));
}

const money = (value: Amount) => formatAmount(value, usdt);

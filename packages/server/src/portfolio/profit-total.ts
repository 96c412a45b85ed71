import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { Balances } from '@assay/domain/ledger/accounts.ts';
import { type Amount, formatAmount, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { balances, held } from '../ledger/index.ts';
import type { Account, PortfolioContext, ProductSummary } from './context.ts';
import { knownValue } from './value.ts';

/** What an account is worth in USDT, and of what that consists. */
export interface Totals {
  /** available + coins + held + what products have beyond the balances − loan. */
  readonly equity: Amount;
  /** Free USDT. */
  readonly available: Amount;
  /** Free coins at their bid. */
  readonly coins: Amount;
  /** Whatever is set aside, in all assets. */
  readonly held: Amount;
  /** What is owed, interest apart. */
  readonly loans: Amount;
  readonly products: readonly ProductSummary[];
}

/** Not read only: whoever leads holds the row of his term in it. */
const oneSnapshot = { transaction_isolation: 'repeatable read' };

/** Balances and products of one and the same state of the books: a fill in between would count twice or not at all. */
export function totalsOf(context: PortfolioContext, account: Account): Promise<Totals> {
  return context.db.transact(async (tx) => {
    const own = await balances(tx, account.book, account.userId);
    const products: ProductSummary[] = [];
    const today = startOfDay(context.clock.now());
    for (const summarise of context.products) products.push(await summarise(tx, account, today));
    return totalled(context.market, own, products);
  }, oneSnapshot);
}

/** Equity and profit of the account in USDT. Today began at 00:00 UTC of the business clock. Fees and financing apart. */
export async function profitTotal(context: PortfolioContext, account: Account): Promise<ResultOf<typeof order.getProfitTotal>> {
  const { equity, available, coins, held: setAside, loans, products } = await totalsOf(context, account);
  const money = (value: Amount) => formatAmount(value, usdt);
  const of = (figure: 'realised' | 'today' | 'unrealised') => money(sum(...products.map((each) => each[figure])));
  return {
    equity: money(equity),
    available: money(available),
    coins: money(coins),
    held: money(setAside),
    loans: money(loans),
    unrealisedProfit: of('unrealised'),
    realisedProfit: of('realised'),
    todayProfit: of('today'),
    products: products.map((each) => ({
      product: each.product,
      realised: money(each.realised),
      unrealised: money(each.unrealised),
      held: money(each.held),
    })),
  };
}

function totalled(market: PortfolioContext['market'], own: readonly Balances[], products: readonly ProductSummary[]): Totals {
  const valued = (part: (each: Balances) => Amount, of = own) =>
    sum(...of.map((each) => knownValue(market, part(each), each.asset)));
  const available = own.find(({ asset }) => asset.code === usdt.code)?.available ?? nothing;
  const inCoins = own.filter(({ asset }) => asset.code !== usdt.code);
  const coins = valued((each) => each.available, inCoins);
  const setAside = valued(held);
  const beyond = sum(...products.map((each) => each.beyondBalances));
  const loans = valued((each) => each.loan);
  return {
    equity: minus(sum(available, coins, setAside, beyond), loans),
    available,
    coins,
    held: setAside,
    loans,
    products,
  };
}

function startOfDay(now: number): Date {
  const day = new Date(now);
  day.setUTCHours(0, 0, 0, 0);
  return day;
}

import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { Balances } from '@assay/domain/ledger/accounts.ts';
import { zoneOf } from '@assay/domain/market/calendar/zones.ts';
import { type Amount, formatAmount, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { balances, balancesOfMany, demoBegan, held } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import type { Account, BeyondOfMany, PortfolioContext, ProductSummary } from './context.ts';
import { type ResultSums, noResults, sumsByProduct } from './results.ts';
import { knownValue } from './value.ts';

/** A product with what has ended of it, net of all costs. */
interface ProductTotals extends ProductSummary, Pick<ResultSums, 'fees' | 'financing'> {
  readonly realised: Amount;
  /** The part of `realised` that the current business day has brought. */
  readonly today: Amount;
}

/** What an account is worth in USDT, and of what that consists. */
interface Worth {
  /** available + coins + held + open profit − loan. */
  readonly equity: Amount;
  /** Free USDT. */
  readonly available: Amount;
  /** Free coins at their bid. */
  readonly coins: Amount;
  /** Whatever is set aside, in all assets. */
  readonly held: Amount;
  /** What is owed, interest apart. */
  readonly loans: Amount;
  /** What products have beyond the balances. */
  readonly openProfit: Amount;
}

export interface Totals extends Worth {
  readonly products: readonly ProductTotals[];
}

/** Not read only: the leader locks the row of its term in it. */
export const oneSnapshot = { transaction_isolation: 'repeatable read' };

/** Balances and products of one and the same state of the books: a fill in between would count twice or not at all. */
export function totalsOf(context: PortfolioContext, account: Account, zone?: string): Promise<Totals> {
  return context.db.transact((tx) => totalsIn(tx, context, account, zone), oneSnapshot);
}

/** The same within a transaction that sees one state of the books. */
export async function totalsIn(tx: Transaction, context: PortfolioContext, account: Account, zone = 'UTC'): Promise<Totals> {
  const own = await balances(tx, account.book, account.userId);
  const since = (account.book === 'demo' ? await demoBegan(tx, account.userId) : null) ?? new Date(0);
  const sums = await sumsByProduct(tx, context.ended, account, todayBegan(context.clock.now(), zone));
  const products: ProductTotals[] = [];
  for (const summarise of context.products) {
    const summary = await summarise(tx, account, since);
    const { fees, financing, net, today } = sums.find(({ product }) => product === summary.product) ?? noResults;
    products.push({ ...summary, fees, financing, realised: net, today });
  }
  return { ...worthOf(context.market, own, sum(...products.map((each) => each.beyondBalances))), products };
}

/** What many accounts are worth, each as `totalsOf` says of it, by as many statements as for one. */
export function equitiesOf(context: PortfolioContext, accounts: readonly Account[]): Promise<Amount[]> {
  return context.db.transact(async (tx) => {
    const own = await balancesOfMany(tx, accounts);
    const beyond: Awaited<ReturnType<BeyondOfMany>>[number][] = [];
    for (const ofMany of context.beyond) beyond.push(...(await ofMany(tx, accounts)));
    const byAccount = Map.groupBy(beyond, nameOf);
    return accounts.map((account, place) => {
      const parts = (byAccount.get(nameOf(account)) ?? []).map(({ beyondBalances }) => beyondBalances);
      return worthOf(context.market, own[place] ?? [], sum(...parts)).equity;
    });
  }, oneSnapshot);
}

const nameOf = ({ userId, book }: Account) => `${book} ${userId}`;

/** Equity and profit of the account in USDT. Today began at midnight of the business clock, in the requested zone. */
export async function profitTotal(
  context: PortfolioContext,
  account: Account,
  { zone }: InputOf<typeof order.getProfitTotal>,
): Promise<ResultOf<typeof order.getProfitTotal>> {
  const { equity, available, coins, held: setAside, loans, openProfit, products } = await totalsOf(context, account, zone);
  const money = (value: Amount) => formatAmount(value, usdt);
  const of = (figure: 'realised' | 'today' | 'unrealised') => money(sum(...products.map((each) => each[figure])));
  return {
    equity: money(equity),
    available: money(available),
    coins: money(coins),
    held: money(setAside),
    loans: money(loans),
    openProfit: money(openProfit),
    unrealisedProfit: of('unrealised'),
    realisedProfit: of('realised'),
    todayProfit: of('today'),
    products: products.map((each) => ({
      product: each.product,
      realised: money(each.realised),
      unrealised: money(each.unrealised),
      held: money(each.held),
      fees: money(each.fees),
      financing: money(each.financing),
    })),
  };
}

function worthOf(market: PortfolioContext['market'], own: readonly Balances[], openProfit: Amount): Worth {
  const valued = (part: (each: Balances) => Amount, of = own) =>
    sum(...of.map((each) => knownValue(market, part(each), each.asset)));
  const available = own.find(({ asset }) => asset.code === usdt.code)?.available ?? nothing;
  const inCoins = own.filter(({ asset }) => asset.code !== usdt.code);
  const coins = valued((each) => each.available, inCoins);
  const setAside = valued(held);
  const loans = valued((each) => each.loan);
  return {
    equity: minus(sum(available, coins, setAside, openProfit), loans),
    available,
    coins,
    held: setAside,
    loans,
    openProfit,
  };
}

function todayBegan(now: number, name: string): Date {
  const zone = zoneOf(name);
  return new Date(zone.midnight(zone.dateAt(now)));
}

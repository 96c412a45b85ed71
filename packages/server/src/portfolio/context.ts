import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import type { ResultRow } from '@assay/contract/endpoints/results.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Balances } from '@assay/domain/ledger/accounts.ts';
import type { Amount } from '@assay/domain/money/amount.ts';
import type { Market } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';

export type Product = ResultRow['product'];

/** Whose account is looked at: one user's side of one book. */
export interface Account {
  readonly userId: string;
  readonly book: Book;
}

/** A product's share of an account's current value, in USDT; ended orders are in its results. */
export interface ProductSummary {
  readonly product: Product;
  /** What its open things would leave, less all that they have cost so far and would cost to end. */
  readonly unrealised: Amount;
  /** What its open orders and positions have set aside, at its current value. */
  readonly held: Amount;
  /**
   * What its open things are worth beyond the balances of the ledger. The unrealised profit of a contract is in no balance;
   * coins are balances themselves, so spot has nothing here.
   */
  readonly beyondBalances: Amount;
  /** What the account has through it that no trade of its own has brought: coins from elsewhere. */
  readonly brought: Amount;
}

/** How a product gives its summary; a demo account counts from when it was last begun afresh. */
export type SummariseProduct = (db: Queryable, account: Account, since: Date) => Promise<ProductSummary>;

/** What a product holds for these accounts beyond their balances, item by item or summed up, for all of them in one query. */
export type BeyondOfMany = (
  db: Queryable,
  accounts: readonly Account[],
) => Promise<readonly (Account & Pick<ProductSummary, 'beyondBalances'>)[]>;

/** Coins that were bought or sold, and what for. */
export interface CoinFill {
  /** Of one moment, the one that comes first. */
  readonly number: number;
  readonly at: Date;
  readonly orderNo: string;
  readonly side: 'buy' | 'sell';
  readonly asset: string;
  /** Coins that came in with the fee off, or left. */
  readonly coins: bigint;
  /** USDT that was paid, or received with the fee off. */
  readonly money: bigint;
  /** Of a sale, against the average cost of its coins. */
  readonly net: bigint | null;
}

/** How a product gives the receipt of one of the account's orders; undefined for an id that is not of its kind or not theirs. */
export type FindReceipt = (account: Account, id: string) => Promise<Receipt | undefined>;

/** What a coin has cost and brought, as the wire shows it; empty for one that was neither bought nor sold here. */
export type CoinResult = Pick<ResultOf<typeof user.listBalances>[number], 'averageCost' | 'unrealised' | 'realised'>;

/** How that is worked out for the coins of an account. */
export type ResultsOfCoins = (db: Queryable, account: Account) => Promise<(balance: Balances) => CoinResult>;

export interface PortfolioContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Pick<Market, 'instruments' | 'instrument' | 'quote' | 'day'>;
  /** Every product that accounts trade, in the order in which they are shown. */
  readonly products: readonly SummariseProduct[];
  /** Those of them that have something beyond the balances. */
  readonly beyond: readonly BeyondOfMany[];
  /**
   * What has ended of every product, as queries of the columns user_id, book, product, number, id, code, at, status, gross, fees,
   * financing, counts: whether it counts among what is won and lost.
   */
  readonly ended: readonly string[];
  /** What has ended as trades with their terms, for exports. */
  readonly trades: readonly string[];
  /**
   * What an account has bought and sold of coins before a moment, oldest first: so many, after the last one of the previous
   * page.
   */
  readonly spotFills: (
    db: Queryable,
    account: Account,
    before: Date,
    page: { readonly after: Pick<CoinFill, 'at' | 'number'> | null; readonly limit: number },
  ) => Promise<readonly CoinFill[]>;
  readonly receipts: readonly FindReceipt[];
  readonly coinResults: ResultsOfCoins;
  /** The site's own address: the issuer of exported documents. */
  readonly origin: string;
}

import type { Receipt } from '@assay/contract/endpoints/order.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Amount } from '@assay/domain/money/amount.ts';
import type { Market } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';

/** Whose account is looked at: one user's side of one book. */
export interface Account {
  readonly userId: string;
  readonly book: Book;
}

/** What one product makes of an account, in USDT; fees and financing apart. */
export interface ProductSummary {
  /** Its name on the wire, such as `contract`. */
  readonly product: string;
  readonly realised: Amount;
  /** The part of `realised` that the current business day has brought. */
  readonly today: Amount;
  readonly unrealised: Amount;
  /** What its open orders and positions have set aside, at its current value. */
  readonly held: Amount;
  /**
   * What its open things are worth beyond the balances of the ledger. The unrealised profit of a contract is in no balance;
   * coins are balances themselves, so spot has nothing here.
   */
  readonly beyondBalances: Amount;
}

/** How a product gives its summary; `today` is when the current business day began. */
export type SummariseProduct = (db: Queryable, account: Account, today: Date) => Promise<ProductSummary>;

/** How a product gives the receipt of one of the account's orders; undefined for an id that is not of its kind or not theirs. */
export type FindReceipt = (account: Account, id: string) => Promise<Receipt | undefined>;

export interface PortfolioContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Pick<Market, 'instruments' | 'instrument' | 'quote' | 'day'>;
  /** Every product that accounts trade, in the order in which they are shown. */
  readonly products: readonly SummariseProduct[];
  readonly receipts: readonly FindReceipt[];
}

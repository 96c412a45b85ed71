import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { AccountRef } from '../ledger/accounts.ts';
import type { Posting } from '../ledger/recipes/recipe.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Quote } from '../market/quote.ts';
import type { Amount, Asset } from '../money/amount.ts';
import type { Refused } from '../positions/refused.ts';
import type { Owner } from './draft.ts';
import type { House } from './house.ts';

/** Prices as they are at the moment of a decision. */
export interface Prices {
  instrument(code: string): Instrument | undefined;
  /** The last good quote, however old. */
  quote(code: string): Quote | undefined;
  /** Within trading hours, not suspended, the price fresh. */
  tradable(code: string): boolean;
  /** Its source has just proved that its prices arrive in time: older prices allow closing, but no opening. */
  fresh(code: string): boolean;
  feedKind(instrument: Instrument): FeedKind;
}

/** What a decision may ask about time and accounts, as they are after the decisions before it. */
export interface View {
  /** Business time, epoch milliseconds. */
  readonly now: number;
  /** What an account has. */
  balanceOf(book: Book, account: AccountRef, asset: Asset): Amount;
  /**
   * Whether the owner's own limits let anything be opened: undefined, or 11130 to 11133. `before` is what the same act has brought
   * about already: what that has cost counts.
   */
  mayOpen(owner: Owner, before?: readonly Posting[]): Refused | undefined;
  /** Left out where no real money is at stake. */
  readonly house?: House | undefined;
  /**
   * Whether an operator has halted openings in an instrument; null stands for products without one. Existing orders continue:
   * they may be closed, and their prices trigger. Left out where there are no halts.
   */
  halted?(code: string | null): boolean;
}

/** Tradable, and openings are not halted. */
export function opensNow({ market, view }: { readonly market: Pick<Prices, 'tradable'>; readonly view: View }, code: string) {
  return market.tradable(code) && view.halted?.(code) !== true;
}

export type Mode = 'sandbox' | 'live';

/** All that decisions on orders look at, besides the order itself. */
export interface Desk<Market extends Prices = Prices> {
  readonly market: Market;
  readonly mode: Mode;
  readonly view: View;
}

/** The house that an owner's order has to ask; undefined for a demo account. */
export function houseFor({ house }: View, { book }: Owner): House | undefined {
  return book === 'real' ? house : undefined;
}

/** A `live` deployment lets a real account trade on live prices only; a sandbox knows no real money. */
export function pricesAllowed(mode: Mode, book: Book, feed: FeedKind): boolean {
  return mode === 'sandbox' || book === 'demo' || feed === 'live';
}

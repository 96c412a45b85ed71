import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Posting, Recipe } from '../ledger/recipes/recipe.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Quote } from '../market/quote.ts';

/** Whose account something is about. */
export interface Owner {
  readonly userId: string;
  readonly book: Book;
}

/** An order of whatever product, as far as all of them have it in common. */
export interface OrderRow extends Owner {
  readonly id: number;
  /** Also the reference of its postings and quotes. */
  readonly orderNo: string;
}

/** A new order as requested. */
export interface Asked<Input> {
  readonly owner: Owner;
  /** Drawn beforehand, so that deciding twice decides the same. */
  readonly orderNo: string;
  readonly input: Input;
}

/** A quote that decided something about an order. */
export interface QuoteUse {
  /** What it decided about: an order number. */
  readonly reference: string;
  /** What it decided: `open`, `close`, or any name that the order's slice gives it. */
  readonly moment: string;
  readonly instrument: Instrument;
  readonly quote: Quote;
  readonly source: FeedKind;
}

/** The draft of an order while it is decided: each step adds to it, and nothing is booked yet. */
export interface Draft<Row extends OrderRow> {
  /** As it was; null for a new order. */
  readonly before: Row | null;
  readonly row: Row;
  /** In the order in which they are booked. */
  readonly postings: readonly Posting[];
  /** Kept for good. */
  readonly quotes: readonly QuoteUse[];
}

export function draftOf<Row extends OrderRow>(row: Row, before: Row | null = row): Draft<Row> {
  return { before, row, postings: [], quotes: [] };
}

/** The draft with a recipe booked for its order. One without transfers (nothing is left to move) books nothing. */
export function withPosting<D extends Draft<OrderRow>>(draft: D, at: number, recipe: Recipe): D {
  if (recipe.transfers.length === 0) return draft;
  const { book, orderNo: reference } = draft.row;
  return { ...draft, postings: [...draft.postings, { book, reference, at, ...recipe }] };
}

/** The draft with a quote that is kept for good, together with what it decided. */
export function withQuote<D extends Draft<OrderRow>>(draft: D, use: Omit<QuoteUse, 'reference'>): D {
  return { ...draft, quotes: [...draft.quotes, { reference: draft.row.orderNo, ...use }] };
}

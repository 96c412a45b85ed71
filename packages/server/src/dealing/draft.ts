import type { Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import type { Posting } from '@assay/domain/ledger/recipes/recipe.ts';
import type { QuoteUse } from '../market/index.ts';
import type { Owner, Plan } from './plan.ts';

/** An order of whatever product, as far as groups look at it. */
export interface OrderRow extends Owner {
  readonly id: number;
  /** Also the reference of its postings and quotes. */
  readonly orderNo: string;
}

/** What becomes of an order while it is decided: each step adds to it, and nothing has happened yet. */
export interface Draft<Row extends OrderRow> {
  /** As it was; null for a new order. */
  readonly before: Row | null;
  readonly row: Row;
  readonly postings: readonly Posting[];
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

/** The draft as a plan of its product. */
export function planOf<Row extends OrderRow, Written>(
  { row: { userId, book }, postings, quotes }: Draft<Row>,
  rest: Pick<Plan<Written>, 'product' | 'rows' | 'notices' | 'messages' | 'answer'>,
): Plan<Written> {
  return { ...rest, owner: { userId, book }, postings, quotes };
}

/** Nothing follows: the order stays as it is. */
export function unchanged({ product, owner }: Pick<Plan, 'product' | 'owner'>, answer: unknown): Plan<never> {
  return { product, owner, postings: [], rows: [], quotes: [], notices: [], messages: [], answer };
}

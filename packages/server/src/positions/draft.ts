import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { type Amount, amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Owner, Plan, View } from '../dealing/index.ts';
import { type Posting, type Recipe, userAccount } from '../ledger/index.ts';
import type { QuoteUse } from '../market/index.ts';
import type { NewNotification } from '../notifications/index.ts';
import { privateTopic } from '../platform/private-events.ts';
import { contracts } from './commands.ts';
import type { PositionsContext } from './context.ts';
import { positionsTopic, restingOf } from './resting.ts';
import type { PositionRow } from './row.ts';
import { toWire } from './wire.ts';

/** What decisions on contracts look at: prices, the mode of the deployment, and the accounts as they are by now. */
export interface Desk extends Pick<PositionsContext, 'market' | 'mode'> {
  readonly view: View;
}

/** A financing charge, as it is written down beside its posting. */
export interface Charge {
  readonly positionId: number;
  readonly dueAt: Date;
  readonly days: 1 | 3;
  /** Negative was received. */
  readonly amount: Amount;
  readonly fromMargin: Amount;
}

/** What is written of an order: the row as it becomes, new or not, and its financing charges. */
export interface PositionChange {
  readonly row: PositionRow;
  readonly isNew: boolean;
  readonly charges: readonly Charge[];
}

/** What becomes of an order while it is decided: each step adds to it, and nothing has happened yet. */
export interface Draft {
  /** As it was; null for a new order. */
  readonly before: PositionRow | null;
  readonly row: PositionRow;
  readonly charges: readonly Charge[];
  readonly postings: readonly Posting[];
  readonly quotes: readonly QuoteUse[];
  readonly notices: readonly NewNotification[];
}

export function draftOf(row: PositionRow, before: PositionRow | null = row): Draft {
  return { before, row, charges: [], postings: [], quotes: [], notices: [] };
}

/** What a quote decided about an order. */
export type Moment = 'convert' | 'place' | 'open' | 'amend' | 'close';

/** The draft with a recipe booked for its order. One without transfers (nothing is left to move) books nothing. */
export function withPosting(draft: Draft, at: number, recipe: Recipe): Draft {
  if (recipe.transfers.length === 0) return draft;
  const { book, orderNo: reference } = draft.row;
  return { ...draft, postings: [...draft.postings, { book, reference, at, ...recipe }] };
}

/** The draft with a quote that is kept for good, together with what it decided. */
export function withQuote(
  { market }: Pick<Desk, 'market'>,
  draft: Draft,
  moment: Moment,
  instrument: Instrument,
  quote: Quote,
): Draft {
  const use = { reference: draft.row.orderNo, moment, instrument, quote, source: market.feedKind(instrument) };
  return { ...draft, quotes: [...draft.quotes, use] };
}

/** What the owner has available after what the draft books. */
export function availableAfter({ view }: Desk, { row, postings }: Draft): Amount {
  const own = userAccount(row.userId, 'available');
  let available: bigint = view.balanceOf(row.book, own, usdt);
  for (const { transfers } of postings) {
    for (const { from, to, amount: units } of transfers) {
      if (from.owner === own.owner && from.kind === own.kind) available -= units;
      if (to.owner === own.owner && to.kind === own.kind) available += units;
    }
  }
  return amount(available);
}

const ownerOf = ({ userId, book }: PositionRow): Owner => ({ userId, book });

/** The draft as a plan: engine and sockets are told what the order is now. `answer` is made from that. */
export function planOf(
  { market }: Pick<Desk, 'market'>,
  { before, row: after, charges, postings, quotes, notices }: Draft,
  answer: (row: PositionRow) => unknown,
): Plan<PositionChange> {
  // The database counts each change of a row by one.
  const row = before === null ? after : { ...after, version: before.version + 1 };
  const owner = ownerOf(row);
  const order = { ...owner, event: 'order', data: toWire(row, market) };
  return {
    product: contracts,
    owner,
    postings,
    rows: [{ row, isNew: before === null, charges }],
    quotes,
    notices,
    messages: [
      { topic: positionsTopic, message: restingOf(row) },
      { topic: privateTopic, message: order },
    ],
    answer: answer(row),
  };
}

/** Nothing follows: the order stays as it is. */
export function unchanged(owner: Owner, answer: unknown): Plan<PositionChange> {
  return { product: contracts, owner, postings: [], rows: [], quotes: [], notices: [], messages: [], answer };
}

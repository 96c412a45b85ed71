import type { View } from '@assay/domain/dealing/desk.ts';
import { type Draft as OrderDraft, draftOf as draftOfOrder, withQuote as withQuoteUsed } from '@assay/domain/dealing/draft.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Amount } from '@assay/domain/money/amount.ts';
import { type Change, type Plan, planOf as planOfOrder } from '../dealing/index.ts';
import { privateTopic } from '../platform/private-events.ts';
import { contracts } from './commands.ts';
import type { PositionsContext } from './context.ts';
import { noticesOf } from './notices.ts';
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

/** What is written of an order: the row as it was and as it becomes, and its financing charges. */
export interface PositionChange extends Change<PositionRow> {
  readonly charges: readonly Charge[];
}

/** What becomes of an order while it is decided. */
export interface Draft extends OrderDraft<PositionRow> {
  readonly charges: readonly Charge[];
}

export function draftOf(row: PositionRow, before: PositionRow | null = row): Draft {
  return { ...draftOfOrder(row, before), charges: [] };
}

/** What a quote decided about an order. */
export type Moment = 'convert' | 'place' | 'open' | 'amend' | 'close';

/** The draft with a quote that is kept for good, together with what it decided. */
export function withQuote(
  { market }: Pick<Desk, 'market'>,
  draft: Draft,
  moment: Moment,
  instrument: Instrument,
  quote: Quote,
): Draft {
  return withQuoteUsed(draft, { moment, instrument, quote, source: market.feedKind(instrument) });
}

/**
 * The draft as a plan: engine and sockets are told what the order is now. `answer` is made from that; `quote` is the one that
 * reached one of its prices.
 */
export function planOf(
  { market, view }: Desk,
  draft: Draft,
  answer: (row: PositionRow) => unknown,
  quote: Quote | null = null,
): Plan<PositionChange> {
  const { before, charges } = draft;
  // The database counts each change of a row by one.
  const row = before === null ? draft.row : { ...draft.row, version: before.version + 1 };
  const order = { userId: row.userId, book: row.book, event: 'order', data: toWire(row, market) };
  return planOfOrder(draft, {
    product: contracts,
    rows: [{ before, row, charges }],
    notices: noticesOf({ before, row }, quote, view.now),
    messages: [
      { topic: positionsTopic, message: restingOf(row) },
      { topic: privateTopic, message: order },
    ],
    answer: answer(row),
  });
}

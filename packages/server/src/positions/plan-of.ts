import type { Position } from '@assay/contract/endpoints/order.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { ContractDesk, ContractDraft, PositionRow } from '@assay/domain/positions/position.ts';
import { type Plan, planOf as planOfOrder } from '../dealing/index.ts';
import { privateTopic } from '../platform/private-events.ts';
import { contracts } from './commands.ts';
import { adjustedNotices, noticesOf } from './notices.ts';
import { positionsTopic, restingOf } from './resting.ts';
import { toWire } from './wire.ts';
import type { PositionChange } from './write.ts';

/**
 * The draft as a plan: the order is published to engine and sockets. `answer` is made from that, or from how the wire
 * shows it; `quote` is the one that reached one of its prices.
 */
export function planOf(
  desk: Pick<ContractDesk, 'market' | 'view'>,
  draft: ContractDraft,
  answer: (row: PositionRow, shown: Position) => unknown,
  quote: Quote | null = null,
): Plan<PositionChange> {
  return planOfAll(desk, [{ draft, quote }], ([told]) => told && answer(told.row, told.shown));
}

/** What was decided about one order, and the quote that reached one of its prices. */
export interface Decided {
  readonly draft: ContractDraft;
  readonly quote: Quote | null;
}

/** Several orders of one account as one plan: all of it or nothing. Each answers as the part that its holder closed of it, where one was. */
export function planOfAll(
  desk: Pick<ContractDesk, 'market' | 'view'>,
  decided: readonly Decided[],
  answer: (told: readonly { readonly row: PositionRow; readonly shown: Position }[]) => unknown,
): Plan<PositionChange> {
  const all = decided.map(({ draft, quote }) => [...draft.earlier, draft].map((step) => partsOf(desk, step, quote)));
  const [first] = decided;
  if (first === undefined) throw new Error('nothing was decided');
  const steps = decided.flatMap(({ draft }) => [...draft.earlier, draft]);
  const whole = {
    ...first.draft,
    postings: steps.flatMap(({ postings }) => postings),
    quotes: steps.flatMap(({ quotes }) => quotes),
  };
  return planOfOrder(whole, {
    product: contracts,
    rows: all.flat().flatMap(({ rows }) => rows),
    notices: all.flat().flatMap(({ notices }) => notices),
    messages: all.flat().flatMap(({ messages }) => messages),
    answer: answer(all.flatMap((each) => each.slice(-1).map(({ told }) => told))),
  });
}

function partsOf({ market, view }: Pick<ContractDesk, 'market' | 'view'>, draft: ContractDraft, quote: Quote | null) {
  const { before, charges, adjustment, part, superseded } = draft;
  // The database counts each change of a row by one.
  const row = before === null ? draft.row : { ...draft.row, version: before.version + 1 };
  const shown = toWire(row, market);
  const { userId, book } = row;
  const told = (data: Position) => ({ topic: privateTopic, message: { userId, book, event: 'order', data } });
  const parted = part === null ? [] : [part];
  const own = part?.closeReason === 'manual' ? part : null;
  return {
    rows: [
      { before, row, charges, adjustment, superseded },
      ...parted.map((each) => ({ before: null, row: each, charges: [], adjustment: null, superseded: null })),
    ],
    notices: [
      ...noticesOf({ before, row }, quote, view.now),
      ...parted.flatMap((each) => noticesOf({ before: row, row: each }, quote, view.now)),
      ...adjustedNotices(row, adjustment, view.now),
    ],
    messages: [
      { topic: positionsTopic, message: restingOf(row) },
      told(shown),
      ...parted.map((each) => told(toWire(each, market))),
    ],
    told: own === null ? { row, shown } : { row: own, shown: toWire(own, market) },
  };
}

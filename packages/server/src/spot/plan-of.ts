import type { SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import type { SpotDraft, SpotRow } from '@assay/domain/spot/order.ts';
import type { Message, Order, Plan } from '../dealing/index.ts';
import { privateTopic } from '../platform/private-events.ts';
import { spotOrders } from './commands.ts';
import { noticesOf } from './notices.ts';
import { restingOf, spotTopic } from './resting.ts';
import { toWire } from './wire.ts';
import type { SpotChange } from './write.ts';

/**
 * The draft as a plan: the order is published to engine and sockets. `answer` is made from that, or from how the wire
 * shows it.
 */
export function planOf(draft: SpotDraft, answer: (row: SpotRow, shown: SpotOrder) => unknown): Plan<SpotChange> {
  const row = rowOf(draft);
  return { ...planOfAll(row, [draft]), answer: answer(row, toWire(row)) };
}

/** Several drafts of one account as one plan; what is answered are the orders as the wire shows them. */
export function planOfAll({ userId, book }: Order['owner'], drafts: readonly SpotDraft[]): Plan<SpotChange> {
  const changes = drafts.map((draft) => ({ before: draft.before, row: rowOf(draft), basis: draft.basis }));
  const items = changes.map(({ row }) => toWire(row));
  return {
    product: spotOrders,
    owner: { userId, book },
    postings: drafts.flatMap(({ postings }) => postings),
    quotes: drafts.flatMap(({ quotes }) => quotes),
    rows: changes,
    notices: changes.flatMap(({ row }) => noticesOf(row)),
    messages: changes.flatMap(({ row }): Message[] => {
      const order = { userId, book, event: 'order', data: toWire(row) };
      const told = { topic: privateTopic, message: order };
      // An order that never rests does not concern the engine.
      return row.limitPrice === null ? [told] : [{ topic: spotTopic, message: restingOf(row) }, told];
    }),
    answer: { items },
  };
}

/** The database counts each change of a row by one. */
function rowOf({ before, row }: SpotDraft): SpotRow {
  return before === null ? row : { ...row, version: before.version + 1 };
}

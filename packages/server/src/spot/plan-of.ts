import type { SpotOrder } from '@assay/contract/endpoints/order.ts';
import type { SpotDraft, SpotRow } from '@assay/domain/spot/order.ts';
import { type Message, type Plan, planOf as planOfOrder } from '../dealing/index.ts';
import { privateTopic } from '../platform/private-events.ts';
import { spotOrders } from './commands.ts';
import { filledNotices } from './notices.ts';
import { restingOf, spotTopic } from './resting.ts';
import { toWire } from './wire.ts';
import type { SpotChange } from './write.ts';

/** The draft as a plan: engine and sockets are told what the order is now. `answer` is made from that, or from how the wire shows it. */
export function planOf(draft: SpotDraft, answer: (row: SpotRow, shown: SpotOrder) => unknown): Plan<SpotChange> {
  const { before, basis } = draft;
  // The database counts each change of a row by one.
  const row = before === null ? draft.row : { ...draft.row, version: before.version + 1 };
  const shown = toWire(row);
  const order = { userId: row.userId, book: row.book, event: 'order', data: shown };
  // A market order never rests, so the engine has nothing to learn of it.
  const rests: Message[] = row.orderType === 'limit' ? [{ topic: spotTopic, message: restingOf(row) }] : [];
  return planOfOrder(draft, {
    product: spotOrders,
    rows: [{ before, row, basis }],
    notices: filledNotices(row),
    messages: [...rests, { topic: privateTopic, message: order }],
    answer: answer(row, shown),
  });
}

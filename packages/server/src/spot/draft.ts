import type { View } from '@assay/domain/dealing/desk.ts';
import type { Draft as OrderDraft } from '@assay/domain/dealing/draft.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { type CostBasis, afterDeal } from '@assay/domain/spot/cost.ts';
import { type Deal, type SpotTerms, paidAsset, receivedAsset } from '@assay/domain/spot/terms.ts';
import { type Plan, planOf as planOfOrder } from '../dealing/index.ts';
import type { Message } from '../dealing/index.ts';
import { privateTopic } from '../platform/private-events.ts';
import { spotOrders } from './commands.ts';
import type { SpotContext } from './context.ts';
import { filledNotices } from './notices.ts';
import { restingOf, spotTopic } from './resting.ts';
import type { SpotRow } from './row.ts';
import { toWire } from './wire.ts';
import type { SpotChange } from './write.ts';

/** What decisions on spot orders look at: prices, the accounts as they are by now, and what their coins have cost. */
export interface Desk extends Pick<SpotContext, 'market' | 'mode'> {
  readonly view: View;
  costOf(account: Pick<SpotRow, 'userId' | 'book' | 'base'>): CostBasis;
}

/** What becomes of an order while it is decided. */
export interface Draft extends OrderDraft<SpotRow> {
  readonly basis: CostBasis | null;
}

/** The deal in the ledger's terms. */
export function dealt(terms: SpotTerms, { paid, received, fee }: Deal): Pick<recipes.FilledSpot, 'paid' | 'received' | 'fee'> {
  return {
    paid: { asset: paidAsset(terms), amount: paid },
    received: { asset: receivedAsset(terms), amount: received },
    fee,
  };
}

/** The row of an order that is filled by a deal, and what the account's coins have cost then. */
export function filledRow(desk: Desk, row: SpotRow, terms: SpotTerms, deal: Deal): { row: SpotRow; basis: CostBasis } {
  const { basis, sale } = afterDeal(desk.costOf(row), terms, deal);
  const { price: filledPrice, paid, received, fee } = deal;
  const result = { profit: sale?.profit ?? null, cost: sale?.cost ?? null };
  const endedAt = new Date(desk.view.now);
  return { row: { ...row, status: 'filled', hold: 0n, filledPrice, paid, received, fee, ...result, endedAt }, basis };
}

/** The draft as a plan: engine and sockets are told what the order is now. `answer` is made from that. */
export function planOf(draft: Draft, answer: (row: SpotRow) => unknown): Plan<SpotChange> {
  const { before, basis } = draft;
  // The database counts each change of a row by one.
  const row = before === null ? draft.row : { ...draft.row, version: before.version + 1 };
  const order = { userId: row.userId, book: row.book, event: 'order', data: toWire(row) };
  // A market order never rests, so the engine has nothing to learn of it.
  const rests: Message[] = row.orderType === 'limit' ? [{ topic: spotTopic, message: restingOf(row) }] : [];
  return planOfOrder(draft, {
    product: spotOrders,
    rows: [{ before, row, basis }],
    notices: filledNotices(row),
    messages: [...rests, { topic: privateTopic, message: order }],
    answer: answer(row),
  });
}

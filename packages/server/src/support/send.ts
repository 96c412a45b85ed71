import type { SupportMessage } from '@assay/contract/endpoints/support.ts';
import { messagesPerDayMax } from '@assay/contract/vocabulary/support.ts';
import type { Transaction } from '../platform/database.ts';
import type { TakenImage } from '../platform/images/images.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import type { SupportContext } from './context.ts';
import { append, sentBefore } from './messages.ts';
import type { OwnConversation } from './party.ts';
import { lockRow, tellCustomer } from './row.ts';

const dayMs = 86_400_000;
/** Pictures cost more than words. */
const imagesPerDayMax = 30;

type Said = { readonly clientId: string } & ({ readonly text: string } | { readonly image: TakenImage });

/**
 * Says something in one's own conversation, which from then on waits for an operator, or for the one who has it. Sent again,
 * it is the same message. Refusals: 30000 the name was used for something else, 11121 too much in 24 hours.
 */
export async function sendMessage(
  context: SupportContext,
  tx: Transaction,
  { conversationId, userId }: OwnConversation,
  said: Said,
): Promise<{ message: SupportMessage } | Refusal> {
  const row = await lockRow(tx, conversationId);
  if (row === undefined) return refuse('11123');
  const kind = 'text' in said ? 'text' : 'image';
  const body = 'text' in said ? said.text : null;
  const message = { author: 'customer', operatorId: null, kind, clientId: said.clientId, body } as const;
  const before = await sentBefore(tx, row.id, message);
  if (before !== undefined) return isRefusal(before) ? before : { message: before };

  const at = context.clock.wall();
  if (await isTooMuch(tx, row.id, kind, at)) return refuse('11121');
  const imageId = 'image' in said ? await said.image.keep(tx, { ownerId: userId, purpose: 'chat' }) : null;
  const written = await append(tx, row, message, { at, imageId });
  await tx.query(
    `update conversations set status = case when status = 'closed' then 'waiting' else status end,
       waiting_since = coalesce(waiting_since, $2), read_by_customer = $3, customer_seen_at = $2, customer_typing_at = null
     where id = $1`,
    [row.id, new Date(at), written.seq],
  );
  // Other windows of the same customer show it too.
  tx.afterCommit(() => tellCustomer(context, { userId, lastSeq: written.seq }));
  return { message: written };
}

async function isTooMuch(tx: Transaction, id: number, kind: 'text' | 'image', at: number): Promise<boolean> {
  const [sent] = await tx.query<{ all: number; images: number }>(
    `select count(*)::integer as all, (count(*) filter (where kind = 'image'))::integer as images
     from conversation_messages where conversation_id = $1 and at > $2 and author = 'customer'`,
    [id, new Date(at - dayMs)],
  );
  if (sent === undefined) return false;
  return sent.all >= messagesPerDayMax || (kind === 'image' && sent.images >= imagesPerDayMax);
}

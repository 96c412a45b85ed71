import type { SupportMessage } from '@assay/contract/endpoints/support.ts';
import type { MessageAuthor, MessageKind } from '@assay/contract/vocabulary/support.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { ConversationRow } from './row.ts';

/** A row of `conversation_messages` with the name of its operator. */
interface MessageRow {
  readonly seq: number;
  readonly author: MessageAuthor;
  readonly kind: MessageKind;
  readonly clientId: string;
  readonly body: string | null;
  readonly imageId: string | null;
  readonly at: Date;
  readonly operator: string | null;
}

const select = `
  select m.seq, m.author, m.kind, m.client_id as "clientId", m.body, m.image_id::text as "imageId", m.at, o.name as operator
  from conversation_messages m left join operators o on o.id = m.operator_id`;

/** Something to be said. */
export interface NewMessage {
  readonly author: MessageAuthor;
  readonly operatorId: string | null;
  readonly kind: MessageKind;
  readonly clientId: string;
  readonly body: string | null;
}

/** As one side sees it: only its own messages carry the name that their sender gave them. */
function toWire({ body, at, author, clientId, ...row }: MessageRow, reader: MessageAuthor): SupportMessage {
  return { ...row, author, clientId: author === reader ? clientId : null, text: body, at: at.toISOString() };
}

/** What was sent under this name already. Refused with 30000 when that was something else. */
export async function sentBefore(
  tx: Queryable,
  conversationId: number,
  { author, clientId, kind, body }: Omit<NewMessage, 'operatorId'>,
): Promise<SupportMessage | Refusal | undefined> {
  const [row] = await tx.query<MessageRow>(`${select} where m.conversation_id = $1 and m.author = $2 and m.client_id = $3`, [
    conversationId,
    author,
    clientId,
  ]);
  if (row === undefined) return undefined;
  return row.kind === kind && row.body === body ? toWire(row, author) : refuse('30000');
}

/** Gives a message the next number of a locked conversation. `imageId` is of a picture that was kept in this transaction. */
export async function append(
  tx: Transaction,
  { id, lastSeq }: Pick<ConversationRow, 'id' | 'lastSeq'>,
  { author, operatorId, kind, clientId, body }: NewMessage,
  { at, imageId = null }: { at: number; imageId?: string | null },
): Promise<SupportMessage> {
  const time = new Date(at);
  await tx.query('update conversations set last_seq = $2, last_at = $3 where id = $1', [id, lastSeq + 1, time]);
  await tx.query(
    `insert into conversation_messages (conversation_id, seq, author, operator_id, kind, client_id, body, image_id, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, lastSeq + 1, author, operatorId, kind, clientId, body, imageId, time],
  );
  const [row] = await tx.query<MessageRow>(`${select} where m.conversation_id = $1 and m.seq = $2`, [id, lastSeq + 1]);
  if (row === undefined) throw new Error(`message ${lastSeq + 1} of conversation ${id} was written and is not there`);
  return toWire(row, author);
}

/** Where in a conversation to read: after a number, before one, or its end. */
export interface Part {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Messages of a part, oldest first. */
export async function readPart(
  db: Queryable,
  conversationId: number,
  { after, before, limit }: Part,
  reader: MessageAuthor,
): Promise<SupportMessage[]> {
  if (after !== undefined) {
    const rows = await db.query<MessageRow>(`${select} where m.conversation_id = $1 and m.seq > $2 order by m.seq limit $3`, [
      conversationId,
      after,
      limit,
    ]);
    return rows.map((row) => toWire(row, reader));
  }
  const rows = await db.query<MessageRow>(
    `${select} where m.conversation_id = $1 and ($2::integer is null or m.seq < $2) order by m.seq desc limit $3`,
    [conversationId, before ?? null, limit],
  );
  return rows.toReversed().map((row) => toWire(row, reader));
}

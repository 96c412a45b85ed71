import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { ConversationStatus } from '@assay/contract/vocabulary/support.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { tellUser } from '../platform/private-events.ts';
import type { SupportContext } from './context.ts';

/** A row of `conversations` as `columns` reads it. */
export interface ConversationRow {
  readonly id: number;
  readonly userId: string | null;
  readonly language: Language;
  readonly status: ConversationStatus;
  readonly assignedTo: string | null;
  readonly activeAt: Date | null;
  readonly waitingSince: Date | null;
  readonly lastSeq: number;
  readonly readByCustomer: number;
  readonly readByOperator: number;
  readonly toldSeq: number;
  readonly customerSeenAt: Date | null;
  readonly customerTypingAt: Date | null;
  readonly operatorTypingAt: Date | null;
  readonly createdAt: Date;
  readonly lastAt: Date;
}

export const columns = `
  id, user_id::text as "userId", language, status, assigned_to::text as "assignedTo", active_at as "activeAt",
  waiting_since as "waitingSince", last_seq as "lastSeq", read_by_customer as "readByCustomer",
  read_by_operator as "readByOperator", told_seq as "toldSeq", customer_seen_at as "customerSeenAt",
  customer_typing_at as "customerTypingAt", operator_typing_at as "operatorTypingAt", created_at as "createdAt",
  last_at as "lastAt"`;

/** `c12` on the wire, so that no id of a conversation is an id of another thing. */
export function wireId(id: number): string {
  return `c${id}`;
}

/** The row that an id of the wire names; 0, which no row has, for anything that is no id of a conversation. */
export function rowId(id: string): number {
  return /^c[1-9][0-9]{0,14}$/.test(id) ? Number(id.slice(1)) : 0;
}

export async function findRow(db: Queryable, id: number): Promise<ConversationRow | undefined> {
  const [row] = await db.query<ConversationRow>(`select ${columns} from conversations where id = $1`, [id]);
  return row;
}

/** The conversation, locked until the transaction ends: concurrent messages are numbered after. */
export async function lockRow(tx: Transaction, id: number): Promise<ConversationRow | undefined> {
  const [row] = await tx.query<ConversationRow>(`select ${columns} from conversations where id = $1 for update`, [id]);
  return row;
}

/**
 * Notifies a customer's open chats that something is new. They fetch what it is, so that a lost event loses nothing.
 */
export function tellCustomer({ bus }: SupportContext, { userId, lastSeq }: Pick<ConversationRow, 'userId' | 'lastSeq'>): void {
  if (userId !== null) tellUser(bus, { userId, book: null, event: 'chat', data: { seq: lastSeq } });
}

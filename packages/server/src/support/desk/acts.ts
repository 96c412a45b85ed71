import { randomUUID } from 'node:crypto';
import type { SupportMessage } from '@assay/contract/endpoints/support.ts';
import { awayMs, takeOverMs } from '@assay/contract/vocabulary/support.ts';
import type { Operator } from '../../operators/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import type { SupportContext } from '../context.ts';
import { append, sentBefore } from '../messages.ts';
import { type ConversationRow, lockRow, tellCustomer } from '../row.ts';
import { colleagues } from './inbox.ts';

type Actor = Pick<Operator, 'id' | 'name'>;

/** A conversation as an act has left it. */
export type Settled = Pick<ConversationRow, 'id' | 'userId' | 'status'> & { readonly assignedTo: Actor | null };

/**
 * Takes a conversation on: one that waits, one that was closed, or one whose operator has done nothing for half an hour.
 * Refusals: 11081 it is one's own, 11072 an active operator has it.
 */
export async function takeChat(
  context: SupportContext,
  tx: Transaction,
  operator: Actor,
  id: number,
): Promise<Settled | Refusal> {
  const row = await lockRow(tx, id);
  if (row === undefined) return refuse('404', { id: '404' });
  if (row.assignedTo === operator.id) return refuse('11081');
  const idleMs = context.clock.wall() - (row.activeAt?.getTime() ?? 0);
  if (row.assignedTo !== null && idleMs < takeOverMs) return refuse('11072');
  return assign(context, tx, row, operator);
}

/**
 * Hands one's own conversation to a colleague, or back to those that wait; an administrator any that is not closed. Refusals:
 * 11124 it is not one's own, 11125 an operator who does not answer chats, or has it already.
 */
export async function handOverChat(
  context: SupportContext,
  tx: Transaction,
  operator: Actor & Pick<Operator, 'roles'>,
  { id, to }: { id: number; to: string | undefined },
): Promise<Settled | Refusal> {
  const row = await (operator.roles.includes('administrator') ? lockOpen(tx, id) : lockMine(tx, operator, id));
  if (isRefusal(row)) return row;
  if (to !== undefined) {
    const colleague = (await colleagues(tx)).find((one) => one.id === to && to !== row.assignedTo);
    return colleague === undefined ? refuse('11125', { to: '11125' }) : assign(context, tx, row, colleague);
  }
  await tx.query(
    `update conversations set status = 'waiting', assigned_to = null, active_at = null, operator_typing_at = null,
       waiting_since = coalesce(waiting_since, $2) where id = $1`,
    [row.id, new Date(context.clock.wall())],
  );
  tx.afterCommit(() => tellCustomer(context, row));
  return { id: row.id, userId: row.userId, status: 'waiting', assignedTo: null };
}

/** Closes one's own conversation. What its customer writes next lets it wait again. Refused with 11124. */
export async function closeChat(
  context: SupportContext,
  tx: Transaction,
  operator: Actor,
  id: number,
): Promise<Settled | Refusal> {
  const row = await lockMine(tx, operator, id);
  if (isRefusal(row)) return row;
  await note(context, tx, row, { operatorId: operator.id, kind: 'closed' });
  await tx.query(
    `update conversations set status = 'closed', assigned_to = null, active_at = null, operator_typing_at = null,
       waiting_since = null, read_by_operator = last_seq where id = $1`,
    [row.id],
  );
  return { id: row.id, userId: row.userId, status: 'closed', assignedTo: null };
}

/**
 * Answers one's own conversation; a customer who is away is notified. Refusals: 11124 it is not one's own, 30000 as for
 * customers.
 */
export async function answerChat(
  context: SupportContext,
  tx: Transaction,
  operator: Actor,
  { id, clientId, text }: { id: number; clientId: string; text: string },
): Promise<{ message: SupportMessage; repeated: boolean; row: ConversationRow } | Refusal> {
  const row = await lockRow(tx, id);
  if (row === undefined) return refuse('404', { id: '404' });
  const answer = { author: 'operator', operatorId: operator.id, kind: 'text', clientId, body: text } as const;
  const before = await sentBefore(tx, row.id, answer);
  if (before !== undefined) return isRefusal(before) ? before : { message: before, repeated: true, row };
  if (row.assignedTo !== operator.id) return refuse('11124');

  const at = context.clock.wall();
  const message = await append(tx, row, answer, { at });
  const told = tellIfAway(context, tx, row, operator, at);
  await tx.query(
    `update conversations set waiting_since = null, active_at = $2, operator_typing_at = null, read_by_operator = $3,
       told_seq = case when $4 then $3 else told_seq end where id = $1`,
    [row.id, new Date(at), message.seq, told],
  );
  tx.afterCommit(() => tellCustomer(context, { ...row, lastSeq: message.seq }));
  return { message, repeated: false, row };
}

/** One notification for all answers that a customer has not come to see. */
function tellIfAway(
  { notify, clock }: SupportContext,
  tx: Transaction,
  { userId, customerSeenAt, toldSeq, readByCustomer }: ConversationRow,
  operator: Actor,
  at: number,
): boolean {
  const away = customerSeenAt === null || at - customerSeenAt.getTime() >= awayMs;
  if (userId === null || !away || toldSeq > readByCustomer) return false;
  notify(tx, { kind: 'supportAnswered', userId, book: null, values: { operator: operator.name }, at: clock.now() });
  return true;
}

async function lockMine(tx: Transaction, operator: Actor, id: number): Promise<ConversationRow | Refusal> {
  const row = await lockRow(tx, id);
  if (row === undefined) return refuse('404', { id: '404' });
  return row.assignedTo === operator.id ? row : refuse('11124');
}

/** A conversation that is assigned, or waiting. */
async function lockOpen(tx: Transaction, id: number): Promise<ConversationRow | Refusal> {
  const row = await lockRow(tx, id);
  if (row === undefined) return refuse('404', { id: '404' });
  return row.status === 'closed' ? refuse('11124') : row;
}

async function assign(context: SupportContext, tx: Transaction, row: ConversationRow, to: Actor): Promise<Settled> {
  await note(context, tx, row, { operatorId: to.id, kind: 'joined' });
  await tx.query(
    `update conversations set status = 'assigned', assigned_to = $2, active_at = $3, operator_typing_at = null where id = $1`,
    [row.id, to.id, new Date(context.clock.wall())],
  );
  return { id: row.id, userId: row.userId, status: 'assigned', assignedTo: { id: to.id, name: to.name } };
}

/** Informs the customer, in the conversation, who joined or that it was closed. */
async function note(
  context: SupportContext,
  tx: Transaction,
  row: ConversationRow,
  { operatorId, kind }: { operatorId: string; kind: 'joined' | 'closed' },
): Promise<void> {
  const said = { author: 'operator', operatorId, kind, clientId: randomUUID(), body: null } as const;
  const { seq } = await append(tx, row, said, { at: context.clock.wall() });
  tx.afterCommit(() => tellCustomer(context, { ...row, lastSeq: seq }));
}

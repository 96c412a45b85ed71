import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { OfficeHours, supportCalls } from '@assay/contract/endpoints/support.ts';
import { typingMs } from '@assay/contract/vocabulary/support.ts';
import { officeAt, parseOfficeHours } from '@assay/domain/support/office-hours.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { parameter } from '../settings/index.ts';
import type { SupportContext } from './context.ts';
import { readPart } from './messages.ts';
import type { OwnConversation } from './party.ts';
import { findRow } from './row.ts';

/** That the chat is open in front of the customer is written down this often at most. */
const presenceMs = 10_000;

/** The office as the parameter has it; what was never set, or makes no sense, is a closed office. */
export async function officeNow({ db, clock }: Pick<SupportContext, 'db' | 'clock'>): Promise<OfficeHours> {
  const value = await parameter(db, 'support_hours');
  const hours = isRefusal(value) ? undefined : parseOfficeHours(value);
  if (hours === undefined) return { open: false, changesAt: null, timeZone: 'UTC' };
  const { open, changesAt } = officeAt(hours, clock.wall());
  return { open, changesAt: changesAt === null ? null : new Date(changesAt).toISOString(), timeZone: hours.timeZone };
}

/** A part of one's own conversation, with its status. Reading it marks the customer as present. */
export async function readThread(
  context: SupportContext,
  { conversationId }: OwnConversation,
  part: InputOf<typeof supportCalls.supportThread>,
): Promise<ResultOf<typeof supportCalls.supportThread> | Refusal> {
  const { db, clock } = context;
  const now = clock.wall();
  // The messages are read after the marks, so that no mark speaks of a message that is missing here.
  const row = await findRow(db, conversationId);
  if (row === undefined) return refuse('11123');
  const messages = await readPart(db, row.id, part, 'customer');
  if (row.customerSeenAt === null || now - row.customerSeenAt.getTime() >= presenceMs)
    await db.query('update conversations set customer_seen_at = $2 where id = $1', [row.id, new Date(now)]);
  return {
    status: row.status,
    language: row.language,
    messages,
    earlier: (messages[0]?.seq ?? 1) > 1,
    lastSeq: Math.max(row.lastSeq, messages.at(-1)?.seq ?? 0),
    readByCustomer: row.readByCustomer,
    readByOperator: row.readByOperator,
    operator: await nameOf(db, row.assignedTo),
    operatorTyping: isTyping(row.operatorTypingAt, now),
    office: await officeNow(context),
  };
}

export function isTyping(at: Date | null, now: number): boolean {
  return at !== null && now - at.getTime() < typingMs;
}

async function nameOf(db: Queryable, operatorId: string | null): Promise<string | null> {
  if (operatorId === null) return null;
  const [row] = await db.query<{ name: string }>('select name from operators where id = $1', [operatorId]);
  return row?.name ?? null;
}

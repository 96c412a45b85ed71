import type { Chat, ChatItem } from '@assay/contract/endpoints/console/chats.ts';
import type { chatDeskCalls } from '@assay/contract/endpoints/console/chats.ts';
import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { awayMs } from '@assay/contract/vocabulary/support.ts';
import { type OperatorCall, type Queue, cursorOf } from '../../operators/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { readPart } from '../messages.ts';
import { type ConversationRow, columns, rowId, wireId } from '../row.ts';
import { isTyping } from '../thread.ts';

const excerptChars = 120;
const messagesShown = 100;

interface HeadRow extends ConversationRow {
  readonly userName: string | null;
  readonly operator: string | null;
}

/** Conversations with the names of their people. */
const heads = `
  select c.*, u.user_name as "userName", o.name as operator
  from (select ${columns} from conversations) c
    left join users u on u.id = c."userId"::bigint left join operators o on o.id = c."assignedTo"::bigint`;

function headOf(row: HeadRow): Pick<Chat, 'id' | 'customer' | 'assignedTo' | 'createdAt' | 'waitingSince' | 'lastAt'> {
  const { userId, userName, assignedTo, operator } = row;
  return {
    id: wireId(row.id),
    customer: userId === null || userName === null ? null : { id: userId, userName },
    assignedTo: assignedTo === null || operator === null ? null : { id: assignedTo, name: operator },
    createdAt: row.createdAt.toISOString(),
    waitingSince: row.waitingSince?.toISOString() ?? null,
    lastAt: row.lastAt.toISOString(),
  };
}

/**
 * The inbox. Conversations move while it is read, so its cursor is a position and not a conversation: a page may repeat one,
 * which the next look puts right.
 */
export async function listChats(
  db: Queryable,
  { operator }: OperatorCall,
  { status, mine, limit, cursor }: DeskInput<typeof chatDeskCalls.list>,
): Promise<DeskResult<typeof chatDeskCalls.list> | Refusal> {
  const start = cursorOf(cursor) ?? 0;
  if (isRefusal(start)) return start;
  const rows = await db.query<HeadRow & Pick<ChatItem, 'newestBy' | 'newestKind' | 'excerpt' | 'unread'>>(
    `with page as (
       ${heads} where c."lastSeq" > 0 and c.status = $1 and ($2::text is null or c."assignedTo" = $2)
       order by case when $1 = 'waiting' then c."waitingSince" end, c."lastAt" desc, c.id limit $3 offset $4
     )
     select p.*, m.author as "newestBy", m.kind as "newestKind", left(m.body, $5) as excerpt,
       (select count(*)::integer from conversation_messages n
        where n.conversation_id = p.id and n.seq > p."readByOperator" and n.author = 'customer') as unread
     from page p join conversation_messages m on m.conversation_id = p.id and m.seq = p."lastSeq"
     order by case when $1 = 'waiting' then p."waitingSince" end, p."lastAt" desc, p.id`,
    [status, mine === 'YES' ? operator.id : null, limit + 1, start, excerptChars],
  );
  return {
    items: rows.slice(0, limit).map((row) => ({
      ...headOf(row),
      language: row.language,
      status: row.status,
      excerpt: row.excerpt,
      newestBy: row.newestBy,
      newestKind: row.newestKind,
      unread: row.unread,
    })),
    nextCursor: rows.length > limit ? String(start + limit) : null,
  };
}

/** One conversation as operators see it. */
export async function readChat(
  db: Queryable,
  now: number,
  { id, before }: DeskInput<typeof chatDeskCalls.detail>,
): Promise<Chat | Refusal> {
  const [row] = await db.query<HeadRow>(`${heads} where c.id = $1`, [rowId(id)]);
  if (row === undefined) return refuse('404', { id: '404' });
  const messages = await readPart(db, row.id, { before, limit: messagesShown }, 'operator');
  return {
    ...headOf(row),
    language: row.language,
    status: row.status,
    messages,
    earlier: (messages[0]?.seq ?? 1) > 1,
    lastSeq: Math.max(row.lastSeq, messages.at(-1)?.seq ?? 0),
    readByCustomer: row.readByCustomer,
    customerTyping: isTyping(row.customerTypingAt, now),
    customerHere: row.customerSeenAt !== null && now - row.customerSeenAt.getTime() < awayMs,
  };
}

/** How many wait, and since when. */
export async function chatsWaiting(db: Queryable): Promise<Queue> {
  const [row] = await db.query<Queue>(
    `select count(*)::integer as waiting, min(waiting_since) as "oldestAt" from conversations where status = 'waiting'`,
  );
  return row ?? { waiting: 0, oldestAt: null };
}

/** Operators who answer chats, by name. */
export async function colleagues(db: Queryable): Promise<{ id: string; name: string }[]> {
  return db.query(
    `select id::text as id, name from operators
     where disabled_at is null and enrolled_at is not null and roles && array['support', 'administrator'] order by name limit 200`,
  );
}

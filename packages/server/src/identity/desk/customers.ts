import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { CustomerDetail, CustomerItem, userDeskCalls } from '@assay/contract/endpoints/console/users.ts';
import type { FreezeReason } from '@assay/contract/vocabulary/operators.ts';
import type { Book, kycStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { balances } from '../../ledger/index.ts';
import { cursorOf } from '../../operators/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { isOn } from '../credentials/authenticators.ts';
import { livingSessions } from '../credentials/sessions.ts';
import { everyKey } from '../keys/row.ts';

const notesMax = 100;

interface Row {
  readonly id: number;
  readonly user_name: string;
  readonly email: string;
  readonly kyc_status: (typeof kycStatuses)[number];
  readonly country: string | null;
  readonly frozen: boolean;
  readonly language: string;
  readonly created_at: Date;
}

const columns = 'id, user_name, email, kyc_status, country, frozen, language, created_at';

function toItem(row: Row): CustomerItem {
  return {
    id: String(row.id),
    userName: row.user_name,
    email: row.email,
    kycStatus: row.kyc_status,
    country: row.country,
    frozen: row.frozen,
    language: row.language,
    createdAt: row.created_at.toISOString(),
  };
}

/** Customers, newest first; `query` is an id, or how a user name or mail address begins, in any case. */
export async function listCustomers(
  db: Queryable,
  input: DeskInput<typeof userDeskCalls.list>,
): Promise<DeskResult<typeof userDeskCalls.list> | Refusal> {
  const before = cursorOf(input.cursor);
  if (isRefusal(before)) return before;
  const asId = cursorOf(input.query);
  const rows = await db.query<Row>(
    `select ${columns} from users
     where ($1::bigint is null or id < $1)
       and ($2::text is null or id = $3 or starts_with(lower(user_name), $2) or starts_with(lower(email), $2))
       and ($4::text is null or kyc_status = $4) and ($5::boolean is null or frozen = $5) and ($6::text is null or country = $6)
     order by id desc limit $7`,
    [
      before,
      input.query?.toLowerCase() ?? null,
      isRefusal(asId) ? null : asId,
      input.kycStatus ?? null,
      input.frozen === undefined ? null : input.frozen === 'true',
      input.country ?? null,
      input.limit + 1,
    ],
  );
  const page = rows.slice(0, input.limit);
  return {
    items: page.map((row) => toItem(row)),
    nextCursor: rows.length > input.limit ? String(page.at(-1)?.id) : null,
  };
}

interface DetailRow extends Row {
  readonly freeze_reason: FreezeReason | null;
  readonly invite_code: string;
  readonly invited_by: number | null;
  readonly security_changed_at: Date | null;
}

/** One customer, with what the ledger says of both books. 404 when there is none. */
export async function readCustomer(db: Queryable, now: number, id: string): Promise<CustomerDetail | Refusal> {
  if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
  const [row] = await db.query<DetailRow>(
    `select ${columns}, freeze_reason, invite_code, invited_by, security_changed_at from users where id = $1`,
    [id],
  );
  if (row === undefined) return refuse('404', { id: '404' });
  const sessions = await livingSessions(db, now, id);
  const notes = await notesOf(db, id, null, notesMax);
  return {
    ...toItem(row),
    freezeReason: row.freeze_reason,
    inviteCode: row.invite_code,
    invitedBy: row.invited_by === null ? null : String(row.invited_by),
    authenticator: await isOn(db, id),
    securityChangedAt: row.security_changed_at?.toISOString() ?? null,
    balances: [...(await balancesIn(db, 'real', id)), ...(await balancesIn(db, 'demo', id))],
    sessions: sessions.map((session) => ({
      id: String(session.id),
      network: session.network,
      userAgent: session.user_agent,
      createdAt: session.created_at.toISOString(),
      lastUsedAt: session.last_used_at.toISOString(),
    })),
    apiKeys: await everyKey(db, now, id),
    notes: notes.items,
    olderNotes: notes.nextCursor !== null,
  };
}

async function balancesIn(db: Queryable, book: Book, id: string): Promise<CustomerDetail['balances']> {
  return (await balances(db, book, id)).map(({ asset, ...own }) => ({
    book,
    asset: asset.code,
    available: formatAmount(own.available, asset),
    margin: formatAmount(own.margin, asset),
    order: formatAmount(own.order, asset),
    withdrawal: formatAmount(own.withdrawal, asset),
    bid: formatAmount(own.bid, asset),
    plan: formatAmount(own.plan, asset),
    loan: formatAmount(own.loan, asset),
  }));
}

/** What operators noted of a customer, newest first. 404 when there is none. */
export async function listNotes(
  db: Queryable,
  { id, limit, cursor }: DeskInput<typeof userDeskCalls.notes>,
): Promise<DeskResult<typeof userDeskCalls.notes> | Refusal> {
  const before = cursorOf(cursor);
  if (isRefusal(before)) return before;
  if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
  const known = await db.query('select from users where id = $1', [id]);
  return known.length === 0 ? refuse('404', { id: '404' }) : notesOf(db, id, before, limit);
}

async function notesOf(
  db: Queryable,
  userId: string,
  before: number | null,
  limit: number,
): Promise<DeskResult<typeof userDeskCalls.notes>> {
  const rows = await db.query<{ id: number; text: string; operator_id: number; name: string; created_at: Date }>(
    `select n.id, n.text, n.operator_id, o.name, n.created_at from user_notes n join operators o on o.id = n.operator_id
     where n.user_id = $1 and ($2::bigint is null or n.id < $2) order by n.id desc limit $3`,
    [userId, before, limit + 1],
  );
  const items = rows.slice(0, limit).map((row) => ({
    id: String(row.id),
    text: row.text,
    by: { id: String(row.operator_id), name: row.name },
    createdAt: row.created_at.toISOString(),
  }));
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user as calls } from '@assay/contract/endpoints/user.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { countUnread, rowId } from './queries.ts';

/**
 * Marks one notification read, or one and all before it: what came after the list was drawn stays unread. One that is not
 * theirs changes nothing. Refused with 400 unless exactly one of the two is given.
 */
export async function readNotification(
  db: Queryable,
  userId: string,
  now: number,
  { id, upTo }: InputOf<typeof calls.readNotification>,
): Promise<ResultOf<typeof calls.readNotification> | Refusal> {
  const last = rowId(id ?? upTo ?? '');
  if ((id === undefined) === (upTo === undefined) || last === undefined) return refuse('400');
  await db.query(
    `update notifications set read_at = $4
     where user_id = $1 and shown and read_at is null and id <= $2 and ($3 or id = $2)`,
    [userId, last, upTo !== undefined, new Date(now)],
  );
  return { unread: await countUnread(db, userId) };
}

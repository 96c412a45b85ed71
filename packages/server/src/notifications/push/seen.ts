import type { Queryable } from '../../platform/database.ts';
import { rowId } from '../queries.ts';

/**
 * What an open page has shown is not pushed to devices. What is in flight already arrives. Another user's notifications do not
 * change.
 */
export async function sawNotification(db: Queryable, userId: string, id: string): Promise<{ spared: boolean }> {
  const known = rowId(id);
  if (known === undefined) return { spared: false };
  const spared = await db.query(
    `with told as (
       select id from notifications where id = $1 and user_id = $2
     ), waiting as (
       delete from notification_pushes p using told where p.notification_id = told.id returning 1 as spared
     ), going as (
       delete from push_deliveries d using told where d.notification_id = told.id and d.tries = 0 returning 1 as spared
     )
     select spared from waiting union all select spared from going`,
    [known, userId],
  );
  return { spared: spared.length > 0 };
}

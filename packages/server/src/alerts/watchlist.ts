import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user as calls } from '@assay/contract/endpoints/user.ts';
import { watchlistMax } from '@assay/contract/vocabulary/limits.ts';
import type { Database, Queryable } from '../platform/database.ts';

type Watchlist = ResultOf<typeof calls.watchlist>;

export async function readWatchlist(db: Queryable, userId: string): Promise<Watchlist> {
  const rows = await db.query<{ code: string }>('select code from watchlist where user_id = $1 order by place', [userId]);
  return { codes: rows.map(({ code }) => code) };
}

/**
 * Takes codes off a person's watchlist and puts others on it: changes, not the whole, so that two devices do not undo each
 * other. A code that is on it keeps its place; one that no instrument has is kept too, since instruments come and go.
 */
export function changeWatchlist(
  db: Database,
  userId: string,
  { add, remove }: InputOf<typeof calls.setWatchlist>,
): Promise<Watchlist> {
  return db.transact(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`watchlist|${userId}`]);
    await tx.query('delete from watchlist where user_id = $1 and code = any($2::text[])', [userId, remove]);
    await tx.query(
      `insert into watchlist (user_id, code) select $1, code from unnest($2::text[]) with ordinality as added (code, place)
       order by place on conflict do nothing`,
      [userId, add],
    );
    await tx.query(
      `delete from watchlist where user_id = $1 and place <= (
         select place from watchlist where user_id = $1 order by place desc offset $2 limit 1)`,
      [userId, watchlistMax],
    );
    return readWatchlist(tx, userId);
  });
}

import type { Database, Queryable } from '../database.ts';
import type { Limit } from '../limits/rate-limit.ts';
import { type Refusal, tooMany } from '../refusal.ts';

/** How often something may be tried under one key until its window ends. */
export interface Budget extends Limit {
  readonly key: string;
}

/**
 * Counts one attempt under every key, before it is made, so that attempts in parallel and in several processes share one
 * budget. Refused with 429 when any budget is spent; then none of the others is charged, so that an attacker with a spent
 * budget can't go on to spend the victim's. A window that would end later than one that begins now was counted by a clock that
 * has been set back since: it begins anew.
 */
export function takeAttempt(db: Database, now: number, budgets: readonly Budget[]): Promise<Refusal | undefined> {
  return db.transact(async (tx) => {
    const rows = await tx.query<{ key: string; count: number; resets_at: Date }>(
      `insert into attempts as kept (key, count, resets_at)
       select key, 1, ends from unnest($1::text[], $2::timestamptz[]) as new (key, ends) order by key
       on conflict (key) do update set
         count = case when kept.resets_at > $3 and kept.resets_at <= excluded.resets_at then kept.count + 1 else 1 end,
         resets_at = case when kept.resets_at > $3 and kept.resets_at <= excluded.resets_at then kept.resets_at else excluded.resets_at end
       returning key, count, resets_at`,
      [budgets.map(({ key }) => key), budgets.map(({ windowMs }) => new Date(now + windowMs)), new Date(now)],
    );
    const spent = rows.filter((row) => row.count > (budgets.find(({ key }) => key === row.key)?.max ?? 0));
    if (spent.length === 0) return undefined;
    return tooMany((Math.max(...spent.map((row) => row.resets_at.getTime())) - now) / 1000);
  });
}

/** Gives an attempt back that turned out to be rightful: only failures use a budget up. */
export async function returnAttempt(db: Queryable, budgets: readonly Budget[]): Promise<void> {
  await db.query(
    `update attempts set count = count - 1
     where key in (select key from attempts where key = any ($1) and count > 0 order by key for update)`,
    [budgets.map(({ key }) => key)],
  );
}

/** Starts budgets afresh, once their owner has shown who he is. */
export async function clearAttempts(db: Queryable, budgets: readonly Budget[]): Promise<void> {
  await db.query('delete from attempts where key in (select key from attempts where key = any ($1) order by key for update)', [
    budgets.map(({ key }) => key),
  ]);
}

export async function purgeAttempts(db: Queryable, now: number): Promise<void> {
  await db.query('delete from attempts where resets_at <= $1', [new Date(now)]);
}

import type { Queryable } from '../../platform/database.ts';

export interface CustomerCounts {
  readonly customers: number;
  readonly frozen: number;
  readonly verified: number;
  readonly registered24h: number;
  readonly registered7d: number;
  readonly activeSessions: number;
}

const dayMs = 86_400_000;

/** How many customers there are; a session counts as active when it was used within an hour. */
export async function countCustomers(db: Queryable, now: number): Promise<CustomerCounts> {
  const [row] = await db.query<CustomerCounts>(
    `select (select count(*) from users) as customers, (select count(*) from users where frozen) as frozen,
       (select count(*) from users where kyc_status = 'verified') as verified,
       (select count(*) from users where created_at >= $1) as "registered24h",
       (select count(*) from users where created_at >= $2) as "registered7d",
       (select count(*) from sessions where expires_at > $3 and last_used_at > $4) as "activeSessions"`,
    [new Date(now - dayMs), new Date(now - 7 * dayMs), new Date(now), new Date(now - dayMs / 24)],
  );
  if (row === undefined) throw new Error('a count without a row');
  return row;
}

/** Registrations per UTC day since a moment. */
export async function registeredByDay(db: Queryable, since: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ day: string; registered: number }>(
    `select (created_at at time zone 'UTC')::date::text as day, count(*) as registered
     from users where created_at >= $1 group by (created_at at time zone 'UTC')::date`,
    [since],
  );
  return new Map(rows.map(({ day, registered }) => [day, registered]));
}

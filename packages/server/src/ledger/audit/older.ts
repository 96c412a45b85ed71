import type { Database, Queryable } from '../../platform/database.ts';
import type { Finding } from './finding.ts';

/** Every closed day is gone through again after this many days. */
const againAfterDays = 30;

/** The closed days that were gone through, at whatever time. */
export async function auditedDays(db: Queryable): Promise<Set<string>> {
  const rows = await db.query<{ day: string }>('select day::text from ledger_audited_days');
  return new Set(rows.map(({ day }) => day));
}

export async function noteAudited(db: Queryable, days: readonly string[]): Promise<void> {
  await db.query(
    `insert into ledger_audited_days (day, audited_at) select day, now() from unnest($1::date[]) day
     on conflict (day) do update set audited_at = excluded.audited_at`,
    [days],
  );
}

/**
 * Goes through closed days, those that have waited longest first, until each was seen within the last thirty days or `budgetMs` are
 * over; at least one, and each on a snapshot of its own. The next run goes on where this one ended.
 */
export async function auditOlder(
  db: Database,
  auditDay: (db: Database, day: string) => Promise<readonly Finding[]>,
  budgetMs: number,
): Promise<{ days: string[]; findings: Finding[] }> {
  const waiting = await db.query<{ day: string }>(
    `select c.day::text from ledger_closes c left join ledger_audited_days a using (day)
     where a.audited_at is null or a.audited_at < now() - make_interval(days => $1)
     order by a.audited_at nulls first, c.day`,
    [againAfterDays],
  );
  const began = performance.now();
  const days: string[] = [];
  const findings: Finding[] = [];
  for (const { day } of waiting) {
    if (days.length > 0 && performance.now() - began > budgetMs) break;
    findings.push(...(await auditDay(db, day)));
    await noteAudited(db, [day]);
    days.push(day);
  }
  return { days, findings };
}

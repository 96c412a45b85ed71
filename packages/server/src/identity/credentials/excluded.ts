import { createHmac } from 'node:crypto';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

/** Without the key it can't be determined whether an address is among them. */
const hashOf = (secret: string, email: string) =>
  createHmac('sha256', secret).update(`excluded address ${email.toLowerCase()}`).digest();

/** Keeps the address of an account that is erased while its owner is excluded; `until` null is for good. */
export async function keepExcluded(db: Queryable, secret: string, email: string, until: Date | null): Promise<void> {
  await db.query(
    `insert into excluded_addresses (hash, until) values ($1, $2)
     on conflict (hash) do update
     set until = case when excluded_addresses.until is null or $2 is null then null else greatest(excluded_addresses.until, $2) end`,
    [hashOf(secret, email), until],
  );
}

/** Refused with 11137 or 11138 while the former owner of an account with this address is excluded. */
export async function refuseExcluded(db: Queryable, secret: string, email: string, now: number): Promise<Refusal | undefined> {
  const [row] = await db.query<{ until: Date | null }>(
    'select until from excluded_addresses where hash = $1 and (until is null or until > $2)',
    [hashOf(secret, email), new Date(now)],
  );
  if (row === undefined) return undefined;
  if (row.until === null) return refuse('11138');
  return refuse('11137', {}, { until: `${row.until.toISOString().slice(0, 10)} UTC` });
}

export async function purgeExcluded(db: Queryable, now: number): Promise<void> {
  await db.query('delete from excluded_addresses where until <= $1', [new Date(now)]);
}

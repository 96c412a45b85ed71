import type { Queryable } from '../database.ts';

/** Of the instruments: a lead is over one of them. */
const shard = 0;
/** So long after its last renewal, by the database's clock, a lease has lapsed. */
export const leaseMs = 5_000;
/** Names the lock in the database, with the shard; chosen once, means nothing. */
export const lockKey = 7_294_301;
/** Work of the old term has this long to end; its connections have been ended before. */
const termWaitMs = 1_000;

export interface Lease {
  readonly holder: string | null;
  readonly term: bigint;
  /** Until it lapses; negative once it has. */
  readonly leftMs: number;
}

export async function readLease(db: Queryable): Promise<Lease> {
  const [row] = await db.query<{ holder: string | null; term: string; left: string }>(
    `select holder, term::text as term,
       (extract(epoch from greatest(until, 'epoch') - clock_timestamp()) * 1000)::text as left
     from lead_leases where shard = $1`,
    [shard],
  );
  if (row === undefined) throw new Error('there is no lease');
  return { holder: row.holder, term: BigInt(row.term), leftMs: Number(row.left) };
}

/** The lock of the lead, which the database frees when the connection ends. */
export async function tryLock(direct: Queryable): Promise<boolean> {
  const [row] = await direct.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [lockKey, shard]);
  return row?.locked === true;
}

/**
 * Terminates the connections of a leader that does not answer any more, with their transactions and locks. One that waits for a standby
 * has committed locally: terminated, it would make visible what no second server has. Until a standby is back no other leader can write either.
 */
export async function endConnectionsOf(direct: Queryable, holder: string): Promise<number> {
  const ended = await direct.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()
       and wait_event is distinct from 'SyncRep'`,
    [holder],
  );
  return ended.length;
}

/** Begins a new term; undefined where another process leads. Fails when an act in the old term does not end in time. */
export async function takeLease(direct: Queryable, holder: string, free: boolean): Promise<bigint | undefined> {
  await direct.query("select set_config('lock_timeout', $1, false)", [String(termWaitMs)]);
  const [row] = await direct.query<{ term: string | null }>('select lead_take($1, $2, $3, $4)::text as term', [
    shard,
    holder,
    free,
    leaseMs,
  ]);
  const term = row?.term ?? null;
  return term === null ? undefined : BigInt(term);
}

/** False when the lease has lapsed or is another's: its former holder no longer leads. */
export async function renewLease(direct: Queryable, term: bigint): Promise<boolean> {
  const renewed = await direct.query(
    `update lead_leases set until = clock_timestamp() + make_interval(secs => $3 / 1000.0)
     where shard = $1 and term = $2 and until > clock_timestamp() returning 1 as renewed`,
    [shard, String(term), leaseMs],
  );
  return renewed.length > 0;
}

/** The next leader need not wait until it lapses. */
export async function giveBackLease(direct: Queryable, term: bigint): Promise<void> {
  await direct.query("update lead_leases set holder = null, until = '-infinity' where shard = $1 and term = $2", [
    shard,
    String(term),
  ]);
}

/** The current term, locked until the transaction ends: no other process takes over meanwhile. */
export async function holdTerm(tx: Queryable): Promise<bigint> {
  const [row] = await tx.query<{ term: string }>('select term::text as term from lead_terms where shard = $1 for key share', [
    shard,
  ]);
  if (row === undefined) throw new Error('there is no term');
  return BigInt(row.term);
}

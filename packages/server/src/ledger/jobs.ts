import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type Queryable, unhurried } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type Finding, type HoldingsSource, auditDay, auditNewest } from './audit.ts';
import { auditOlder, noteAudited } from './audit/older.ts';

/** What waits for the books to come to rest gives up after this, until its next run. */
const settleMsMax = 5000;

/**
 * The last transaction behind which nothing can be booked any more. Ids are drawn before their transactions commit, so a
 * smaller one may still appear after a larger one: this waits until every transaction that could hold such an id has ended,
 * and answers undefined when that takes too long.
 */
export async function settledTransaction(db: Database): Promise<number | undefined> {
  const [last] = await db.query<{ id: number }>('select coalesce(max(id), 0) as id from ledger_transactions');
  const [mark] = await db.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
  const deadline = performance.now() + settleMsMax;
  for (;;) {
    const [settled] = await db.query<{ yes: boolean }>('select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as yes', [
      mark?.xid,
    ]);
    if (settled?.yes === true) return last?.id;
    if (performance.now() > deadline) return undefined;
    await delay(50);
  }
}

/** Writes down the balances of the accounts that keep none. Answers how many balances were written. */
export async function takeCheckpoints(db: Database): Promise<number> {
  const through = await settledTransaction(db);
  if (through === undefined) return 0;
  // Where one run has failed, the next has more to add up: a limit on it would end that for good.
  return db.transact(async (tx) => {
    const [row] = await tx.query<{ taken: number }>('select ledger_take_checkpoints($1) as taken', [through]);
    return row?.taken ?? 0;
  }, unhurried);
}

/**
 * Closes a day in the caller's transaction, behind a transaction that `settledTransaction` has answered: nothing is booked behind it
 * any more. Answers how many accounts have moved since the close before.
 */
export async function closeDay(tx: Queryable, day: string, through: number): Promise<number> {
  const [row] = await tx.query<{ accounts: number }>('select ledger_close($1, $2) as accounts', [day, through]);
  return row?.accounts ?? 0;
}

/**
 * Closes the unclosed days before one, oldest first, each in a transaction of its own: the first close of large books, or the
 * first after a long rest, is made in pieces, and goes on where it was cut off. Answers the days.
 */
export async function closeMissedDays(db: Database, before: string, through: number): Promise<string[]> {
  const days: string[] = [];
  for (;;) {
    const day = await db.transact(async (tx) => {
      const [row] = await tx.query<{ day: string | null }>('select ledger_close_missed($1, $2)::text as day', [
        before,
        through,
      ]);
      return row?.day ?? null;
    }, unhurried);
    if (day === null) return days;
    days.push(day);
  }
}

export interface LedgerJobsParts {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The night's audit, wherever that is done. */
  readonly audit: () => Promise<readonly Finding[]>;
}

/** How long the night's audit may go on through older days. */
const olderMsMax = 20 * 60_000;

/**
 * What the night's audit finds: in the newest books, and in closed days that have waited longest. `books` is where they are read: a
 * standby that has all that was there when the audit began.
 */
export async function auditNight(db: Database, holdings: readonly HoldingsSource[], books = db): Promise<Finding[]> {
  const newest = await auditNewest(books, { holdings });
  await noteAudited(db, newest.days);
  const older = await auditOlder(db, (_, day) => auditDay(books, day), olderMsMax);
  return [...newest.findings, ...older.findings];
}

/** Makes the partitions of the books that are missing, before anything is booked in them. Answers how many. */
export async function makePartitions(db: Queryable): Promise<number> {
  const [row] = await db.query<{ made: number }>('select ledger_next_partitions() as made');
  return row?.made ?? 0;
}

/**
 * Analyzes partitioned tables as a whole, where they have changed much: the database never does so by itself. Answers how many.
 */
export function countWholes(db: Database): Promise<number> {
  return db.transact(async (tx) => {
    const [row] = await tx.query<{ counted: number }>('select partitions_analyze() as counted');
    return row?.counted ?? 0;
    // A sample of each partition is read.
  }, unhurried);
}

/**
 * Partitions before they are needed, what they hold counted, checkpoints every hour, the audit every night. A finding is logged
 * as an error and shown on `/metrics`.
 */
export function ledgerJobs({ db, log, metrics, audit }: LedgerJobsParts): Job[] {
  const findings = metrics.gauge('ledger_audit_findings', 'What the last audit of the books found', ['check']);
  return [
    {
      name: 'ledger.partitions',
      // At least ten million transactions fit ahead: fewer are booked between two checks.
      cron: '*/5 * * * *',
      run: async () => {
        const made = await makePartitions(db);
        if (made > 0) log.info({ made }, 'the books have new partitions');
      },
    },
    {
      name: 'ledger.statistics',
      cron: '23 * * * *',
      run: async () => {
        await countWholes(db);
      },
    },
    {
      name: 'ledger.checkpoints',
      cron: '7 * * * *',
      run: async () => {
        await takeCheckpoints(db);
      },
    },
    {
      name: 'ledger.audit',
      cron: '40 2 * * *',
      run: async () => {
        const found = await audit();
        findings.reset();
        for (const finding of found) {
          findings.inc({ check: finding.check });
          log.error({ finding }, 'the books do not balance');
        }
      },
    },
  ];
}

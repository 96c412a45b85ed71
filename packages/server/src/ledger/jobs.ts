import { setTimeout as delay } from 'node:timers/promises';
import { type Database, unhurried } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type HoldingsSource, audit } from './audit.ts';

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

export interface LedgerJobsParts {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly holdings: readonly HoldingsSource[];
}

/** Checkpoints every hour, the whole audit every night. A finding is logged as an error and stands on `/metrics`. */
export function ledgerJobs({ db, log, metrics, holdings }: LedgerJobsParts): Job[] {
  const findings = metrics.gauge('ledger_audit_findings', 'What the last audit of the books found', ['check']);
  return [
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
        const result = await audit(db, { holdings });
        findings.reset();
        for (const finding of result.findings) {
          findings.inc({ check: finding.check });
          log.error({ finding }, 'the books do not balance');
        }
      },
    },
  ];
}

import { parentPort, workerData } from 'node:worker_threads';
import type { Finding } from '../ledger/index.ts';
import { type Database, connectDatabase } from '../platform/database.ts';
import { type Logger, createLogger } from '../platform/log.ts';
import { catchesUp } from '../platform/standby/caught-up.ts';
import type { Asked, WorkerMessage } from './aside.ts';
import { nightWork } from './work.ts';

/** One piece of work in a thread of its own, on connections of its own. */
async function main({ url, role, readUrl, holdings, work, now }: Asked): Promise<void> {
  const log = createLogger('warn');
  const tell = (told: WorkerMessage) => parentPort?.postMessage(told, []);
  const connect = (to: string) => {
    const db = connectDatabase({ url: to, poolSize: 2, log, role });
    tell({ name: db.name });
    return db;
  };
  const db = connect(url);
  const standby = work === 'audit' && readUrl !== undefined ? connect(readUrl) : undefined;
  try {
    if (work === 'seal') tell({ answer: await nightWork(db, holdings).seal(now) });
    else tell({ answer: await auditAt(db, standby, { holdings, log }) });
  } finally {
    await standby?.close();
    await db.close();
  }
}

interface Auditing extends Pick<Asked, 'holdings'> {
  readonly log: Logger;
}

/**
 * On the standby, so that trading does not wait for an audit's reads; at the primary where that does not follow, or ends the
 * reading.
 */
async function auditAt(db: Database, standby: Database | undefined, { holdings, log }: Auditing): Promise<readonly Finding[]> {
  try {
    if (standby !== undefined && (await catchesUp(db, standby))) return await nightWork(db, holdings, standby).audit();
  } catch (error) {
    log.warn({ err: error }, 'the books could not be audited at the standby: the primary is read');
  }
  return nightWork(db, holdings).audit();
}

// What it is given comes from `aside.ts` alone.
await main(workerData as Asked);

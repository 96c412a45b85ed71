import { parentPort, workerData } from 'node:worker_threads';
import { connectDatabase } from '../platform/database.ts';
import { createLogger } from '../platform/log.ts';
import type { Asked, Told } from './aside.ts';
import { nightWork } from './work.ts';

/** One piece of work in a thread of its own, on connections of its own. */
async function main({ url, role, holdings, work, now }: Asked): Promise<void> {
  const db = connectDatabase({ url, poolSize: 2, log: createLogger('warn'), role });
  const tell = (told: Told) => parentPort?.postMessage(told, []);
  tell({ name: db.name });
  try {
    const night = nightWork(db, holdings);
    tell({ answer: await (work === 'audit' ? night.audit() : night.seal(now)) });
  } finally {
    await db.close();
  }
}

// What it is given comes from `aside.ts` alone.
await main(workerData as Asked);

import {
  type CronItem,
  type Runner,
  type TaskList,
  Logger as WorkerLogger,
  parseCronItems,
  run,
  runMigrations,
} from 'graphile-worker';
import pg from 'pg';
import type { Database } from './database.ts';
import type { Logger } from './log.ts';
import { connectionConfig } from './statements/connection.ts';

/** How long a job waits for a connection of its queue. */
const waitMsMax = 30_000;
const atOnceMax = 4;

/** A background task of a slice: durable, retried, at least once. It must be safe to run twice. */
export interface Job {
  readonly name: string;
  /** When it runs, in cron notation (UTC). */
  readonly cron: string;
  run(): Promise<void>;
}

function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.error({ reason: message }, 'job queue');
    else if (level === 'warning') log.warn({ reason: message }, 'job queue');
  });
}

export async function migrateJobs(db: Database, log: Logger): Promise<void> {
  await runMigrations({ pgPool: db.pool, logger: workerLogger(log) });
}

/** Works the queue in this process until `stop`. Several processes share one queue safely. */
export async function startJobs(url: string, jobs: readonly Job[], log: Logger): Promise<{ stop(): Promise<void> }> {
  const taskList: TaskList = Object.fromEntries(jobs.map((job) => [job.name, async () => job.run()]));
  // A queue of its own for each: one that takes long waits for itself, and never takes the place of the others.
  const cron = jobs.map((job): CronItem => ({ task: job.name, match: job.cron, options: { queueName: job.name } }));
  // A pool of its own: the queue has its own idea of how to read types.
  const config = connectionConfig({ url, name: 'assay jobs', waitMsMax });
  const pool = new pg.Pool({ ...config, types: pg.types, max: atOnceMax });
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a connection of the job queue broke'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ reason: error.message }, 'a connection of the job queue broke'));
  });
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: atOnceMax,
    noHandleSignals: true,
    taskList,
    parsedCronItems: parseCronItems(cron),
    logger: workerLogger(log),
  });
  return {
    stop: async () => {
      await runner.stop();
      await pool.end();
    },
  };
}

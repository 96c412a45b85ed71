import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CronItem,
  type Runner,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
  parseCronItems,
  run,
  runMigrations,
} from 'graphile-worker';
import pg from 'pg';
import type { Database } from './database.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { connectionConfig, connectionSecondsMax, graceMs, knownConnections, statementMsMax } from './statements/connection.ts';
import { Hosts, poolOf } from './statements/hosts.ts';

/** How long a job waits for a connection of its queue. */
const waitMsMax = 30_000;
const atOnceMax = 4;
/** A database that is gone is asked for again after this. */
const comeBackMs = 1_000;

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

export interface JobsOptions {
  /** Not of a pooler: the queue listens. */
  readonly url: string;
  /** Calls back when the database has fallen silent: a listening connection would not notice. */
  readonly db: Pick<Database, 'whenSilent'>;
  readonly jobs: readonly Job[];
  readonly log: Logger;
  readonly metrics: Metrics;
  /** A connection on which an answer takes longer is given up: the server cuts statements off before that. */
  readonly answerMsMax?: number;
}

/** Exports for each job when it last succeeded, from the start of the process on, and how often it failed. */
export function watched(jobs: readonly Job[], metrics: Metrics): Job[] {
  const succeeded = metrics.gauge(
    'job_succeeded_seconds',
    'When a job last succeeded here, in seconds since 1970; at first the start',
    ['job'],
  );
  const failures = metrics.counter('job_failures_total', 'Runs of a job that failed', ['job']);
  const seconds = () => Date.now() / 1000;
  return jobs.map((job) => {
    succeeded.set({ job: job.name }, seconds());
    return {
      ...job,
      run: async () => {
        try {
          await job.run();
        } catch (error) {
          failures.inc({ job: job.name });
          throw error;
        }
        succeeded.set({ job: job.name }, seconds());
      },
    };
  });
}

/** Works the queue in this process until `stop`. Several processes share one queue safely. */
export async function startJobs(options: JobsOptions): Promise<{ stop(): Promise<void> }> {
  const { url, db, log, metrics, answerMsMax = statementMsMax + graceMs, ...given } = options;
  const jobs = watched(given.jobs, metrics);
  const taskList: TaskList = Object.fromEntries(jobs.map((job) => [job.name, async () => job.run()]));
  // A queue of its own for each: one that takes long waits for itself, and never takes the place of the others.
  const cron = jobs.map((job): CronItem => ({ task: job.name, match: job.cron, options: { queueName: job.name } }));
  // A pool of its own: the queue has its own idea of how to read types.
  const hosts = new Hosts(url);
  const { Client, giveUp } = knownConnections(hosts, waitMsMax);
  db.whenSilent(giveUp);
  const pool = poolOf(hosts, {
    ...connectionConfig({ hosts, name: 'assay jobs', waitMsMax }),
    types: pg.types,
    max: atOnceMax,
    Client,
    maxLifetimeSeconds: connectionSecondsMax,
    query_timeout: answerMsMax,
    // Only so the driver cuts a connection off whose answer does not come: else it would be used again.
    pipeline: true,
  });
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a connection of the job queue broke'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ reason: error.message }, 'a connection of the job queue broke'));
  });
  const stopping = new AbortController();
  const runners = new Set<Runner>();

  /** Until it succeeds, or the queue stops. */
  async function insist(work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await work();
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the job queue waits for its database');
        await delay(comeBackMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  /**
   * A runner that could not store the outcome of a job takes no more jobs, and another one starts beside it. Its locks are released
   * once all its workers, and so their jobs, have ended: no job runs twice at once.
   */
  async function begin(): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    let working = 0;
    let isFailed = false;
    let isForced = false;
    events.on('worker:create', () => (working += 1));
    events.once('pool:forcefulShutdown', () => (isForced = true));
    events.on('worker:stop', ({ worker: { workerPool } }) => {
      working -= 1;
      if (working > 0 || !isFailed || isForced) return;
      void insist(async () => void (await pool.query('select graphile_worker.force_unlock_workers($1)', [[workerPool.id]])));
    });
    events.once('pool:fatalError', () => {
      isFailed = true;
      runners.delete(runner);
      runner.stop().catch(() => undefined);
      void insist(begin);
    });
    const runner = await run({
      pgPool: pool,
      concurrency: atOnceMax,
      noHandleSignals: true,
      taskList,
      parsedCronItems: parseCronItems(cron),
      logger: workerLogger(log),
      events,
      // Only batched completions have an error handler: without it, one that fails would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runners.add(runner);
    if (stopping.signal.aborted) await runner.stop();
  }
  await begin();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(Array.from(runners, (runner) => runner.stop()));
      await pool.end();
    },
  };
}

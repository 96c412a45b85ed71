import { Worker } from 'node:worker_threads';
import type { Finding, HoldingsSource } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { endConnectionsOf } from '../platform/lead/lease.ts';
import { type DirectConnection, connectDirectly } from '../platform/statements/connection.ts';
import { Hosts } from '../platform/statements/hosts.ts';
import type { NightWork } from './work.ts';

export interface Asked {
  readonly url: string;
  readonly role: string | undefined;
  readonly readUrl: string | undefined;
  readonly holdings: readonly HoldingsSource[];
  readonly work: keyof NightWork;
  readonly now: number;
}

/** First how its connections are called in each database, then what came of it. */
export type WorkerMessage = { readonly name: string } | { readonly answer: unknown };

const minute = 60_000;
/** What takes longer is cut off, and tried again by its next run. */
const limits: Readonly<Record<keyof NightWork, number>> = { audit: 180 * minute, seal: 60 * minute };

export interface AsideOptions {
  /** Where the work connects, and as whom. */
  readonly url: string;
  readonly role: string | undefined;
  /** What the slices hold of their customers' money. */
  readonly holdings: readonly HoldingsSource[];
  /** Of a standby, where audits read. */
  readonly readUrl?: string | undefined;
  /** Of this thread, to end what is cut off. */
  readonly db: Pick<Database, 'direct'>;
  readonly limitMs?: Readonly<Record<keyof NightWork, number>>;
}

export interface NightAside extends NightWork {
  /** Cuts off what is under way. */
  stop(): Promise<void>;
}

/**
 * The database would continue a statement whose client has given up. A connection is its login's, whatever role it has taken
 * on: only the login itself has the right to end it.
 */
async function endAt(connecting: Promise<DirectConnection>, names: readonly string[]): Promise<void> {
  const direct = await connecting;
  try {
    for (const name of names) await endConnectionsOf(direct, name);
  } finally {
    await direct.close();
  }
}

/** Does each piece of the night's work in a thread of its own, with a limit. Rejects with what failed there. */
export function nightAside({ url, role, readUrl, holdings, db, limitMs = limits }: AsideOptions): NightAside {
  const underWay = new Set<(reason: string) => Promise<void>>();

  async function aside(work: keyof NightWork, now: number): Promise<unknown> {
    const asked: Asked = { url, role, readUrl, holdings, work, now };
    // Without what was loaded into this thread by its command line: a clock that is moved, a cache.
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: asked, execArgv: [] });
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const names: string[] = [];
    worker.on('message', (told: WorkerMessage) => ('name' in told ? names.push(told.name) : resolve(told.answer)));
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error(`the ${work} of the night has ended without an answer`)));
    const cutOff = async (reason: string) => {
      reject(new Error(`the ${work} of the night was cut off: ${reason}`));
      await worker.terminate();
      // Without a name it has not begun to connect, and others have none either.
      if (names.length === 0) return;
      await endAt(db.direct(), names);
      // What is left at a standby that does not answer ends with it.
      if (readUrl !== undefined)
        await endAt(connectDirectly({ hosts: new Hosts(readUrl), name: '', waitMsMax: 5_000 }), names).catch(() => undefined);
    };
    underWay.add(cutOff);
    const limit = setTimeout(
      () => void cutOff(`it took longer than ${limitMs[work]} ms`).catch(() => undefined),
      limitMs[work],
    );
    try {
      return await promise;
    } finally {
      clearTimeout(limit);
      underWay.delete(cutOff);
    }
  }

  return {
    audit: async () => (await aside('audit', 0)) as readonly Finding[],
    seal: async (now) => (await aside('seal', now)) === true,
    stop: async () => {
      await Promise.all([...underWay].map((cutOff) => cutOff('the server stops')));
    },
  };
}

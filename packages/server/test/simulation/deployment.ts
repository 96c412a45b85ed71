import { notEqual } from 'node:assert/strict';
import { coin } from '@assay/domain/test/coin.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { Resting, Source } from '../../src/engine/index.ts';
import type { Database } from '../../src/platform/database.ts';
import { Lead, Term } from '../../src/platform/lead/lead.ts';
import { leaseMs, takeLease } from '../../src/platform/lead/lease.ts';
import type { DirectConnection } from '../../src/platform/statements/connection.ts';
import { openForNow } from '../at-end.ts';
import { silent } from '../database.ts';
import type { standingClock } from '../identity-app.ts';
import { trading } from '../trading.ts';
import { Troubled } from './troubles.ts';

export const gem: typeof coin = { ...coin, id: 'crypto-GEMUSDT', code: 'GEMUSDT', name: 'Gem', base: 'GEM' };

/** What an engine works with: its database, and the orders of its sources. */
export interface EngineWorld {
  readonly db: Database;
  readonly sources: readonly Source[];
}

export interface DeploymentParts {
  readonly db: Database;
  readonly direct: DirectConnection;
  readonly clock: ReturnType<typeof standingClock>;
  /** What an engine is given instead of what it should work with: the broken twin. */
  readonly engineOn?: (world: EngineWorld) => EngineWorld;
  /** Lets the timers of this process run on, and nothing else. */
  readonly pass: (ms: number) => void;
}

const immediate = () => new Promise((resolve) => setImmediate(resolve));
/** Whatever fails for so long goes on failing in the next step. */
const triesMs = 20_000;

/** A process that leads or has led: market, calls and engine on a database that may fail. */
export async function beginProcess({ db, direct, clock, engineOn = (world) => world, pass }: DeploymentParts) {
  const [tape, dealing] = [new Troubled(db), new Troubled(db)];
  const elapsed = () => clock.elapsed();
  const lead = new Lead(elapsed);
  let messages = 0;
  const late = { elapsed: () => performance.now() };
  const parts = { clock, lead, catalogue: [coin, gem], marketDb: tape.database, leads: false, ...late };
  const { opened: server, close } = await openForNow(() => trading(dealing.database, parts));
  const watched = engineOn({ db: dealing.database, sources: server.sources });
  const engine = new Engine({ ...watched, log: silent, elapsed });
  const ends = [
    server.market.onQuote((quote) => engine.see(quote)),
    ...watched.sources.map((source) =>
      server.bus.subscribe<Resting>(source.topic, (resting) => {
        // Every tenth is lost, every tenth comes twice.
        messages += 1;
        if (messages % 10 === 4) return;
        engine.apply(source, resting);
        if (messages % 10 === 8) engine.apply(source, resting);
      }),
    ),
  ];
  const taken = await takeLease(direct, dealing.database.name, true);
  if (taken === undefined) throw new Error('the lease could not be taken');
  const term = new Term(taken, elapsed(), elapsed);
  lead.begun(term, elapsed());
  await server.market.lead(term, () => engine.lead(term));

  /** Renews its lease, which has a connection of its own. */
  function renew(): void {
    term.renewed(elapsed());
    lead.seen({ term: taken ?? 0n, leftMs: leaseMs }, elapsed());
  }

  /** What a leader does every second; true when nothing of it failed. */
  async function keepUp(): Promise<boolean> {
    server.market.tick();
    const done = await Promise.allSettled([server.market.flush()]);
    for (const work of [() => engine.reconcile(), () => engine.saveJudged()])
      done.push(...(await Promise.allSettled([work()])));
    return done.every(({ status }) => status === 'fulfilled');
  }

  /** Until nothing of the engine is under way; where it can't succeed, until it has tried for long. */
  async function drain({ succeeds = false } = {}): Promise<void> {
    let isDone = false;
    const settled = engine.settled().then(() => (isDone = true));
    for (let waited = 0; succeeds || waited < triesMs;) {
      await immediate();
      if (isDone) return;
      if (tape.busy + dealing.busy > 0) {
        await Promise.race([settled, Promise.all([tape.quiet(), dealing.quiet()])]);
        continue;
      }
      pass(50);
      waited += 50;
    }
  }

  /** Leads no more: what it has begun is finished, unless it is dead. */
  async function retire(): Promise<void> {
    term.end();
    lead.ended();
    for (const end of ends.splice(0)) end();
    const standing = server.market.standBy().catch(() => undefined);
    for (const each of [tape, dealing]) each.hurry();
    await standing;
    await engine.retire();
    await server.market.stop();
    await server.counter.stop();
    await close();
  }

  /** Dies: nothing that it has begun and not committed comes to be. */
  async function die(): Promise<void> {
    for (const each of [tape, dealing]) {
      each.away = true;
      each.mend();
    }
    await retire();
  }

  return { server, engine, tape, dealing, lead, term, renew, keepUp, drain, retire, die };
}

export type Process = Awaited<ReturnType<typeof beginProcess>>;

/** The time of the last quote that counts for it. */
export const lastQuoted = ({ server }: Process): number => server.market.quote(coin.code)?.time ?? 0;

/**
 * Its quote of that time does not count, and none did that came before. Since the clock is set back, the last one that counted before may be
 * of the very same time, or of later.
 */
export function mustBeLost(
  process: Process,
  { before, time }: { readonly before: number; readonly time: number },
  otherwise: string,
) {
  if (before < time) notEqual(lastQuoted(process), time, otherwise);
}

/** Real milliseconds in which nothing was under way: what is waited for then is time itself. */
const restsMsMax = 2_000;
/** A process that was not let run for so long has not rested. */
const turnMsMax = 100;

/** Waits for some work; what hangs is let go once nothing else is under way, and what waits for time is given a second after the other. */
export async function untilDone(work: Promise<void>, process: () => Process, pass: (ms: number) => void): Promise<void> {
  let rests = performance.now();
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  done.catch(() => undefined);
  for (let idle = 0; !isDone; idle += 1) {
    const turned = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    const { dealing, tape } = process();
    if (dealing.busy + tape.busy > 0 || performance.now() - turned > turnMsMax) {
      idle = 0;
      rests = performance.now();
    }
    // Nothing but the database is waited for, and not by asking it again and again.
    await Promise.race([done.catch(() => undefined), Promise.all([dealing.quiet(), tape.quiet()])]);
    if (idle > 20) dealing.release();
    if (performance.now() - rests < restsMsMax) continue;
    pass(1_000);
    rests = performance.now() - restsMsMax / 4;
  }
  await done;
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Market } from '../market/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import { Lead, fenced, within } from '../platform/lead/lead.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { Engine } from './engine.ts';
import { standForLeader } from './leader.ts';
import { type Round, roundsOf } from './rounds.ts';
import type { Resting, Source } from './source.ts';

export { wordsOf } from './act.ts';
export { handleEachDue } from './each-due.ts';
export { changedSinceMark } from './source.ts';
export type { Round } from './rounds.ts';
export type { Adjuster, ImprovedStop, Reached, Resting, Source } from './source.ts';

/** After a crash it takes this long, plus loading, until another process leads. */
const standbyMs = 500;

export interface EngineParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly market: Pick<Market, 'onQuote' | 'lead' | 'standBy'>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The state of the lead, for the rest of this process. */
  readonly lead?: Lead;
  /** Whose orders it watches. */
  readonly sources: readonly Source[];
  /** What else the leader does by the clock, each in a loop of its own. */
  readonly rounds: readonly Round[];
  /**
   * The pause of a leader between two rounds of the same kind; a standby checks at least twice a second whether it may lead.
   */
  readonly pollMs?: number;
  /** How long a leader may load without coming any further. */
  readonly loadingMsMax?: number | undefined;
}

/**
 * Starts the engine in this process: it leads if no other does, and stands by otherwise. Orders reach it over the bus and the
 * database alone, so it may run anywhere that has both and the quotes. It depends on prices and clocks, and on no slice.
 */
export function startEngine(parts: EngineParts): { readonly engine: Engine; stop(): Promise<void> } {
  const { db, bus, market, log, metrics, lead = new Lead(), pollMs = 1000 } = parts;
  const sources = counted(parts.sources, metrics);
  const engine = new Engine({ db: fenced(db, lead), sources, log });
  const unsubscribe = [
    market.onQuote((quote) => engine.see(quote)),
    ...sources.map((source) =>
      bus.subscribe<Resting>(
        source.topic,
        apartFromTerms((resting) => engine.apply(source, resting)),
      ),
    ),
  ];
  const keepRounds = roundsOf({ rounds: [...ownRounds(engine), ...parts.rounds], log, metrics, pollMs });
  observe(engine, metrics);
  const candidacy = standForLeader({
    db,
    log,
    lead,
    loadingMsMax: parts.loadingMsMax,
    pollMs: Math.min(pollMs, standbyMs),
    serve: async (term, signal, { lost, came, done }) => {
      try {
        await market.lead(term, async () => {
          came();
          await engine.lead(term, came);
          came();
        });
        done();
        await within(term, () => keepRounds(signal, lost));
      } finally {
        await market.standBy();
        await engine.retire();
      }
    },
  });
  return {
    engine,
    stop: async () => {
      await candidacy.stop();
      for (const end of unsubscribe) end();
    },
  };
}

/** Counts what is done at prices that were reached, and what could not be. */
function counted(sources: readonly Source[], metrics: Metrics): Source[] {
  const done = metrics.counter('engine_acts_total', 'What was done at prices that were reached, by what waited for them', [
    'source',
  ]);
  const failed = metrics.counter('engine_acts_failed_total', 'Tries of it that failed', ['source']);
  // Reported also before the first event: an alarm rule needs a value to compare with.
  for (const { topic: source } of sources) for (const counter of [done, failed]) counter.inc({ source }, 0);
  return sources.map((source) => ({
    ...source,
    act: async (...about) => {
      try {
        const after = await source.act(...about);
        done.inc({ source: source.topic });
        return after;
      } catch (error) {
        failed.inc({ source: source.topic });
        throw error;
      }
    },
  }));
}

/** What messages bring about is nothing of the round whose commit has sent them. */
const apartFromTerms = (handle: (resting: Resting) => void) => AsyncLocalStorage.bind(handle);

/** What the engine itself does by the clock. */
function ownRounds(engine: Engine): Round[] {
  return [
    { name: 'reconcile', run: () => engine.reconcile(), isOfEngine: true },
    { name: 'mark', run: () => engine.saveJudged(), isOfEngine: true },
  ];
}

function observe(engine: Engine, metrics: Metrics): void {
  metrics.observed(
    'engine_acts_parked',
    'Orders whose price was reached and that nothing could be done about yet',
    () => engine.unfinished.parked,
  );
  metrics.observed(
    'engine_parked_oldest_seconds',
    'For how long the oldest of these has been parked',
    () => engine.unfinished.parkedMs / 1000,
  );
  metrics.observed(
    'engine_batches_unjudged',
    'Batches of the tape that are not done with, those of parked acts apart',
    () => engine.unfinished.batches,
  );
  metrics.observed(
    'engine_unjudged_oldest_seconds',
    'For how long the oldest quote has reached a price and waits for what follows, parked acts apart',
    () => engine.unfinished.dueMs / 1000,
  );
}

import type { Market } from '../market/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import { Lead } from '../platform/lead/lead.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { Engine } from './engine.ts';
import { pause, standForLeader } from './leader.ts';
import type { Resting, Round, Source } from './source.ts';

export { seeToEachDue } from './each-due.ts';
export { changedSinceMark } from './source.ts';
export type { ImprovedStop, Reached, Resting, Round, Source } from './source.ts';

/** With a crash it takes this long, and loading, until somebody leads again. */
const standbyMs = 500;

export interface EngineParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly market: Pick<Market, 'onQuote' | 'lead' | 'standBy'>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** What the rest of this process knows of the lead. */
  readonly lead?: Lead;
  /** Whose orders it watches. */
  readonly sources: readonly Source[];
  /** What else the leader sees to, one after the other at every poll. */
  readonly rounds: readonly Round[];
  /** How often a leader saves, reconciles and makes its rounds; a standby looks at least twice a second whether it may lead. */
  readonly pollMs?: number;
}

/**
 * Starts the engine in this process: it leads if no other does, and stands by otherwise. Orders reach it over the bus and
 * the database alone, so it may run anywhere that has both and the quotes. It knows prices and clocks, and no slice.
 */
export function startEngine(parts: EngineParts): { readonly engine: Engine; stop(): Promise<void> } {
  const { db, bus, market, log, sources, lead = new Lead(), pollMs = 1000 } = parts;
  const engine = new Engine({ db, sources, log });
  const unsubscribe = [
    market.onQuote((quote) => engine.see(quote)),
    ...sources.map((source) => bus.subscribe<Resting>(source.topic, (resting) => engine.apply(source, resting))),
  ];
  const keepUp = keepingUp(engine, parts);
  const candidacy = standForLeader({
    db,
    log,
    lead,
    pollMs: Math.min(pollMs, standbyMs),
    serve: async (term, signal) => {
      try {
        await market.lead(term, () => engine.lead(term));
        while (!signal.aborted) {
          await keepUp(signal);
          await pause(pollMs, signal);
        }
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

/** One failing part is reported and tried again at the next round. */
function keepingUp(engine: Engine, { rounds, log, metrics }: EngineParts): (signal: AbortSignal) => Promise<void> {
  const succeeded = metrics.gauge(
    'engine_round_succeeded_seconds',
    'When the leader last finished this by the clock without a failure, in Unix time',
    ['round'],
  );
  const own: readonly Round[] = [
    { name: 'trailing', run: () => engine.saveTrailing() },
    { name: 'reconcile', run: () => engine.reconcile() },
    { name: 'mark', run: () => engine.saveJudged() },
  ];
  metrics.observed(
    'engine_acts_parked',
    'Orders whose price was reached and that nothing could be done about yet',
    () => engine.unfinished.parked,
  );
  metrics.observed(
    'engine_batches_unjudged',
    'Batches of the tape that are not done with, those of parked acts apart',
    () => engine.unfinished.batches,
  );
  return async (signal) => {
    for (const round of [...own, ...rounds]) {
      try {
        await round.run(signal);
        succeeded.set({ round: round.name }, Date.now() / 1000);
      } catch (error) {
        log.error({ err: error, round: round.name }, 'a round of the engine failed');
      }
    }
  };
}

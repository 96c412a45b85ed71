import type { Market } from '../market/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { Engine } from './engine.ts';
import { pause, standForLeader } from './leader.ts';
import type { Resting, Round, Source } from './source.ts';

export { seeToEachDue } from './each-due.ts';
export type { ImprovedStop, Reached, Resting, Round, Source } from './source.ts';

export interface EngineParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly market: Pick<Market, 'onQuote' | 'tradable' | 'lead' | 'standBy'>;
  readonly log: Logger;
  /** Whose orders it watches. */
  readonly sources: readonly Source[];
  /** What else the leader sees to, one after the other at every poll. */
  readonly rounds: readonly Round[];
  /** How often a standby tries to lead, and a leader saves, reconciles and makes its rounds. */
  readonly pollMs?: number;
}

/**
 * Starts the engine in this process: it leads if no other does, and stands by otherwise. Orders reach it over the bus and
 * the database alone, so it may run anywhere that has both and the quotes. It knows prices and clocks, and no slice.
 */
export function startEngine({ db, bus, market, log, sources, rounds, pollMs = 1000 }: EngineParts): {
  readonly engine: Engine;
  stop(): Promise<void>;
} {
  const engine = new Engine({ db, market, sources, log });
  const unsubscribe = [
    market.onQuote((quote) => engine.see(quote)),
    ...sources.map((source) => bus.subscribe<Resting>(source.topic, (resting) => engine.apply(source, resting))),
  ];
  const candidacy = standForLeader({
    db,
    log,
    pollMs,
    lead: async (signal) => {
      try {
        await engine.lead();
        market.lead();
        while (!signal.aborted) {
          await keepUp(engine, rounds, signal, log);
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
async function keepUp(engine: Engine, rounds: readonly Round[], signal: AbortSignal, log: Logger): Promise<void> {
  const parts = [() => engine.saveTrailing(), () => engine.reconcile(), ...rounds.map((round) => () => round.run(signal))];
  for (const part of parts) {
    try {
      await part();
    } catch (error) {
      log.error({ err: error }, 'a round of the engine failed');
    }
  }
}

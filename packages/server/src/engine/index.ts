import type { Market } from '../market/index.ts';
import type { Logger } from '../platform/log.ts';
import { type PositionsContext, type Resting, positionsTopic } from '../positions/index.ts';
import { Engine } from './engine.ts';
import { FinancingRound } from './financing.ts';
import { pause, standForLeader } from './leader.ts';

export interface EngineParts {
  readonly context: PositionsContext;
  readonly market: Pick<Market, 'onQuote' | 'lead' | 'standBy'>;
  readonly log: Logger;
  /** How often a standby tries to lead, and a leader saves, reconciles and charges. */
  readonly pollMs?: number;
}

/**
 * Starts the engine in this process: it leads if no other does, and stands by otherwise. Orders reach it over the bus and
 * the database alone, so it may run anywhere that has both and the quotes.
 */
export function startEngine({ context, market, log, pollMs = 1000 }: EngineParts): {
  readonly engine: Engine;
  stop(): Promise<void>;
} {
  const engine = new Engine({ context, log });
  const unsubscribe = [
    market.onQuote((quote) => engine.see(quote)),
    context.bus.subscribe<Resting>(positionsTopic, (resting) => engine.apply(resting)),
  ];
  const candidacy = standForLeader({
    db: context.db,
    log,
    pollMs,
    lead: async (signal) => {
      const financing = new FinancingRound(context, log);
      try {
        await engine.lead();
        market.lead();
        while (!signal.aborted) {
          await keepUp(engine, financing, signal, log);
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
async function keepUp(engine: Engine, financing: FinancingRound, signal: AbortSignal, log: Logger): Promise<void> {
  for (const part of [() => engine.saveTrailing(), () => engine.reconcile(), () => financing.run(signal)]) {
    try {
      await part();
    } catch (error) {
      log.error({ err: error }, 'a round of the engine failed');
    }
  }
}

import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { pause } from './leader.ts';

/** Something that falls due by the clock rather than by a price; the leader runs it again and again. */
export interface Round {
  /** As the metrics call it. */
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

export interface RoundsParts {
  readonly rounds: readonly Round[];
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Between the end of a round and its next beginning. */
  readonly pollMs: number;
}

const secondsOfRounds = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60];

/**
 * Each round is a loop of its own, so that a slow or failing one delays no other. What is answered runs them for one term: it
 * ends when its signal aborts and the last of them is done. One that fails is reported and tried again.
 */
export function roundsOf({ rounds, log, metrics, pollMs }: RoundsParts): (signal: AbortSignal) => Promise<void> {
  const succeeded = metrics.gauge(
    'engine_round_succeeded_seconds',
    'When this process, while it leads, last finished this by the clock without a failure, in Unix time',
    ['round'],
  );
  const began = metrics.gauge(
    'engine_round_began_seconds',
    'When this process, while it leads, began what it is still at by the clock, in Unix time; 0 between two rounds',
    ['round'],
  );
  const took = metrics.histogram('engine_round_seconds', 'How long this took by the clock', secondsOfRounds, ['round']);

  async function runOnce(round: Round, signal: AbortSignal): Promise<void> {
    const { name } = round;
    const done = took.startTimer({ round: name });
    began.set({ round: name }, Date.now() / 1000);
    try {
      await round.run(signal);
      succeeded.set({ round: name }, Date.now() / 1000);
    } catch (error) {
      log.error({ err: error, round: name }, 'a round of the engine failed');
    }
    began.set({ round: name }, 0);
    done();
  }

  async function keep(round: Round, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await runOnce(round, signal);
      await pause(pollMs, signal);
    }
  }

  return async (signal) => {
    await Promise.all(rounds.map((round) => keep(round, signal)));
    // Whoever leads no more says nothing of rounds: what he did last would look like one that has stopped.
    succeeded.reset();
    began.reset();
  };
}

import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { aborted, pause } from './leader.ts';

/** Something that falls due by the clock rather than by a price; the leader runs it again and again. */
export interface Round {
  /** As the metrics call it. */
  readonly name: string;
  /** What it asks outside of this process it gives up when the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Where it works on what the next term begins with: then that waits until it is done, as long as it takes. */
  readonly isOfEngine?: boolean;
}

export interface RoundsParts {
  readonly rounds: readonly Round[];
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Between the end of a round and its next beginning. */
  readonly pollMs: number;
  /** How long stopping waits for what is in flight. */
  readonly finishMsMax?: number;
}

/** Stopping waits so long for what is in flight; what it writes after that is outside the term. */
const finishMs = 2_000;

const secondsOfRounds = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60];

/**
 * Each round is a loop of its own, so that a slow or failing one delays no other. What is answered runs them for one term: it
 * ends when `signal` aborts and the last of them is done, or has had two seconds for it; at once when the term is `lost`, since
 * nothing has an effect any more. A round that is left behind does not run beside itself: its loop in the next term waits for
 * it. One that fails is reported and tried again.
 */
export function roundsOf({ rounds, log, metrics, pollMs, finishMsMax = finishMs }: RoundsParts) {
  /** What is being made, and since when; that of an earlier term too. */
  const underWay = new Map<Round, { readonly ended: Promise<void>; readonly beganAt: number }>();
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
    try {
      await round.run(signal);
      if (!signal.aborted) succeeded.set({ round: name }, Date.now() / 1000);
    } catch (error) {
      log.error({ err: error, round: name }, 'a round of the engine failed');
    }
    if (!signal.aborted) began.set({ round: name }, 0);
    underWay.delete(round);
    done();
  }

  async function keep(round: Round, signal: AbortSignal): Promise<void> {
    const { name } = round;
    const earlier = underWay.get(round);
    if (earlier !== undefined) {
      began.set({ round: name }, earlier.beganAt);
      await Promise.race([earlier.ended, aborted(signal)]);
    }
    while (!signal.aborted) {
      const beganAt = Date.now() / 1000;
      began.set({ round: name }, beganAt);
      const ended = runOnce(round, signal);
      underWay.set(round, { ended, beganAt });
      await ended;
      await pause(pollMs, signal);
    }
  }

  return async (signal: AbortSignal, lost: AbortSignal): Promise<void> => {
    const kept = rounds.map((round) => ({ round, ended: keep(round, signal) }));
    const all = Promise.all(kept.map(({ ended }) => ended));
    const over = new AbortController();
    const leftBehind = aborted(signal).then(() => pause(finishMsMax, AbortSignal.any([lost, over.signal])));
    await Promise.race([all, leftBehind]);
    over.abort();
    await Promise.all(kept.filter(({ round }) => round.isOfEngine === true).map(({ ended }) => ended));
    // A former leader reports no rounds: its last one would look like one that has stopped.
    succeeded.reset();
    began.reset();
  };
}

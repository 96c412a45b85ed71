import type { Source } from '../engine/index.ts';
import type { SpotContext } from './context.ts';
import { changedSince, loadResting, spotTopic } from './resting.ts';
import { fillLimit } from './submit.ts';

/** So that groups fill: they take no connection each. */
const actsAtOnceMax = 256;

/** Limit orders of spot as the engine watches them. */
export function spotSource(context: SpotContext): Source {
  const { db } = context;
  return {
    topic: spotTopic,
    loadResting: (batch) => loadResting(db, batch),
    changedSince: (mark, after, limit) => changedSince(db, mark, after, limit),
    actsAtOnceMax,
    act: (id, quote, _, known) => fillLimit(context, id, quote, known),
  };
}

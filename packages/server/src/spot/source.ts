import type { Source } from '../engine/index.ts';
import type { SpotContext } from './context.ts';
import { fillLimit } from './fill-limit.ts';
import { changedSince, loadResting, spotTopic } from './resting.ts';

/** Limit orders of spot as the engine watches them. */
export function spotSource(context: SpotContext): Source {
  const { db } = context;
  return {
    topic: spotTopic,
    loadResting: (batch) => loadResting(db, batch),
    changedSince: (mark, after, limit) => changedSince(db, mark, after, limit),
    act: (id, quote) => fillLimit(context, id, quote),
  };
}

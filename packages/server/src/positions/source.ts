import type { Source } from '../engine/index.ts';
import type { PositionsContext } from './context.ts';
import { changedSince, loadResting, positionsTopic, saveTrailing } from './resting.ts';
import { actOnQuote } from './submit.ts';

/** So that groups fill: they take no connection each. */
const actsAtOnceMax = 256;

/** Contracts as the engine watches them: limits that open, stops and liquidations that close. */
export function positionsSource(context: PositionsContext): Source {
  const { db } = context;
  return {
    topic: positionsTopic,
    loadResting: (batch) => loadResting(db, batch),
    changedSince: (mark, after, limit) => changedSince(db, mark, after, limit),
    actsAtOnceMax,
    act: (id, quote, reached, known) => actOnQuote(context, id, quote, reached, known),
    saveTrailing: (improved) => saveTrailing(db, improved),
  };
}

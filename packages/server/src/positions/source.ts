import type { Source } from '../engine/index.ts';
import { actOnQuote } from './act-on-quote.ts';
import type { PositionsContext } from './context.ts';
import { changedSince, loadResting, positionsTopic, saveTrailing } from './resting.ts';

/** Contracts as the engine watches them: limits that open, stops and liquidations that close. */
export function positionsSource(context: PositionsContext): Source {
  const { db } = context;
  return {
    topic: positionsTopic,
    loadResting: (batch) => loadResting(db, batch),
    changedSince: (mark, after, limit) => changedSince(db, mark, after, limit),
    act: (id, quote, followed) => actOnQuote(context, id, quote, followed),
    saveTrailing: (improved) => saveTrailing(db, improved),
  };
}

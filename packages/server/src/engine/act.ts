import type { Ticks } from '@assay/domain/market/quote.ts';
import { lanes } from '../platform/counter/command.ts';
import type { ParkedAct } from './parked.ts';
import type { Reached, Resting, Source } from './source.ts';

/** Of what is written down about a failure. */
const errorLengthMax = 500;

/** What follows from a quote that reached a price. */
export interface Act {
  readonly quote: ParkedAct['quote'];
  /** For which version it was begun; null where it was parked by a version that did not record that. */
  readonly reached: Reached | null;
  tries: number;
  lastError: string;
  /** How many tries are written down; 0 while it is not parked. */
  parkedTries: number;
  /** Since when it is to be done, or, once it is parked, since when that is; by `elapsed`. */
  since: number;
}

/** What the engine remembers of an order. */
export interface Entry {
  /** Its number here: orders of different sources may share an id. */
  readonly order: number;
  readonly source: Source;
  resting: Resting;
  best: Ticks | null;
  acting: Act | null;
}

export interface Acted {
  readonly before: Resting;
  readonly after: Resting | undefined;
}

/** Whether a trailing stop goes on from where it had followed: the same distance, in the same units. */
export const followsOn = (before: Resting, after: Resting) =>
  before.trailing?.distance === after.trailing?.distance && before.splits === after.splits;

/** Whose work goes first: protection of real money, other real orders, demo orders, alerts. */
export const rankOf = ({ resting }: Entry) => lanes.indexOf(resting.order?.lane ?? 'alerts');

export function parkedOf({ source, resting }: Entry, { quote, reached, tries, lastError }: Act): ParkedAct {
  return { source: source.topic, order: resting.id, quote, reached, tries, lastError, ageMs: 0 };
}

export const wordsOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown').slice(0, errorLengthMax);

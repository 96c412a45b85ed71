import { type CandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import type { Bar } from '@assay/domain/market/candles.ts';

/** Periods that are recorded, each built from the one before; the others are put together when they are read. */
export const recordedPeriods = ['1m', '5m', '1h', '1d'] as const satisfies readonly CandlePeriod[];
export type RecordedPeriod = (typeof recordedPeriods)[number];

/** A bar that will not change any more. */
export interface ClosedBar {
  readonly period: RecordedPeriod;
  readonly bar: Bar;
}

/** Closed bars kept in memory: what may not be written down yet. */
export const keptMax: Readonly<Record<RecordedPeriod, number>> = { '1m': 100, '5m': 3, '1h': 3, '1d': 3 };

/** Bars of one period: those that are closed, oldest first, and the one that runs. */
export interface Series {
  readonly closed: Bar[];
  open: Bar | undefined;
}

export function emptySeries(): Readonly<Record<RecordedPeriod, Series>> {
  const empty = (): Series => ({ closed: [], open: undefined });
  return { '1m': empty(), '5m': empty(), '1h': empty(), '1d': empty() };
}

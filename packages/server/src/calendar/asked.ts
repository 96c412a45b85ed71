import type { Instrument } from '@assay/domain/market/instrument.ts';

/** What is looked at: instruments, and a stretch of time in epoch milliseconds whose end does not belong to it. */
export interface Asked {
  readonly instruments: readonly Instrument[];
  readonly from: number;
  readonly until: number;
  readonly limit: number;
}

/** The fields of an item that belongs to no economy. */
export const ownItem = {
  id: null,
  currency: null,
  importance: null,
  previous: '',
  forecast: '',
  actual: '',
  source: null,
} as const;

import type { FeedKind, TimeUnit } from '@assay/contract/vocabulary/markets.ts';
import type { OptionStatus, VoidReason } from '@assay/contract/vocabulary/statuses.ts';
import type { OrderRow } from '../dealing/draft.ts';
import type { Ticks } from '../market/quote.ts';
import { amount } from '../money/amount.ts';
import { toFixed } from '../money/fixed.ts';
import { type LivedThrough, splitsOf } from '../splits/split.ts';
import type { Direction, OptionTerms } from './decide-buy.ts';

/** An option as it is written down. Prices are ticks, money is micro-USDT, the rate is a decimal as text. */
export interface OptionRow extends OrderRow {
  readonly instrumentId: string;
  readonly code: string;
  readonly source: FeedKind;
  readonly direction: Direction;
  readonly stake: bigint;
  readonly periodId: string;
  readonly periodCount: number;
  readonly periodUnit: TimeUnit;
  readonly payoutRate: string;
  readonly strike: Ticks;
  readonly priceScale: number;
  readonly staleAfterMs: number;
  readonly openedAt: Date;
  readonly expiresAt: Date;
  readonly status: OptionStatus;
  readonly voidReason: VoidReason | null;
  readonly settlement: Ticks | null;
  readonly profit: bigint | null;
  readonly settledAt: Date | null;
  /** Splits since it was bought, oldest first; null for none. */
  readonly splits: readonly LivedThrough[] | null;
}

/** `at` is the time of the price that settles it: one from before a split is in old units. */
export function termsOf(row: OptionRow, at = Infinity): OptionTerms {
  const { direction, strike, priceScale, staleAfterMs } = row;
  return {
    direction,
    strike,
    priceScale,
    staleAfterMs,
    split: splitsOf(row.splits, at).ordered,
    stake: amount(row.stake),
    payoutRate: toFixed(row.payoutRate),
    openedAt: row.openedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
  };
}

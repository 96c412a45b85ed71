import type { HoursId } from '@assay/contract/vocabulary/markets.ts';
import { financingDays, nextFinancing } from '../market/hours.ts';
import { type Amount, greatest, least, minus, nothing, sum } from '../money/amount.ts';
import { financingFor } from './financing.ts';
import type { OpenPosition } from './settle.ts';

/** One moment's financing. It is paid or received: `amount` is negative when it is received. */
export interface FinancingCharge {
  /** Epoch milliseconds. */
  readonly dueAt: number;
  readonly days: 1 | 3;
  readonly amount: Amount;
  readonly fromAvailable: Amount;
  readonly fromMargin: Amount;
}

export interface FinancingSituation {
  readonly hours: HoursId;
  /** The last moment that is dealt with. */
  readonly financedUntil: number;
  /** The holder's free money. */
  readonly available: Amount;
  readonly now: number;
}

/**
 * Charges an open position what has fallen due since the last time, each moment exactly once: double runs, restarts and clocks
 * that jump change nothing. Free money pays first, then the margin, then nothing: what a charge finds nowhere is not owed.
 */
export function decideFinancing(
  { terms, cover }: Pick<OpenPosition, 'terms' | 'cover'>,
  { hours, financedUntil, available, now }: FinancingSituation,
): { readonly charges: readonly FinancingCharge[]; readonly financedUntil: number } {
  const charges: FinancingCharge[] = [];
  let [free, margin, until] = [available, cover.margin, financedUntil];
  for (let dueAt = nextFinancing(until); dueAt <= now; dueAt = nextFinancing(dueAt)) {
    until = dueAt;
    const days = financingDays(hours, dueAt);
    if (days === 0) continue;
    const owed = financingFor(terms, cover.openPrice, days);
    const fromAvailable = least(greatest(owed, nothing), free);
    const fromMargin = least(minus(greatest(owed, nothing), fromAvailable), margin);
    const amount = owed > 0n ? sum(fromAvailable, fromMargin) : owed;
    charges.push({ dueAt, days, amount, fromAvailable, fromMargin });
    free = minus(free, owed > 0n ? fromAvailable : owed);
    margin = minus(margin, fromMargin);
  }
  return { charges, financedUntil: until };
}

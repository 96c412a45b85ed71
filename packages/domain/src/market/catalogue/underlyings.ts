import type { AssetClass, HoursId } from '@assay/contract/vocabulary/markets.ts';

interface Terms {
  /** Its class says how much it has in common with others. */
  readonly like: AssetClass;
  /** All hours at which one of its instruments is quoted. */
  readonly hours: HoursId;
  readonly codes: readonly string[];
}

/**
 * What several instruments are prices of, in whatever unit: a metal, its future and the fund that holds it move as one, but for
 * their basis.
 */
export const underlyings = {
  gold: { like: 'metal', hours: 'metal', codes: ['XAUUSD', 'GC', 'GLD'] },
  silver: { like: 'metal', hours: 'metal', codes: ['XAGUSD', 'SI', 'SLV'] },
  oil: { like: 'future', hours: 'usFuture', codes: ['CL', 'USO'] },
  sp500: { like: 'etf', hours: 'usFuture', codes: ['ES', 'SPY', 'VOO'] },
  nasdaq100: { like: 'etf', hours: 'usFuture', codes: ['NQ', 'QQQ'] },
  dow: { like: 'etf', hours: 'usFuture', codes: ['YM', 'DIA'] },
  russell2000: { like: 'etf', hours: 'usFuture', codes: ['RTY', 'IWM'] },
} as const satisfies Readonly<Record<string, Terms>>;

export type Underlying = keyof typeof underlyings;

/** What a code is a price of, where others are too. */
export function underlyingOf(code: string): Underlying | undefined {
  const found = Object.entries(underlyings).find(([, { codes }]) => codes.some((one) => one === code));
  return found?.[0] as Underlying | undefined;
}

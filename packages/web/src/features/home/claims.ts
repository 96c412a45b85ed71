import { homeClaims } from '@assay/contract/vocabulary/limits.ts';

export interface Claims {
  readonly volumeUsd24h: string;
  readonly listedCryptocurrencies: number;
  readonly registeredUsers: number;
  readonly feeBelowPercent: string;
  /** Where the figures come from and of which day they are; null while the operator has not said. */
  readonly source: { readonly name: string; readonly date: string } | null;
}

/** The specification's figures, for as long as the operator has published none. */
export const unclaimed: Claims = { ...homeClaims, source: null };

const decimal = /^[0-9]{1,15}(?:\.[0-9]{1,4})?$/;

/** Reads the operator's figures from the parameter `claims`; anything ill-formed leaves the specification's. */
export function readClaims(text: string): Claims {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return unclaimed;
  }
  if (typeof found !== 'object' || found === null) return unclaimed;
  const { volumeUsd24h, listedCryptocurrencies, registeredUsers, feeBelowPercent, source, date } = {
    ...found,
  } as Partial<Record<string, unknown>>;
  if (typeof volumeUsd24h !== 'string' || typeof feeBelowPercent !== 'string') return unclaimed;
  if (!decimal.test(volumeUsd24h) || !decimal.test(feeBelowPercent)) return unclaimed;
  if (!isCount(listedCryptocurrencies) || !isCount(registeredUsers)) return unclaimed;
  const named = typeof source === 'string' && typeof date === 'string';
  return {
    volumeUsd24h,
    listedCryptocurrencies,
    registeredUsers,
    feeBelowPercent,
    source: named ? { name: source, date } : null,
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

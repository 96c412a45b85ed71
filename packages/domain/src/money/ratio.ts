import { type Fixed, divideInteger, fixed, type Rounding } from './fixed.ts';

/** New units for old ones, in lowest terms: 7 for 1, 1 for 10. */
export interface Ratio {
  readonly to: bigint;
  readonly from: bigint;
}

/** As many as before. */
export const same: Ratio = { to: 1n, from: 1n };

/** Both must be above zero: anything else is our own mistake. */
export function ratio(to: bigint, from: bigint): Ratio {
  if (to <= 0n || from <= 0n) throw new Error(`no ratio: ${to} for ${from}`);
  const common = greatestDivisor(to, from);
  return { to: to / common, from: from / common };
}

/** One after the other. */
export function combined(first: Ratio, second: Ratio): Ratio {
  return ratio(first.to * second.to, first.from * second.from);
}

export function inverse({ to, from }: Ratio): Ratio {
  return { to: from, from: to };
}

/** Whole units × to / from, with a named rounding. */
export function scaledUnits(units: bigint, { to, from }: Ratio, rounding: Rounding): bigint {
  return divideInteger(units * to, from, rounding);
}

/**
 * value × to / from: exact where `from` is 1, otherwise so fine that money rounded from it differs from the exact result by its
 * own rounding alone.
 */
export function scaled(value: Fixed, { to, from }: Ratio, rounding: Rounding): Fixed {
  if (from === 1n) return fixed(value.units * to, value.scale);
  return fixed(divideInteger(value.units * to * finer, from, rounding), value.scale + finerDecimals);
}

const finerDecimals = 30;
const finer = 10n ** BigInt(finerDecimals);

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

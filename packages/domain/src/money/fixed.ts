/**
 * An exact decimal: value = units / 10^scale. Prices, quantities and rates are of this kind; money that is booked is an
 * `Amount`. Nothing here touches floating point.
 */
export interface Fixed {
  readonly units: bigint;
  readonly scale: number;
}

/** Where a result that has no exact place goes: towards +∞, towards −∞, or nowhere (an assertion: it must be exact). */
export type Rounding = 'up' | 'down' | 'exact';

export function fixed(units: bigint, scale: number): Fixed {
  return { units, scale };
}

export const zero: Fixed = fixed(0n, 0);
export const one: Fixed = fixed(1n, 0);

const notation = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Reads plain decimal notation; returns undefined for anything else, so that hostile input is a refusal, not a crash. */
export function parseFixed(text: string): Fixed | undefined {
  if (text.length > 64 || !notation.test(text)) return undefined;
  const point = text.indexOf('.');
  if (point < 0) return fixed(BigInt(text), 0);
  return fixed(BigInt(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1);
}

/** For literals and stored values that must be well-formed: an ill-formed one is our own mistake. */
export function toFixed(text: string): Fixed {
  const value = parseFixed(text);
  if (value === undefined) throw new Error(`not a decimal: ${text.slice(0, 64)}`);
  return value;
}

/** Plain notation. Keeps `minDecimals` at least, drops further trailing zeros. */
export function formatFixed(value: Fixed, minDecimals = 0): string {
  const negative = value.units < 0n;
  const digits = (negative ? -value.units : value.units).toString().padStart(value.scale + 1, '0');
  const whole = digits.slice(0, digits.length - value.scale);
  let part = digits.slice(digits.length - value.scale);
  while (part.length > minDecimals && part.endsWith('0')) part = part.slice(0, -1);
  part = part.padEnd(minDecimals, '0');
  const zeroValue = value.units === 0n;
  return `${negative && !zeroValue ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}

/** Those that prices and amounts need, worked out once. */
const powersOfTen = Array.from({ length: 39 }, (_, exponent) => 10n ** BigInt(exponent));

export function powerOfTen(exponent: number): bigint {
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent);
}

/** Integer division with a named rounding; the divisor is positive. */
export function divideInteger(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor <= 0n) throw new Error('the divisor must be positive');
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  if (rest === 0n) return quotient;
  if (rounding === 'exact') throw new Error(`${dividend} / ${divisor} is not exact`);
  if (rounding === 'up') return rest > 0n ? quotient + 1n : quotient;
  return rest < 0n ? quotient - 1n : quotient;
}

export function rescale(value: Fixed, scale: number, rounding: Rounding): Fixed {
  if (scale >= value.scale) return fixed(value.units * powerOfTen(scale - value.scale), scale);
  return fixed(divideInteger(value.units, powerOfTen(value.scale - scale), rounding), scale);
}

function aligned(a: Fixed, b: Fixed): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale);
  return [a.units * powerOfTen(scale - a.scale), b.units * powerOfTen(scale - b.scale), scale];
}

export function add(a: Fixed, b: Fixed): Fixed {
  const [left, right, scale] = aligned(a, b);
  return fixed(left + right, scale);
}

export function subtract(a: Fixed, b: Fixed): Fixed {
  const [left, right, scale] = aligned(a, b);
  return fixed(left - right, scale);
}

/** Exact: the scales add up. */
export function multiply(a: Fixed, b: Fixed): Fixed {
  return fixed(a.units * b.units, a.scale + b.scale);
}

/** Quotient with `scale` decimals and a named rounding; the divisor must not be zero. */
export function divide(a: Fixed, b: Fixed, scale: number, rounding: Rounding): Fixed {
  const sign = b.units < 0n ? -1n : 1n;
  const shift = scale + b.scale - a.scale;
  const dividend = shift >= 0 ? a.units * powerOfTen(shift) : a.units;
  const divisor = shift >= 0 ? b.units : b.units * powerOfTen(-shift);
  return fixed(divideInteger(dividend * sign, divisor * sign, rounding), scale);
}

export function negate(value: Fixed): Fixed {
  return fixed(-value.units, value.scale);
}

export function compare(a: Fixed, b: Fixed): -1 | 0 | 1 {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function isZero(value: Fixed): boolean {
  return value.units === 0n;
}

/** True when the value has no more than `decimals` significant decimals. */
export function fitsDecimals(value: Fixed, decimals: number): boolean {
  return value.scale <= decimals || value.units % powerOfTen(value.scale - decimals) === 0n;
}

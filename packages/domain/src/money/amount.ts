import { type Fixed, divideInteger, fixed, formatFixed, parseFixed, powerOfTen, rescale } from './fixed.ts';

/** A currency or coin; `scale` is the number of decimals of its smallest unit (USDT 6, BTC 8). */
export interface Asset {
  readonly code: string;
  readonly scale: number;
}

declare const amountBrand: unique symbol;
/** Money of a known asset in its smallest unit. Only the functions below make one. */
export type Amount = bigint & { readonly [amountBrand]: true };

/** For units that are money by definition: read from the ledger, or summed from amounts of one asset. */
export function amount(units: bigint): Amount {
  // The one place where a bigint becomes money.
  return units as Amount;
}

export const nothing: Amount = amount(0n);

/** What a customer pays: rounded up, in favour of the house. */
export function charge(value: Fixed, asset: Asset): Amount {
  return amount(rescale(value, asset.scale, 'up').units);
}

/** What a customer receives, or a result that may be negative: rounded down, in favour of the house. */
export function payout(value: Fixed, asset: Asset): Amount {
  return amount(rescale(value, asset.scale, 'down').units);
}

/** What a customer receives without having agreed to it: rounded up, in the customer's favour. */
export function compensation(value: Fixed, asset: Asset): Amount {
  return amount(rescale(value, asset.scale, 'up').units);
}

/** What a customer owes without having agreed to it: rounded down, in the customer's favour. */
export function obligation(value: Fixed, asset: Asset): Amount {
  return amount(rescale(value, asset.scale, 'down').units);
}

/** A value that has a place in the asset's smallest unit; anything finer is our own mistake. */
export function exact(value: Fixed, asset: Asset): Amount {
  return amount(rescale(value, asset.scale, 'exact').units);
}

/** Reads a customer's amount. Undefined when ill-formed or finer than the asset's smallest unit. */
export function parseAmount(text: string, asset: Asset): Amount | undefined {
  const value = parseFixed(text);
  if (value === undefined) return undefined;
  const { scale } = value;
  if (scale <= asset.scale) return amount(value.units * powerOfTen(asset.scale - scale));
  const factor = powerOfTen(scale - asset.scale);
  return value.units % factor === 0n ? amount(divideInteger(value.units, factor, 'exact')) : undefined;
}

export function toDecimal(value: Amount, asset: Asset): Fixed {
  return fixed(value, asset.scale);
}

export function formatAmount(value: Amount, asset: Asset, minDecimals = 0): string {
  return formatFixed(fixed(value, asset.scale), minDecimals);
}

export function sum(...amounts: readonly Amount[]): Amount {
  return amount(amounts.reduce<bigint>((total, one) => total + one, 0n));
}

export function minus(a: Amount, b: Amount): Amount {
  return amount(a - b);
}

export function least(a: Amount, b: Amount): Amount {
  return a < b ? a : b;
}

export function greatest(a: Amount, b: Amount): Amount {
  return a > b ? a : b;
}

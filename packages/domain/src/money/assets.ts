import type { Asset } from './amount.ts';

export const usdt: Asset = { code: 'USDT', scale: 6 };

/** Scale of a coin that is not listed here. */
const coinScale = 8;
const scales = new Map<string, number>([[usdt.code, usdt.scale]]);

/** The asset of a code. Every coin has 8 decimals, USDT has 6; a scale never changes once booked. */
export function assetOf(code: string): Asset {
  return { code, scale: scales.get(code) ?? coinScale };
}

import type { AlertDirection } from '@assay/contract/vocabulary/notifications.ts';
import { add, compare, fixed, formatFixed, multiply, parseFixed, rescale, toFixed } from '@assay/domain/money/fixed.ts';

/** Whether a price is waited for from below or from above; null for what is no price, or is the price of now. */
export function directionOf(price: string, now: string): AlertDirection | null {
  const [wanted, current] = [parseFixed(price), parseFixed(now)];
  if (wanted === undefined || current === undefined || wanted.units <= 0n) return null;
  const order = compare(wanted, current);
  return order === 0 ? null : order > 0 ? 'above' : 'below';
}

/** The price so many percent from the current one, with the decimals of its instrument. */
export function priceAt(now: string, percent: number, scale: number): string {
  const current = toFixed(now);
  const distance = multiply(current, fixed(BigInt(percent), 2));
  return formatFixed(rescale(add(current, distance), scale, 'down'), scale);
}

import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, divide, fixed, isZero, multiply, one, parseFixed, rescale } from '@assay/domain/money/fixed.ts';
import type { DisplayCurrency } from '../preferences.ts';

/** Currencies without a smaller unit. */
const whole: ReadonlySet<DisplayCurrency> = new Set(['JPY', 'KRW']);

/** What one USDT, counted as one dollar, comes to at the mid of the pair; undefined while that is not known. */
export function rateOf(
  currency: DisplayCurrency,
  pair: { code: string; bid: string; ask: string } | undefined,
): Fixed | undefined {
  if (currency === 'USD') return one;
  const bid = parseFixed(pair?.bid ?? '');
  const ask = parseFixed(pair?.ask ?? '');
  if (pair === undefined || bid === undefined || ask === undefined || isZero(bid)) return undefined;
  const scale = Math.max(bid.scale, ask.scale) + 1;
  const both = rescale(bid, scale, 'exact').units + rescale(ask, scale, 'exact').units;
  const mid = fixed(both / 2n, scale);
  return pair.code.startsWith(currency) ? divide(one, mid, 12, 'down') : mid;
}

/** An amount of USDT in another currency, as a decimal, cut to its smallest unit. */
export function converted(
  text: string,
  currency: DisplayCurrency,
  rate: Fixed,
): { text: string; decimals: number } | undefined {
  const value = parseFixed(text.replace(/^-/, ''));
  if (value === undefined) return undefined;
  const decimals = whole.has(currency) ? 0 : 2;
  const { units } = rescale(multiply(rescale(value, Math.max(value.scale, usdt.scale), 'exact'), rate), decimals, 'down');
  const digits = units.toString().padStart(decimals + 1, '0');
  const plain = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return { text: units !== 0n && text.startsWith('-') ? `-${plain}` : plain, decimals };
}

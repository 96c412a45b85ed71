import { type Amount, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { dayAt, dayBegins, here } from '../../shared/words/days.ts';
import type { CoinBalance } from './use-balances.ts';

/** Below this value, in USDT, a balance is small. */
const smallBelow = 1_000_000n;

/** What all balances with a price are worth in USDT. */
export function worthOf(balances: readonly CoinBalance[]): Amount {
  return sum(...balances.map(({ valueUsdt }) => valueOf(valueUsdt)));
}

/** Small: worth less than one USDT. USDT itself always stays, and so does a coin that has no price: it may be worth a lot. */
export function isSmall({ asset, valueUsdt }: CoinBalance): boolean {
  return asset !== usdt.code && valueUsdt !== null && valueOf(valueUsdt) < smallBelow;
}

/** A balance's share of the whole in percent; null while either has no value. */
export function shareOf({ valueUsdt }: CoinBalance, whole: Amount): number | null {
  return valueUsdt === null || whole === 0n ? null : (Number(valueOf(valueUsdt)) / Number(whole)) * 100;
}

function valueOf(text: string | null): Amount {
  const value = text === null ? sum() : parseAmount(text, usdt);
  if (value === undefined) throw new Error(`${text} is no amount of USDT`);
  return value;
}

/** Where the last so many days begin, today among them, ISO 8601. Whole days: the same question stays the same all day. */
export function beginOf(days: number, now: number, zone = here()): string {
  return dayBegins(dayAt(now, zone), 1 - days, zone);
}

// A receipt as the wire gives it, exact decimals, and what a recomputation comes to. Nothing here is shared with the server.

export interface Quote {
  readonly moment: string;
  readonly time: string;
  readonly bid: string;
  readonly ask: string;
  readonly source: string;
}
export interface Step {
  readonly name: string;
  /** In words; nothing is worked out from them. */
  readonly formula?: string;
  readonly numbers: Readonly<Record<string, string>>;
  readonly result: string;
}
export interface Transfer {
  readonly time: string;
  readonly reason: string;
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: string;
}
export interface Receipt {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  /** Why a contract has ended; of other kinds the status says it. */
  readonly closeReason?: string;
  readonly terms: Readonly<Record<string, string>>;
  readonly quotes: readonly Quote[];
  readonly steps: readonly Step[];
  readonly transfers: readonly Transfer[];
}

/** What terms and quotes come to. Of transfers the time counts only where the terms decide it. */
export interface Recomputed {
  /** All that it may be; what neither terms nor quotes decide leaves more than one. */
  readonly statuses: readonly string[];
  readonly steps: readonly Step[];
  readonly transfers: readonly (Omit<Transfer, 'time'> & { readonly time?: string })[];
}

/** What is wrong with a receipt, for the person checking it. */
export class Difference extends Error {}

export function must(holds: boolean, words: string): void {
  if (!holds) throw new Difference(words);
}

/** An exact decimal: units / 10^scale. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export function decimal(words: string | undefined): Decimal {
  if (words === undefined || !/^-?\d+(\.\d+)?$/.test(words)) throw new Difference(`${words ?? 'nothing'} is not a number`);
  const [whole = '', part = ''] = words.split('.');
  return { units: BigInt(whole + part), scale: part.length };
}

export function times(...factors: readonly Decimal[]): Decimal {
  return factors.reduce((a, b) => ({ units: a.units * b.units, scale: a.scale + b.scale }));
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: at(a, scale) + at(b, scale), scale };
}

export function less(a: Decimal, b: Decimal): Decimal {
  return plus(a, { units: -b.units, scale: b.scale });
}

export function sign(a: Decimal): number {
  return a.units > 0n ? 1 : a.units < 0n ? -1 : 0;
}

export function least(a: Decimal, b: Decimal): Decimal {
  return sign(less(a, b)) <= 0 ? a : b;
}

export function most(a: Decimal, b: Decimal): Decimal {
  return sign(less(a, b)) >= 0 ? a : b;
}

export const zero: Decimal = { units: 0n, scale: 0 };
export const one: Decimal = { units: 1n, scale: 0 };

/** a / b with so many decimals, rounded up or down; b is above zero. */
export function quotient(a: Decimal, b: Decimal, scale: number, rounding: 'up' | 'down'): Decimal {
  must(sign(b) > 0, 'a divisor is not above zero');
  const dividend = a.units * 10n ** BigInt(scale + b.scale);
  const divisor = b.units * 10n ** BigInt(a.scale);
  const rest = dividend % divisor;
  const whole = dividend / divisor;
  const up = rounding === 'up' && rest > 0n;
  const down = rounding === 'down' && rest < 0n;
  return { units: whole + (up ? 1n : down ? -1n : 0n), scale };
}

export function rounded(a: Decimal, scale: number, rounding: 'up' | 'down'): Decimal {
  return quotient(a, one, scale, rounding);
}

/** Plain, without trailing zeros. */
export function text(a: Decimal): string {
  const digits = (a.units < 0n ? -a.units : a.units).toString().padStart(a.scale + 1, '0');
  const part = digits.slice(digits.length - a.scale).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - a.scale);
  return `${a.units < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}

/** Decimals in which an asset is counted. */
export const scaleOf = (asset: string) => (asset === 'USDT' ? 6 : 8);
/** What is paid is rounded up, what is received down, to a millionth of a USDT. */
export const paid = (a: Decimal) => rounded(a, 6, 'up');
export const received = (a: Decimal) => rounded(a, 6, 'down');

/** A movement `from → to`; one of nothing is none. */
export function moves(
  reason: string,
  ways: readonly (readonly [way: string, amount: Decimal, asset?: string])[],
  time?: string,
) {
  return ways
    .filter(([, amount]) => sign(amount) !== 0)
    .map(([way, amount, asset = 'USDT']) => {
      const [from = '', to = ''] = way.split(' → ');
      return { reason, from, to, asset, amount: text(amount), ...(time === undefined ? {} : { time }) };
    });
}

export function quoteOf(receipt: Receipt, moment: string): Quote | undefined {
  return receipt.quotes.findLast((quote) => quote.moment === moment);
}

/** The middle of a quote, rounded down to a tick of so many decimals. */
export function middle(quote: Quote, scale: number): Decimal {
  return quotient(plus(decimal(quote.bid), decimal(quote.ask)), decimal('2'), scale, 'down');
}

function at(a: Decimal, scale: number): bigint {
  return a.units * 10n ** BigInt(scale - a.scale);
}

/** Dollars for one unit: the exact middle of EURUSD, or of USDJPY turned around with twelve decimals. */
export function rateOf(quote: Quote): Decimal {
  const mid = middle(quote, decimal(quote.bid).scale + decimal(quote.ask).scale + 1);
  const code = quote.source.split(' ').at(-1) ?? '';
  return code.startsWith('USD') ? quotient(one, mid, 12, 'down') : mid;
}

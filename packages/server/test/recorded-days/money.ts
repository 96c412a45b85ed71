// Whole numbers only: money in millionths of a USDT (coins in hundred-millionths), prices in ticks.

/** a / b, rounded down and up; b is above zero. */
export function floor(a: bigint, b: bigint): bigint {
  return a / b - (a % b < 0n ? 1n : 0n);
}
export function ceil(a: bigint, b: bigint): bigint {
  return a / b + (a % b > 0n ? 1n : 0n);
}

export const least = (a: bigint, b: bigint) => (a < b ? a : b);
export const most = (a: bigint, b: bigint) => (a > b ? a : b);

/** Units as a plain decimal without trailing zeros. */
export function plain(value: bigint, scale: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const part = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${sign}${digits.slice(0, digits.length - scale)}${part === '' ? '' : `.${part}`}`;
}

/** A plain decimal as units of a scale. */
export function units(text: string, scale: number): bigint {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(scale, '0'));
}

/** One movement of money, as a receipt shows it. */
export interface Move {
  readonly time: number;
  readonly reason: string;
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: bigint;
}

const scaleOf = (asset: string) => (asset === 'USDT' ? 6 : 8);

/** A line such as `2018-04-05T14:00:30.000Z contract.closed margin → available 12.5 USDT`. */
export function line({ time, reason, from, to, asset, amount }: Move): string {
  return `${new Date(time).toISOString()} ${reason} ${from} → ${to} ${plain(amount, scaleOf(asset))} ${asset}`;
}

/** Movements of one moment and reason, written `from → to`; those of nothing are none. */
export function moves(time: number, reason: string, ways: readonly (readonly [string, bigint, string?])[]): Move[] {
  return ways
    .filter(([, amount]) => amount !== 0n)
    .map(([way, amount, asset = 'USDT']) => {
      const [from = '', to = ''] = way.split(' → ');
      return { time, reason, from, to, asset, amount };
    });
}

/** What every account has in the end, by `account asset`; accounts with nothing are left out. */
export function balancesAfter(all: readonly Move[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { from, to, asset, amount } of all) {
    for (const [account, change] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      const key = `${account} ${asset}`;
      sums.set(key, (sums.get(key) ?? 0n) + change);
    }
  }
  const entries = [...sums].filter(([, sum]) => sum !== 0n).map(([key, sum]) => [key, sum.toString()] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b)));
}

// What recorded days should bring about, computed from the files' text alone: nothing here depends on the product's own code.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const dataPath = fileURLToPath(new URL('../../../../../shared/data/market/', import.meta.url));
export const isRecorded = existsSync(dataPath);

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A price that is older than this trades nothing and settles nothing. */
export const staleAfter = 3 * minute;

/** An instrument's public terms, written down by hand. Rates are in millionths, money in millionths of a USDT. */
export interface Listed {
  readonly code: string;
  /** How its files begin. */
  readonly files: string;
  /** Decimals of a price. */
  readonly scale: number;
  readonly halfSpread: bigint;
  readonly hours: 'always' | 'forex' | 'metal' | 'usEquity' | 'usFuture';
  readonly lotSize: bigint;
  readonly fee: bigint;
  readonly maintenance: bigint;
  /** Paid per day by longs and by shorts. */
  readonly financing: { readonly long: bigint; readonly short: bigint };
}

const coin = { halfSpread: 50n, hours: 'always', lotSize: 1n, fee: 500n, maintenance: 5000n } as const;
const pair = { scale: 6, hours: 'forex', lotSize: 100_000n, fee: 20n, maintenance: 5000n } as const;
const share = { scale: 4, hours: 'usEquity', lotSize: 1n, fee: 500n, maintenance: 10_000n } as const;
const coinFinancing = { long: 300n, short: 100n };
const pairFinancing = { long: 70n, short: 30n };
const shareFinancing = { long: 200n, short: 100n };
const commonFinancing = { long: 100n, short: 50n };

const listed: readonly Listed[] = [
  { ...coin, code: 'BTCUSDT', files: 'crypto-BTCUSD', scale: 2, financing: coinFinancing },
  { ...coin, code: 'ETHUSDT', files: 'crypto-ETHUSD', scale: 2, financing: coinFinancing },
  { ...coin, code: 'LTCUSDT', files: 'crypto-LTCUSD', scale: 3, financing: coinFinancing },
  { ...pair, code: 'EURUSD', files: 'forex-EURUSD', halfSpread: 40n, financing: pairFinancing },
  { ...pair, code: 'NZDUSD', files: 'forex-NZDUSD', halfSpread: 80n, financing: pairFinancing },
  {
    code: 'XAUUSD',
    files: 'metal-XAUUSD',
    scale: 4,
    halfSpread: 50n,
    hours: 'metal',
    lotSize: 100n,
    fee: 50n,
    maintenance: 5000n,
    financing: commonFinancing,
  },
  { ...share, code: 'IBM', files: 'stock-IBM', halfSpread: 60n, financing: shareFinancing },
  { ...share, code: 'SPY', files: 'etf-SPY', halfSpread: 30n, financing: shareFinancing },
  {
    code: 'ES',
    files: 'future-ES201312',
    scale: 2,
    halfSpread: 30n,
    hours: 'usFuture',
    lotSize: 50n,
    fee: 50n,
    maintenance: 5000n,
    financing: commonFinancing,
  },
];

/** A minute of a file, in ticks; `volume` as written. */
export interface Bar {
  readonly time: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: number;
}

export interface Quote {
  readonly time: number;
  readonly bid: bigint;
  readonly ask: bigint;
  readonly mid: bigint;
  /** False outside of trading hours: such a quote is a price, and nothing is done at it. */
  readonly trades: boolean;
}

export interface Prices extends Listed {
  readonly bars: readonly Bar[];
  readonly quotes: readonly Quote[];
}

/** All that is recorded of these days (yyyymmdd), by instrument. */
export function pricesOf(days: readonly string[]): Prices[] {
  const names = readdirSync(dataPath);
  return listed.flatMap((one) => {
    const files = days.map((date) => `${one.files}-${date}.csv`).filter((name) => names.includes(name));
    const rows = files.flatMap((name) => rowsOf(readFileSync(join(dataPath, name), 'utf8'), one.scale));
    return rows.length === 0 ? [] : [{ ...one, bars: rows, quotes: rows.flatMap((row) => quotesOf(row, one)) }];
  });
}

/** The last of the quotes that were made at or before a moment. */
export function lastAt(quotes: readonly Quote[], time: number): Quote | undefined {
  return quotes[placeAfter(quotes, time) - 1];
}

/** The quotes that come after a moment, in order. */
export function after(quotes: readonly Quote[], time: number): readonly Quote[] {
  return quotes.slice(placeAfter(quotes, time));
}

function placeAfter(quotes: readonly Quote[], time: number): number {
  let [low, high] = [0, quotes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((quotes[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The quote at which something may be done at a moment: in trading hours, and not older than three minutes. */
export function tradableAt(prices: Prices, time: number): Quote | undefined {
  const quote = lastAt(prices.quotes, time);
  return isTrading(prices.hours, time) && quote !== undefined && time - quote.time <= staleAfter ? quote : undefined;
}

/** Bars of a length from bars of a minute; `origin` is where one of them begins. */
export function joined(bars: readonly Bar[], length: number, origin = 0): Bar[] {
  const groups = Map.groupBy(bars, ({ time }) => Math.floor((time - origin) / length) * length + origin);
  return [...groups].map(([time, parts]) => ({
    time,
    open: parts[0]?.open ?? 0n,
    high: parts.reduce((most, { high }) => (high > most ? high : most), 0n),
    low: parts.reduce((least, { low }) => (low < least ? low : least), parts[0]?.low ?? 0n),
    close: parts.at(-1)?.close ?? 0n,
    volume: parts.reduce((sum, { volume }) => sum + volume, 0),
  }));
}

/**
 * Trading hours of the recorded weeks in UTC, all of them in American summer time (New York is four hours behind): shares
 * 13:30–20:00 on weekdays; currencies from Sunday to Friday 21:00; metals and futures from Sunday 22:00 to Friday 21:00 with
 * an hour's rest at 21:00.
 */
export function isTrading(hours: Listed['hours'], time: number): boolean {
  if (hours === 'always') return true;
  const weekday = new Date(time).getUTCDay();
  const clock = (time % day) / hour;
  if (weekday === 6) return false;
  if (hours === 'usEquity') return weekday > 0 && clock >= 13.5 && clock < 20;
  const opens = hours === 'forex' ? 21 : 22;
  if (weekday === 0) return clock >= opens;
  return clock < 21 || (weekday < 5 && clock >= opens);
}

interface Row extends Bar {
  readonly bid: bigint | null;
  readonly ask: bigint | null;
}

function rowsOf(text: string, scale: number): Row[] {
  const [, ...lines] = text.trim().split('\n');
  return lines.map((line) => {
    const [time = '', open = '', high = '', low = '', close = '', volume = '', bid = '', ask = ''] = line.trim().split(',');
    const ticks = (cell: string) => {
      const [whole = '', part = ''] = cell.split('.');
      return BigInt(whole + part.slice(0, scale).padEnd(scale, '0'));
    };
    const [ends, begins] = bid === '' || ask === '' ? [null, null] : [ticks(bid), ticks(ask)];
    return {
      time: Number(time),
      open: ticks(open),
      high: ticks(high),
      low: ticks(low),
      close: ticks(close),
      volume: Number(volume),
      bid: ends,
      ask: begins,
    };
  });
}

/** Open, low, high and close of a minute at 0, 15, 30 and 45 s; high first when it closes below its open. */
function quotesOf(row: Row, { halfSpread, hours }: Listed): Quote[] {
  const { open, high, low, close, bid, ask } = row;
  const mids = close < open ? [open, high, low, close] : [open, low, high, close];
  return mids.map((mid, quarter) => {
    const time = row.time + quarter * 15 * second;
    const half = (2n * mid * halfSpread + 1_000_000n) / 2_000_000n;
    const around = half < 1n ? 1n : half;
    const own = quarter === 3 && bid !== null && ask !== null && bid + ask === 2n * close;
    const sides = own ? { bid, ask } : { bid: mid - around, ask: mid + around };
    return { time, ...sides, mid, trades: isTrading(hours, time) };
  });
}

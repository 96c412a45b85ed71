import type { Bar } from './candles.ts';
import { instrumentOf } from './catalogue.ts';
import type { Instrument } from './instrument.ts';
import { type Quote, quoteAround, type Ticks } from './quote.ts';

/**
 * Reads one file of recorded one-minute bars, named `<class>-<symbol>-<yyyymmdd>.csv`. Strict: a file that is not
 * exactly what it should be is a `ReplayError` that names file and line, since a price misread is money lost.
 */
export function parseReplayFile(fileName: string, text: string): ReplayFile {
  const name = parseReplayName(fileName);
  const [header, ...lines] = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const quoted = header === quotedHeader;
  if (!quoted && header !== tradedHeader) throw new ReplayError(fileName, 1, `the header must be ${tradedHeader}[,bid,ask]`);
  const bars: RecordedBar[] = [];
  lines.forEach((line, index) => {
    const bar = parseLine(line, quoted, name, (problem) => new ReplayError(fileName, index + 2, problem));
    const previous = bars.at(-1);
    if (previous !== undefined && bar.time <= previous.time) {
      throw new ReplayError(fileName, index + 2, 'bars must be in order of time, one for a minute');
    }
    bars.push(bar);
  });
  if (bars.length === 0) throw new ReplayError(fileName, 1, 'the file has no bars');
  return { ...name, bars };
}

/** The four quotes of a bar at 0, 15, 30 and 45 s. Candles built from them are exactly the bar. */
export function quotesOfBar(instrument: Instrument, bar: RecordedBar): [Quote, Quote, Quote, Quote] {
  const falling = bar.close < bar.open;
  const at = (mid: Ticks, step: number) => quoteAround(mid, instrument, bar.time + step * quarterMs, 0);
  return [
    at(bar.open, 0),
    at(falling ? bar.high : bar.low, 1),
    at(falling ? bar.low : bar.high, 2),
    closingQuote(instrument, bar),
  ];
}

/** A bar as recorded; `bid` and `ask` are those at its close, where the source has them. */
export interface RecordedBar extends Bar {
  readonly bid?: Ticks;
  readonly ask?: Ticks;
}

export interface ReplayName {
  readonly fileName: string;
  readonly instrument: Instrument;
  /** Start of the file's UTC day, epoch milliseconds. */
  readonly day: number;
}

export interface ReplayFile extends ReplayName {
  readonly bars: readonly RecordedBar[];
}

/** What is wrong with a file that someone wants to replay, in one sentence for the operator who chose it. */
export class ReplayError extends Error {
  constructor(fileName: string, line: number | undefined, problem: string) {
    super(line === undefined ? `${fileName}: ${problem}` : `${fileName}, line ${line}: ${problem}`);
    this.name = 'ReplayError';
  }
}

const namePattern = /^(crypto|forex|stock|future|etf|metal)-([A-Z0-9]{1,12})-(\d{4})(\d{2})(\d{2})\.csv$/;

/** Instrument and day by a file's name: crypto-BTCUSD is BTCUSDT, future-ES201312 is ES. */
export function parseReplayName(fileName: string): ReplayName {
  const [, assetClass, symbol, year, month, date] = namePattern.exec(fileName) ?? [];
  if (assetClass === undefined || symbol === undefined) {
    throw new ReplayError(fileName, undefined, 'the name must be <class>-<symbol>-<yyyymmdd>.csv');
  }
  const day = Date.UTC(Number(year), Number(month) - 1, Number(date));
  if (new Date(day).toISOString().slice(0, 10) !== `${year}-${month}-${date}`) {
    throw new ReplayError(fileName, undefined, 'there is no such day');
  }
  const instrument = instrumentOf(codeOf(assetClass, symbol));
  if (instrument?.assetClass !== assetClass) {
    throw new ReplayError(fileName, undefined, `the market lists no ${assetClass} ${symbol}`);
  }
  return { fileName, instrument, day };
}

function codeOf(assetClass: string, symbol: string): string {
  if (assetClass === 'crypto') return symbol.replace(/USD$/, 'USDT');
  return assetClass === 'future' ? symbol.replace(/\d{6}$/, '') : symbol;
}

/** A stretch of days that is replayed as one. */
export interface ReplayRange<File extends ReplayName = ReplayName> {
  /** First day as yyyy-mm-dd. */
  readonly from: string;
  readonly until: string;
  readonly files: readonly File[];
}

/** Friday's file and Monday's belong together: markets that rest on weekends have none in between. */
const daysApartMax = 3;

/** Groups files into ranges of days that follow each other, oldest first. */
export function replayRanges<File extends ReplayName>(files: readonly File[]): ReplayRange<File>[] {
  const groups: File[][] = [];
  for (const file of files.toSorted((a, b) => a.day - b.day)) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (group === undefined || previous === undefined || file.day - previous.day > daysApartMax * dayMs) groups.push([file]);
    else group.push(file);
  }
  return groups.map((group) => ({ from: dayText(group.at(0)), until: dayText(group.at(-1)), files: group }));
}

/** The range that a day (yyyy-mm-dd) lies in; without one, the range with most files, of equals the latest. */
export function chooseRange<File extends ReplayName>(
  ranges: readonly ReplayRange<File>[],
  day?: string,
): ReplayRange<File> | undefined {
  if (day !== undefined) return ranges.find((range) => range.from <= day && day <= range.until);
  return ranges.toSorted((a, b) => b.files.length - a.files.length || b.from.localeCompare(a.from)).at(0);
}

function dayText(file: ReplayName | undefined): string {
  return file === undefined ? '' : new Date(file.day).toISOString().slice(0, 10);
}

const tradedHeader = 'time_ms,open,high,low,close,volume';
const quotedHeader = `${tradedHeader},bid,ask`;
const dayMs = 86_400_000;
const minuteMs = 60_000;
const quarterMs = 15_000;
const decimal = /^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,12})?$/;

function parseLine(line: string, quoted: boolean, name: ReplayName, fault: (problem: string) => ReplayError): RecordedBar {
  const cells = line.split(',');
  const [time = '', open = '', high = '', low = '', close = '', volume = '', bid = '', ask = ''] = cells;
  if (cells.length !== (quoted ? 8 : 6)) throw fault(`expected ${quoted ? 8 : 6} columns, found ${cells.length}`);
  const start = Number(time);
  if (!/^\d{1,15}$/.test(time) || start % minuteMs !== 0)
    throw fault(`time_ms is not the start of a minute: ${time.slice(0, 32)}`);
  if (start < name.day || start >= name.day + dayMs) throw fault('time_ms lies outside the day in the name of the file');
  if (!decimal.test(volume)) throw fault(`volume is not a decimal: ${volume.slice(0, 32)}`);
  const ticks = (column: string, text: string) => ticksOf(text, name.instrument, (problem) => fault(`${column} ${problem}`));
  const bar = {
    time: start,
    open: ticks('open', open),
    high: ticks('high', high),
    low: ticks('low', low),
    close: ticks('close', close),
    volume: Number(volume),
  };
  if (bar.high < Math.max(bar.open, bar.close)) throw fault('high is below open or close');
  if (bar.low > Math.min(bar.open, bar.close)) throw fault('low is above open or close');
  // Thin minutes of a source may have prices and no quotes.
  if (!quoted || (bid === '' && ask === '')) return bar;
  const both = { bid: ticks('bid', bid), ask: ticks('ask', ask) };
  if (both.bid > both.ask) throw fault('bid is above ask');
  return { ...bar, ...both };
}

function ticksOf(text: string, instrument: Instrument, fault: (problem: string) => ReplayError): Ticks {
  if (!decimal.test(text)) throw fault(`is not a decimal: ${text.slice(0, 32)}`);
  const [whole = '', part = ''] = text.split('.');
  const digits = part.replace(/0+$/, '');
  if (digits.length > instrument.priceScale) throw fault(`has more than ${instrument.priceScale} decimals: ${text}`);
  const ticks = Number(whole + digits.padEnd(instrument.priceScale, '0'));
  // A mid needs a tick below it for the bid.
  if (ticks < 2 || !Number.isSafeInteger(ticks)) throw fault(`is out of range: ${text}`);
  return ticks;
}

/** The recorded bid and ask where their middle is the close; else the house's spread around the close. */
function closingQuote(instrument: Instrument, bar: RecordedBar): Quote {
  const time = bar.time + 3 * quarterMs;
  const { bid, ask, close, volume } = bar;
  if (bid !== undefined && ask !== undefined && bid + ask === 2 * close) {
    return { code: instrument.code, bid, ask, time, volume };
  }
  return quoteAround(close, instrument, time, volume);
}

import { describe, expect, it } from 'vitest';
import { instrumentOf } from './catalogue.ts';
import type { Instrument } from './instrument.ts';
import { mid } from './quote.ts';
import { chooseRange, parseReplayFile, parseReplayName, quotesOfBar, type RecordedBar, replayRanges } from './replay.ts';

function known(code: string): Instrument {
  const found = instrumentOf(code);
  if (found === undefined) throw new Error(`no ${code}`);
  return found;
}

/** 2014-05-01 00:00 UTC. */
const start = 1_398_902_400_000;
const header = 'time_ms,open,high,low,close,volume';

function parse(lines: readonly string[], name = 'stock-AAPL-20140501.csv') {
  return parseReplayFile(name, `${lines.join('\n')}\n`);
}

describe('a bar becomes quotes', () => {
  const rising: RecordedBar = { time: start, open: 100, high: 130, low: 90, close: 120, volume: 7.5 };

  it('gives open, low, high, close at 0, 15, 30, 45 s when it rises, with the volume once', () => {
    const quotes = quotesOfBar(known('AAPL'), rising);
    expect(quotes.map(mid)).toEqual([100, 90, 130, 120]);
    expect(quotes.map((quote) => quote.time - start)).toEqual([0, 15_000, 30_000, 45_000]);
    expect(quotes.map((quote) => quote.volume)).toEqual([0, 0, 0, 7.5]);
  });

  it('gives the high first when it closes below its open', () => {
    expect(quotesOfBar(known('AAPL'), { ...rising, close: 95 }).map(mid)).toEqual([100, 130, 90, 95]);
  });

  it('gives the low first when it closes where it opened', () => {
    expect(quotesOfBar(known('AAPL'), { ...rising, close: 100 }).map(mid)).toEqual([100, 90, 130, 100]);
  });

  it('closes with the recorded bid and ask, and with its own spread where their middle is not the close', () => {
    const [, , , exact] = quotesOfBar(known('EURUSD'), { ...rising, bid: 110, ask: 130 });
    expect([exact.bid, exact.ask]).toEqual([110, 130]);
    const [, , , uneven] = quotesOfBar(known('EURUSD'), { ...rising, bid: 110, ask: 131 });
    expect([uneven.bid, uneven.ask]).toEqual([119, 121]);
  });
});

describe('names', () => {
  it('finds the instrument of a symbol', () => {
    expect(parseReplayName('crypto-BTCUSD-20180404.csv').instrument.id).toBe('crypto-BTCUSDT');
    expect(parseReplayName('future-ES201312-20131007.csv').instrument.id).toBe('future-ES');
    expect(parseReplayName('metal-XAUUSD-20140501.csv').instrument.id).toBe('metal-XAUUSD');
    expect(parseReplayName('stock-IBM-20131004.csv').day).toBe(Date.UTC(2013, 9, 4));
  });

  it.each([
    ['AAPL.csv', 'AAPL.csv: the name must be <class>-<symbol>-<yyyymmdd>.csv'],
    ['stock-AAPL-20140231.csv', 'stock-AAPL-20140231.csv: there is no such day'],
    ['stock-NOPE-20140501.csv', 'stock-NOPE-20140501.csv: the market lists no stock NOPE'],
    ['etf-AAPL-20140501.csv', 'etf-AAPL-20140501.csv: the market lists no etf AAPL'],
  ])('refuses %s in one sentence', (name, message) => {
    expect(() => parseReplayName(name)).toThrow(message);
  });
});

describe('a file that is not what it should be is refused with its line', () => {
  const good = `${start},640,641.5,639.25,641,100`;
  it.each([
    ['a strange header', ['time,open', good], 'line 1: the header must be'],
    ['no bars', [header], 'line 1: the file has no bars'],
    ['a missing column', [header, `${start},640,641,639,640`], 'line 2: expected 6 columns, found 5'],
    ['a column too many', [header, `${good},1`], 'line 2: expected 6 columns, found 7'],
    ['a time within a minute', [header, `${start + 1},640,641,639,640,1`], 'line 2: time_ms is not the start of a minute'],
    ['a bar of another day', [header, `${start - 60_000},640,641,639,640,1`], 'line 2: time_ms lies outside the day'],
    ['the same minute twice', [header, good, good], 'line 3: bars must be in order of time'],
    ['no number', [header, `${start},NaN,641,639,640,1`], 'line 2: open is not a decimal: NaN'],
    ['an exponent', [header, `${start},640,6.41e2,639,640,1`], 'line 2: high is not a decimal'],
    ['a negative price', [header, `${start},640,641,-639,640,1`], 'line 2: low is not a decimal'],
    ['zero', [header, `${start},640,641,0,640,1`], 'line 2: low is out of range: 0'],
    ['too many decimals', [header, `${start},640,641,639,640.00001,1`], 'line 2: close has more than 4 decimals'],
    ['a high below the close', [header, `${start},640,640.5,639,640.6,1`], 'line 2: high is below open or close'],
    ['a low above the open', [header, `${start},640,641,640.2,640.6,1`], 'line 2: low is above open or close'],
    ['a negative volume', [header, `${start},640,641,639,640,-1`], 'line 2: volume is not a decimal'],
    ['an empty line', [header, good, '', good], 'line 3: expected 6 columns, found 1'],
  ])('%s', (_, lines, message) => {
    expect(() => parse(lines)).toThrow(message);
  });

  it('a bid above its ask', () => {
    const lines = [`${header},bid,ask`, `${start},1.38,1.39,1.37,1.38,0,1.3801,1.38`];
    expect(() => parse(lines, 'forex-EURUSD-20140501.csv')).toThrow('forex-EURUSD-20140501.csv, line 2: bid is above ask');
  });

  it('but a good one is read to the tick', () => {
    expect(parse([header, good]).bars).toEqual([
      { time: start, open: 6_400_000, high: 6_415_000, low: 6_392_500, close: 6_410_000, volume: 100 },
    ]);
  });
});

describe('ranges of days', () => {
  const files = [
    'crypto-BTCUSD-20180404',
    'stock-IBM-20131004',
    'stock-IBM-20131007',
    'etf-SPY-20131008',
    'crypto-ETHUSD-20180404',
  ]
    .concat('crypto-BTCUSD-20180405')
    .map((name) => parseReplayName(`${name}.csv`));
  const ranges = replayRanges(files);

  it('joins days that follow each other, over a weekend too', () => {
    expect(ranges.map(({ from, until, files: { length } }) => [from, until, length])).toEqual([
      ['2013-10-04', '2013-10-08', 3],
      ['2018-04-04', '2018-04-05', 3],
    ]);
  });

  it('takes the range of a day, or the one with most files, of equals the latest', () => {
    expect(chooseRange(ranges, '2013-10-05')?.from).toBe('2013-10-04');
    expect(chooseRange(ranges, '2020-01-01')).toBeUndefined();
    expect(chooseRange(ranges)?.from).toBe('2018-04-04');
  });
});

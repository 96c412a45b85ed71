import { existsSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Candle } from '@assay/contract/endpoints/index.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { type CandlePeriod, candlePeriods } from '@assay/contract/vocabulary/markets.ts';
import { expect, test } from 'vitest';
import { type OwnApp, clientOf, until } from './harness.ts';
import { type Recording, recordedFolder, restless } from './recorded-days.ts';
import { ownApp } from './shared.ts';

const dayMs = 86_400_000;
/** A whole day passes in less than two seconds. */
const fast = ['--speed', '50000'];
const periods: readonly CandlePeriod[] = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'];

/** The lines of a recorded file, read here in the plainest way: the server's own reader must come to the same. */
async function barsOf(folder: string, file: string): Promise<Candle[]> {
  const [, ...lines] = (await readFile(join(folder, file), 'utf8')).trim().split(/\r?\n/);
  return lines.map((line) => {
    const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = line.split(',').map(Number);
    return { time, open, high, low, close, volume };
  });
}

/** Larger bars by their definition: first, highest, lowest, last, sum. None of these periods spans midnight UTC. */
function larger(bars: readonly Candle[], period: CandlePeriod): Candle[] {
  const length = candlePeriods[period];
  const groups = Map.groupBy(bars, ({ time }) => time - (time % length));
  return [...groups].map(([time, parts]) => ({
    time,
    open: parts[0]?.open ?? 0,
    high: Math.max(...parts.map(({ high }) => high)),
    low: Math.min(...parts.map(({ low }) => low)),
    close: parts.at(-1)?.close ?? 0,
    volume: parts.reduce((sum, { volume }) => sum + volume, 0),
  }));
}

/** Compares every period of every day, once the replay has played it and written it down. */
async function expectBars(app: OwnApp, code: string, days: readonly (readonly Candle[])[]): Promise<void> {
  const visitor = clientOf(app);
  const candles = (bars: readonly Candle[], period: CandlePeriod): Promise<Candle[]> => {
    const first = bars[0]?.time ?? 0;
    const from = first - (first % dayMs);
    const query = { code, period, from, to: from + dayMs - 1, limit: 1500 };
    return visitor(customerCalls.index.getKValueByCodeAndDate, query);
  };
  const lastQuote = (days.at(-1)?.at(-1)?.time ?? 0) + 45_000;
  await until(
    `the last quote of ${code}`,
    async () => {
      const { quoteTime } = await visitor(customerCalls.index.getMarketInfo, { id: code });
      return Date.parse(quoteTime ?? '') < lastQuote ? undefined : true;
    },
    60_000,
  );
  for (const bars of days) {
    for (const period of periods) {
      const expected = larger(bars, period);
      const found = await until(
        `the bars of ${code}`,
        async () => {
          const now = await candles(bars, period);
          return now.length < expected.length ? undefined : now;
        },
        60_000,
      );
      expect(found.map(({ volume: _, ...candle }) => candle)).toEqual(expected.map(({ volume: _, ...candle }) => candle));
      // Volumes are sums of floating numbers; their order of summation does not matter.
      found.forEach(({ volume }, index) => expect(volume).toBeCloseTo(expected[index]?.volume ?? Number.NaN, 6));
    }
  }
}

test('candles of recorded days are exactly the recorded bars, gaps included, in every period', async () => {
  const gapped: Recording = (minute) => (minute % 100 > 60 ? undefined : restless(2_500)(minute));
  const folder = await recordedFolder({
    'crypto-BTCUSD-20240115': restless(40_000),
    'crypto-BTCUSD-20240116': restless(41_000),
    'crypto-ETHUSD-20240115': gapped,
  });
  const app = await ownApp({ args: ['--replay', folder, ...fast] });
  try {
    const [first, second] = ['crypto-BTCUSD-20240115.csv', 'crypto-BTCUSD-20240116.csv'];
    await expectBars(app, 'BTCUSDT', [await barsOf(folder, first), await barsOf(folder, second)]);
    await expectBars(app, 'ETHUSDT', [await barsOf(folder, 'crypto-ETHUSD-20240115.csv')]);
  } finally {
    await app.stop();
    await rm(folder, { recursive: true });
  }
});

const real = join(dirname(dirname(import.meta.dirname)), 'shared/data/market');

test('candles of real recorded days are exactly the recorded bars', async ({ skip }) => {
  if (!existsSync(real)) skip(`there is no recorded market data at ${real}`);
  const files = (await readdir(real)).filter((file) => /^crypto-BTCUSD-201804\d\d\.csv$/.test(file)).toSorted();
  const app = await ownApp({ args: ['--replay', real, '--day', '2018-04-05', ...fast] });
  try {
    await expectBars(app, 'BTCUSDT', await Promise.all(files.map((file) => barsOf(real, file))));
  } finally {
    await app.stop();
  }
});

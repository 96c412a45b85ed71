import type { Bar } from '@assay/domain/market/candles.ts';
import { instruments } from '@assay/domain/market/catalogue.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { expect, test } from 'vitest';
import { createHistory } from './history.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A Monday. */
const recordedFrom = Date.UTC(2030, 0, 7);

const instrumentAt = (place: number): Instrument => {
  const instrument = instruments[place];
  if (instrument === undefined) throw new Error('the catalogue is short');
  return instrument;
};

/** A history of an always open market, whose hours are numbered by their close; counts the days that are made. */
function numbered() {
  const made = { days: 0 };
  const bars = (_: Instrument, period: string, from: number, to: number): Bar[] => {
    made.days += 1;
    const step = period === '1h' ? hourMs : 60_000;
    return Array.from({ length: (to - from) / step }, (_unused, place) => {
      const time = from + place * step;
      return { time, open: 1, high: time, low: 1, close: time, volume: 1 };
    });
  };
  return { made, history: createHistory({ bars }) };
}

test('of many who ask for hours at once so many wait, the others are told so, and afterwards there is room again', async () => {
  const history = createHistory({ bars: () => [] });
  const range = { from: 0, until: recordedFrom, limit: 2 };
  const ask = async (place: number) => (await history.bars(instrumentAt(place), '1h', range, recordedFrom)) !== undefined;
  const answered = await Promise.all(Array.from({ length: 100 }, (_, place) => ask(place)));
  expect(answered.filter(Boolean)).toHaveLength(32);
  expect(answered.slice(0, 32)).not.toContain(false);
  expect(await ask(99)).toBe(true);
});

test('hours are made once, whatever end is asked for', async () => {
  const { made, history } = numbered();
  const ask = (until: number) => history.bars(instrumentAt(0), '1h', { from: 0, until, limit: 48 }, recordedFrom);
  const newest = await ask(recordedFrom);
  expect(newest?.map(({ time }) => time)).toEqual(
    Array.from({ length: 48 }, (_, place) => recordedFrom - (48 - place) * hourMs),
  );
  const { days } = made;
  for (let hour = 1; hour <= 24; hour += 1) {
    const bars = await ask(recordedFrom - hour * hourMs);
    expect(bars).toHaveLength(48);
    expect(bars?.at(-1)?.time).toBe(recordedFrom - (hour + 1) * hourMs);
  }
  expect(made.days - days).toBeLessThanOrEqual(1);
});

test.each(['1m', '5m', '1h', '1d'] as const)('%s bars end four hundred days before what was recorded', async (period) => {
  const { history } = numbered();
  // Down to the Monday of that week.
  const earliest = recordedFrom - 406 * dayMs;
  const ask = (until: number) => history.bars(instrumentAt(0), period, { from: 0, until, limit: 3 }, recordedFrom);
  expect(await ask(earliest)).toEqual([]);
  expect((await ask(earliest + dayMs))?.length).toBeGreaterThan(0);
  expect((await ask(earliest + dayMs))?.[0]?.time).toBeGreaterThanOrEqual(earliest);
});

import { instruments } from '@assay/domain/market/catalogue.ts';
import { expect, test } from 'vitest';
import { createHistory } from './history.ts';

const hourMs = 3_600_000;
const range = { from: 0, until: 500 * hourMs, limit: 2 };

test('of many who ask for hours at once so many wait, the others are told so, and afterwards there is room again', async () => {
  const history = createHistory({ bars: () => [] });
  const ask = async (place: number) => {
    const instrument = instruments[place];
    if (instrument === undefined) throw new Error('the catalogue is short');
    return (await history.bars(instrument, '1h', range)) !== undefined;
  };
  const answered = await Promise.all(Array.from({ length: 100 }, (_, place) => ask(place)));
  expect(answered.filter(Boolean)).toHaveLength(32);
  expect(answered.slice(0, 32)).not.toContain(false);
  expect(await ask(99)).toBe(true);
});

import { coin } from '@assay/domain/test/coin.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { trading } from '../../test/trading.ts';
import { type ParkedAct, readParked, saveJudged, unpark } from './parked.ts';

const db = await testDatabase();
await trading(db);

const act = (position: number): ParkedAct => {
  const quote = { code: coin.code, bid: 9000 + position, ask: 9000 + position, time: position, position };
  return {
    source: 'positions',
    order: 7,
    quote,
    reached: { version: position, best: null },
    tries: 5,
    lastError: 'away',
    ageMs: 0,
  };
};
const park = (position: number) => saveJudged(db, { term: undefined, position, parked: [act(position)] });
const parked = async () => (await readParked(db)).map(({ quote, reached }) => [quote.position, quote.bid, reached?.version]);

test('who was cut off and has done an earlier act takes none away that somebody else has parked for the order since', async () => {
  await park(1);
  await park(2);
  expect(await parked()).toEqual([[2, 9002, 2]]);
  await unpark(db, act(1));
  expect(await parked()).toEqual([[2, 9002, 2]]);
  await unpark(db, act(2));
  expect(await parked()).toEqual([]);
});

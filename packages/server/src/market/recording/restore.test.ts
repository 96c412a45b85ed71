import { type Simulator, createSimulator } from '@assay/domain/market/simulator.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { handFeed, listed, standingClock, testMarket } from '../../../test/market.ts';

const db = await testDatabase();
const hourMs = 3_600_000;

test('prices from before the first one are made in pieces, and calls meanwhile are answered', async () => {
  const clock = standingClock(Date.UTC(2030, 0, 7, 12));
  const catalogue = listed('BTCUSDT', 'LTCUSDT');
  let [turns, isOver] = [0, false];
  const pieces: { readonly ms: number; readonly turn: number }[] = [];
  const made = createSimulator(7);
  const minutes: Simulator['minutes'] = (instruments, from, to) => {
    pieces.push({ ms: to - from, turn: turns });
    return made.minutes(instruments, from, to);
  };
  const simulator = { ...made, minutes };
  const feeds = [handFeed(clock, catalogue, 'simulated')];
  const market = await testMarket(db, { clock, catalogue, feeds, simulator });
  const others = (async () => {
    for (; !isOver; turns += 1) await new Promise((next) => setImmediate(next));
  })();
  await market.start();
  isOver = true;
  await others;
  expect(pieces.reduce((total, { ms }) => total + ms, 0)).toBe(24 * hourMs);
  expect(Math.max(...pieces.map(({ ms }) => ms))).toBeLessThanOrEqual(2 * hourMs);
  expect(new Set(pieces.map(({ turn }) => turn)).size).toBe(pieces.length);
  await market.stop();
});

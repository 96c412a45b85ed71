import { expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import type { Lane } from '../platform/counter/command.ts';
import { Engine } from './engine.ts';
import type { Resting, Source } from './source.ts';

const db = await testDatabase();
const owner = { userId: '1', book: 'real' } as const;

/** Waits for a price of 100; an alert is no customer's order. */
function waiting(id: number, lane: Lane | null): Resting {
  const base = { id, version: 1, code: 'COINUSDT', alive: true, prices: { bidFalls: 100 }, trailing: null, quotedAt: 0 };
  return lane === null ? base : { ...base, order: { owner, lane } };
}

it('what one quote brings about is done in order of weight: real liquidations and stops, other real orders, demo, alerts', async () => {
  const acted: number[] = [];
  const first = Promise.withResolvers<undefined>();
  const source: Source = {
    topic: 'weighed',
    actsAtOnceMax: 1,
    async *loadResting() {
      yield [waiting(1, null), waiting(2, null), waiting(3, 'demo'), waiting(4, 'real'), waiting(5, 'protection')];
    },
    changedSince: async () => [],
    act: async (id) => {
      acted.push(id);
      // While one is acted on all others are found to be reached.
      if (acted.length === 1) await first.promise;
      return undefined;
    },
  };
  const engine = new Engine({ db, sources: [source], log: silent });
  await engine.lead();
  engine.see({ code: 'COINUSDT', bid: 99, ask: 99, time: 1, volume: 0, source: 'simulated', position: 1, acts: true });
  first.resolve(undefined);
  await engine.settled();
  // The first to be found is begun at once, whatever it is.
  expect(acted).toEqual([1, 5, 4, 3, 2]);
  await engine.retire();
});

import { coin } from '@assay/domain/test/coin.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { silent } from '../../test/database.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { createMetrics } from '../platform/metrics.ts';
import { Brakes, limitsBy, showHouse } from './index.ts';

// How what customers hold is read: on which connection, how often, and what happens to waiting callers. The figures are tested
// in house.test.ts.

/** How long was rested between two readings, and the end of the rest of now. */
const rests: number[] = [];
let wake = (): void => undefined;
const rest = (ms: number) => {
  rests.push(ms);
  return new Promise<void>((resolve) => (wake = resolve));
};

let now = 0;
const clock = { now: () => now, wall: () => now, elapsed: () => now } as never;
const market = { instruments: () => [coin], day: () => undefined, quoteToUsdt: () => undefined };
const warn = vi.fn<() => void>();
const brakes = () => new Brakes({ market, clock, log: { ...silent, warn } as never, rest });

const parameters = Object.entries({
  deal_turnover_share: '0.001',
  deal_floor: '10000',
  exposure_person_max: '1000000',
  exposure_instrument_max: '3000000',
  exposure_house_max: '20000000',
  close_window_hours: '8',
  close_leverage_max: '5',
}).map(([key, value]) => ({ key, value }));
const nothing = { net: 0n, long: 0n, short: 0n, waitingLong: 0n, waitingShort: 0n };
const holding = { ...nothing, code: coin.code, snapshot: null, net: 1n, long: 1n };
const seen = { ...nothing, code: '', userId: '', snapshot: '5:5:' };

/** So many customers hold something. `hears` is called before the reading is answered. */
function answering(people: number, hears: () => unknown = () => undefined) {
  const counted = { readings: 0 };
  const query = async (sql: string) => {
    if (sql.startsWith('select key')) return parameters;
    if (!sql.includes('spot_costs')) return [];
    counted.readings += 1;
    await hears();
    return [...Array.from({ length: people }, (_, number) => ({ ...holding, userId: String(number) })), seen];
  };
  const tx = { query } as unknown as Transaction;
  const db = { query, transact: (work: (own: Transaction) => unknown) => work(tx) } as unknown as Database;
  return { counted, db, tx };
}

/** All pending promises have resolved. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  now = 0;
  rests.length = 0;
  warn.mockClear();
});

test('the connection is given back before what it has answered is added up, which takes many turns', async () => {
  const { tx } = answering(5_000);
  let turns = 0;
  let [heldFor, counting] = [NaN, true];
  const count = () => {
    turns += 1;
    if (counting) setImmediate(count);
  };
  const transact = async (work: (own: Transaction) => unknown) => {
    setImmediate(count);
    const answer = await work(tx);
    heldFor = turns;
    return answer;
  };
  const house = brakes();
  await house.known({ transact } as unknown as Database);
  counting = false;
  expect(heldFor).toBe(0);
  expect(turns).toBeGreaterThanOrEqual(4);
  expect(house.isUnknown).toBe(false);
});

test('what took longer to be read than it may be old is known all the same', async () => {
  const { db, counted } = answering(1, () => (now += 12_000));
  const house = brakes();
  await house.known(db);
  expect(house.isUnknown).toBe(false);
  await house.known(db);
  expect(counted.readings).toBe(1);
  now += 9_999;
  expect(house.isUnknown).toBe(false);
  now += 1;
  expect(house.isUnknown).toBe(true);
});

test('it is read again two seconds after a failure, however long that took, and the log hears of it once a minute', async () => {
  const failing = {
    transact: async () => {
      now += 30_000;
      throw new Error('nobody answers');
    },
  } as unknown as Database;
  const house = brakes();
  house.begin(failing);
  for (let number = 1; number <= 5; number += 1) {
    await vi.waitFor(() => expect(rests).toHaveLength(number));
    wake();
  }
  expect(rests.slice(0, 5)).toEqual([2_000, 2_000, 2_000, 2_000, 2_000]);
  // At 30, 90 and 150 seconds.
  expect(warn).toHaveBeenCalledTimes(3);
  house.stop();
});

test('the database rests for as long as it took, and not for as long as a connection had to be waited for', async () => {
  const { tx } = answering(1, () => (now += 3_000));
  const transact = (work: (own: Transaction) => unknown) => ((now += 20_000), work(tx));
  const house = brakes();
  house.begin({ transact } as unknown as Database);
  await vi.waitFor(() => expect(rests).toEqual([3_000]));
  house.stop();
});

test('a stop waits for no reading', async () => {
  const { promise: never } = Promise.withResolvers<undefined>();
  const { db, counted } = answering(1, () => never);
  const house = brakes();
  house.begin(db);
  await vi.waitFor(() => expect(counted.readings).toBe(1));
  const stopped = vi.fn<() => void>();
  void Promise.resolve(house.stop()).then(stopped);
  await turn();
  expect(stopped).toHaveBeenCalled();
});

test('all who wait at the same time wait for one reading, and who waits after a doubt for one that began after it', async () => {
  const answered = Promise.withResolvers<undefined>();
  const { db, counted } = answering(1, () => answered.promise);
  const house = brakes();
  const first = [1, 2, 3].map(() => house.known(db));
  await vi.waitFor(() => expect(counted.readings).toBe(1));
  house.doubt();
  const second = [1, 2].map(() => house.known(db));
  await vi.waitFor(() => expect(counted.readings).toBe(2));
  answered.resolve(undefined);
  await Promise.all([...first, ...second]);
  expect(counted.readings).toBe(2);
});

test('the page of an instrument reads nothing in doubt: it tells what operators have set', async () => {
  const { db, counted } = answering(1);
  const house = brakes();
  const limitsOf = limitsBy(house, db);
  const [told] = await Promise.all([1, 2, 3].map(() => limitsOf(coin)));
  expect(told).toMatchObject({ coins: 'closed', leverageMax: null });
  expect(counted.readings).toBe(1);
  house.doubt();
  now += 60_000;
  for (let page = 0; page < 3; page += 1) expect(await limitsOf(coin)).toEqual(told);
  expect(counted.readings).toBe(1);
  expect(house.isUnknown).toBe(true);
});

test('a waiting caller learns that it can’t be read, and the next one reads again', async () => {
  let fails = true;
  const { db } = answering(1, () => {
    if (fails) throw new Error('no right to read');
  });
  const house = brakes();
  const both = await Promise.allSettled([house.known(db), house.known(db)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(warn).toHaveBeenCalledTimes(1);
  fails = false;
  await house.known(db);
  expect(house.isUnknown).toBe(false);
});

test('a figure tells since when nobody has read it, and a day where what is known may be gone by no more', async () => {
  const [{ db }, metrics, house] = [answering(1), createMetrics(), brakes()];
  showHouse(metrics, house);
  const shown = async () => /^house_held_age_seconds (.+)$/m.exec(await metrics.registry.metrics())?.[1];
  expect(await shown()).toBe('86400');
  await house.known(db);
  now += 12_500;
  expect(await shown()).toBe('12.5');
  house.doubt();
  expect(await shown()).toBe('86400');
});

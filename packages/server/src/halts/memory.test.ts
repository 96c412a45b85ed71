import type { HaltInForce } from '@assay/contract/vocabulary/halts.ts';
import { expect, test } from 'vitest';
import { silent } from '../../test/database.ts';
import { standingClock } from '../../test/identity-app.ts';
import { createLocalBus } from '../platform/bus.ts';
import type { Queryable } from '../platform/database.ts';
import { Halts, haltsTopic } from './index.ts';

type Row = Pick<HaltInForce, 'scope' | 'subject' | 'message'> & { readonly since: Date; readonly until: Date | null };
interface Read {
  answer(rows: readonly Row[]): void;
  fail(error: Error): void;
}

const openings: Row = { scope: 'openings', subject: null, message: null, since: new Date(0), until: null };

/** A table that answers when the test says so. */
function memory() {
  const [clock, bus, reads] = [standingClock(), createLocalBus(silent), [] as Read[]];
  const halts = new Halts({ bus, clock, market: { instrument: () => undefined } });
  const query = () => new Promise<readonly Row[]>((answer, fail) => reads.push({ answer, fail }));
  const db = { query } as unknown as Queryable;
  const read = () => {
    const state = { done: false, ended: Promise.resolve() };
    state.ended = halts.read(db).then(() => void (state.done = true));
    return state;
  };
  return { clock, bus, halts, reads, read };
}
const turn = () => new Promise<void>((done) => setImmediate(done));

test('what can’t be read is not taken for nothing: the caller fails, and the next one reads', async () => {
  const { halts, reads, read } = memory();
  const first = read();
  reads[0]?.fail(new Error('the line broke'));
  await expect(first.ended).rejects.toThrow('the line broke');
  const second = read();
  reads[1]?.answer([openings]);
  await second.ended;
  expect(halts.stops('COINUSDT')).toBe(true);
});

test('who comes while it is being read does not go on by what was known before', async () => {
  const { halts, reads, read } = memory();
  const [, second] = [read(), read()];
  await turn();
  expect(second.done).toBe(false);
  reads[1]?.answer([openings]);
  await second.ended;
  expect(halts.stops('COINUSDT')).toBe(true);
  // The first, which was slower, has nothing newer.
  reads[0]?.answer([]);
  await turn();
  expect(halts.stops('COINUSDT')).toBe(true);
});

test('what was read before the last message is read once more', async () => {
  const { bus, halts, reads, read } = memory();
  const { ended } = read();
  bus.publish(haltsTopic, null);
  reads[0]?.answer([]);
  await turn();
  reads[1]?.answer([openings]);
  await ended;
  expect(reads).toHaveLength(2);
  expect(halts.stops('COINUSDT')).toBe(true);
});

test('a read that takes longer than what is read stays young is taken all the same, once', async () => {
  const { clock, halts, reads, read } = memory();
  const { ended } = read();
  clock.advance(5000);
  reads[0]?.answer([openings]);
  await ended;
  expect(reads).toHaveLength(1);
  expect(halts.stops('COINUSDT')).toBe(true);
});

test('what is young enough is not read again, and it ages from when its read began', async () => {
  const { clock, reads, read } = memory();
  const first = read();
  clock.advance(1999);
  reads[0]?.answer([]);
  await first.ended;
  await read().ended;
  expect(reads).toHaveLength(1);
  clock.advance(1);
  const later = read();
  reads[1]?.answer([]);
  await later.ended;
  expect(reads).toHaveLength(2);
});

import type { Quote } from '@assay/domain/market/quote.ts';
import { expect, test } from 'vitest';
import { silent, testDatabase } from '../../../test/database.ts';
import { handFeed, listed, standingClock, testMarket } from '../../../test/market.ts';
import type { Database } from '../../platform/database.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { readTape } from './batches.ts';
import { Tape } from './tape.ts';

const db = await testDatabase();
const noon = Date.UTC(2030, 0, 7, 12);

/** The outcome of an append: it fails before anything is written, or after its commit, or is never answered. */
type Fate = 'refused' | 'answerLost' | 'hangs' | 'fine';

/** A database whose next appends fare like this; one that fails takes so long. `rewrite` makes a broken twin. */
function faring(fates: Fate[], { tookMs = 0, rewrite = (sql: string) => sql } = {}) {
  let elapsed = 0;
  const query: Database['query'] = async (sql, values) => {
    const fate = sql.includes('insert into quote_batches') ? (fates.shift() ?? 'fine') : 'fine';
    if (fate !== 'fine') elapsed += tookMs;
    if (fate === 'hangs') return new Promise(() => undefined);
    if (fate === 'refused') throw new Error('the database is away');
    const rows = await db.query<never>(rewrite(sql), values);
    if (fate === 'answerLost') throw new Error('the connection was lost');
    return rows;
  };
  return { db: { ...db, query }, elapsed: () => elapsed };
}

async function tapeOn({ db: database, elapsed }: { db: Database; elapsed: () => number }) {
  const kept: [price: number, position: number][] = [];
  const givenUp: number[] = [];
  const metrics = createMetrics();
  const tape = new Tape({
    db: database,
    numbers: new Map([['BTCUSDT', 99]]),
    log: silent,
    metrics,
    kept: (believed, position) => kept.push(...believed.map(({ quote }): [number, number] => [quote.bid, position])),
    givenUp: (believed) => givenUp.push(...believed.map(({ quote }) => quote.bid)),
    elapsed,
  });
  const from = (await tape.begin()) + 1;
  const append = (price: number) => {
    const quote: Quote = { code: 'BTCUSDT', bid: price, ask: price, time: noon, volume: 0 };
    return tape.append('live', { quote, acts: true }, false);
  };
  const onTape = async () => {
    const found: number[] = [];
    for await (const quotes of readTape(db, from - 1)) found.push(...quotes.map(({ bid }) => bid));
    return found;
  };
  const lag = async () => (await metrics.registry.getSingleMetric('market_tape_lag_seconds')?.get())?.values[0]?.value;
  return { tape, append, kept, givenUp, onTape, from, lag };
}

test('what comes in together is one batch, what comes while it is written the next one, numbered without a gap', async () => {
  const { append, kept, onTape, from, tape } = await tapeOn(faring([]));
  const first = [append(1), append(2)];
  await Promise.all(first);
  await Promise.all([append(3), append(4)]);
  expect(kept).toEqual([
    [1, from],
    [2, from],
    [3, from + 1],
    [4, from + 1],
  ]);
  expect(await onTape()).toEqual([1, 2, 3, 4]);
  await tape.end();
});

test('how long a quote has waited for the tape is told while it waits', async () => {
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let elapsed = 0;
  const query: Database['query'] = async (sql, values) => {
    if (sql.includes('insert into quote_batches')) {
      begun.resolve();
      await gate.promise;
    }
    return db.query<never>(sql, values);
  };
  const { append, lag, tape } = await tapeOn({ db: { ...db, query }, elapsed: () => elapsed });
  const waiting = [append(1)];
  await begun.promise;
  elapsed = 400;
  waiting.push(append(2));
  expect(await lag()).toBe(0.4);
  gate.resolve();
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(await lag()).toBe(0);
  await tape.end();
});

test('waiting for what has been accepted so far does not wait for what comes after it', async () => {
  let [price, busy] = [1, true];
  const more: Promise<boolean>[] = [];
  const query: Database['query'] = async (sql, values) => {
    // While each batch is written the next quote comes in.
    if (busy && sql.includes('insert into quote_batches') && price < 50) more.push(append((price += 1)));
    return db.query<never>(sql, values);
  };
  const { append, kept, tape } = await tapeOn({ db: { ...db, query }, elapsed: () => 0 });
  const first = append(1);
  await tape.idle();
  busy = false;
  expect(await first).toBe(true);
  expect(kept.map(([of]) => of)).toEqual([1]);
  await Promise.all(more);
  await tape.end();
});

test('an append that fails is tried again until it is kept, and what came meanwhile after it', async () => {
  const { append, kept, onTape, from, tape } = await tapeOn(faring(['refused', 'refused']));
  expect(await Promise.all([append(1), append(2)])).toEqual([true, true]);
  expect(kept).toEqual([
    [1, from],
    [2, from],
  ]);
  expect(await onTape()).toEqual([1, 2]);
  await tape.end();
});

test('an append whose answer is lost is asked for by its number: it counts, and stands there once', async () => {
  const { append, kept, onTape, from, tape } = await tapeOn(faring(['answerLost']));
  expect(await append(1)).toBe(true);
  expect(kept).toEqual([[1, from]]);
  expect(await onTape()).toEqual([1]);
  await tape.end();

  // The broken twin does not look at who wrote what is there: it writes all of it again under the next number.
  const blind = await tapeOn(faring(['answerLost'], { rewrite: (sql) => sql.replace('writer::text', 'null::text as writer') }));
  await blind.append(1);
  expect(await blind.onTape()).toEqual([1, 1]);
  await blind.tape.end();
});

test('what is too late is given up for good: its number is taken by an empty batch', async () => {
  const { append, kept, givenUp, onTape, from, tape } = await tapeOn(faring(['refused'], { tookMs: 2000 }));
  expect(await append(1)).toBe(false);
  expect([kept, new Set(givenUp)]).toEqual([[], new Set([1])]);
  expect(await onTape()).toEqual([]);
  expect(await db.query('select id, cardinality(numbers) as quotes from quote_batches where id >= $1', [from])).toEqual([
    { id: from, quotes: 0 },
  ]);
  await tape.end();
});

test('unless it had been kept after all: then it counts, late', async () => {
  const { append, kept, onTape, from, tape } = await tapeOn(faring(['answerLost'], { tookMs: 2000 }));
  expect(await append(1)).toBe(true);
  expect(kept).toEqual([[1, from]]);
  expect(await onTape()).toEqual([1]);
  await tape.end();
});

test('an append that nobody hears of is left to itself after a second, and given up', async () => {
  const { append, onTape, tape } = await tapeOn(faring(['hangs'], { tookMs: 2000 }));
  expect(await append(1)).toBe(false);
  expect(await onTape()).toEqual([]);
  await tape.end();
});

test('another writer on the tape is not taken for oneself', async () => {
  const one = await tapeOn(faring([]));
  const other = await tapeOn(faring([]));
  await one.append(1);
  await other.append(2);
  await one.append(3);
  expect([one.kept, other.kept]).toEqual([
    [
      [1, one.from],
      [3, one.from + 2],
    ],
    [[2, one.from + 1]],
  ]);
  await Promise.all([one.tape.end(), other.tape.end()]);
});

test('a price is not shown, enters no bar and trades nothing before it is on the tape', async () => {
  const fates: Fate[] = [];
  const away = faring(fates, { tookMs: 600 });
  const clock = standingClock(noon);
  const catalogue = listed('BTCUSDT');
  const feed = handFeed(clock, catalogue);
  const market = await testMarket(away.db, { clock: { ...clock, elapsed: away.elapsed }, catalogue, feeds: [feed] });
  await market.start();
  await market.lead();
  const told: number[] = [];
  market.onQuote(({ bid }) => told.push(bid));
  await feed.quote('BTCUSDT', '100', '100');
  fates.push('refused');
  const coming = feed.quote('BTCUSDT', '90', '90');
  expect([market.quote('BTCUSDT')?.bid, market.day('BTCUSDT')?.low]).toEqual([10_000, 10_000]);
  await coming;
  expect([market.quote('BTCUSDT')?.bid, market.day('BTCUSDT')?.low, told]).toEqual([9000, 9000, [10_000, 9000]]);

  // Twice 600 ms are more than a second.
  fates.push('refused', 'refused');
  expect(await feed.quote('BTCUSDT', '80', '80')).toBe(false);
  expect([market.quote('BTCUSDT')?.bid, market.tradable('BTCUSDT'), market.suspendedSince('BTCUSDT')]).toEqual([
    9000,
    false,
    // All three come at once, and each has a millisecond of its own.
    noon + 2,
  ]);
  await feed.quote('BTCUSDT', '95', '95');
  expect([market.quote('BTCUSDT')?.bid, market.tradable('BTCUSDT'), market.day('BTCUSDT')?.low]).toEqual([9500, true, 9000]);
  expect(told).toEqual([10_000, 9000, 9500]);
  await market.stop();
});

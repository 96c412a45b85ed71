import { describe, expect, it } from 'vitest';
import { silent } from '../../test/database.ts';
import { createMetrics } from '../platform/metrics.ts';
import { handleEachDue } from './each-due.ts';
import { type Round, roundsOf } from './rounds.ts';

/** A round that records when it runs, and ends when the test says so. */
function held(name: string) {
  const running = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const run = () => {
    running.resolve();
    return gate.promise;
  };
  return { round: { name, run } satisfies Round, running: running.promise, end: gate.resolve };
}

/** A round that reports when it has run so often. */
function counted(name: string, times: number, fails = false) {
  const reached = Promise.withResolvers<void>();
  let runs = 0;
  const run: Round['run'] = () => {
    runs += 1;
    if (runs === times) reached.resolve();
    return fails ? Promise.reject(new Error('the database is away')) : Promise.resolve();
  };
  return { round: { name, run } satisfies Round, runs: () => runs, reached: reached.promise };
}

function keeping(rounds: readonly Round[], finishMsMax = 600_000) {
  const metrics = createMetrics();
  const stop = new AbortController();
  const lost = new AbortController();
  const keep = roundsOf({ rounds, log: silent, metrics, pollMs: 1, finishMsMax });
  const ended = keep(stop.signal, lost.signal);
  const shown = async (name: string) => {
    const found = await metrics.registry.getSingleMetric(name)?.get();
    return found?.values.filter(({ value }) => value > 0).map(({ labels }) => labels['round']);
  };
  const lose = () => {
    lost.abort();
    stop.abort();
  };
  return { stop: () => stop.abort(), lose, keep, ended, shown };
}

describe('rounds', () => {
  it('are loops of their own: one that takes long, and one that fails, delay no other', async () => {
    const slow = held('slow');
    const failing = counted('failing', 3, true);
    const quick = counted('quick', 3);
    const { stop, ended, shown } = keeping([slow.round, failing.round, quick.round]);
    await Promise.all([slow.running, failing.reached, quick.reached]);
    expect(await shown('engine_round_succeeded_seconds')).toEqual(['quick']);
    expect(await shown('engine_round_began_seconds')).toContain('slow');
    stop();
    slow.end();
    await ended;
  });

  it('would wait for the slow one in a single loop', async () => {
    const slow = held('slow');
    const quick = counted('quick', 1);
    const all = { name: 'all', run: () => slow.round.run().then(() => quick.round.run(new AbortController().signal)) };
    const { stop, ended } = keeping([all]);
    await slow.running;
    expect(quick.runs()).toBe(0);
    stop();
    slow.end();
    await ended;
  });

  it('end with the term once the last has been finished, and nothing is said of them afterwards', async () => {
    const slow = held('slow');
    const quick = counted('quick', 2);
    const { stop, ended, shown } = keeping([slow.round, quick.round]);
    await Promise.all([slow.running, quick.reached]);
    let over = false;
    const told = ended.then(() => (over = true));
    stop();
    // Stopping waits for what has been begun.
    await new Promise((resolve) => setImmediate(resolve));
    expect(over).toBe(false);
    const runs = quick.runs();
    slow.end();
    await told;
    expect(quick.runs()).toBe(runs);
    expect(await shown('engine_round_succeeded_seconds')).toEqual([]);
  });

  it('are not waited for when the term is lost, and none runs beside itself in the next', async () => {
    const [slow, own] = [held('slow'), held('own')];
    let runs = 0;
    const run = () => {
      runs += 1;
      return slow.round.run();
    };
    const { lose, keep, ended, shown } = keeping([
      { name: 'slow', run },
      { ...own.round, isOfEngine: true },
    ]);
    await Promise.all([slow.running, own.running]);
    let over = false;
    const told = ended.then(() => (over = true));
    lose();
    // What the next term begins with is waited for.
    await new Promise((resolve) => setImmediate(resolve));
    expect(over).toBe(false);
    own.end();
    await told;
    const next = new AbortController();
    const again = keep(next.signal, next.signal);
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toBe(1);
    expect(await shown('engine_round_began_seconds')).toContain('slow');
    slow.end();
    await expect.poll(() => runs, { interval: 1 }).toBeGreaterThan(1);
    next.abort();
    await again;
  });

  it('are abandoned on stopping once they have had time to end', async () => {
    const slow = held('slow');
    const { stop, ended, shown } = keeping([slow.round], 20);
    await slow.running;
    const stoppedAt = performance.now();
    stop();
    await ended;
    expect(performance.now() - stoppedAt).toBeGreaterThanOrEqual(19);
    // What it comes to afterwards is no news of a leader.
    slow.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await shown('engine_round_succeeded_seconds')).toEqual([]);
  });
});

describe('what is due', () => {
  const ids = Array.from({ length: 1_201 }, (_, place) => place + 1);
  const { signal } = new AbortController();

  it('comes in pages of 500 by id, and one that fails keeps no other waiting', async () => {
    const pages: [after: number, limit: number][] = [];
    const seen: number[] = [];
    const work = {
      name: 'a thing',
      page: async (after: number, limit: number) => {
        pages.push([after, limit]);
        return ids
          .filter((id) => id > after)
          .slice(0, limit)
          .map((id) => ({ id }));
      },
      handle: async ({ id }: { id: number }) => {
        if (id === 700) throw new Error('it is locked');
        seen.push(id);
      },
      signal,
      log: silent,
    };
    expect(await handleEachDue({ ...work, together: true })).toBe(false);
    expect(pages).toEqual([
      [0, 500],
      [500, 500],
      [1000, 500],
    ]);
    expect(seen).toEqual(ids.filter((id) => id !== 700));
    expect(await handleEachDue({ ...work, handle: async () => undefined })).toBe(true);
  });
});

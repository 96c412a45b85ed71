import { describe, expect, it, vi } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { Aside } from './aside.ts';

interface Item {
  readonly owner: string;
  readonly number: number;
}

/** Performs like a database: each time takes until the test lets it end. */
function standing() {
  const under: { readonly items: readonly Item[]; readonly end: () => void }[] = [];
  const late: Item[] = [];
  const clock = { time: 0 };
  const aside: Aside<Item> = new Aside({
    ownerOf: ({ owner }) => owner,
    elapsed: () => clock.time,
    groupMax: 64,
    stillWanted: (items) => {
      late.push(...items);
      return items.filter(({ number }) => number > 0);
    },
    perform: (items) => new Promise((resolve) => under.push({ items, end: resolve })),
  });
  return { aside, under, late, clock };
}

/** All callbacks of resolved promises have run. */
const heard = () => new Promise((resolve) => setImmediate(resolve));

describe('what waits aside', () => {
  it('gets its turn, however much those before it send', async () => {
    const { aside, under } = standing();
    aside.add(['a', 'b', 'c', 'd', 'last'].map((owner) => ({ owner, number: 0 })));
    const seen: string[] = [];
    for (let number = 1; number <= 20; number += 1) {
      const now = under.splice(0);
      seen.push(...now.map(({ items }) => items[0]?.owner ?? ''));
      // Each of the first four has sent something new before it is done with what it had.
      aside.add(now.flatMap(({ items }) => items.map(({ owner }) => ({ owner, number }))));
      for (const { end } of now) end();
      await heard();
    }
    expect(seen).toContain('last');
  });

  it('is seen to, whenever it comes while another is being finished with', async () => {
    for (let ticks = 0; ticks < 8; ticks += 1) {
      const { aside, under } = standing();
      aside.add([{ owner: 'a', number: 1 }]);
      under.shift()?.end();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      aside.add([{ owner: 'b', number: 2 }]);
      await heard();
      expect(
        under.map(({ items }) => items[0]?.owner),
        `after ${ticks} ticks`,
      ).toEqual(['b']);
    }
  });

  it('is looked at once more when it has had no place for two seconds: then only what is still wanted goes on waiting', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    atEnd(() => vi.useRealTimers());
    const { aside, under, late } = standing();
    const one = (owner: string, number: number) => ({ owner, number });
    const waiting = [one('e', 0), one('f', 1), one('f', 0), one('a', 0)];
    aside.add([...['a', 'b', 'c', 'd'].map((owner) => one(owner, 0)), ...waiting.slice(0, 3)]);
    aside.add(waiting.slice(3));
    vi.advanceTimersByTime(1000);
    aside.add([one('g', 0)]);
    vi.advanceTimersByTime(1000);
    expect(late).toEqual([one('e', 0), one('f', 1), one('f', 0), one('a', 0)]);
    expect(aside.size).toBe(2);
    for (const { end } of under.splice(0)) end();
    await heard();
    expect(under.map(({ items }) => items)).toEqual([[], [one('f', 1)], [one('g', 0)]]);
  });

  it('is performed in groups that are no larger than any other', async () => {
    const { aside, under } = standing();
    const many = Array.from({ length: 200 }, (_, number) => ({ owner: 'a', number }));
    aside.add(many);
    const sizes: number[] = [];
    for (let one = under.shift(); one !== undefined; one = under.shift()) {
      sizes.push(one.items.length);
      one.end();
      await heard();
    }
    expect(sizes).toEqual([64, 64, 64, 8]);
  });

  it('performs the commands of a suspected owner one by one, until the suspicion expires', async () => {
    const { aside, under, clock } = standing();
    const own = [1, 2].map((number) => ({ owner: 'a', number }));
    aside.suspect(own);
    clock.time = 29_999;
    const other = { owner: 'b', number: 3 };
    expect(aside.withoutSuspects([...own, other])).toEqual([other]);
    const seen: number[][] = [];
    for (let one = under.shift(); one !== undefined; one = under.shift()) {
      seen.push(one.items.map(({ number }) => number));
      one.end();
      await heard();
    }
    expect(seen).toEqual([[1], [2]]);
    clock.time = 30_000;
    expect(aside.withoutSuspects([...own, other])).toEqual([...own, other]);
  });

  it('waits for what is held, and comes after what that puts back', async () => {
    const { aside, under } = standing();
    const one = (owner: string, number: number) => ({ owner, number });
    const work = Promise.withResolvers<void>();
    aside.hold([one('a', 1), one('b', 2)], async (putBack) => {
      await work.promise;
      putBack(one('a', 1));
    });
    const other = one('c', 4);
    expect(aside.without([one('a', 3), other])).toEqual([other]);
    await heard();
    expect(under).toEqual([]);
    work.resolve();
    await heard();
    expect(under.map(({ items }) => items)).toEqual([[one('a', 1), one('a', 3)]]);
    const free = one('b', 5);
    expect(aside.without([free])).toEqual([free]);
    under.shift()?.end();
    await aside.finish();
  });
});

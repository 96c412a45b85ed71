import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TrailingIndex } from './trailing.ts';
import { TriggerIndex, type Watch, watches } from './triggers.ts';

const code = fc.constantFrom('BTCUSDT', 'EURUSD');
const key = fc.integer({ min: 0, max: 40 });
/** A narrow range, so that prices meet, tie and cross often. */
const price = fc.integer({ min: 1, max: 60 });

const command = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key, code, watch: fc.constantFrom(...watches), price }),
  fc.record({ kind: fc.constant('remove' as const), key }),
  fc.record({ kind: fc.constant('quote' as const), code, bid: price, spread: fc.integer({ min: 0, max: 3 }) }),
);

const reached: Record<Watch, (bid: number, ask: number, price: number) => boolean> = {
  bidFalls: (bid, _ask, at) => bid <= at,
  bidRises: (bid, _ask, at) => bid >= at,
  askFalls: (_bid, ask, at) => ask <= at,
  askRises: (_bid, ask, at) => ask >= at,
};

/** What the index must do, in the plainest way: look at every trigger. */
class Scan {
  readonly all = new Map<number, { code: string; watch: Watch; price: number }>();

  cross(instrument: string, bid: number, ask: number): number[] {
    const fired = [...this.all]
      .filter(([, one]) => one.code === instrument && reached[one.watch](bid, ask, one.price))
      .map(([one]) => one);
    for (const one of fired) this.all.delete(one);
    return fired.toSorted((a, b) => a - b);
  }
}

describe('the trigger index', () => {
  it('fires exactly what a scan of all triggers fires', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 200 }), (commands) => {
        const index = new TriggerIndex();
        const scan = new Scan();
        for (const each of commands) {
          let actual: unknown;
          let expected: unknown;
          if (each.kind === 'set') {
            index.set(each.key, each.code, each.watch, each.price);
            scan.all.set(each.key, each);
          } else if (each.kind === 'remove') {
            actual = index.remove(each.key);
            expected = scan.all.delete(each.key);
          } else {
            const fired: number[] = [];
            index.cross(each.code, each.bid, each.bid + each.spread, (one) => fired.push(one));
            actual = fired.toSorted((one, other) => one - other);
            expected = scan.cross(each.code, each.bid, each.bid + each.spread);
          }
          expect(actual).toEqual(expected);
          expect(index.size).toBe(scan.all.size);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('fires the nearest price first and, at one price, the smallest key', () => {
    const index = new TriggerIndex();
    index.set(3, 'X', 'bidFalls', 90);
    index.set(2, 'X', 'bidFalls', 95);
    index.set(1, 'X', 'bidFalls', 90);
    const fired: number[] = [];
    index.cross('X', 80, 81, (one) => fired.push(one));
    expect(fired).toEqual([2, 1, 3]);
  });

  it('lets a trigger be set again while it fires', () => {
    const index = new TriggerIndex();
    index.set(1, 'X', 'askRises', 100);
    index.cross('X', 99, 100, (one) => index.set(one, 'X', 'askRises', 101));
    expect(index.size).toBe(1);
    const fired: number[] = [];
    index.cross('X', 100, 101, (one) => fired.push(one));
    expect(fired).toEqual([1]);
  });
});

describe('the trailing index', () => {
  const set = fc.record({
    kind: fc.constant('set' as const),
    key,
    followed: fc.constantFrom('bid' as const, 'ask' as const),
    distance: fc.integer({ min: 1, max: 25 }),
    best: price,
  });
  const remove = fc.record({ kind: fc.constant('remove' as const), key });
  const quote = fc.record({ kind: fc.constant('quote' as const), bid: price, spread: fc.integer({ min: 0, max: 3 }) });

  /** Every stop by itself: follow, then compare. */
  class Followers {
    readonly all = new Map<number, { followed: 'bid' | 'ask'; distance: number; best: number }>();

    move(bid: number, ask: number): string[] {
      const fired: string[] = [];
      for (const [one, stop] of this.all) {
        stop.best = stop.followed === 'bid' ? Math.max(stop.best, bid) : Math.min(stop.best, ask);
        const back = stop.followed === 'bid' ? stop.best - bid : ask - stop.best;
        if (back >= stop.distance) {
          fired.push(`${one}@${stop.best}`);
          this.all.delete(one);
        }
      }
      return fired.toSorted();
    }
  }

  it('follows and fires exactly like a scan of all stops', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(set, remove, quote), { maxLength: 200 }), (commands) => {
        const index = new TrailingIndex();
        const scan = new Followers();
        const saved = new Map<number, number>();
        for (const each of commands) {
          const fired: string[] = [];
          let expected: string[] = [];
          if (each.kind === 'set') {
            index.set(each.key, 'X', each.followed, each.distance, each.best);
            scan.all.set(each.key, { ...each });
            saved.set(each.key, each.best);
          } else if (each.kind === 'remove') {
            fired.push(String(index.remove(each.key)));
            expected = [String(scan.all.get(each.key)?.best)];
            scan.all.delete(each.key);
          } else {
            index.move('X', each.bid, each.bid + each.spread, (one, best) => fired.push(`${one}@${best}`));
            expected = scan.move(each.bid, each.bid + each.spread);
          }
          expect(fired.toSorted()).toEqual(expected);
          for (const { key: one, best } of index.takeImproved()) saved.set(one, best);
          expect([...scan.all.keys()].map((one) => index.bestOf(one))).toEqual([...scan.all.values()].map((stop) => stop.best));
          expect([...scan.all.keys()].map((one) => saved.get(one))).toEqual([...scan.all.values()].map((stop) => stop.best));
          expect(index.size).toBe(scan.all.size);
        }
      }),
      { numRuns: 300 },
    );
  });
});

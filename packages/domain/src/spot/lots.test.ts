import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../money/amount.ts';
import { type Disposal, type Lot, type Match, HeldLots, costOfLots, gainOf } from './lots.ts';

const lot = (acquired: number, coins: bigint, cost: bigint | null): Lot => ({
  acquired,
  orderNo: `S${acquired}`,
  coins: amount(coins),
  cost: cost === null ? null : amount(cost),
});
const disposal = (coins: bigint, proceeds: bigint | null): Disposal => ({
  disposed: 9,
  orderNo: 'S9',
  coins: amount(coins),
  proceeds: proceeds === null ? null : amount(proceeds),
});
/** What a disposal takes of some lots, and what it leaves. */
function takeFirst(before: readonly Lot[], wanted: Disposal) {
  const held = new HeldLots(before);
  const matches = [...held.take(wanted)];
  return { lots: held.left, matches };
}
const told = ({ lot: from, coins, proceeds, cost }: Match) => [from?.orderNo ?? null, coins, proceeds, cost];

describe('first in, first out', () => {
  it('takes the oldest coins first, and splits the lot that is not used up', () => {
    // 3 for 300, then 2 for 260; 4 are sold for 500: 3 of the first, 1 of the second.
    const { lots, matches } = takeFirst([lot(1, 3n, 300n), lot(2, 2n, 260n)], disposal(4n, 500n));
    expect(matches.map(told)).toEqual([
      ['S1', 3n, 375n, 300n],
      ['S2', 1n, 125n, 130n],
    ]);
    expect(matches.map(gainOf)).toEqual([75n, -5n]);
    expect(lots).toEqual([lot(2, 1n, 130n)]);
  });

  it('rounds shares down and gives the last one the rest', () => {
    const { lots, matches } = takeFirst([lot(1, 3n, 100n), lot(2, 3n, 50n)], disposal(2n, 10n));
    expect(matches.map(told)).toEqual([['S1', 2n, 10n, 66n]]);
    expect(lots).toEqual([lot(1, 1n, 34n), lot(2, 3n, 50n)]);
    expect(takeFirst([lot(1, 1n, 1n), lot(2, 2n, 2n)], disposal(3n, 100n)).matches.map(told)).toEqual([
      ['S1', 1n, 33n, 1n],
      ['S2', 2n, 67n, 2n],
    ]);
  });

  it('tells neither cost nor gain of coins from elsewhere, and takes what is withdrawn without proceeds', () => {
    expect(takeFirst([lot(1, 2n, null)], disposal(1n, 50n)).matches.map(gainOf)).toEqual([null]);
    const withdrawn = takeFirst([lot(1, 2n, 80n)], disposal(1n, null));
    expect(withdrawn.matches.map(told)).toEqual([['S1', 1n, null, 40n]]);
    expect(takeFirst([], disposal(1n, 50n)).matches.map(told)).toEqual([[null, 1n, 50n, null]]);
  });

  it('loses no unit of coins, cost or proceeds, whatever is taken of whatever', () => {
    const units = fc.bigInt({ min: 1n, max: 1_000_000n });
    const all = fc.array(fc.tuple(units, units), { maxLength: 6 });
    fc.assert(
      fc.property(all, units, units, (pairs, coins, proceeds) => {
        const before = pairs.map(([size, cost], place) => lot(place, size, cost));
        const { lots, matches } = takeFirst(before, disposal(coins, proceeds));
        const of = (pick: (match: Match) => bigint | null) => matches.reduce((sum, match) => sum + (pick(match) ?? 0n), 0n);
        expect(of((match) => match.coins)).toBe(coins);
        expect(of((match) => match.proceeds)).toBe(proceeds);
        expect(of((match) => match.cost) + costOfLots(lots)).toBe(costOfLots(before));
        expect(matches.every(({ coins: taken }) => taken > 0n)).toBe(true);
      }),
    );
  });
});

/** The processor's clock: the domain uses nothing else of Node. */
const { process } = globalThis as unknown as { readonly process: { threadCpuUsage(): { readonly user: number } } };

it('a hundred thousand lots are added, sold one by one, and sold at once in the time of moments', () => {
  const many = 100_000;
  const began = process.threadCpuUsage().user;
  const held = new HeldLots();
  for (let place = 0; place < many; place += 1) held.add(lot(place, 2n, 4n));
  for (let place = 0; place < many; place += 1) expect([...held.take(disposal(1n, 3n))].length).toBe(1);
  expect([held.left.length, costOfLots(held.left)]).toEqual([many / 2, 200_000n]);
  expect([...held.take(disposal(100_000n, 100_000n))]).toHaveLength(many / 2);
  expect(held.left).toEqual([]);
  // Whatever else the machine does meanwhile. Copied for each sale, they take minutes.
  expect((process.threadCpuUsage().user - began) / 1000).toBeLessThan(5_000);
});

import { describe, expect, test } from 'vitest';
import type { TradeLine } from '../chart/trade-lines.ts';
import { ladderOf, stepsOf } from './ladder.ts';

const line = (price: number): TradeLine => ({ orderId: String(price), kind: 'limit', price, label: 'Limit', movable: false });
const at = { bid: 77_883_64, ask: 77_891_42, step: 10_00, rungs: 3, scale: 2 };

describe('the price ladder', () => {
  test('stands at round steps around bid and ask, which move between them', () => {
    const { above, below } = ladderOf(at, []);
    expect(above.map(({ price }) => price)).toEqual([77_900_00, 77_910_00, 77_920_00]);
    expect(below.map(({ price }) => price)).toEqual([77_880_00, 77_870_00, 77_860_00]);
    const moved = ladderOf({ ...at, bid: 77_889_00, ask: 77_896_78 }, []);
    expect(moved.above.map(({ price }) => price)).toEqual(above.map(({ price }) => price));
  });

  test('goes on above an ask, and below a bid, that stand on a step themselves', () => {
    const { above, below } = ladderOf({ ...at, bid: 77_880_00, ask: 77_890_00 }, []);
    expect([above[0]?.price, below[0]?.price]).toEqual([77_900_00, 77_870_00]);
  });

  test('has every order once: on its rung, between the quotes, or beyond the ends', () => {
    const prices = [77_950, 77_920, 77_910.01, 77_891.43, 77_891.42, 77_883.64, 77_883.63, 77_880, 77_860, 77_859.99, 70_000];
    const { above, below, between, higher, lower } = ladderOf(at, prices.map(line));
    const of = (lines: readonly TradeLine[]) => lines.map(({ price }) => price);
    expect(above.map(({ marks }) => of(marks))).toEqual([[77_891.43], [], [77_920, 77_910.01]]);
    expect(of(between)).toEqual([77_891.42, 77_883.64]);
    expect(below.map(({ marks }) => of(marks))).toEqual([[77_883.63, 77_880], [], [77_860]]);
    expect([of(higher), of(lower)]).toEqual([[77_950], [77_859.99, 70_000]]);
  });

  test('ends at the smallest price there is', () => {
    expect(ladderOf({ bid: 3, ask: 4, step: 1, rungs: 5, scale: 6 }, []).below.map(({ price }) => price)).toEqual([2, 1]);
  });
});

test('steps begin with the first round one that holds the spread', () => {
  expect(stepsOf(778)).toEqual([1000, 2000, 5000, 10_000, 20_000]);
  expect(stepsOf(1)).toEqual([1, 2, 5, 10, 20]);
  expect(stepsOf(0)).toEqual([1, 2, 5, 10, 20]);
  expect(stepsOf(21)).toEqual([50, 100, 200, 500, 1000]);
});

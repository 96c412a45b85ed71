import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import { describe, expect, it } from 'vitest';
import { isSmall, moversOf } from './movers.ts';

const item = (code: string, zdf: string, hundred: number[] = [], open = true): MarketItem => ({
  code,
  type: 2,
  id: code,
  appName: code,
  logo: '',
  price: '1',
  nowPrice: '1',
  zdf,
  hundred,
  open,
});
const live = ({ zdf, open }: MarketItem) => ({ change: zdf, open });
const turnovers: Record<string, number> = { A: 5, B: 50, C: 1, D: 500 };
const turnoverOf = (code: string) => turnovers[code] ?? 0;
const codes = (movers: readonly { item: MarketItem }[]) => movers.map((mover) => mover.item.code);

describe('what moves in the market', () => {
  const items = [item('A', '1.00'), item('B', '-3.00'), item('C', '2.00'), item('D', '9.00', [], false), item('E', '0.00')];

  it('are the largest rises and falls of what trades now', () => {
    const { gainers, losers } = moversOf(items, turnoverOf, live, 2);
    expect(codes(gainers)).toEqual(['C', 'A']);
    expect(codes(losers)).toEqual(['B']);
  });

  it('is most active where most is traded', () => {
    expect(codes(moversOf(items, turnoverOf, live, 3).active)).toEqual(['B', 'A', 'C']);
  });

  it('has begun to move where the last hour is larger than the others, not where every hour is large', () => {
    /** A price every quarter of an hour: eight hours that each move as much as `usual`, then one that moves by `last`. */
    const line = (usual: number, last: number) => {
      const points = Array.from({ length: 33 }, (_, at) => 100 + (Math.floor(at / 4) % 2) * usual);
      return [...points, 100, 100, 100, 100 + last];
    };
    const quiet = item('Q', '0.00', line(0.1, 1));
    const wild = item('W', '0.00', line(5, 1));
    const still = item('S', '0.00', line(0, 0));
    const young = item('Y', '0.00', [100, 101, 102]);
    const { fresh } = moversOf([wild, still, quiet, young], turnoverOf, live, 5);
    expect(fresh.map((mover) => [mover.item.code, mover.change])).toEqual([
      ['Q', '1.00'],
      ['W', '1.00'],
    ]);
  });

  it('leaves small coins out only where turnovers are told', () => {
    expect([isSmall(1_999_999, 1e9), isSmall(2_000_000, 1e9), isSmall(0, 0)]).toEqual([true, false, false]);
  });
});

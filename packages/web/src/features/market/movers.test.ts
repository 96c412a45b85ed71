import { describe, expect, it } from 'vitest';
import type { ListedItem } from '../../shared/trading/market/figures.ts';
import { isSmall, moversOf } from './movers.ts';

const item = (code: string, zdf: string, open = true): ListedItem => ({
  code,
  type: 2,
  id: code,
  appName: code,
  logo: '',
  price: '1',
  nowPrice: '1',
  zdf,
  open,
});
const live = ({ zdf, open }: ListedItem) => ({ change: zdf, open });
const turnovers: Record<string, number> = { A: 5, B: 50, C: 1, D: 500 };
const hours: Record<string, { change: string; beyondUsual: number }> = {
  A: { change: '0.40', beyondUsual: 1.5 },
  B: { change: '-1.00', beyondUsual: 9 },
  C: { change: '0.00', beyondUsual: 0 },
  D: { change: '2.00', beyondUsual: 20 },
};
const told = { turnoverOf: (code: string) => turnovers[code] ?? 0, hourOf: (code: string) => hours[code] };
const codes = (movers: readonly { item: ListedItem }[]) => movers.map((mover) => mover.item.code);

describe('what moves in the market', () => {
  const items = [item('A', '1.00'), item('B', '-3.00'), item('C', '2.00'), item('D', '9.00', false), item('E', '0.00')];

  it('are the largest rises and falls of what trades now', () => {
    const { gainers, losers } = moversOf(items, told, live, 2);
    expect(codes(gainers)).toEqual(['C', 'A']);
    expect(codes(losers)).toEqual(['B']);
  });

  it('is most active where most is traded', () => {
    expect(codes(moversOf(items, told, live, 3).active)).toEqual(['B', 'A', 'C']);
  });

  it('has begun to move where the last hour is furthest beyond a usual one, of what trades now and is known to have one', () => {
    const { fresh } = moversOf(items, told, live, 5);
    expect(fresh.map((mover) => [mover.item.code, mover.change])).toEqual([
      ['B', '-1.00'],
      ['A', '0.40'],
    ]);
  });

  it('leaves small coins out only where turnovers are told', () => {
    expect([isSmall(1_999_999, 1e9), isSmall(2_000_000, 1e9), isSmall(0, 0)]).toEqual([true, false, false]);
  });
});

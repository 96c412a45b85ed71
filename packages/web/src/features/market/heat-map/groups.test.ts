import { describe, expect, it } from 'vitest';
import type { ListedItem } from '../../../shared/trading/market/figures.ts';
import { groupsOf, neighbour, stepOf } from './groups.ts';

const item = (code: string, type: number, nowPrice = '1'): ListedItem => ({
  code,
  type,
  id: code,
  appName: code,
  logo: '',
  price: '1',
  nowPrice,
  zdf: '0.00',
  open: true,
});
const turnover: Record<string, number> = { BTC: 600, ETH: 200, DUST: 0.001, EURUSD: 400, AAPL: 0, NEW: 50 };
const items = [item('BTC', 2), item('ETH', 2), item('DUST', 2), item('EURUSD', 6), item('AAPL', 3), item('NEW', 2, '')];

describe('the heat map', () => {
  it('groups by class, the largest first, and leaves out what has no price, no turnover or no room', () => {
    const groups = groupsOf(items, (code) => turnover[code] ?? 0, { width: 1000, height: 500 });
    expect(groups.map(({ assetClass, tiles }) => [assetClass, tiles.map((tile) => tile.item.code)])).toEqual([
      ['crypto', ['BTC', 'ETH']],
      ['forex', ['EURUSD']],
    ]);
    const [bitcoin, ether] = groups[0]?.tiles ?? [];
    const area = (tile = bitcoin) => (tile?.rect.width ?? 0) * (tile?.rect.height ?? 0);
    expect(area(bitcoin) / area(ether)).toBeCloseTo(3, 6);
  });

  it('colours in five steps', () => {
    const changes = ['-7.30', '-2.00', '-1.99', '-0.25', '-0.24', '0.00', '0.24', '0.25', '1.99', '2.00'];
    expect(changes.map(stepOf)).toEqual([-2, -2, -1, -1, 0, 0, 0, 1, 1, 2]);
  });

  it('is walked through by arrow keys, to what lies next in that direction', () => {
    const square = (x: number, y: number) => ({ x, y, width: 10, height: 10 });
    const rects = [square(0, 0), square(10, 0), square(0, 10), square(10, 10)];
    expect(neighbour(rects, 0, 'ArrowRight')).toBe(1);
    expect(neighbour(rects, 0, 'ArrowDown')).toBe(2);
    expect(neighbour(rects, 3, 'ArrowUp')).toBe(1);
    expect(neighbour(rects, 3, 'ArrowLeft')).toBe(2);
    expect([neighbour(rects, 0, 'ArrowUp'), neighbour(rects, 0, 'Enter')]).toEqual([0, 0]);
  });
});

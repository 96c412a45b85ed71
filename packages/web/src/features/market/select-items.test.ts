import { describe, expect, it } from 'vitest';
import type { ListedItem } from '../../shared/trading/market/figures.ts';
import { chooseItems, sortItems } from './select-items.ts';

const item = (code: string, type: number, appName: string, nowPrice = '1', zdf = '0.00'): ListedItem => ({
  code,
  type,
  id: code,
  appName,
  logo: '',
  price: nowPrice,
  nowPrice,
  zdf,
  open: true,
});
const bitcoin = item('BTCUSDT', 2, 'Bitcoin', '97000.5', '-1.20');
const euro = item('EURUSD', 6, 'EUR / USD', '1.05', '0.31');
const gold = item('XAUUSD', 7, 'Gold', '2690', '2.10');
const unpriced = item('NEWUSDT', 2, 'Newcoin', '', '0.00');
const all = [bitcoin, euro, gold, unpriced];
const turnovers: Record<string, string> = { BTCUSDT: '900', EURUSD: '1000' };
const live = (one: ListedItem) => ({ price: one.nowPrice, change: one.zdf, turnover: turnovers[one.code] ?? '' });

describe('the market list', () => {
  it('shows the instruments of a tab', () => {
    expect(chooseItems(all, 'crypto', '', [])).toEqual([bitcoin, unpriced]);
    expect(chooseItems(all, 'metal', '', [])).toEqual([gold]);
    expect(chooseItems(all, 'all', '', [])).toEqual(all);
  });

  it('finds by name and by code, whatever the case, and every word must be there', () => {
    expect(chooseItems(all, 'all', 'bitc', [])).toEqual([bitcoin]);
    expect(chooseItems(all, 'all', ' eurusd ', [])).toEqual([euro]);
    expect(chooseItems(all, 'all', 'usd gold', [])).toEqual([gold]);
    expect(chooseItems(all, 'crypto', 'gold', [])).toEqual([]);
  });

  it('shows starred instruments of every kind in the watchlist', () => {
    expect(chooseItems(all, 'watchlist', '', ['XAUUSD', 'BTCUSDT'])).toEqual([bitcoin, gold]);
  });

  it('sorts by number, not by text, and puts what has no price last in either direction', () => {
    expect(sortItems(all, { key: 'price', direction: 'ascending' }, live)).toEqual([euro, gold, bitcoin, unpriced]);
    expect(sortItems(all, { key: 'price', direction: 'descending' }, live)).toEqual([bitcoin, gold, euro, unpriced]);
    expect(sortItems(all, { key: 'change', direction: 'descending' }, live)).toEqual([gold, euro, unpriced, bitcoin]);
    expect(sortItems(all, { key: 'turnover', direction: 'descending' }, live)).toEqual([euro, bitcoin, gold, unpriced]);
  });

  it('leaves the market in its own order when no column is chosen', () => {
    expect(sortItems(all, null, live)).toBe(all);
  });
});

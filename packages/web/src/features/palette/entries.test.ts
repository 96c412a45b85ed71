import { expect, test } from 'vitest';
import type { ListedItem } from '../../shared/trading/market/figures.ts';
import { type Entry, findEntries, findInstruments, offerFor } from './entries.ts';

const item = (code: string, appName: string): ListedItem => ({
  code,
  appName,
  type: 2,
  id: `crypto-${code}`,
  logo: '',
  price: '1',
  nowPrice: '1',
  zdf: '0.00',
  open: true,
});
const market = [
  item('WBTCUSDT', 'Wrapped Bitcoin'),
  item('BTCUSDT', 'Bitcoin'),
  item('ETHUSDT', 'Ether'),
  item('BCHUSDT', 'Bitcoin Cash'),
];
const entry = (id: string, more: Partial<Entry> = {}): Entry => ({ id, label: id, run: () => undefined, ...more });
const codes = (items: readonly ListedItem[]) => items.map(({ code }) => code);

test('an instrument is found by code and by name, the code that begins so first', () => {
  expect(codes(findInstruments(market, 'btc'))).toEqual(['BTCUSDT', 'WBTCUSDT']);
  expect(codes(findInstruments(market, 'Bitcoin'))).toEqual(['BTCUSDT', 'BCHUSDT', 'WBTCUSDT']);
  expect(codes(findInstruments(market, 'cash bit'))).toEqual(['BCHUSDT']);
  expect(findInstruments(market, 'nothing')).toEqual([]);
});

test('no more than eight instruments are offered', () => {
  const many = Array.from({ length: 50 }, (_, index) => item(`A${index}USDT`, `Coin ${index}`));
  expect(findInstruments(many, 'coin')).toHaveLength(8);
});

test('what wants to be asked for is shown only then', () => {
  const entries = [entry('Dark theme'), entry('Sprache: Deutsch', { onAsking: true, also: 'de German' })];
  expect(findEntries(entries, '').map(({ id }) => id)).toEqual(['Dark theme']);
  expect(findEntries(entries, 'german').map(({ id }) => id)).toEqual(['Sprache: Deutsch']);
});

test('without a query the newest stars stand first, and empty groups are left out', () => {
  const offer = {
    items: market,
    pages: [entry('Market')],
    actions: [entry('Log out')],
    toEntry: ({ code }: ListedItem) => entry(code),
  };
  const shown = (watchlist: string[], query: string, recent: string[] = []) =>
    offerFor({ ...offer, watchlist, recent, query }).map(({ name, entries }) => [name, ...entries.map(({ id }) => id)]);
  expect(shown(['ETHUSDT', 'GONEUSDT', 'BTCUSDT'], '')).toEqual([
    ['watchlist', 'BTCUSDT', 'ETHUSDT'],
    ['pages', 'Market'],
    ['actions', 'Log out'],
  ]);
  expect(shown(['ETHUSDT', 'BTCUSDT'], '', ['BTCUSDT', 'GONEUSDT'])).toEqual([
    ['recent', 'BTCUSDT'],
    ['watchlist', 'ETHUSDT'],
    ['pages', 'Market'],
    ['actions', 'Log out'],
  ]);
  expect(shown([], '')).toEqual([
    ['instruments', 'WBTCUSDT', 'BTCUSDT', 'ETHUSDT', 'BCHUSDT'],
    ['pages', 'Market'],
    ['actions', 'Log out'],
  ]);
  expect(shown(['ETHUSDT'], 'ether')).toEqual([['instruments', 'ETHUSDT']]);
});

import { describe, expect, it } from 'vitest';
import type { ListedItem } from '../../shared/trading/market/figures.ts';
import { readClaims, unclaimed } from './claims.ts';
import { topMovers } from './selection.ts';

const item = (code: string, type: number, zdf = '0.00', change: Partial<ListedItem> = {}): ListedItem => ({
  code,
  type,
  id: code,
  appName: code,
  logo: '',
  price: '1',
  nowPrice: '1',
  zdf,
  open: true,
  ...change,
});

describe('the figures of the home page', () => {
  const published = {
    volumeUsd24h: '4100000000',
    listedCryptocurrencies: 360,
    registeredUsers: 1_300_000,
    feeBelowPercent: '0.25',
    source: 'Annual report',
    date: '2026-01-31',
  };

  it('are the operator’s, with source and date', () => {
    expect(readClaims(JSON.stringify(published))).toMatchObject({
      volumeUsd24h: '4100000000',
      source: { name: 'Annual report', date: '2026-01-31' },
    });
  });

  it.each([
    '',
    'null',
    '{}',
    '[1]',
    JSON.stringify({ ...published, registeredUsers: -1 }),
    JSON.stringify({ ...published, volumeUsd24h: '1e9' }),
  ])('are the specification’s when the parameter is %s', (text) => {
    expect(readClaims(text)).toBe(unclaimed);
  });
});

describe('the home page’s choice of instruments', () => {
  it('finds what moved most, up or down', () => {
    const items = [item('A', 2, '1.00'), item('B', 2, '-3.00'), item('C', 2, '2.00'), item('D', 2, '9.00', { open: false })];
    expect(topMovers(items, 2).map(({ code }) => code)).toEqual(['B', 'C']);
  });
});

import { amount } from '@assay/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { slicesOf } from './owned.ts';

const dollars = { asset: 'USDT', available: '900', held: '600', valueUsdt: '1500' };
const coin = (asset: string, valueUsdt: string | null) => ({ asset, available: '1', held: '0', valueUsdt });
const usd = (whole: number) => amount(BigInt(whole) * 1_000_000n);

test('what is owned is free USDT, coins, what products bind and what is set aside', () => {
  const products = [
    { product: 'contract', held: '250' },
    { product: 'spot', held: '50' },
    { product: 'plan', held: '300' },
  ];
  expect(slicesOf([dollars, coin('BTC', '400')], products)).toEqual([
    { kind: 'free', value: usd(900) },
    { kind: 'coin', coin: 'BTC', value: usd(400) },
    { kind: 'contract', value: usd(250) },
    { kind: 'plan', value: usd(300) },
    { kind: 'aside', value: usd(50) },
  ]);
});

test('from the fifth coin on they are one part, and one without a price is none', () => {
  const coins = ['1', '5', '3', '4', '2', '6'].map((value, place) => coin(`C${place}`, value));
  const slices = slicesOf([...coins, coin('X', null)], []);
  expect(slices.map(({ value }) => value)).toEqual([6, 5, 4, 3, 3].map(usd));
  expect(slices.at(-1)).toEqual({ kind: 'coins', value: usd(3) });
});

test('figures of products that do not fit the balance split nothing', () => {
  expect(slicesOf([dollars], [{ product: 'plan', held: '601' }])).toEqual([
    { kind: 'free', value: usd(900) },
    { kind: 'aside', value: usd(600) },
  ]);
});

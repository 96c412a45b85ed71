import { zoneOf } from '@assay/domain/market/calendar/zones.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { beginOf, isSmall, shareOf, worthOf } from './sums.ts';

const balance = (asset: string, valueUsdt: string | null) => ({ asset, available: '1', held: '0', valueUsdt });
const tether = balance('USDT', '750.000001');
const bitcoin = balance('BTC', '249.999999');
const dust = balance('DOGE', '0.999999');
const unpriced = balance('NEW', null);

describe('balances', () => {
  it('add up what has a price', () => {
    expect(formatAmount(worthOf([tether, bitcoin, unpriced]), usdt)).toBe('1000');
    expect(worthOf([])).toBe(0n);
  });

  it('are small below one USDT; USDT and what has no price never are', () => {
    expect([tether, bitcoin, dust, balance('ADA', '1'), unpriced, balance('USDT', '0')].map(isSmall)).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  it('have a share of the whole, where both have a value', () => {
    const whole = worthOf([tether, bitcoin]);
    expect(shareOf(bitcoin, whole)).toBeCloseTo(25);
    expect(shareOf(unpriced, whole)).toBeNull();
    expect(shareOf(balance('USDT', '0'), worthOf([]))).toBeNull();
  });
});

it('a period of the statement takes whole days, today among them', () => {
  const now = Date.parse('2030-01-07T12:34:56.789Z');
  const [utc, shanghai] = ['UTC', 'Asia/Shanghai'].map(zoneOf);
  expect(beginOf(7, now, utc)).toBe('2030-01-01T00:00:00.000Z');
  expect(beginOf(30, now, utc)).toBe('2029-12-09T00:00:00.000Z');
  expect(beginOf(90, now, utc)).toBe('2029-10-10T00:00:00.000Z');
  // There it is 20:34 of the seventh.
  expect(beginOf(7, now, shanghai)).toBe('2029-12-31T16:00:00.000Z');
});

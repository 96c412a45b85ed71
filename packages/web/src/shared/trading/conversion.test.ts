import { toFixed } from '@assay/domain/money/fixed.ts';
import { describe, expect, it } from 'vitest';
import { converted, rateOf } from './conversion.ts';

const shown = (text: string, currency: 'EUR' | 'JPY' | 'USD', pair?: { code: string; bid: string; ask: string }) => {
  const rate = rateOf(currency, pair);
  return rate === undefined ? undefined : converted(text, currency, rate)?.text;
};

describe('amounts in another currency', () => {
  it('are divided by the mid of a pair that begins with it, and cut', () => {
    // 100 / 1.25 = 80
    expect(shown('100', 'EUR', { code: 'EURUSD', bid: '1.24999', ask: '1.25001' })).toBe('80.00');
    // 0.01 / 1.25 = 0.008
    expect(shown('0.01', 'EUR', { code: 'EURUSD', bid: '1.25', ask: '1.25' })).toBe('0.00');
    expect(shown('-12.5', 'EUR', { code: 'EURUSD', bid: '1.25', ask: '1.25' })).toBe('-10.00');
  });

  it('are multiplied by the mid of a pair that ends with it; yen have no smaller unit', () => {
    // 2.5 × 150.5 = 376.25
    expect(shown('2.5', 'JPY', { code: 'USDJPY', bid: '150.4', ask: '150.6' })).toBe('376');
  });

  it('count one USDT as one dollar, to the last digit of large sums', () => {
    expect(shown('123456789012345678.129999', 'USD')).toBe('123456789012345678.12');
  });

  it('are left out while the pair has no price', () => {
    expect(shown('1', 'EUR')).toBeUndefined();
    expect(shown('1', 'EUR', { code: 'EURUSD', bid: '', ask: '' })).toBeUndefined();
    expect(converted('—', 'USD', toFixed('1'))).toBeUndefined();
  });
});

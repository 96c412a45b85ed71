import { describe, expect, test } from 'vitest';
import { toDecimal } from './field.tsx';

describe('what a person types into a number field', () => {
  test.each([
    ['1,5', '1.5'],
    ['１２．５', '12.5'],
    ['٣٫٥', '3.5'],
    ['۷', '7'],
    ['.5', '0.5'],
    ['007', '7'],
    ['0.', '0.'],
    ['1.2.3', '1.23'],
    ['1e3', '13'],
    ['-4', '4'],
    [' 12 USDT', '12'],
    ['', ''],
  ])('%s becomes %s', (typed, kept) => {
    expect(toDecimal(typed, 8)).toBe(kept);
  });

  test('has no more decimals than the instrument', () => {
    expect(toDecimal('1.23456', 2)).toBe('1.23');
    expect(toDecimal('1.9', 0)).toBe('1');
  });
});

import { expect, test } from 'vitest';
import { formatFixed, toFixed } from '../money/fixed.ts';
import { hasUnits, marketValue } from './market-value.ts';

test('the market value is the price times the units, to the last digit', () => {
  // 14,776,353,000 × 271.9012 = 4,017,708,112,323.6: beyond what a floating-point number holds with four decimals.
  expect(formatFixed(marketValue(toFixed('271.9012'), toFixed('14776353000')))).toBe('4017708112323.6');
  expect(formatFixed(marketValue(toFixed('0.00000041'), toFixed('968246428571000')))).toBe('396981035.71411');
});

test('only shares, funds and coins are so many', () => {
  const classes = ['crypto', 'forex', 'stock', 'future', 'etf', 'metal'] as const;
  expect(classes.filter((assetClass) => hasUnits({ assetClass }))).toEqual(['crypto', 'stock', 'etf']);
});

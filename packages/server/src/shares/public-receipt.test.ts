import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { sharedResult } from '@assay/domain/sharing/shared-result.ts';
import { expect, test } from 'vitest';
import { figuresOf, publicReceipt } from './public-receipt.ts';

const step = (name: string, result: string, numbers: Record<string, string> = {}) => ({ name, formula: '', numbers, result });
const fee = (name: string, price: string, notional: string, result: string) =>
  step(name, result, { price, notional, feeRate: '0.001' });

/** A lot of 1 at 100 with ten times, two nights at 0.02%, and closed at a price. */
function closedAt(closePrice: string, profit: string, closeFee: string, { margin = '10', gap = '' } = {}): Receipt {
  return {
    id: '12',
    kind: 'contract',
    status: 'closed',
    terms: { orderNo: 'C12', side: 'long', lots: '1', leverage: '10', feeRate: '0.001', financingRate: '0.0002' },
    quotes: [],
    steps: [
      step('notional', '100', { quantity: '1', price: '100.00', conversion: '1' }),
      fee('openFee', '100.00', '100', '0.1'),
      step('financing', '0.02', { days: '1' }),
      step('financing', '0.06', { days: '3' }),
      step('profit', profit, { openPrice: '100.00', closePrice, quantity: '1', conversion: '1', margin }),
      fee('closeFee', closePrice, closePrice, closeFee),
      ...(gap === '' ? [] : [step('gap', gap, { insurance: gap })]),
    ],
    transfers: [],
  };
}
const percentOf = (receipt: Receipt) => {
  const figures = figuresOf(receipt);
  return figures === null || figures === undefined ? figures : sharedResult(figures);
};

test('a contract is told with the days for which financing was charged, and what it came to is net of all', () => {
  const won = closedAt('105.00', '5', '0.105');
  expect(figuresOf(won)).toMatchObject({ financingRate: '0.0002', financingDays: 4, cover: null });
  // 5 − 0.1 − 0.105 − 0.08 of 10.
  expect(percentOf(won)).toBe('47.15');
});

test('beyond its margin a gap takes nothing from a percentage, whatever was added to it', () => {
  // The price has lost 20, the margin had 10; 0.1 and 0.08 were paid besides.
  expect(percentOf(closedAt('80.00', '-10', '0', { gap: '10' }))).toBe('-101.80');
  expect(figuresOf(closedAt('80.00', '-10', '0', { gap: '10' }))).toMatchObject({ cover: '1' });
  expect(percentOf(closedAt('80.00', '-15', '0', { margin: '15', gap: '5' }))).toBe('-151.80');
  // 9.95 are lost and 0.05 left for a fee of 0.09005.
  expect(percentOf(closedAt('90.05', '-9.95', '0.05'))).toBe('-101.80');
  // What covers both is not told of.
  expect(figuresOf(closedAt('91.00', '-9', '0.091', { margin: '15' }))).toMatchObject({ cover: null });
});

test('what nobody may know is not there: numbers, and sizes where amounts are hidden', () => {
  const { id, terms, steps } = publicReceipt(closedAt('105.00', '5', '0.105'), true);
  expect([id, steps]).toEqual(['', []]);
  expect(Object.keys(terms)).toEqual(['side', 'leverage', 'feeRate', 'financingRate']);
  expect(publicReceipt(closedAt('105.00', '5', '0.105'), false).terms).toMatchObject({ lots: '1' });
});

import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { sharedResult } from '@assay/domain/sharing/shared-result.ts';
import { expect, test } from 'vitest';
import { figuresOf, publicReceipt } from './public-receipt.ts';

const step = (name: string, result: string, numbers: Record<string, string> = {}) => ({ name, formula: '', numbers, result });
const fee = (name: string, price: string, notional: string, result: string) =>
  step(name, result, { price, notional, feeRate: '0.001' });

const night = (days: string) => ({ notional: '100', financingRate: '0.0002', days });

/** A lot of 1 at 100 with ten times, two nights at 0.02%, and closed at a price. */
function closedAt(
  closePrice: string,
  profit: string,
  closeFee: string,
  { margin = '10', gap = '', weekend = '0.06' } = {},
): Receipt {
  return {
    id: '12',
    kind: 'contract',
    status: 'closed',
    terms: { orderNo: 'C12', side: 'long', lots: '1', leverage: '10', feeRate: '0.001', financingRate: '0.0002' },
    quotes: [],
    steps: [
      step('notional', '100', { quantity: '1', price: '100.00', conversion: '1' }),
      fee('openFee', '100.00', '100', '0.1'),
      step('financing', '0.02', night('1')),
      step('financing', weekend, night('3')),
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

test('nights that could not be paid whole are told as far as they were', () => {
  // 0.05 of the 0.06 that three nights cost were there: 0.07 of 10 in place of 0.08.
  const short = closedAt('105.00', '5', '0.105', { weekend: '0.05' });
  expect(figuresOf(short)).toMatchObject({ financingDays: 4, financed: '0.007' });
  // 5 − 0.1 − 0.105 − 0.07 of 10.
  expect(percentOf(short)).toBe('47.25');
  expect(figuresOf(closedAt('105.00', '5', '0.105'))).toMatchObject({ financed: null });
  // A night at 12% and a weekend at 36% of 100: the first took 10 of 10 and 2 that were free, the weekend found nothing, and neither did
  // a loss of 5 or a closing fee. −0.1 − 12 of 10.
  const rate = { ...short.terms, financingRate: '0.12' };
  const steps = closedAt('95.00', '0', '0', { margin: '0', gap: '5' }).steps.map((one) =>
    one.name !== 'financing'
      ? one
      : {
          ...one,
          result: one.numbers['days'] === '1' ? '12' : '0',
          numbers: { ...one.numbers, financingRate: '0.12' },
        },
  );
  const ruined = { ...short, terms: rate, steps };
  expect(figuresOf(ruined)).toMatchObject({ financed: '1.2', cover: '0' });
  expect(percentOf(ruined)).toBe('-121.00');
});

test('what many nights took is added up before it is rounded', () => {
  /** A night each, at 0.01% of what was open. */
  const over = (notional: string, charged: readonly string[]): Receipt => {
    const receipt = closedAt('105.00', '5', '0.105');
    const numbers = { notional, financingRate: '0.0001', days: '1' };
    const others = receipt.steps.filter(({ name }) => name !== 'financing');
    return { ...receipt, steps: [...others, ...charged.map((result) => step('financing', result, numbers))] };
  };
  // 0.0123457 fell due each night, of which 29 took 0.012346 and the last one 0.01: 3.68034 of 123.457 are 0.02981….
  const nights = over('123.457', [...Array.from({ length: 29 }, () => '0.012346'), '0.01']);
  expect(figuresOf(nights)).toMatchObject({ financingDays: 30, financed: '0.0299' });
  // 0.03 fell due each night and 0.01 was there: three times a third of 0.001.
  expect(figuresOf(over('300', ['0.01', '0.01', '0.01']))).toMatchObject({ financed: '0.001' });
});

test('beyond its margin a gap takes nothing from a percentage, whatever was added to it', () => {
  // The price has lost 20, the margin had 10; 0.1 and 0.08 were paid besides.
  expect(percentOf(closedAt('80.00', '-10', '0', { gap: '10' }))).toBe('-101.80');
  expect(figuresOf(closedAt('80.00', '-10', '0', { gap: '10' }))).toMatchObject({ cover: '1' });
  expect(percentOf(closedAt('80.00', '-15', '0', { margin: '15', gap: '5' }))).toBe('-151.80');
  // 9.95 are lost and 0.05 left for a fee of 0.09005.
  expect(percentOf(closedAt('90.05', '-9.95', '0.05'))).toBe('-101.80');
  // A receipt that covers both is not shared.
  expect(figuresOf(closedAt('91.00', '-9', '0.091', { margin: '15' }))).toMatchObject({ cover: null });
});

test('what nobody may know is not there: numbers, and sizes where amounts are hidden', () => {
  const { id, terms, steps } = publicReceipt(closedAt('105.00', '5', '0.105'), true);
  expect([id, steps]).toEqual(['', []]);
  expect(Object.keys(terms)).toEqual(['side', 'leverage', 'feeRate', 'financingRate']);
  expect(publicReceipt(closedAt('105.00', '5', '0.105'), false).terms).toMatchObject({ lots: '1' });
});

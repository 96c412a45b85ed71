import { languages } from '@assay/contract/vocabulary/languages.ts';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../client/test-browser.ts';

// Files share a worker: what was put in place of a global must not reach the next one.
afterAll(() => vi.unstubAllGlobals());

fakeBrowser();
const { createFormat } = await import('./format.ts');

test('no digit passes through a float', () => {
  const { price, quantity } = createFormat('en');
  expect(price('12345678901234567.89', 2)).toBe('12,345,678,901,234,567.89');
  expect(quantity('0.00000001')).toBe('0.00000001');
  expect(price('0.1')).toBe('0.1');
  expect(price('64123.50')).toBe('64,123.50');
});

test('an amount is cut, never rounded up: nobody is shown money they do not have', () => {
  const { amount, signedAmount } = createFormat('en');
  expect(amount('99.999')).toBe('99.99');
  expect(amount('0.123456789', 'BTC')).toBe('0.12345678');
  expect(signedAmount('-0.019')).toBe('-0.01');
  expect(signedAmount('12')).toBe('+12.00');
  expect(signedAmount('0')).toBe('0.00');
});

test('a change carries its sign, and zero has none', () => {
  const { change } = createFormat('en');
  expect([change('2.3'), change('-1.05'), change('0.00')]).toEqual(['+2.30%', '-1.05%', '0.00%']);
});

test('what is cut to nothing is nothing, without a sign', () => {
  const { price, amount, exactAmount, signedAmount, quantity, change, rate, compact, integer } = createFormat('en');
  const nothing = [price('-0.001', 2), amount('-0.001'), exactAmount('-0.000000001'), signedAmount('-0.009'), price('-0.00')];
  expect(nothing).toEqual(['0.00', '0.00', '0.00', '0.00', '0.00']);
  expect([quantity('-0.000000001'), integer(-0), compact('-0.01')]).toEqual(['0', '0', '0']);
  expect([change('-0.001'), rate('-0.0000001')]).toEqual(['0.00%', '0%']);
  expect([price('-0.01', 2), amount('-1'), rate('-0.01')]).toEqual(['-0.01', '-1.00', '-1%']);
});

test('numbers are written as each language writes them', () => {
  expect(createFormat('de').price('1234567.8', 2)).toBe('1.234.567,80');
  expect(createFormat('fr').price('1234567.8', 2)).toBe('1\u202f234\u202f567,80');
  expect(createFormat('hk').price('1234567.8', 2)).toBe('1,234,567.80');
});

describe.each(languages)('%s', (language) => {
  test('writes with Latin digits', () => {
    const format = createFormat(language);
    const texts = [
      format.price('1234.5', 2),
      format.amount('99'),
      format.change('-1.5'),
      format.rate('0.0005'),
      format.dateTime('2026-01-05T09:08:07Z'),
      format.compact('3800000000'),
    ];
    for (const text of texts) {
      expect(text).toMatch(/[0-9]/);
      expect(text).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9]/);
    }
  });
});

test('what is no decimal and what is missing stands as a dash', () => {
  const { price, amount, change, dateTime } = createFormat('en');
  for (const text of ['', 'NaN', '1e5', 'Infinity', '<b>', null, undefined]) expect(price(text, 2)).toBe('—');
  expect([amount(null), change(undefined), dateTime('nonsense'), dateTime(null)]).toEqual(['—', '—', '—', '—']);
});

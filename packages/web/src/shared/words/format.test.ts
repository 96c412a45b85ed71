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
  const { amount } = createFormat('en');
  expect(amount('99.999')).toBe('99.99');
  expect(amount('0.123456789', 'BTC')).toBe('0.12345678');
  expect(amount('0.5', 'BTC')).toBe('0.5');
});

test('a result is rounded down: no gain is told larger, and no loss smaller, than it is', () => {
  const { result } = createFormat('en');
  expect([result('0.019'), result('-0.019'), result('-0.0101')]).toEqual(['+0.01', '-0.02', '-0.02']);
  expect([result('12'), result('0'), result('-12')]).toEqual(['+12.00', '0.00', '-12.00']);
});

test('nothing is written the same way of every coin', () => {
  const { amount, cost, exactAmount } = createFormat('en');
  const nothing = [amount('0'), amount('0', 'BTC'), amount('0.000000001', 'BTC'), cost('0', 'ETH'), exactAmount('0.00', 'BTC')];
  expect(nothing).toEqual(['0.00', '0.00', '0.00', '0.00', '0.00']);
});

test('a cost is rounded up, and what is received of it never is', () => {
  const { cost } = createFormat('en');
  expect([cost('1.230001'), cost('1.23'), cost('-1.239'), cost('0.000000001', 'BTC')]).toEqual([
    '1.24',
    '1.23',
    '-1.23',
    '0.00000001',
  ]);
});

test('what was agreed stands to its last unit', () => {
  const { exactAmount } = createFormat('en');
  expect([exactAmount('18473.215261'), exactAmount('1000'), exactAmount('0.250', 'BTC')]).toEqual([
    '18,473.215261',
    '1,000.00',
    '0.25',
  ]);
});

test('day and month stand in the order of the language, the year where it is not this one, seconds on receipts', () => {
  const { date, time, dateTime, moment } = createFormat('en');
  vi.setSystemTime(new Date(2026, 10, 26));
  const now = new Date(2026, 10, 22, 1, 31, 7);
  expect([date(now), time(now), dateTime(now), moment(now)]).toEqual(['22 Nov', '01:31', '22 Nov, 01:31', '22 Nov, 01:31:07']);
  expect(dateTime(new Date(2025, 10, 22, 1, 31))).toBe('22 Nov 2025, 01:31');
  expect(createFormat('de').dateTime(now)).toBe('22. Nov., 01:31');
  expect(createFormat('zh').date(new Date(2025, 10, 2))).toBe('2025年11月2日');
  expect(createFormat('ar').dateTime(now)).toBe('22 نوفمبر، 01:31');
  vi.useRealTimers();
});

test('a change is set like every other share: with the space that its language has before the sign', () => {
  const pairs = (['en', 'de', 'fr', 'es', 'it', 'zh'] as const).map((language) => {
    const { change, rate } = createFormat(language);
    return [change('-3.93'), rate('-0.0393')];
  });
  for (const [change, rate] of pairs) expect(change).toBe(rate);
  expect(pairs[1]).toEqual(['-3,93\u00a0%', '-3,93\u00a0%']);
});

test('a change carries its sign, and zero has none', () => {
  const { change } = createFormat('en');
  expect([change('2.3'), change('-1.05'), change('0.00')]).toEqual(['+2.30%', '-1.05%', '0.00%']);
});

test('the result of a day has three digits at most where they are told, and is never told better than it is', () => {
  const { shortResult } = createFormat('en');
  expect(['-100.18', '-0.941', '12.34', '-1234.5', '123456'].map(shortResult)).toEqual([
    '-101',
    '-1',
    '+12.3',
    '-1.3K',
    '+123K',
  ]);
});

test('what is cut to nothing is nothing, without a sign', () => {
  const { price, amount, exactAmount, result, quantity, change, rate, compact, integer } = createFormat('en');
  const nothing = [price('-0.001', 2), amount('-0.001'), exactAmount('-0.00'), result('0.009'), price('-0.00')];
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

test('spans and large figures are written as the texts around them are', () => {
  expect([createFormat('ja').span(7, 'day'), createFormat('ja').span(24, 'hour')]).toEqual(['7日', '24時間']);
  expect([createFormat('de').span(7, 'day'), createFormat('hk').span(7, 'day')]).toEqual(['7 Tage', '7 日']);
  expect([createFormat('hk').compact('3800000000'), createFormat('hk').shortResult('-12345')]).toEqual(['38億', '-1.3萬']);
});

test('what is no decimal and what is missing stands as a dash', () => {
  const { price, amount, change, dateTime } = createFormat('en');
  for (const text of ['', 'NaN', '1e5', 'Infinity', '<b>', null, undefined]) expect(price(text, 2)).toBe('—');
  expect([amount(null), change(undefined), dateTime('nonsense'), dateTime(null)]).toEqual(['—', '—', '—', '—']);
});

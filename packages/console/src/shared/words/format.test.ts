import { expect, test } from 'vitest';
import { absent, createFormat } from './format.ts';

const format = createFormat('en');

test('an amount is shown to its last unit and never rounded', () => {
  expect(format.amount('1234567.123456789012345678')).toBe('1,234,567.123456789012345678');
  expect(format.amount('5')).toBe('5.00');
  expect(format.amount('-0.5')).toBe('-0.50');
});

test('what is no decimal is shown as absent', () => {
  for (const text of ['1e9', 'NaN', '٣', '', null, undefined]) expect(format.amount(text), String(text)).toBe(absent);
});

test('times are those of the books, whatever zone the operator is in', () => {
  expect(format.moment('2026-11-21T23:59:58.900Z')).toBe('2026-11-21 23:59:58');
  expect(format.dateTime('2026-11-21T23:59:58.900Z')).toBe('2026-11-21 23:59');
  expect(format.date('2026-11-21T23:59:58.900Z')).toBe('2026-11-21');
  expect(format.date('yesterday')).toBe(absent);
  expect(format.date(null)).toBe(absent);
});

test('an age is told in its two largest units', () => {
  const minute = 60_000;
  expect(format.age(59_999)).toBe('0m');
  expect(format.age(59 * minute)).toBe('59m');
  expect(format.age((26 * 60 + 5) * minute)).toBe('1d 2h');
  expect(format.age((2 * 60 + 5) * minute)).toBe('2h 5m');
  // A case from a clock that runs ahead is new, not of negative age.
  expect(format.age(-minute)).toBe('0m');
});

import { expect, test } from 'vitest';
import { taxYears } from './tax-years.ts';

const at = (text: string) => Date.parse(text);

test('years reach from the first booking to the one that runs, which is not over', () => {
  expect(taxYears(at('2024-12-31T23:59:59Z'), at('2026-11-27T10:00:00Z'), '01-01')).toEqual([
    { year: 2026, isOver: false },
    { year: 2025, isOver: true },
    { year: 2024, isOver: true },
  ]);
  expect(taxYears(at('2026-11-27T09:00:00Z'), at('2026-11-27T10:00:00Z'), '01-01')).toEqual([{ year: 2026, isOver: false }]);
});

test('a tax year that begins later in the calendar year is that of the year before until then', () => {
  const years = (now: string) => taxYears(at('2025-04-05T23:00:00Z'), at(now), '04-06').map(({ year }) => year);
  expect(years('2026-04-05T23:59:59Z')).toEqual([2025, 2024]);
  expect(years('2026-04-06T00:00:00Z')).toEqual([2026, 2025, 2024]);
});

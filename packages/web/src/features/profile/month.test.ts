import { expect, it } from 'vitest';
import { monthBy, strengthOf, weeksOf } from './month.ts';

it('a month away from another may be of another year', () => {
  expect([monthBy('2030-01', -1), monthBy('2030-12', 1), monthBy('2030-03', 0)]).toEqual(['2029-12', '2031-01', '2030-03']);
});

it('its weeks begin on Monday, and have seven places each', () => {
  // 1 February 2028 is a Tuesday of a leap year.
  const weeks = weeksOf('2028-02');
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
  expect(weeks[0]).toEqual([null, '2028-02-01', '2028-02-02', '2028-02-03', '2028-02-04', '2028-02-05', '2028-02-06']);
  expect(weeks[4]).toEqual(['2028-02-28', '2028-02-29', null, null, null, null, null]);
  // February 2027 begins on a Monday and has 28 days: four weeks, all full.
  expect(weeksOf('2027-02')).toHaveLength(4);
});

it('a day is tinted by its result beside the largest of the month, won or lost', () => {
  const nets = ['-40', '10', '0'];
  expect(nets.map((net) => strengthOf(net, nets))).toEqual([1, 0.25, 0]);
  expect(strengthOf('0', ['0'])).toBe(0);
});

import { expect, it } from 'vitest';
import { officeAt, parseOfficeHours } from './office-hours.ts';

const at = (time: string) => Date.parse(time);
function office(text: string, time: string) {
  const hours = parseOfficeHours(text);
  if (hours === undefined) throw new Error(`${text} is no text of office hours`);
  const { open, changesAt } = officeAt(hours, at(time));
  return [open, changesAt === null ? null : new Date(changesAt).toISOString()];
}

it('is open on its days and hours, and says when that ends', () => {
  // 2030-01-07 is a Monday.
  expect(office('1-5 08:00-20:00 UTC', '2030-01-07T08:00:00Z')).toEqual([true, '2030-01-07T20:00:00.000Z']);
  expect(office('1-5 08:00-20:00 UTC', '2030-01-07T07:59:59Z')).toEqual([false, '2030-01-07T08:00:00.000Z']);
  expect(office('1-5 08:00-20:00 UTC', '2030-01-07T20:00:00Z')).toEqual([false, '2030-01-08T08:00:00.000Z']);
});

it('waits over a weekend', () => {
  expect(office('1-5 08:00-20:00 UTC', '2030-01-11T21:00:00Z')).toEqual([false, '2030-01-14T08:00:00.000Z']);
});

it('goes by the clocks of its own place, in summer and in winter', () => {
  // Hong Kong is 8 hours ahead; on the last Sunday of March London goes from UTC to one hour ahead.
  expect(office('1-5 09:00-18:00 Asia/Hong_Kong', '2030-01-07T01:00:00Z')).toEqual([true, '2030-01-07T10:00:00.000Z']);
  expect(office('1-7 09:00-18:00 Europe/London', '2030-03-30T20:00:00Z')).toEqual([false, '2030-03-31T08:00:00.000Z']);
});

it('that never closes has no end', () => {
  expect(office('1-7 00:00-24:00 UTC', '2030-01-07T12:00:00Z')).toEqual([true, null]);
  expect(office('1-5 00:00-24:00 UTC', '2030-01-07T12:00:00Z')).toEqual([true, '2030-01-12T00:00:00.000Z']);
});

it('is written one way only', () => {
  for (const text of [
    '',
    '1-5',
    '5-1 09:00-18:00 UTC',
    '1-5 18:00-09:00 UTC',
    '1-5 09:00-24:30 UTC',
    '1-5 09:00-18:00 Mars/Base',
  ])
    expect(parseOfficeHours(text)).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { averaged, liveBar, tickBars } from './bars.ts';

const minute = 60_000;
const last = { timestamp: 5 * minute, open: 10, high: 12, low: 9, close: 11, volume: 3 };

describe('the bar that a live price belongs to', () => {
  it('moves within its period and keeps its opening', () => {
    expect(liveBar(last, '1m', 13, 5 * minute + 59_999)).toEqual({ ...last, high: 13, close: 13 });
    expect(liveBar(last, '1m', 8, 5 * minute)).toEqual({ ...last, low: 8, close: 8 });
  });

  it('begins anew with the next period', () => {
    expect(liveBar(last, '1m', 8, 6 * minute)).toEqual({
      timestamp: 6 * minute,
      open: 8,
      high: 8,
      low: 8,
      close: 8,
      volume: 0,
    });
  });

  it('leaves a gap where the market was closed', () => {
    expect(liveBar(last, '1m', 8, 90 * minute)?.timestamp).toBe(90 * minute);
  });

  it('never changes a bar that is closed', () => {
    expect(liveBar(last, '1m', 8, 5 * minute - 1)).toBeNull();
  });

  it('begins weeks on Monday at 00:00 UTC', () => {
    const sunday = Date.UTC(2026, 10, 22, 23, 59, 59);
    const monday = Date.UTC(2026, 10, 23);
    expect(liveBar(undefined, '1w', 8, sunday)?.timestamp).toBe(Date.UTC(2026, 10, 16));
    expect(liveBar(undefined, '1w', 8, monday)?.timestamp).toBe(monday);
  });
});

it('single quotes are the middle of bid and ask, one for each moment, and go on with the feed', () => {
  const bars = tickBars([
    { time: 1000, bid: '9.00', ask: '11.00' },
    { time: 1000, bid: '9.50', ask: '11.50' },
    { time: 2000, bid: '10.00', ask: '12.00' },
  ]);
  expect(bars.map(({ timestamp, close }) => [timestamp, close])).toEqual([
    [1000, 10.5],
    [2000, 11],
  ]);
  expect(liveBar(bars[1], 'tick', 12, 2000)).toBeNull();
  expect(liveBar(bars[1], 'tick', 12, 2001)).toMatchObject({ timestamp: 2001, open: 12, close: 12 });
});

it('averages open in the middle of the body before and close at the mean of four prices', () => {
  const bars = [
    { timestamp: 1, open: 10, high: 14, low: 8, close: 12 },
    { timestamp: 2, open: 12, high: 13, low: 11.5, close: 12.5 },
  ];
  // (10 + 12) / 2 and 44 / 4; then (11 + 11) / 2 and 49 / 4, and a low that reaches down to where it opens.
  expect(averaged(bars)).toEqual([
    { open: 11, close: 11, high: 14, low: 8 },
    { open: 11, close: 12.25, high: 13, low: 11 },
  ]);
});

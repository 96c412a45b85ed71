import { describe, expect, it } from 'vitest';
import { liveBar } from './bars.ts';

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

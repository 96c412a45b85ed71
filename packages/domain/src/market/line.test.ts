import { describe, expect, it } from 'vitest';
import { changeOf, lastHourOf } from './line.ts';

describe('a line of prices', () => {
  it('has changed from its first point to its last, cut to two decimals', () => {
    expect(changeOf([200, 300, 205])).toBe('2.50');
    expect(changeOf([30_000, 29_999])).toBe('0.00');
    expect(changeOf([3, 2])).toBe('-33.33');
    expect([changeOf([]), changeOf([0, 5])]).toEqual(['0.00', '0.00']);
  });

  it('has begun to move where the last hour is larger than the others, not where every hour is large', () => {
    /** A price every quarter of an hour: eight hours that each move as much as `usual`, then one that moves by `last`. */
    const line = (usual: number, last: number) => {
      const points = Array.from({ length: 33 }, (_, at) => 100 + (Math.floor(at / 4) % 2) * usual);
      return [...points, 100, 100, 100, 100 + last];
    };
    const [quiet, wild] = [lastHourOf(line(0.1, 1)), lastHourOf(line(5, 1))];
    expect([quiet.change, wild.change]).toEqual(['1.00', '1.00']);
    // An hour of a tenth of a percent, or of about five, is usual.
    expect(quiet.beyondUsual).toBeCloseTo(10, 1);
    expect(wild.beyondUsual).toBeCloseTo(0.2, 1);
    expect(lastHourOf(line(0, 0))).toEqual({ change: '0.00', beyondUsual: 0 });
    expect(lastHourOf([100, 101, 102]).beyondUsual).toBe(0);
    expect(lastHourOf([])).toEqual({ change: '0.00', beyondUsual: 0 });
  });
});

import { describe, expect, it } from 'vitest';
import { continueLine, placeholderLine } from './line.ts';

const minute = 60_000;

describe('the small line of recent prices', () => {
  it('moves its end with each price of the same quarter of an hour', () => {
    expect(continueLine([1, 2, 3], 30 * minute, 4, 45 * minute - 1)).toEqual([1, 2, 4]);
  });

  it('begins a point with each new quarter of an hour', () => {
    expect(continueLine([1, 2, 3], 45 * minute - 1, 4, 45 * minute)).toEqual([1, 2, 3, 4]);
  });

  it('keeps the 100 latest points', () => {
    const full = Array.from({ length: 100 }, (_, index) => index);
    const next = continueLine(full, 0, 500, 15 * minute);
    expect(next).toHaveLength(100);
    expect(next[0]).toBe(1);
    expect(next[99]).toBe(500);
  });

  it('stays the same list when nothing has changed, so that nothing is drawn again', () => {
    const points = [1, 2, 3];
    expect(continueLine(points, 0, 3, 1)).toBe(points);
  });
});

describe('the line that stands in where there is no data', () => {
  it('has 100 points from 52100 on, in random steps of at most 5', () => {
    const line = placeholderLine();
    expect([line.length, line[0]]).toEqual([100, 52_100]);
    const steps = line.slice(1).map((point, index) => Math.abs(point - (line[index] ?? 0)));
    expect(Math.max(...steps)).toBeLessThanOrEqual(5);
    expect(new Set(steps).size).toBeGreaterThan(50);
    expect(placeholderLine()).not.toEqual(line);
  });
});

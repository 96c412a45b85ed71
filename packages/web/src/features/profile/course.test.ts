import { describe, expect, it } from 'vitest';
import { courseOf, nearestPoint, pathsOf } from './course.ts';

const points = [
  { time: 1_000, equity: 100 },
  { time: 1_250, equity: 80 },
  { time: 2_000, equity: 120 },
];

function course() {
  const found = courseOf(points);
  if (found === null) throw new Error('three points are a course');
  return found;
}

describe('the course of equity', () => {
  it('places its points by time, the highest on top', () => {
    expect(course().points.map(({ x, y }) => [x, y])).toEqual([
      [0, 0.5],
      [0.25, 1],
      [1, 0],
    ]);
    expect(course()).toMatchObject({ low: 80, high: 120, change: 20, changePercent: 20 });
  });

  it('is none with fewer than two moments, and level when nothing moved', () => {
    expect(courseOf([])).toBeNull();
    expect(courseOf([{ time: 1, equity: 5 }])).toBeNull();
    const still = courseOf([
      { time: 1, equity: 0 },
      { time: 2, equity: 0 },
    ]);
    expect(still?.points.map(({ y }) => y)).toEqual([0.5, 0.5]);
    expect(still?.changePercent).toBeNull();
  });

  it('finds the point nearest in time', () => {
    expect([0, 0.2, 0.6, 0.7, 1].map((x) => nearestPoint(course(), x)?.equity)).toEqual([100, 80, 80, 120, 120]);
  });

  it('is drawn into a box, the area closed along its lower edge', () => {
    expect(pathsOf(course(), 200, 50)).toEqual({
      line: 'M0.00 25.00L50.00 50.00L200.00 0.00',
      area: 'M0.00 25.00L50.00 50.00L200.00 0.00V50H0Z',
    });
  });
});

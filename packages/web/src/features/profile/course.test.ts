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
    expect(course()).toMatchObject({ low: 80, high: 120, gain: 20, gainPercent: 20, moved: 0 });
  });

  it('is no cliff for a little: the chart spans two per cent at least, with what was in its middle', () => {
    const little = courseOf([
      { time: 1, equity: 100_000 },
      { time: 2, equity: 99_980 },
    ]);
    // 2,000 around 99,990: from 100,990 to 98,990.
    expect(little).toMatchObject({ low: 99_980, high: 100_000, top: 100_990, bottom: 98_990 });
    expect(little?.points.map(({ y }) => y)).toEqual([0.495, 0.505]);
  });

  it('takes what came in and left for neither gain nor loss, and leaves out what was before', () => {
    const flows = [
      { time: 900, value: 1000, kind: 'deposit' },
      { time: 1_500, value: 50, kind: 'deposit' },
      { time: 2_000, value: -10, kind: 'withdrawal' },
    ] as const;
    // From 100 to 120, of which 40 were brought.
    const marked = courseOf(points, flows);
    expect(marked).toMatchObject({ moved: 40, gain: -20, gainPercent: null });
    expect(marked?.flows.map(({ x }) => x)).toEqual([0.5, 1]);
  });

  it('is none with fewer than two moments, and level when nothing moved', () => {
    expect(courseOf([])).toBeNull();
    expect(courseOf([{ time: 1, equity: 5 }])).toBeNull();
    const still = courseOf([
      { time: 1, equity: 0 },
      { time: 2, equity: 0 },
    ]);
    expect(still?.points.map(({ y }) => y)).toEqual([0.5, 0.5]);
    expect(still?.gainPercent).toBeNull();
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

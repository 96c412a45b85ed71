/** What the account was worth at a moment, in USDT, for a chart. */
export interface CoursePoint {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly equity: number;
}

/** A point in the unit square of the chart: from its start to its end, from top to bottom. */
export interface PlacedPoint extends CoursePoint {
  readonly x: number;
  readonly y: number;
}

export interface Course {
  readonly points: readonly PlacedPoint[];
  readonly low: number;
  readonly high: number;
  /** From the first point to the last. */
  readonly change: number;
  /** In percent of the first; null where that was nothing. */
  readonly changePercent: number | null;
}

/** Places points by their time; null while there are fewer than two moments, which make no course. */
export function courseOf(points: readonly CoursePoint[]): Course | null {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || last.time <= first.time) return null;
  const equities = points.map(({ equity }) => equity);
  const low = Math.min(...equities);
  const high = Math.max(...equities);
  const change = last.equity - first.equity;
  return {
    points: points.map((point) => ({
      ...point,
      x: (point.time - first.time) / (last.time - first.time),
      // An account that stood still is a line through the middle.
      y: high === low ? 0.5 : (high - point.equity) / (high - low),
    })),
    low,
    high,
    change,
    changePercent: first.equity === 0 ? null : (change / first.equity) * 100,
  };
}

/** The point whose time is nearest to a place between start (0) and end (1). */
export function nearestPoint({ points }: Course, x: number): PlacedPoint | undefined {
  return points.reduce<PlacedPoint | undefined>(
    (best, point) => (best === undefined || Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best),
    undefined,
  );
}

/** The line as an SVG path in a box of the given size, and the same closed along its lower edge. */
export function pathsOf({ points }: Course, width: number, height: number): { readonly line: string; readonly area: string } {
  const line = points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${(x * width).toFixed(2)} ${(y * height).toFixed(2)}`)
    .join('');
  return { line, area: `${line}V${height}H0Z` };
}

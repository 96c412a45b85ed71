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

/** What came into the account or left it at a moment, in USDT: neither a gain nor a loss. */
export interface CourseFlow {
  readonly time: number;
  readonly value: number;
  readonly kind: 'deposit' | 'withdrawal' | 'reset';
}

export interface Course {
  readonly points: readonly PlacedPoint[];
  readonly low: number;
  readonly high: number;
  /** The ends of the chart from top to bottom: it spans a share of what it shows at least, so that a little is no cliff. */
  readonly top: number;
  readonly bottom: number;
  /** What came in and left between the first point and the last, each with its place. */
  readonly flows: readonly (CourseFlow & { readonly x: number })[];
  /** Sum of the flows. */
  readonly moved: number;
  /** From the first point to the last, flows apart: what was won or lost. */
  readonly gain: number;
  /** In percent of the first; null where that was nothing, and where a flow has made the one no measure of the other. */
  readonly gainPercent: number | null;
}

/** Of the highest worth, what a chart spans at least. */
const spanMin = 0.02;

/** Places points by their time; null while there are fewer than two moments, which make no course. */
export function courseOf(points: readonly CoursePoint[], all: readonly CourseFlow[] = []): Course | null {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || last.time <= first.time) return null;
  const equities = points.map(({ equity }) => equity);
  const low = Math.min(...equities);
  const high = Math.max(...equities);
  const span = Math.max(high - low, spanMin * Math.abs(high));
  const top = (high + low + span) / 2;
  const placeOf = (time: number) => (time - first.time) / (last.time - first.time);
  const flows = all
    .filter(({ time }) => time > first.time && time <= last.time)
    .map((flow) => ({ ...flow, x: placeOf(flow.time) }));
  const moved = flows.reduce((sum, { value }) => sum + value, 0);
  const gain = last.equity - first.equity - moved;
  return {
    points: points.map((point) => ({
      ...point,
      x: placeOf(point.time),
      // An account that stood still is a line through the middle.
      y: span === 0 ? 0.5 : (top - point.equity) / span,
    })),
    low,
    high,
    top,
    bottom: top - span,
    flows,
    moved,
    gain,
    gainPercent: first.equity === 0 || flows.length > 0 ? null : (gain / first.equity) * 100,
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

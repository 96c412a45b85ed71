/** A label at the left of a chart, as wide as its text. */
export interface Label {
  /** Where its line lies, in pixels from above; beyond 0 and the height where it is out of sight. */
  readonly y: number;
  /** Of the text as it is written in sight, and at a rim. */
  readonly width: number;
  readonly rimWidth: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Which edge it is at because its line is beyond it, or behind the chart's own labels. */
  readonly rim: 'above' | 'below' | null;
  /** How many others at the same rim found no room; shown beside the last that did. */
  readonly more: number;
}

export const labelPx = 20;
const gapPx = 6;
const firstPx = 8;
const rowPx = labelPx + 2;

export interface Room {
  readonly width: number;
  readonly height: number;
  /** The chart's own labels are above it. */
  readonly top: number;
}

/** As wide as the chart of a phone. */
const narrowPx = 480;
/** Rows at each rim: more of them would lie over the candles. */
const rimRows = { narrow: 1, wide: 2 } as const;
/** Kept free at the end of the last of them, to say how many more there are. */
const morePx = 34;

/**
 * Places for labels, none over another: each at its line, or at the rim that its line is beyond, and behind those that are there.
 * A line where the chart says something of itself is out of sight as well. Null where there is no room.
 */
export function placesOf(labels: readonly Label[], { width: room, height, top }: Room): (Place | null)[] {
  const rows = rimRows[room < narrowPx ? 'narrow' : 'wide'];
  const placed: Placed[] = [];
  const places: (Place | null)[] = labels.map(() => null);
  const put = ({ y: at, width: own, rimWidth }: Label, rim: Place['rim']): Place | null => {
    const width = rim === null ? own : rimWidth;
    const [highest, lowest] = [top + labelPx / 2, height - labelPx / 2 - 2];
    let y = rim === 'above' ? highest : rim === 'below' ? lowest : Math.max(highest, Math.min(at, lowest));
    const step = rim === 'below' || (rim === null && y > height / 2) ? -rowPx : rowPx;
    let x = firstFree(placed, y, width);
    const lastRow = rim === null ? null : y + (rows - 1) * step;
    // Behind the last row of a rim there is no room for anything that comes later either.
    let last = placed.find((one) => one.rim === rim && one.more > 0);
    // Where a row is full the next one begins.
    while (last === undefined && x > firstPx && x + width + (y === lastRow ? morePx : 0) > room) {
      if (y === lastRow) last = placed.findLast((one) => one.rim === rim && one.y === lastRow);
      if (Math.abs(y + step - height / 2) >= height / 2) break;
      y += step;
      x = firstFree(placed, y, width);
    }
    if (last !== undefined) {
      last.more += 1;
      return null;
    }
    const place: Placed = { x, y, width, rim, more: 0 };
    placed.push(place);
    return place;
  };
  const rims = labels.map(({ y }) => (y < top ? 'above' : y > height ? 'below' : null));
  // A label at an edge can be nowhere else: labels at their lines make room for it, and for the count of more.
  for (const [index, label] of labels.entries()) if (rims[index] !== null) places[index] = put(label, rims[index] ?? null);
  for (const [index, label] of labels.entries()) if (rims[index] === null) places[index] = put(label, null);
  return places;
}

type Placed = { -readonly [Key in keyof Place]: Place[Key] };

function firstFree(placed: readonly Place[], y: number, width: number): number {
  const level = placed.filter((other) => Math.abs(other.y - y) < rowPx);
  let x = firstPx;
  for (const other of level.toSorted((one, another) => one.x - another.x)) {
    const end = other.x + other.width + (other.more > 0 ? morePx : 0);
    if (other.x < x + width + gapPx && end + gapPx > x) x = end + gapPx;
  }
  return x;
}

/** Parts of a line across the chart that no label covers but its own. */
export function segmentsOf(y: number, width: number, own: Place, places: readonly (Place | null)[]): [number, number][] {
  const covered = places
    .filter((place) => place !== null)
    .filter((place) => place !== own && Math.abs(place.y - y) <= labelPx / 2)
    .toSorted((one, other) => one.x - other.x);
  const parts: [number, number][] = [];
  let from = 0;
  for (const { x, width: wide } of covered) {
    if (x > from) parts.push([from, x]);
    from = Math.max(from, x + wide);
  }
  if (from < width) parts.push([from, width]);
  return parts;
}

/** How much larger than the candles' own range the chart may become for the sake of lines on one side. */
const stretchMax = 0.2;
const marginShare = 0.06;

/**
 * A range of prices with those in sight that are near enough; one far away would press the candles flat. The upper share of the chart is
 * taken by what it says of itself: a line that would lie behind that is no more in sight than one beyond the rim.
 */
export function withNear(
  { from, to }: { readonly from: number; readonly to: number },
  prices: readonly number[],
  takenShare: number,
): { readonly from: number; readonly to: number } {
  const size = to - from;
  const below = prices.filter((price) => price > from - size * stretchMax).map((price) => price - size * marginShare);
  const lowest = Math.min(from, ...below);
  const tops = prices.map((price) => lowest + (price - lowest) / (1 - takenShare));
  return { from: lowest, to: Math.max(to, ...tops.filter((top) => top < to + size * stretchMax)) };
}

export const tagPx = 19;

/** Heights of price tags on the axis, pushed apart from the last price outwards, so that none hides another. */
export function tagsOf(heights: readonly number[], last: number | null): number[] {
  const order = heights.map((y, index) => ({ y, index }));
  const from = last ?? Infinity;
  const result = [...heights];
  const spread = (side: { y: number; index: number }[], away: 1 | -1) => {
    let edge = last ?? (away === 1 ? -Infinity : Infinity);
    for (const { y, index } of side) {
      const placed = away === 1 ? Math.max(y, edge + tagPx) : Math.min(y, edge - tagPx);
      result[index] = placed;
      edge = placed;
    }
  };
  spread(
    order.filter(({ y }) => y <= from).toSorted((one, other) => other.y - one.y),
    -1,
  );
  spread(
    order.filter(({ y }) => y > from).toSorted((one, other) => one.y - other.y),
    1,
  );
  return result;
}

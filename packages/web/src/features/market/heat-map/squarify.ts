export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Divides a rectangle among weights, each area in proportion to its own, as near to squares as rows allow: the squarified treemap of
 * Bruls, Huizing and van Wijk. Weights are above zero and largest first; answers one rectangle for each, in their order.
 */
export function squarify(weights: readonly number[], { x, y, width, height }: Rect): Rect[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0 || width <= 0 || height <= 0) return weights.map(() => ({ x, y, width: 0, height: 0 }));
  const areas = weights.map((weight) => (weight / total) * width * height);
  const placed: Rect[] = [];
  let free: Rect = { x, y, width, height };
  let from = 0;
  while (from < areas.length) {
    const side = Math.min(free.width, free.height);
    const to = rowEnd(areas, from, side);
    const row = areas.slice(from, to);
    const filled = row.reduce((sum, area) => sum + area, 0);
    // The last row takes what is left, so that nothing is lost to rounding.
    const depth = to === areas.length ? Math.max(free.width, free.height) : filled / side;
    placed.push(...lay(row, filled, depth, free));
    free =
      free.width >= free.height
        ? { ...free, x: free.x + depth, width: Math.max(0, free.width - depth) }
        : { ...free, y: free.y + depth, height: Math.max(0, free.height - depth) };
    from = to;
  }
  return placed;
}

/** Where a row along `side` ends: before the area that would make its worst shape worse. */
function rowEnd(areas: readonly number[], from: number, side: number): number {
  let sum = 0;
  let worst = Infinity;
  for (let to = from; to < areas.length; to += 1) {
    const more = sum + (areas[to] ?? 0);
    const next = worstShape(areas[from] ?? 0, areas[to] ?? 0, more, side);
    if (next > worst) return to;
    worst = next;
    sum = more;
  }
  return areas.length;
}

/** How far from a square the largest or the smallest of a row is. */
function worstShape(largest: number, smallest: number, sum: number, side: number): number {
  return Math.max((side ** 2 * largest) / sum ** 2, sum ** 2 / (side ** 2 * smallest));
}

function lay(row: readonly number[], filled: number, depth: number, free: Rect): Rect[] {
  let at = 0;
  const across = free.width >= free.height;
  return row.map((area) => {
    const length = (area / filled) * (across ? free.height : free.width);
    const rect = across
      ? { x: free.x, y: free.y + at, width: depth, height: length }
      : { x: free.x + at, y: free.y, width: length, height: depth };
    at += length;
    return rect;
  });
}

import { chartPointsMax, placeholderChart } from '@assay/contract/vocabulary/limits.ts';

/** The list's points are a quarter of an hour apart: the line is over the same day as the change beside it. */
const pointMs = 900_000;

/**
 * Points with the price of this moment as the last one: it moves the end of the line, and in each new quarter of an hour begins
 * a new point. At most the specification's 100 are kept.
 */
export function continueLine(points: readonly number[], lastMs: number, price: number, nowMs: number): readonly number[] {
  if (points.length === 0) return [price];
  const samePoint = Math.floor(nowMs / pointMs) <= Math.floor(lastMs / pointMs);
  if (samePoint) return points.at(-1) === price ? points : [...points.slice(0, -1), price];
  return [...points, price].slice(-chartPointsMax);
}

/** The specification's stand-in where there is no data: 100 points, the first at 52100, each at most 5 from the one before. */
export function placeholderLine(): number[] {
  const { points, start, stepMax } = placeholderChart;
  let value: number = start;
  return Array.from({ length: points }, (_, index) => (value += index === 0 ? 0 : (Math.random() * 2 - 1) * stepMax));
}

/** A small line's drawing, without a unit. */
export const box = { width: 100, height: 32, margin: 2 };

/** Two decimals of a box of a hundred are finer than any screen. */
const placed = (value: number) => Math.round(value * 100) / 100;

/** The line as a path of its drawing, from its left edge to its right one. */
export function pathOf(points: readonly number[]): string {
  const low = Math.min(...points);
  const range = Math.max(...points) - low;
  const inner = box.height - 2 * box.margin;
  const step = box.width / Math.max(points.length - 1, 1);
  let path = '';
  for (const [index, point] of points.entries()) {
    const y = range === 0 ? box.height / 2 : box.margin + inner - ((point - low) / range) * inner;
    path += `${index === 0 ? 'M' : 'L'}${placed(index * step)} ${placed(y)}`;
  }
  return path;
}

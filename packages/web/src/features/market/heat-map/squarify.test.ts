import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rect, squarify } from './squarify.ts';

const box: Rect = { x: 10, y: 20, width: 600, height: 400 };
const area = ({ width, height }: Rect) => width * height;
const weights = fc
  .array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 60 })
  .map((all) => all.toSorted((a, b) => b - a));

describe('the division of a rectangle', () => {
  it('gives each weight its share of the area, within the rectangle', () => {
    fc.assert(
      fc.property(weights, (all) => {
        const total = all.reduce((sum, weight) => sum + weight, 0);
        const rects = squarify(all, box);
        expect(rects).toHaveLength(all.length);
        rects.forEach((rect, index) => {
          expect(area(rect) / area(box)).toBeCloseTo((all[index] ?? 0) / total, 6);
          expect(rect.x).toBeGreaterThanOrEqual(box.x - 1e-6);
          expect(rect.y).toBeGreaterThanOrEqual(box.y - 1e-6);
          expect(rect.x + rect.width).toBeLessThanOrEqual(box.x + box.width + 1e-6);
          expect(rect.y + rect.height).toBeLessThanOrEqual(box.y + box.height + 1e-6);
        });
      }),
    );
  });

  it('lays none over another', () => {
    fc.assert(
      fc.property(weights, (all) => {
        const rects = squarify(all, box);
        const overlap = (a: Rect, b: Rect) =>
          Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
          Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
        rects.forEach((one, index) => {
          for (const other of rects.slice(index + 1)) expect(overlap(one, other)).toBeLessThan(1e-3);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('is that of the paper: 6, 6, 4, 3, 2, 2, 1 in six by four', () => {
    const rects = squarify([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 });
    expect(rects[0]).toEqual({ x: 0, y: 0, width: 3, height: 2 });
    expect(rects[1]).toEqual({ x: 0, y: 2, width: 3, height: 2 });
    expect(rects[2]?.width).toBeCloseTo(12 / 7, 6);
    expect(rects[2]?.height).toBeCloseTo(7 / 3, 6);
  });

  it('keeps equal weights near to squares', () => {
    for (const { width, height } of squarify(
      Array.from({ length: 24 }, () => 1),
      box,
    )) {
      expect(Math.max(width / height, height / width)).toBeLessThan(1.6);
    }
  });

  it('has no room to give in an empty rectangle', () => {
    expect(squarify([2, 1], { x: 0, y: 0, width: 0, height: 5 }).map(area)).toEqual([0, 0]);
  });
});

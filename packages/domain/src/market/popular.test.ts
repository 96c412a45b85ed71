import { describe, expect, it } from 'vitest';
import { popularItems, popularMax } from './popular.ts';

const item = (code: string, type: number) => ({ code, type });

describe('what a short list of the market shows', () => {
  const kinds = [item('F', 6), item('S', 3), item('S2', 3), item('G', 7), item('O', 5), item('I', 4)];
  const items = [...Array.from({ length: 9 }, (_, index) => item(`C${index}`, 2)), ...kinds];

  it('is of several kinds', () => {
    expect(popularItems(items, 5).map(({ code }) => code)).toEqual(['C0', 'C1', 'C2', 'F', 'S']);
    expect(popularItems(items.slice(0, 2), 5)).toHaveLength(2);
  });

  it('is the same, however short, of the few that home is told', () => {
    const told = popularItems(items, popularMax);
    for (let count = 1; count <= popularMax; count += 1) expect(popularItems(told, count)).toEqual(popularItems(items, count));
  });
});

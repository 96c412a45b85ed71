import { expect, it } from 'vitest';
import { figuresOf, marksOf } from './mark-figures.ts';

const extra = { color: 'green', ink: 'white', size: 11, family: 'sans', bought: 'Entry', expires: 'Expiry' };

it('marks entry, strike and expiry: a dot, a line between them, and one over the whole height', () => {
  const [strike, expiry, dot, entry, end] = figuresOf({ x: 10, y: 40 }, { x: 90, y: 40 }, 200, extra);
  expect(strike?.attrs).toEqual({
    coordinates: [
      { x: 10, y: 40 },
      { x: 90, y: 40 },
    ],
  });
  expect(expiry?.attrs).toEqual({
    coordinates: [
      { x: 90, y: 0 },
      { x: 90, y: 200 },
    ],
  });
  expect(dot).toMatchObject({ type: 'circle', attrs: { x: 10, y: 40 } });
  expect([entry, end].map((label) => label?.attrs)).toMatchObject([
    { text: 'Entry', x: 10 },
    { text: 'Expiry', x: 90 },
  ]);
});

it('draws the newest six', () => {
  const option = (id: number) => ({
    id: `o${id}`,
    openedAt: '2030-01-07T12:00:00.000Z',
    expiresAt: '2030-01-07T12:01:00.000Z',
    strike: '100.50',
    split: null,
    direction: 'down',
  });
  const marks = marksOf(Array.from({ length: 9 }, (_, id) => option(id)) as unknown as Parameters<typeof marksOf>[0]);
  expect(marks).toHaveLength(6);
  expect(marks[0]).toEqual({
    id: 'o0',
    openedAt: Date.parse('2030-01-07T12:00:00Z'),
    expiresAt: Date.parse('2030-01-07T12:01:00Z'),
    strike: 100.5,
    up: false,
  });
});

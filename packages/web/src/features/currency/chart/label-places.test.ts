import { describe, expect, test } from 'vitest';
import { type Label, placesOf as placesFor, segmentsOf, tagsOf, withNear } from './label-places.ts';

const label = (y: number, width = 100): Label => ({ y, width, rimWidth: width + 20 });

const room = { width: 500, height: 400, top: 60 };

/** Where there is room for all. */
function placesOf(...asked: Parameters<typeof placesFor>) {
  return placesFor(...asked).map((place) => {
    if (place === null) throw new Error('there is no room');
    return place;
  });
}

describe('labels of order lines', () => {
  test('stand at their lines, one behind the other where these are close', () => {
    const places = placesOf([label(100), label(110, 80), label(300)], room);
    expect(places.map(({ x, y }) => [x, y])).toEqual([
      [8, 100],
      [114, 110],
      [8, 300],
    ]);
  });

  test('of what is out of sight stand at the rim, below what is written above', () => {
    const places = placesOf([label(-500), label(-20), label(900)], room);
    expect(places.map(({ x, y, rim }) => [x, y, rim])).toEqual([
      [8, 70, 'above'],
      [134, 70, 'above'],
      [8, 388, 'below'],
    ]);
  });

  test('whose lines lie behind what is written above are out of sight like those beyond', () => {
    const places = placesOf([label(59), label(60), label(71)], room);
    expect(places.map(({ x, y, rim }) => [x, y, rim])).toEqual([
      [8, 70, 'above'],
      [134, 70, null],
      [240, 71, null],
    ]);
  });

  test('fill one row at each rim of a narrow chart, and the last says how many more there are', () => {
    const places = placesFor([label(-1), label(-1), label(900), label(-1), label(-1), label(900), label(300)], {
      ...room,
      width: 310,
    });
    expect(places.map((place) => place && [place.x, place.y, place.more])).toEqual([
      [8, 70, 0],
      [134, 70, 2],
      [8, 388, 0],
      null,
      null,
      [134, 388, 0],
      [8, 300, 0],
    ]);
  });

  test('at their lines make room for what stands at the rim, and for how many more do', () => {
    const places = placesFor([label(398), label(900), label(900), label(900), label(-1), label(62)], { ...room, width: 330 });
    expect(places.map((place) => place && [place.x, place.y, place.more])).toEqual([
      // Not below the chart, and not behind “+1”, where it would be cut off.
      [8, 366, 0],
      [8, 388, 0],
      [134, 388, 1],
      null,
      [8, 70, 0],
      [134, 70, 0],
    ]);
  });

  test('that no longer fit in a row begin the next', () => {
    const places = placesOf([label(-1, 200), label(-1, 200), label(900, 200), label(900, 200), label(900, 200)], room);
    expect(places.map(({ x, y }) => [x, y])).toEqual([
      [8, 70],
      [234, 70],
      [8, 388],
      [234, 388],
      [8, 366],
    ]);
  });

  test('fill two rows at each rim of a wide chart, and the last says how many more there are', () => {
    const above = Array.from({ length: 9 }, () => label(-1));
    const places = placesFor([...above, label(900), label(300)], room);
    expect(places.map((place) => place && [place.x, place.y, place.more])).toEqual([
      [8, 70, 0],
      [134, 70, 0],
      [260, 70, 0],
      [8, 92, 0],
      [134, 92, 0],
      [260, 92, 3],
      null,
      null,
      null,
      [8, 388, 0],
      [8, 300, 0],
    ]);
  });

  test('never overlap, however many there are', () => {
    const places = placesOf(
      Array.from({ length: 12 }, (_, index) => label(200 + ((index * 37) % 60), 60 + index * 5)),
      room,
    );
    const overlaps = places.flatMap((one, at) =>
      places.slice(at + 1).filter((other) => {
        const apart = one.x + one.width <= other.x || other.x + other.width <= one.x;
        return !apart && Math.abs(one.y - other.y) < 20;
      }),
    );
    expect(overlaps).toEqual([]);
  });

  test('are crossed by no line but their own', () => {
    const places = placesOf([label(100), label(105, 80)], room);
    const [first, second] = places;
    if (first === undefined || second === undefined) throw new Error('two were placed');
    expect(segmentsOf(100, 500, first, places)).toEqual([
      [0, 114],
      [194, 500],
    ]);
    expect(segmentsOf(105, 500, second, places)).toEqual([
      [0, 8],
      [108, 500],
    ]);
  });
});

describe('the range of prices', () => {
  const range = { from: 100, to: 200 };

  test('grows for a line that is near, so that it lies below what is written above', () => {
    // At three quarters of the height: 100 + 80 / 0.75.
    const grown = withNear(range, [180], 0.25);
    expect(grown.from).toBe(100);
    expect(grown.to).toBeCloseTo(206.667, 2);
    expect((grown.to - 180) / (grown.to - grown.from)).toBeCloseTo(0.25);
    expect(withNear(range, [95], 0.25)).toEqual({ from: 89, to: 200 });
  });

  test('leaves a line where it is for which it would have to grow by more than a fifth', () => {
    expect(withNear(range, [191, 250, 79], 0.25)).toEqual(range);
    expect(withNear(range, [189], 0.25).to).toBeCloseTo(218.667, 2);
    expect(withNear(range, [], 0.25)).toEqual(range);
  });
});

test('price tags make room for the last price and for each other', () => {
  expect(tagsOf([100, 104, 96, 300], 102)).toEqual([83, 121, 64, 300]);
  expect(tagsOf([50, 55], null)).toEqual([36, 55]);
});

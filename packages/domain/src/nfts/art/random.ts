/** Chance that a seed decides: the same seed gives the same course for ever. */
export interface Random {
  /** From 0 to less than 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Whole, both ends included. */
  whole(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  shuffled<T>(items: readonly T[]): T[];
}

/** Mulberry32 over an FNV-1a hash of the seed: small, and even enough for drawings. */
export function randomFrom(seed: string): Random {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    whole,
    chance: (share) => next() < share,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}

/** Smooth noise from 0 to 1 over the plane: values at whole points, eased in between. */
export function noiseFrom(random: Random): (x: number, y: number) => number {
  const salt = random.whole(0, 2 ** 30);
  const at = (x: number, y: number) => (hash(`${x},${y},${salt}`) % 4096) / 4096;
  const known = new Map<string, number>();
  const value = (x: number, y: number): number => {
    const name = `${x},${y}`;
    const before = known.get(name) ?? at(x, y);
    known.set(name, before);
    return before;
  };
  const ease = (t: number) => t * t * (3 - 2 * t);
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [across, down] = [ease(x - left), ease(y - top)];
    const above = value(left, top) * (1 - across) + value(left + 1, top) * across;
    const below = value(left, top + 1) * (1 - across) + value(left + 1, top + 1) * across;
    return above * (1 - down) + below * down;
  };
}

function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // The last letters of a text must reach every bit.
  sum = Math.imul(sum ^ (sum >>> 16), 0x45d9f3b) >>> 0;
  return (sum ^ (sum >>> 15)) >>> 0;
}

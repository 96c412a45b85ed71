/** Mulberry32: small, seeded, good enough to wander about. */
export function randomFrom(start: number) {
  let state = start >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return { next, integer, pick, chance: (share: number) => next() < share };
}

export type Random = ReturnType<typeof randomFrom>;

/** A thing to do, and how often it is done beside the others. */
export type Weighted<Step> = readonly [weight: number, name: string, step: Step];

export function pickWeighted<Step>(random: Random, steps: readonly Weighted<Step>[]): Weighted<Step> {
  let point = random.next() * steps.reduce((sum, [weight]) => sum + weight, 0);
  return steps.find(([weight]) => (point -= weight) < 0) ?? random.pick(steps);
}

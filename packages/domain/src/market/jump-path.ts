import { hash, normal } from './random-path.ts';

const weekSeconds = 604_800;
/** At most one jump falls into each of these, at a moment of its own. */
const slotSeconds = weekSeconds / 7;
const jumpsInWeek = 5;
const chance = (jumpsInWeek * slotSeconds) / weekSeconds;
/** A jump is there after this long: news spreads, and no price changes at once. */
const rampSeconds = 20;
/** After so many slots nothing is left of it: nothing drifts away for ever. */
const slotsMax = 28;

/**
 * News: moments of its own at which a price moves within seconds, to wear off over weeks. As with a random path its value at any
 * moment is computed directly, from hashes of where the moment lies. Over a week it moves by a standard deviation of about one.
 */
export class JumpPath {
  readonly #seed: number;
  #slot = Number.NaN;
  /** What the jumps of earlier slots add up to at the start of the slot, and what they lose in each of its seconds. */
  #sum = 0;
  #slope = 0;
  /** Those that begin or end within the slot. */
  #begins: Jump = none;
  #ends: Jump = none;

  constructor(seed: number) {
    this.#seed = seed | 0;
  }

  /** Value at a moment in seconds, which must not be negative. */
  at(seconds: number): number {
    const slot = Math.floor(seconds / slotSeconds);
    if (slot !== this.#slot) this.#enter(slot);
    const into = seconds - slot * slotSeconds;
    return this.#sum + this.#slope * into + leftOf(this.#begins, seconds) + leftOf(this.#ends, seconds);
  }

  #enter(slot: number): void {
    this.#slot = slot;
    this.#begins = this.#jumpOf(slot);
    this.#ends = this.#jumpOf(slot - slotsMax);
    this.#sum = 0;
    this.#slope = 0;
    for (let earlier = slot - slotsMax + 1; earlier < slot; earlier += 1) {
      const jump = this.#jumpOf(earlier);
      this.#sum += leftOf(jump, slot * slotSeconds);
      this.#slope -= jump.size / lifeSeconds;
    }
  }

  #jumpOf(slot: number): Jump {
    if (hash(this.#seed, -2, slot) >= chance * 2 ** 32) return none;
    // Never so late in its slot that it would still be coming in the next one.
    const at = slot * slotSeconds + (hash(this.#seed, -4, slot) / 2 ** 32) * (slotSeconds - rampSeconds);
    return { at, size: normal(hash(this.#seed, -3, slot)) * deviation };
  }
}

interface Jump {
  readonly at: number;
  readonly size: number;
}

const none: Jump = { at: 0, size: 0 };

function leftOf({ at, size }: Jump, seconds: number): number {
  const age = seconds - at;
  if (size === 0 || age <= 0) return 0;
  return age < rampSeconds ? (size * age) / rampSeconds : size * Math.max(0, 1 - (age - rampSeconds) / lifeSeconds);
}

const lifeSeconds = slotsMax * slotSeconds - rampSeconds;
const deviation = Math.sqrt(1 / jumpsInWeek);

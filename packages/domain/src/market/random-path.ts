/** Length in seconds of the shortest interval; within it a path is a straight line. */
const finestSeconds = 16;
const levels = 18;
const weekSeconds = 604_800;
/** Intervals of the top level, 48.5 days long, hang between independent values: nothing drifts away for ever. */
const topWeeks = (finestSeconds * 2 ** levels) / weekSeconds;
/** Volatility varies between intervals of about six days and four minutes: quiet and busy times come in clusters. */
const clusterLevels = { from: 3, until: 14 };
const clusterStrength = 0.16;

/**
 * A random walk whose value at any moment is computed directly, without walking there: the same seed gives the same
 * path, whatever was asked before and however often the process was restarted.
 *
 * Each interval, of length T, has its middle displaced from the straight line between its ends by a normal variate of
 * deviation √T / 2, then each half likewise: Lévy's construction of Brownian motion. The variates come from hashing
 * the interval's own position. Volatility is multiplied by a random factor on the way down, as in Mandelbrot's
 * multifractal model of asset returns. Over a week the path moves by a standard deviation of about one.
 */
export class RandomPath {
  readonly #seed: number;
  /** The chain of intervals around the last moment asked, outermost first: the next moment shares most of it. */
  readonly #left = new Float64Array(levels + 1);
  readonly #right = new Float64Array(levels + 1);
  readonly #volatility = new Float64Array(levels + 1);
  #index = -1;

  constructor(seed: number) {
    this.#seed = seed | 0;
  }

  /** Value at a moment in seconds, which must not be negative. */
  at(seconds: number): number {
    const position = seconds / finestSeconds;
    const index = Math.floor(position);
    if (index !== this.#index) this.#descend(index);
    const left = this.#left[levels] ?? 0;
    const right = this.#right[levels] ?? 0;
    return left + (right - left) * (position - index);
  }

  #descend(index: number): void {
    // The highest bit in which the positions differ gives the level from which the chain changes.
    const shared = this.#index < 0 ? -1 : levels - (32 - Math.clz32(index ^ this.#index));
    if (shared < 0) this.#enter(index >>> levels);
    for (let level = Math.max(0, shared); level < levels; level += 1) this.#halve(level, index);
    this.#index = index;
  }

  #enter(top: number): void {
    const spread = Math.sqrt(topWeeks / 2);
    this.#left[0] = normal(hash(this.#seed, -1, top)) * spread;
    this.#right[0] = normal(hash(this.#seed, -1, top + 1)) * spread;
    this.#volatility[0] = 1;
  }

  #halve(level: number, index: number): void {
    const left = this.#left[level] ?? 0;
    const right = this.#right[level] ?? 0;
    const volatility = this.#volatility[level] ?? 1;
    const own = index >>> (levels - level);
    const displacement = normal(hash(this.#seed, level, own)) * (halfDeviations[level] ?? 0) * volatility;
    const middle = (left + right) / 2 + displacement;
    const half = index >>> (levels - level - 1);
    const upper = (half & 1) === 1;
    this.#left[level + 1] = upper ? middle : left;
    this.#right[level + 1] = upper ? right : middle;
    const clusters = level >= clusterLevels.from && level < clusterLevels.until;
    this.#volatility[level + 1] = clusters ? volatility * clusterFactor(hash(this.#seed, level + 64, half)) : volatility;
  }
}

/** √T / 2 for the intervals of each level, T in weeks. */
const halfDeviations = Float64Array.from({ length: levels }, (_, level) => Math.sqrt(topWeeks / 2 ** level) / 2);

/** A log-normal factor whose square is one on average. */
function clusterFactor(bits: number): number {
  return Math.exp(clusterStrength * normal(bits) - clusterStrength * clusterStrength);
}

/** 32 well-mixed bits of a position; a counter-based generator after the finaliser of MurmurHash3. */
export function hash(seed: number, level: number, index: number): number {
  let bits = Math.imul(seed ^ Math.imul(level + 2, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(index, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 16), 0x27d4eb2f);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** A seed for one of many paths, from the simulator's seed and the path's name. */
export function seedOf(seed: number, name: string): number {
  let bits = seed | 0;
  for (let at = 0; at < name.length; at += 1) bits = hash(bits, at, name.charCodeAt(at));
  return bits;
}

/** Four uniform bytes, added and scaled: close to normal, deviation 1, never beyond 3.5. */
export function normal(bits: number): number {
  const total = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (total - 510) / 147.8;
}

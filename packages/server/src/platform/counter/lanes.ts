import { type Lane, lanes } from './command.ts';

/**
 * Places of a group that are a lane's own, however much waits in those before it. Without any the lane would starve under load:
 * no limit would be filled, and no option settled, while every group is full of calls.
 */
const ownPlaces: Readonly<Record<Lane, number>> = { protection: 0, people: 8, real: 4, demo: 2, rounds: 2, alerts: 1 };

/** What waits, by lane; within a lane in the order in which it came. */
export class Lanes<T> {
  readonly #weightOf: (item: T) => number;
  readonly #waiting = new Map<Lane, T[]>(lanes.map((lane) => [lane, []]));

  constructor(weightOf: (item: T) => number) {
    this.#weightOf = weightOf;
  }

  get size(): number {
    let size = 0;
    for (const waiting of this.#waiting.values()) size += waiting.length;
    return size;
  }

  add(lane: Lane, item: T): void {
    this.#of(lane).push(item);
  }

  /** Puts what was taken back to the front. */
  putBack(lane: Lane, item: T): void {
    this.#of(lane).unshift(item);
  }

  /** Removes commands that are no longer wanted. */
  takeOut(isOut: (item: T) => boolean): T[] {
    const out: T[] = [];
    for (const [lane, waiting] of this.#waiting) {
      const late = waiting.filter(isOut);
      if (late.length === 0) continue;
      out.push(...late);
      this.#waiting.set(
        lane,
        waiting.filter((item) => !isOut(item)),
      );
    }
    return out;
  }

  *[Symbol.iterator](): Generator<T> {
    for (const waiting of this.#waiting.values()) yield* waiting;
  }

  /** The next group: filled from the first lane down, with the places that are those of later ones. */
  take(max: number): T[] {
    const group: T[] = [];
    let taken = 0;
    for (const [place, lane] of lanes.entries()) {
      const kept = lanes.slice(place + 1).reduce((sum, later) => sum + Math.min(ownPlaces[later], this.#of(later).length), 0);
      const waiting = this.#of(lane);
      let [many, own] = [0, 0];
      for (const item of waiting) {
        if (taken >= max - kept && own >= ownPlaces[lane]) break;
        const weight = this.#weightOf(item);
        many += 1;
        own += weight;
        taken += weight;
      }
      group.push(...waiting.splice(0, many));
    }
    return group;
  }

  #of(lane: Lane): T[] {
    const waiting = this.#waiting.get(lane);
    if (waiting === undefined) throw new Error(`there is no lane ${lane}`);
    return waiting;
  }
}

import { type Lane, lanes } from './command.ts';

/** Places of a group that are people's, however much of the first lane waits. */
const peoplesPlaces = 8;

/** What waits, by lane; within a lane in the order in which it came. */
export class Lanes<T> {
  readonly #waiting = new Map<Lane, T[]>(lanes.map((lane) => [lane, []]));

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

  /** Takes out what nobody is to see to any more. */
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

  /** The next group: filled from the first lane down. */
  take(max: number): T[] {
    const group: T[] = [];
    for (const lane of lanes) {
      const kept = lane === 'protection' ? Math.min(peoplesPlaces, this.#of('people').length) : 0;
      group.push(...this.#of(lane).splice(0, max - group.length - kept));
    }
    return group;
  }

  #of(lane: Lane): T[] {
    const waiting = this.#waiting.get(lane);
    if (waiting === undefined) throw new Error(`there is no lane ${lane}`);
    return waiting;
  }
}

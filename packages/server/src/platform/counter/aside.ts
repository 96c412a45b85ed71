/** Owners whose commands wait for locks at the same time, each with a connection of its own. */
const atOnceMax = 4;
/** Whoever has not had one of these places by then is looked at once more. */
const waitMsMax = 2000;

export interface AsideParts<T> {
  readonly ownerOf: (item: T) => string;
  /** Items that are performed together at most. */
  readonly groupMax: number;
  /** Of items that have waited for a place long enough, those that go on waiting: the others it answers. */
  readonly stillWanted: (items: readonly T[]) => T[];
  /** Performs what one owner has waiting, first come first. What is to be decided again it puts back. Never rejects. */
  readonly perform: (items: readonly T[], putBack: (item: T) => void) => Promise<void>;
}

/**
 * Where commands wait whose owner's rows somebody else holds for longer: beside the groups of all others, in the order in which
 * they came. Whatever else the owner sends meanwhile waits behind them.
 */
export class Aside<T> {
  readonly #parts: AsideParts<T>;
  readonly #waiting = new Map<string, T[]>();
  /** Owners whom nobody sees to yet. */
  readonly #next: string[] = [];
  readonly #running = new Set<Promise<void>>();
  #busy = 0;

  constructor(parts: AsideParts<T>) {
    this.#parts = parts;
  }

  get size(): number {
    let size = 0;
    for (const waiting of this.#waiting.values()) size += waiting.length;
    return size;
  }

  add(items: readonly T[]): void {
    if (items.length > 0) setTimeout(() => this.#sift(new Set(items)), waitMsMax).unref();
    for (const [owner, own] of Map.groupBy(items, this.#parts.ownerOf)) {
      const waiting = this.#waiting.get(owner);
      if (waiting === undefined) {
        this.#waiting.set(owner, own);
        this.#next.push(owner);
      } else waiting.push(...own);
    }
    while (this.#busy < Math.min(atOnceMax, this.#waiting.size)) {
      const run = this.#run().finally(() => this.#running.delete(run));
      this.#running.add(run);
    }
  }

  /** Those of a group whose owners have nothing waiting here; the others join what waits. */
  without(group: readonly T[]): T[] {
    const [behind = [], free = []] = [true, false].map((waits) =>
      group.filter((item) => this.#waiting.has(this.#parts.ownerOf(item)) === waits),
    );
    if (behind.length > 0) this.add(behind);
    return free;
  }

  /** Those of the items that nobody has seen to. */
  #sift(items: ReadonlySet<T>): void {
    for (const waiting of this.#waiting.values()) {
      const late = waiting.filter((item) => items.has(item));
      const wanted = new Set(this.#parts.stillWanted(late));
      const kept = waiting.filter((item) => !items.has(item) || wanted.has(item));
      waiting.splice(0, waiting.length, ...kept);
    }
  }

  /** Until nothing waits. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Whoever sends more meanwhile stands at the end of the queue again. */
  async #run(): Promise<void> {
    this.#busy += 1;
    for (let owner = this.#next.shift(); owner !== undefined; owner = this.#next.shift()) {
      const waiting = this.#waiting.get(owner) ?? [];
      await this.#parts.perform(waiting.splice(0, this.#parts.groupMax), (item) => waiting.unshift(item));
      if (waiting.length > 0) this.#next.push(owner);
      else this.#waiting.delete(owner);
    }
    // At once, in the same breath in which the queue was found empty: whoever comes after that is seen to by another.
    this.#busy -= 1;
  }
}

/** Owners whose commands wait for locks at the same time, each with a connection of its own. */
const atOnceMax = 4;
/** A command without one of these places by then is looked at again. */
const waitMsMax = 2000;
/** An owner whose commands failed a group has them performed one by one for so long: a retry falls within it. */
const suspectMs = 30_000;

export interface AsideParts<T> {
  readonly ownerOf: (item: T) => string;
  /** Milliseconds that only ever grow. */
  readonly elapsed: () => number;
  /** Items that are performed together at most. */
  readonly groupMax: number;
  /** Of items that have waited for a place long enough, those that go on waiting: the others it answers. */
  readonly stillWanted: (items: readonly T[]) => T[];
  /** Performs what one owner has waiting, first come first. What is to be decided again it puts back. Never rejects. */
  readonly perform: (items: readonly T[], putBack: (item: T) => void) => Promise<void>;
}

/**
 * Where commands wait that would delay others or fail them: whose owner's rows another transaction keeps locked, whose commit
 * is in doubt, or one of whose owner's commands a statement refused. They are performed beside the other groups, in the order
 * in which they came. Later commands of the owner wait behind them.
 */
export class Aside<T> {
  readonly #parts: AsideParts<T>;
  readonly #waiting = new Map<string, T[]>();
  /** Owners with a command that failed a group, and until when they are treated apart; the first to expire first. */
  readonly #suspects = new Map<string, number>();
  /** Owners that no run serves yet. */
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
    while (this.#busy < atOnceMax && this.#next.length > 0) {
      const run = this.#run().finally(() => this.#running.delete(run));
      this.#running.add(run);
    }
  }

  /** Nothing of their owners is performed until `work` is over; then first what it has put back. It never rejects. */
  hold(items: readonly T[], work: (putBack: (item: T) => void) => Promise<void>): void {
    const owners = new Set(items.map(this.#parts.ownerOf));
    for (const owner of owners) this.#waiting.set(owner, []);
    const back: T[] = [];
    const held = work((item) => back.unshift(item)).finally(() => {
      this.#running.delete(held);
      const behind = [...owners].flatMap((owner) => this.#waiting.get(owner) ?? []);
      for (const owner of owners) this.#waiting.delete(owner);
      this.add([...back, ...behind]);
    });
    this.#running.add(held);
  }

  /** What these owners send is performed one by one, and beside the groups, for a while. */
  suspect(items: readonly T[]): void {
    const now = this.#parts.elapsed();
    for (const owner of new Set(items.map(this.#parts.ownerOf))) {
      this.#suspects.delete(owner);
      this.#suspects.set(owner, now + suspectMs);
    }
    for (const [owner, until] of this.#suspects) if (until <= now) this.#suspects.delete(owner);
  }

  #isSuspect(owner: string): boolean {
    return (this.#suspects.get(owner) ?? -Infinity) > this.#parts.elapsed();
  }

  /** Those of a group whose owners have nothing waiting here; the others join what waits. */
  without(group: readonly T[]): T[] {
    return this.#divert(group, (owner) => this.#waiting.has(owner));
  }

  /** Of these, whose owners are suspected of nothing either. */
  withoutSuspects(group: readonly T[]): T[] {
    return this.#divert(group, (owner) => this.#waiting.has(owner) || this.#isSuspect(owner));
  }

  #divert(group: readonly T[], isAside: (owner: string) => boolean): T[] {
    const [behind = [], free = []] = [true, false].map((aside) =>
      group.filter((item) => isAside(this.#parts.ownerOf(item)) === aside),
    );
    if (behind.length > 0) this.add(behind);
    return free;
  }

  /** The items not yet handled. */
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

  /** Commands sent meanwhile join the end of the queue. */
  async #run(): Promise<void> {
    this.#busy += 1;
    for (let owner = this.#next.shift(); owner !== undefined; owner = this.#next.shift()) {
      const waiting = this.#waiting.get(owner) ?? [];
      const many = this.#isSuspect(owner) ? 1 : this.#parts.groupMax;
      await this.#parts.perform(waiting.splice(0, many), (item) => waiting.unshift(item));
      if (waiting.length > 0) this.#next.push(owner);
      else this.#waiting.delete(owner);
    }
    // At once, in the same tick in which the queue was found empty: a later command starts another run.
    this.#busy -= 1;
  }
}

import type { Ticks } from '@assay/domain/market/quote.ts';

/** The side of the quote that a trailing stop follows: a long's the bid upwards, a short's the ask downwards. */
export type Followed = 'bid' | 'ask';

/**
 * Trailing stops: each fires when the price comes back from its best by the stop's distance. A new best price moves all stops
 * that stood at the old one, so they are kept together: stops with the same best form a group, ordered by distance. A better
 * price joins the groups that it overtakes into one, the smaller into the larger, so a stop moves O(log n) times in its life
 * whatever the price does. A quote that neither sets a new best nor comes back far enough costs O(1); one that fires visits the
 * groups, as many as there are distinct best prices.
 */
export class TrailingIndex {
  readonly #books = new Map<string, { readonly bid: Book; readonly ask: Book }>();
  readonly #byKey = new Map<number, { readonly stop: Stop; readonly book: Book }>();

  get size(): number {
    return this.#byKey.size;
  }

  /** Sets the trailing stop of a key; one that it had before is replaced. */
  set(key: number, code: string, followed: Followed, distance: Ticks, best: Ticks): void {
    this.remove(key);
    let books = this.#books.get(code);
    if (books === undefined) {
      books = { bid: new Book(1), ask: new Book(-1) };
      this.#books.set(code, books);
    }
    const book = books[followed];
    this.#byKey.set(key, { stop: book.add(key, distance, best), book });
  }

  /** The best price that it has followed to; undefined when there was none. */
  remove(key: number): Ticks | undefined {
    const entry = this.#byKey.get(key);
    if (entry === undefined) return undefined;
    this.#byKey.delete(key);
    const best = entry.book.bestOf(entry.stop);
    entry.book.remove(entry.stop);
    return best;
  }

  bestOf(key: number): Ticks | undefined {
    const entry = this.#byKey.get(key);
    return entry?.book.bestOf(entry.stop);
  }

  /** Follows the quote, removes every stop that it reaches and reports its key with the best price it had. */
  move(code: string, bid: Ticks, ask: Ticks, fire: (key: number, best: Ticks) => void): void {
    const books = this.#books.get(code);
    if (books === undefined) return;
    const report = (key: number, best: Ticks) => {
      this.#byKey.delete(key);
      fire(key, best);
    };
    books.bid.move(bid, report);
    books.ask.move(ask, report);
  }

  /** Stops whose best price has improved since this was last asked. */
  takeImproved(): { key: number; best: Ticks }[] {
    const improved: { key: number; best: Ticks }[] = [];
    for (const { bid, ask } of this.#books.values()) {
      bid.takeImproved(improved);
      ask.takeImproved(improved);
    }
    return improved;
  }
}

interface Stop {
  readonly key: number;
  readonly distance: Ticks;
  group: Group;
  /** Position in the heap of its group. */
  index: number;
}

/** Stops with one best price, a binary heap with the smallest distance on top. */
interface Group {
  best: number;
  improved: boolean;
  readonly heap: Stop[];
}

/** One side of one instrument. Prices are taken times `sign`, so that higher is always better. */
class Book {
  readonly #sign: 1 | -1;
  /** Ordered from the best price down. */
  readonly #groups: Group[] = [];
  /** No stop is above this; removals may leave it too high, which costs one visit and corrects it. */
  #highestStop = Number.NEGATIVE_INFINITY;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  add(key: number, distance: Ticks, best: Ticks): Stop {
    const group = this.#groupAt(best * this.#sign);
    const stop = { key, distance, group, index: 0 };
    push(group, stop);
    this.#highestStop = Math.max(this.#highestStop, group.best - distance);
    return stop;
  }

  remove(stop: Stop): void {
    const { group } = stop;
    removeFrom(group, stop);
    if (group.heap.length === 0) this.#groups.splice(this.#indexOf(group.best), 1);
  }

  bestOf(stop: Stop): Ticks {
    return stop.group.best * this.#sign;
  }

  move(price: Ticks, fire: (key: number, best: Ticks) => void): void {
    const now = price * this.#sign;
    const last = this.#groups.at(-1);
    if (last !== undefined && last.best < now) this.#raise(now);
    if (now > this.#highestStop) return;
    const fired: { key: number; best: Ticks }[] = [];
    this.#highestStop = Number.NEGATIVE_INFINITY;
    for (const group of this.#groups) {
      for (let top = group.heap[0]; top !== undefined; top = group.heap[0]) {
        if (now > group.best - top.distance) {
          this.#highestStop = Math.max(this.#highestStop, group.best - top.distance);
          break;
        }
        removeFrom(group, top);
        fired.push({ key: top.key, best: group.best * this.#sign });
      }
    }
    if (fired.length > 0) this.#dropEmpty();
    for (const { key, best } of fired) fire(key, best);
  }

  takeImproved(improved: { key: number; best: Ticks }[]): void {
    for (const group of this.#groups) {
      if (!group.improved) continue;
      group.improved = false;
      for (const stop of group.heap) improved.push({ key: stop.key, best: group.best * this.#sign });
    }
  }

  /** Joins all groups below the new best price into one at that price. */
  #raise(now: number): void {
    let joined: Group | undefined;
    for (let last = this.#groups.at(-1); last !== undefined && last.best < now; last = this.#groups.at(-1)) {
      this.#groups.pop();
      joined = joined === undefined ? last : join(joined, last);
    }
    if (joined === undefined) return;
    joined.best = now;
    joined.improved = true;
    const equal = this.#groups.at(-1);
    if (equal?.best === now) {
      this.#groups.pop();
      joined = join(joined, equal);
      joined.best = now;
      joined.improved = true;
    }
    this.#groups.push(joined);
    this.#highestStop = Math.max(this.#highestStop, now - (joined.heap[0]?.distance ?? 0));
  }

  #groupAt(best: number): Group {
    const index = this.#indexOf(best);
    const found = this.#groups[index];
    if (found?.best === best) return found;
    const group = { best, improved: false, heap: [] };
    this.#groups.splice(index, 0, group);
    return group;
  }

  /** Index of the group with this best price, or where it belongs. */
  #indexOf(best: number): number {
    let low = 0;
    let high = this.#groups.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#groups[middle]?.best ?? best) > best) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #dropEmpty(): void {
    let kept = 0;
    for (const group of this.#groups) if (group.heap.length > 0) this.#groups[kept++] = group;
    this.#groups.length = kept;
  }
}

function join(a: Group, b: Group): Group {
  const [larger, smaller] = a.heap.length >= b.heap.length ? [a, b] : [b, a];
  for (const stop of smaller.heap) push(larger, stop);
  return larger;
}

function before(a: Stop, b: Stop): boolean {
  return a.distance !== b.distance ? a.distance < b.distance : a.key < b.key;
}

function place(group: Group, index: number, stop: Stop): void {
  group.heap[index] = stop;
  stop.group = group;
  stop.index = index;
}

function push(group: Group, stop: Stop): void {
  group.heap.push(stop);
  up(group, group.heap.length - 1, stop);
}

function up(group: Group, from: number, stop: Stop): void {
  let index = from;
  while (index > 0) {
    const parentIndex = (index - 1) >>> 1;
    const parent = group.heap[parentIndex];
    if (parent === undefined || !before(stop, parent)) break;
    place(group, index, parent);
    index = parentIndex;
  }
  place(group, index, stop);
}

function down(group: Group, from: number, stop: Stop): void {
  let index = from;
  for (;;) {
    const left = group.heap[index * 2 + 1];
    const right = group.heap[index * 2 + 2];
    const child = right !== undefined && left !== undefined && before(right, left) ? right : left;
    if (child === undefined || before(stop, child)) break;
    const next = child.index;
    place(group, index, child);
    index = next;
  }
  place(group, index, stop);
}

function removeFrom(group: Group, stop: Stop): void {
  const { index } = stop;
  const last = group.heap.pop();
  if (last === undefined || last === stop) return;
  const parent = group.heap[(index - 1) >>> 1];
  if (index > 0 && parent !== undefined && before(last, parent)) up(group, index, last);
  else down(group, index, last);
}

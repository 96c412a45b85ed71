import type { Ticks } from '@assay/domain/market/quote.ts';

/** Which side of the quote a trigger watches and which way it must go to reach the trigger's price. */
export const watches = ['bidFalls', 'bidRises', 'askFalls', 'askRises'] as const;
export type Watch = (typeof watches)[number];

const slotsAtStart = 1024;
const heapAtStart = 8;
const arity = 4;

/**
 * Resting triggers, found by price. It handles keys and prices and does not know what they mean. Per instrument there is one
 * heap for each `Watch` with the nearest price on top: a quote that reaches no trigger is answered by four comparisons, one
 * that reaches k by k removals of O(log n). Adding, moving and removing are O(log n) and leave no garbage behind. Prices and
 * places are kept in typed arrays: a trigger takes about 30 bytes and its entry in the key map about 40.
 */
export class TriggerIndex {
  readonly #heaps = new Map<string, readonly Heap[]>();
  readonly #slots = new Slots();

  get size(): number {
    return this.#slots.size;
  }

  /** Sets the trigger of a key; one that it had before is replaced. `key` is a safe integer. */
  set(key: number, code: string, watch: Watch, price: Ticks): void {
    this.remove(key);
    let heaps = this.#heaps.get(code);
    if (heaps === undefined) {
      heaps = watches.map((each) => new Heap(this.#slots, each.endsWith('Falls')));
      this.#heaps.set(code, heaps);
    }
    heaps[watches.indexOf(watch)]?.push(key, price);
  }

  /** True when there was one. */
  remove(key: number): boolean {
    const place = this.#slots.find(key);
    if (place === undefined) return false;
    place.heap.removeAt(place.position);
    return true;
  }

  /** Removes every trigger that the quote reaches and reports its key: nearest price first, then smallest key. */
  cross(code: string, bid: Ticks, ask: Ticks, fire: (key: number) => void): void {
    const heaps = this.#heaps.get(code);
    if (heaps === undefined) return;
    const [bidFalls, bidRises, askFalls, askRises] = heaps;
    bidFalls?.popReached(bid, fire);
    bidRises?.popReached(bid, fire);
    askFalls?.popReached(ask, fire);
    askRises?.popReached(ask, fire);
  }
}

function grown<T extends Float64Array | Int32Array>(array: T, make: (length: number) => T): T {
  const bigger = make(Math.ceil(array.length * 1.5));
  bigger.set(array);
  return bigger;
}

const floats = (length: number) => new Float64Array(length);
const integers = (length: number) => new Int32Array(length);

/** Where each key's trigger is: a slot keeps its key, its heap and its position in that heap. */
class Slots {
  keys = floats(slotsAtStart);
  positions = integers(slotsAtStart);
  #heapOf: (Heap | undefined)[] = [];
  readonly #byKey = new Map<number, number>();
  readonly #free: number[] = [];
  #used = 0;

  get size(): number {
    return this.#byKey.size;
  }

  find(key: number): { heap: Heap; position: number } | undefined {
    const slot = this.#byKey.get(key);
    if (slot === undefined) return undefined;
    const heap = this.#heapOf[slot];
    return heap === undefined ? undefined : { heap, position: at(this.positions, slot) };
  }

  take(key: number, heap: Heap): number {
    const slot = this.#free.pop() ?? this.#used++;
    if (slot === this.keys.length) {
      this.keys = grown(this.keys, floats);
      this.positions = grown(this.positions, integers);
    }
    this.keys[slot] = key;
    this.#heapOf[slot] = heap;
    this.#byKey.set(key, slot);
    return slot;
  }

  /** Frees the slot and answers its key. */
  release(slot: number): number {
    const key = at(this.keys, slot);
    this.#heapOf[slot] = undefined;
    this.#byKey.delete(key);
    this.#free.push(slot);
    return key;
  }
}

/** Reading a place that is in use by construction; a hole would be our own mistake. */
function at(array: Float64Array | Int32Array, index: number): number {
  const value = array[index];
  if (value === undefined) throw new Error(`no entry ${index}`);
  return value;
}

/** A heap with four children per node whose top is the price that a quote reaches first. */
class Heap {
  readonly #slots: Slots;
  /** Falling prices are kept negated, so that the smallest is always the nearest. */
  readonly #sign: 1 | -1;
  #prices = floats(heapAtStart);
  #slotAt = integers(heapAtStart);
  #size = 0;

  constructor(slots: Slots, falls: boolean) {
    this.#slots = slots;
    this.#sign = falls ? -1 : 1;
  }

  push(key: number, price: Ticks): void {
    const position = this.#size++;
    if (position === this.#prices.length) {
      this.#prices = grown(this.#prices, floats);
      this.#slotAt = grown(this.#slotAt, integers);
    }
    this.#up(position, price * this.#sign, this.#slots.take(key, this));
  }

  popReached(price: Ticks, fire: (key: number) => void): void {
    const reached = price * this.#sign;
    // The keys are reported once the heap is in order again: `fire` may set and remove triggers.
    while (this.#size > 0 && at(this.#prices, 0) <= reached) fire(this.removeAt(0));
  }

  removeAt(position: number): number {
    const key = this.#slots.release(at(this.#slotAt, position));
    const last = --this.#size;
    if (position < last) {
      const price = at(this.#prices, last);
      const slot = at(this.#slotAt, last);
      if (position > 0 && this.#before(price, slot, parentOf(position))) this.#up(position, price, slot);
      else this.#down(position, price, slot);
    }
    return key;
  }

  #before(price: number, slot: number, position: number): boolean {
    const other = at(this.#prices, position);
    if (price !== other) return price < other;
    return at(this.#slots.keys, slot) < at(this.#slots.keys, at(this.#slotAt, position));
  }

  #place(position: number, price: number, slot: number): void {
    this.#prices[position] = price;
    this.#slotAt[position] = slot;
    this.#slots.positions[slot] = position;
  }

  #up(from: number, price: number, slot: number): void {
    let position = from;
    while (position > 0 && this.#before(price, slot, parentOf(position))) {
      const parent = parentOf(position);
      this.#place(position, at(this.#prices, parent), at(this.#slotAt, parent));
      position = parent;
    }
    this.#place(position, price, slot);
  }

  #down(from: number, price: number, slot: number): void {
    let position = from;
    for (let first = position * arity + 1; first < this.#size; first = position * arity + 1) {
      let nearest = first;
      const end = Math.min(first + arity, this.#size);
      for (let child = first + 1; child < end; child++) {
        if (this.#before(at(this.#prices, child), at(this.#slotAt, child), nearest)) nearest = child;
      }
      if (this.#before(price, slot, nearest)) break;
      this.#place(position, at(this.#prices, nearest), at(this.#slotAt, nearest));
      position = nearest;
    }
    this.#place(position, price, slot);
  }
}

function parentOf(position: number): number {
  return Math.floor((position - 1) / arity);
}

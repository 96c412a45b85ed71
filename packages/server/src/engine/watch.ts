import type { Quote, Ticks } from '@assay/domain/market/quote.ts';
import type { TapedQuote } from '../market/index.ts';
import type { Resting } from './source.ts';
import { type Followed, TrailingIndex } from './trailing.ts';
import { TriggerIndex, type Watch, watches } from './triggers.ts';

/** The minimum of quotes kept per instrument, for orders whose message arrives after the quote. */
const recentMin = 64;
/** So long at least: messages that are lost are found well before that. */
const recentMs = 15_000;
/** The maximum: the next leader loads an hour's worth quickly, and judges the rest by the tape. */
const recentMax = 5_000;

/** A quote reached a price of this order; `best` is how far its trailing stop had followed. */
export type Fire = (order: number, quote: TapedQuote, best: Ticks | null) => void;

/** An order that is being watched, and the best price that its trailing stop has followed to. */
export interface Watched {
  readonly resting: Resting;
  readonly best: Ticks | null;
  /** Time of the last quote that `best` takes into account. */
  readonly followedUntil: number;
}

/** The course of an order by one quote after the other, from the one after `since` on. */
export class Course {
  readonly resting: Resting;
  readonly #since: number;
  readonly #followedUntil: number;
  #followed: Ticks | null;
  #reachedBy: TapedQuote | undefined;

  constructor({ resting, best, followedUntil }: Watched, since: number) {
    const { trailing } = resting;
    this.resting = resting;
    this.#since = since;
    this.#followedUntil = followedUntil;
    this.#followed = trailing === null ? null : better(trailing.follows, trailing.best, best ?? trailing.best);
  }

  /** The first quote that reached it. */
  get reachedBy(): TapedQuote | undefined {
    return this.#reachedBy;
  }

  /** How far its trailing stop has followed. */
  get followed(): Ticks | null {
    return this.#followed;
  }

  see(quote: TapedQuote): void {
    if (this.#reachedBy !== undefined || quote.time <= this.#since) return;
    const { trailing } = this.resting;
    // An earlier price never comes back from a best that was only set after it.
    const follows = quote.time > this.#followedUntil;
    if (follows && trailing !== null && this.#followed !== null) {
      this.#followed = better(trailing.follows, this.#followed, quote[trailing.follows]);
    }
    if (reaches(this.resting, follows ? this.#followed : null, quote)) this.#reachedBy = quote;
  }
}

interface Recent {
  readonly quote: TapedQuote;
  readonly seenAt: number;
}

/** Which quotes wake which order, each known by a number. Knows prices only: what follows from reaching one is decided elsewhere. */
export class TriggerWatch {
  readonly #triggers = new TriggerIndex();
  readonly #trailing = new TrailingIndex();
  readonly #watched = new Set<number>();
  readonly #recent = new Map<string, Recent[]>();
  /** The newest quote of an instrument that is remembered no more. */
  readonly #forgotten = new Map<string, TapedQuote>();
  readonly #fire: Fire;
  readonly #elapsed: () => number;

  constructor(fire: Fire, elapsed: () => number = () => performance.now()) {
    this.#fire = fire;
    this.#elapsed = elapsed;
  }

  /** Records a quote without firing a trigger. */
  remember(quote: TapedQuote): void {
    const now = this.#elapsed();
    const recent = this.#recent.get(quote.code);
    if (recent === undefined) {
      this.#recent.set(quote.code, [{ quote, seenAt: now }]);
      return;
    }
    recent.push({ quote, seenAt: now });
    const isOld = () => recent.length > recentMin && (recent[0]?.seenAt ?? now) < now - recentMs;
    while (isOld() || recent.length > recentMax) {
      const [oldest] = recent.splice(0, 1);
      if (oldest !== undefined) this.#forgotten.set(quote.code, oldest.quote);
    }
  }

  /** Forgets every quote: another has judged since. */
  forgetQuotes(): void {
    this.#recent.clear();
    this.#forgotten.clear();
  }

  /** Whether it has every quote after `since` from the batches after this one: otherwise an order has to be judged by the tape. */
  remembers({ code, since }: { readonly code: string; readonly since: number }, position: number): boolean {
    const quote = this.#forgotten.get(code);
    return quote === undefined || quote.time <= since || quote.position <= position;
  }

  /** Wakes every order that the quote reaches. Each is then forgotten until it is watched again. */
  see(quote: TapedQuote): void {
    this.remember(quote);
    const { code, bid, ask } = quote;
    const reached = new Map<number, Ticks | null>();
    this.#triggers.cross(code, bid, ask, (key) => reached.set(orderOf(key), null));
    this.#trailing.move(code, bid, ask, (order, best) => reached.set(order, best));
    for (const [order, best] of reached) this.#fire(order, quote, this.forget(order) ?? best);
  }

  /**
   * Watches an order's prices. Quotes that have passed are checked first, in their order: an order arrives by message, and the
   * market does not wait for messages. Its course has seen all others up to a batch of the tape, `through`.
   */
  watch(order: number, course: Course, through = 0): void {
    this.forget(order);
    for (const quote of this.#since(course.resting.code, through)) course.see(quote);
    const { resting, reachedBy, followed } = course;
    if (reachedBy === undefined) this.#set(order, resting, followed);
    else this.#fire(order, reachedBy, followed);
  }

  /** Answers how far its trailing stop had followed. */
  forget(order: number): Ticks | null {
    if (!this.#watched.delete(order)) return null;
    for (let watch = 0; watch < watches.length; watch++) this.#triggers.remove(keyOf(order, watch));
    return this.#trailing.remove(order) ?? null;
  }

  bestOf(order: number): Ticks | null {
    return this.#trailing.bestOf(order) ?? null;
  }

  /** Time of the last quote of an instrument; undefined before the first. */
  lastSeen(code: string): number | undefined {
    return this.#recent.get(code)?.at(-1)?.quote.time;
  }

  takeImproved(): { key: number; best: Ticks }[] {
    return this.#trailing.takeImproved();
  }

  /** Quotes that are remembered from later batches than this one. */
  #since(code: string, position: number): TapedQuote[] {
    return (this.#recent.get(code) ?? []).flatMap(({ quote }) => (quote.position > position ? [quote] : []));
  }

  #set(order: number, { code, prices, trailing }: Resting, best: Ticks | null): void {
    this.#watched.add(order);
    for (const [index, watch] of watches.entries()) {
      const price = prices[watch];
      if (price !== undefined) this.#triggers.set(keyOf(order, index), code, watch, price);
    }
    if (trailing !== null && best !== null) this.#trailing.set(order, code, trailing.follows, trailing.distance, best);
  }
}

/** An order has at most one price for each way of reaching one. */
const keyOf = (order: number, watch: number) => order * watches.length + watch;
const orderOf = (key: number) => Math.floor(key / watches.length);

/** The bid is followed upwards, the ask downwards. */
function better(follows: Followed, a: Ticks, b: Ticks): Ticks {
  return follows === 'bid' ? Math.max(a, b) : Math.min(a, b);
}

const reached: Readonly<Record<Watch, (quote: Quote, price: Ticks) => boolean>> = {
  bidFalls: ({ bid }, price) => bid <= price,
  bidRises: ({ bid }, price) => bid >= price,
  askFalls: ({ ask }, price) => ask <= price,
  askRises: ({ ask }, price) => ask >= price,
};

/** The same question as the indexes answer, for one order and one quote. */
function reaches({ prices, trailing }: Resting, best: Ticks | null, quote: Quote): boolean {
  for (const watch of watches) {
    const price = prices[watch];
    if (price !== undefined && reached[watch](quote, price)) return true;
  }
  if (trailing === null || best === null) return false;
  const now = quote[trailing.follows];
  return (trailing.follows === 'bid' ? best - now : now - best) >= trailing.distance;
}

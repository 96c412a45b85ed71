import { type Quote, type Ticks } from '@assay/domain/market/quote.ts';
import { better } from '@assay/domain/positions/stops.ts';
import { closingPrice, openingPrice } from '@assay/domain/positions/terms.ts';
import type { Resting } from '../positions/index.ts';
import { TrailingIndex } from './trailing.ts';
import { TriggerIndex, type Watch } from './triggers.ts';

/** How many of the last quotes of an instrument are remembered, for orders that are told after a quote has passed. */
const recentMax = 64;

/** A quote reached a price of this order; `best` is how far its trailing stop had followed. */
export type Fire = (id: number, quote: Quote, best: Ticks | null) => void;

/** An order that is being watched, and the best price that its trailing stop has followed to. */
interface Watched {
  readonly resting: Resting;
  readonly best: Ticks | null;
}

/** Which quotes wake which order. Knows prices only: what follows from reaching one is decided elsewhere. */
export class Watchtower {
  readonly #triggers = new TriggerIndex();
  readonly #trailing = new TrailingIndex();
  readonly #codes = new Map<number, string>();
  readonly #recent = new Map<string, Quote[]>();
  readonly #fire: Fire;

  constructor(fire: Fire) {
    this.#fire = fire;
  }

  get size(): number {
    return this.#codes.size;
  }

  /** Takes note of a quote without waking anybody: a standby does only this. */
  remember(quote: Quote): void {
    const recent = this.#recent.get(quote.code);
    if (recent === undefined) this.#recent.set(quote.code, [quote]);
    else if (recent.push(quote) > recentMax) recent.shift();
  }

  /** Wakes every order that the quote reaches. Each is then forgotten until it is watched again. */
  see(quote: Quote): void {
    this.remember(quote);
    const { code, bid, ask } = quote;
    const reached = new Map<number, Ticks | null>();
    this.#triggers.cross(code, bid, ask, (key) => reached.set(idOf(key), null));
    this.#trailing.move(code, bid, ask, (id, best) => reached.set(id, best));
    for (const [id, best] of reached) this.#fire(id, quote, this.forget(id) ?? best);
  }

  /**
   * Watches an order's prices from the quote after `since` on. Quotes that have passed between that one and now are
   * looked at first, in their order: an order is told of by message, and the market does not wait for messages.
   */
  watch({ resting, best }: Watched, since: number): void {
    this.forget(resting.id);
    let followed =
      resting.trailing === null ? null : better(resting.side, resting.trailing.best, best ?? resting.trailing.best);
    for (const quote of this.#recent.get(resting.code) ?? []) {
      if (quote.time <= since) continue;
      if (followed !== null) followed = better(resting.side, followed, closingPrice(resting.side, quote));
      if (reaches(resting, followed, quote)) {
        this.#fire(resting.id, quote, followed);
        return;
      }
    }
    this.#set(resting, followed);
  }

  /** Answers how far its trailing stop had followed. */
  forget(id: number): Ticks | null {
    if (!this.#codes.delete(id)) return null;
    this.#triggers.remove(losingKey(id));
    this.#triggers.remove(winningKey(id));
    return this.#trailing.remove(id) ?? null;
  }

  bestOf(id: number): Ticks | null {
    return this.#trailing.bestOf(id) ?? null;
  }

  takeImproved(): { key: number; best: Ticks }[] {
    return this.#trailing.takeImproved();
  }

  #set({ id, code, side, limit, losing, winning, trailing }: Resting, best: Ticks | null): void {
    this.#codes.set(id, code);
    const long = side === 'long';
    const set = (key: number, watch: Watch, price: Ticks | null) => {
      if (price !== null) this.#triggers.set(key, code, watch, price);
    };
    set(losingKey(id), long ? 'askFalls' : 'bidRises', limit);
    set(losingKey(id), long ? 'bidFalls' : 'askRises', losing);
    set(winningKey(id), long ? 'bidRises' : 'askFalls', winning);
    if (trailing !== null && best !== null) this.#trailing.set(id, code, long ? 'bid' : 'ask', trailing.distance, best);
  }
}

/** An order has at most two prices to reach: limit or losing side, and winning side. */
const losingKey = (id: number) => id * 2;
const winningKey = (id: number) => id * 2 + 1;
const idOf = (key: number) => Math.floor(key / 2);

/** The same question as the indexes answer, for one order and one quote. */
function reaches(resting: Resting, best: Ticks | null, quote: Quote): boolean {
  const { side, limit, losing, winning, trailing } = resting;
  const long = side === 'long';
  const entry = openingPrice(side, quote);
  const exit = closingPrice(side, quote);
  if (limit !== null && (long ? entry <= limit : entry >= limit)) return true;
  if (losing !== null && (long ? exit <= losing : exit >= losing)) return true;
  if (winning !== null && (long ? exit >= winning : exit <= winning)) return true;
  return trailing !== null && best !== null && (long ? best - exit : exit - best) >= trailing.distance;
}

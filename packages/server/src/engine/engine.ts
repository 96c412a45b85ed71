import type { Quote, Ticks } from '@assay/domain/market/quote.ts';
import type { Logger } from '../platform/log.ts';
import {
  type Followed,
  type PositionsContext,
  type Resting,
  actOnQuote,
  changeMark,
  changedSince,
  loadResting,
  saveTrailing,
} from '../positions/index.ts';
import { Watchtower } from './watch.ts';
import { WorkQueue } from './work-queue.ts';

/** Transactions of the engine that run at once; the rest of the pool is for everybody else. */
const actsAtOnceMax = 4;
/** A failed act is tried again this often with the same quote, then left to the next quote that reaches the price. */
const attemptsMax = 5;
const retryMs = 50;
const pageSize = 5000;

/** What the engine remembers of an order. */
interface Entry {
  resting: Resting;
  best: Ticks | null;
  acting: boolean;
}

export interface EngineOptions {
  readonly context: PositionsContext;
  readonly log: Logger;
  /** Replaceable, so that tests can make it fail; the act itself is the positions' own. */
  readonly act?: typeof actOnQuote;
}

/**
 * Watches every living order and has it filled or closed at the quote that reached its price, each in its own
 * transaction. Its memory is only an index of the database: it is rebuilt at the start of a term, messages keep it fresh
 * and reconciling finds what they lost. While it does not lead it only remembers the last quotes.
 */
export class Engine {
  readonly #context: PositionsContext;
  readonly #log: Logger;
  readonly #act: typeof actOnQuote;
  readonly #entries = new Map<number, Entry>();
  readonly #tower = new Watchtower((id, quote, best) => this.#reached(id, quote, best));
  readonly #queue = new WorkQueue(actsAtOnceMax);
  #leading = false;
  #mark = '0';
  #unsaved: { id: number; version: number; best: Ticks }[] = [];

  constructor({ context, log, act = actOnQuote }: EngineOptions) {
    this.#context = context;
    this.#log = log;
    this.#act = act;
  }

  /** Orders that it knows to be alive. */
  get size(): number {
    return this.#entries.size;
  }

  /** Loads all living orders and begins to act. */
  async lead(): Promise<void> {
    const { db } = this.#context;
    this.#mark = await changeMark(db);
    this.#leading = true;
    for await (const batch of loadResting(db, pageSize)) for (const resting of batch) this.apply(resting);
    this.#log.info({ orders: this.size }, 'the engine watches');
  }

  /** Acts no more; what is under way is finished. */
  async retire(): Promise<void> {
    this.#leading = false;
    this.#queue.clear();
    await this.#queue.idle();
    await this.saveTrailing().catch((error: unknown) => this.#log.warn({ err: error }, 'trailing stops were not saved'));
    for (const id of this.#entries.keys()) this.#tower.forget(id);
    this.#entries.clear();
    this.#unsaved = [];
  }

  /** Until nothing is under way. */
  settled(): Promise<void> {
    return this.#queue.idle();
  }

  /** Every believed quote comes here; on a market that is closed or suspended it decides nothing. */
  see(quote: Quote): void {
    if (!this.#context.market.tradable(quote.code)) return;
    if (this.#leading) this.#tower.see(quote);
    else this.#tower.remember(quote);
  }

  /** Takes in what an order has become. News that arrives late changes nothing. */
  apply(resting: Resting): void {
    const known = this.#entries.get(resting.id);
    if (!this.#leading || (known !== undefined && known.resting.version >= resting.version)) return;
    if (known?.acting === true) {
      // Whoever acts on it looks at this when it is done.
      known.resting = resting;
      return;
    }
    const followed = known?.resting.trailing?.distance === resting.trailing?.distance ? this.#tower.forget(resting.id) : null;
    const entry = known ?? { resting, best: null, acting: false };
    entry.resting = resting;
    entry.best = followed;
    this.#entries.set(resting.id, entry);
    this.#watch(entry, resting.quotedAt);
  }

  /** Finds what messages have lost: everything changed by transactions that an earlier look could not see. */
  async reconcile(): Promise<void> {
    const { db } = this.#context;
    const next = await changeMark(db);
    for (let after = 0; this.#leading;) {
      const page = await changedSince(db, this.#mark, after, pageSize);
      for (const resting of page) this.apply(resting);
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) break;
      after = last.id;
    }
    this.#mark = next;
  }

  /** Writes down how far trailing stops have followed, so that a restart loses nothing that was shown. */
  async saveTrailing(): Promise<void> {
    for (const { key: id, best } of this.#tower.takeImproved()) {
      const version = this.#entries.get(id)?.resting.version;
      if (version !== undefined) this.#unsaved.push({ id, version, best });
    }
    while (this.#unsaved.length > 0) {
      await saveTrailing(this.#context.db, this.#unsaved.slice(0, pageSize));
      this.#unsaved.splice(0, pageSize);
    }
  }

  #watch(entry: Entry, since: number): void {
    const { resting } = entry;
    if (resting.state === 'ended') {
      this.#tower.forget(resting.id);
      this.#entries.delete(resting.id);
      return;
    }
    this.#tower.watch(entry, since);
    const best = this.#tower.bestOf(resting.id);
    // An amendment took over a best price that the row does not know yet.
    if (best !== null && best !== resting.trailing?.best)
      this.#unsaved.push({ id: resting.id, version: resting.version, best });
  }

  #reached(id: number, quote: Quote, best: Ticks | null): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.acting) return;
    entry.acting = true;
    entry.best = best;
    const followed = best === null ? null : { version: entry.resting.version, best };
    this.#queue.add(() => this.#perform(entry, quote, followed, 1));
  }

  /** Acts, then watches what the order has become. Never rejects. */
  async #perform(entry: Entry, quote: Quote, followed: Followed | null, attempt: number): Promise<void> {
    const before = entry.resting;
    try {
      const after = await this.#act(this.#context, before.id, quote, followed);
      this.#acted(entry, quote, before, after);
    } catch (error) {
      if (this.#leading && attempt < attemptsMax) {
        this.#queue.addAfter(retryMs * attempt, () => this.#perform(entry, quote, followed, attempt + 1));
        return;
      }
      this.#log.error({ err: error, position: before.id }, 'the engine could not act on an order');
      this.#acted(entry, quote, before, entry.resting);
    }
  }

  #acted(entry: Entry, quote: Quote, before: Resting, after: Resting | undefined): void {
    entry.acting = false;
    if (!this.#leading) return;
    if (after === undefined) {
      this.#entries.delete(before.id);
      return;
    }
    if (after.version > entry.resting.version) entry.resting = after;
    const { resting } = entry;
    if (resting.trailing?.distance !== before.trailing?.distance) entry.best = null;
    // An order that changed while it was acted on has not been judged by this quote as it is now.
    const judged = resting.version === before.version ? quote.time : quote.time - 1;
    this.#watch(entry, Math.max(judged, resting.quotedAt));
  }
}

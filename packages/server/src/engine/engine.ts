import type { Quote, Ticks } from '@assay/domain/market/quote.ts';
import type { Market } from '../market/index.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { ImprovedStop, Reached, Resting, Source } from './source.ts';
import { Watchtower } from './watch.ts';
import { WorkQueue } from './work-queue.ts';

/** Acts of a source that run at once, where it names no other number; the rest of the pool is for everybody else. */
const actsAtOnceMax = 4;
/** A failed act is tried again this often with the same quote, then left to the next quote that reaches the price. */
const attemptsMax = 5;
const retryMs = 50;
const pageSize = 5000;

/** What the engine remembers of an order. */
interface Entry {
  /** Its number here: orders of different sources may share an id. */
  readonly order: number;
  readonly source: Source;
  resting: Resting;
  best: Ticks | null;
  acting: boolean;
}

export interface EngineOptions {
  readonly db: Database;
  readonly market: Pick<Market, 'tradable'>;
  readonly sources: readonly Source[];
  readonly log: Logger;
}

/**
 * Watches every living order of its sources and has it acted on at the quote that reached its price, each in its own
 * transaction. Its memory is only an index of the database: it is rebuilt at the start of a term, messages keep it fresh
 * and reconciling finds what they lost. While it does not lead it only remembers the last quotes.
 */
export class Engine {
  readonly #options: EngineOptions;
  readonly #log: Logger;
  readonly #entries = new Map<number, Entry>();
  readonly #tower = new Watchtower((order, quote, best) => this.#reached(order, quote, best));
  /** One for each source: a slow one keeps no other from acting. */
  readonly #queues: ReadonlyMap<Source, WorkQueue>;
  #leading = false;
  #mark = '0';
  readonly #unsaved: ReadonlyMap<Source, ImprovedStop[]>;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#unsaved = new Map(options.sources.map((source) => [source, []]));
    this.#queues = new Map(options.sources.map((source) => [source, new WorkQueue(source.actsAtOnceMax ?? actsAtOnceMax)]));
  }

  /** Orders that it knows to be alive. */
  get size(): number {
    return this.#entries.size;
  }

  /** Loads all living orders and begins to act. */
  async lead(): Promise<void> {
    this.#mark = await changeMark(this.#options.db);
    this.#leading = true;
    for (const source of this.#options.sources) {
      for await (const batch of source.loadResting(pageSize)) for (const resting of batch) this.apply(source, resting);
    }
    this.#log.info({ orders: this.size }, 'the engine watches');
  }

  /** Acts no more; what is under way is finished. */
  async retire(): Promise<void> {
    this.#leading = false;
    for (const queue of this.#queues.values()) queue.clear();
    await this.settled();
    await this.saveTrailing().catch((error: unknown) => this.#log.warn({ err: error }, 'trailing stops were not saved'));
    for (const order of this.#entries.keys()) this.#tower.forget(order);
    this.#entries.clear();
    for (const unsaved of this.#unsaved.values()) unsaved.length = 0;
  }

  /** Until nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.idle()));
  }

  /** Every believed quote comes here; on a market that is closed or suspended it decides nothing. */
  see(quote: Quote): void {
    if (!this.#options.market.tradable(quote.code)) return;
    if (this.#leading) this.#tower.see(quote);
    else this.#tower.remember(quote);
  }

  /** Takes in what an order of one of the sources has become. News that arrives late changes nothing. */
  apply(source: Source, resting: Resting): void {
    const order = this.#numberOf(source, resting.id);
    const known = this.#entries.get(order);
    if (!this.#leading || (known !== undefined && known.resting.version >= resting.version)) return;
    if (known?.acting === true) {
      // Whoever acts on it looks at this when it is done.
      known.resting = resting;
      return;
    }
    const followed = known?.resting.trailing?.distance === resting.trailing?.distance ? this.#tower.forget(order) : null;
    const entry = known ?? { order, source, resting, best: null, acting: false };
    entry.resting = resting;
    entry.best = followed;
    this.#entries.set(order, entry);
    // A best price that was kept here is as of the last quote, that of a row as of the row's own.
    if (followed === null) this.#watch(entry, resting.quotedAt);
    else this.#watch(entry, resting.quotedAt, Infinity);
  }

  /** Finds what messages have lost: everything changed by transactions that an earlier look could not see. */
  async reconcile(): Promise<void> {
    const next = await changeMark(this.#options.db);
    for (const source of this.#options.sources) {
      for (let after = 0; this.#leading;) {
        const page = await source.changedSince(this.#mark, after, pageSize);
        for (const resting of page) this.apply(source, resting);
        const last = page.at(-1);
        if (last === undefined || page.length < pageSize) break;
        after = last.id;
      }
    }
    this.#mark = next;
  }

  /** Writes down how far trailing stops have followed, so that a restart loses nothing that was shown. */
  async saveTrailing(): Promise<void> {
    for (const { key: order, best } of this.#tower.takeImproved()) {
      const entry = this.#entries.get(order);
      if (entry !== undefined) this.#improved(entry, best);
    }
    for (const [source, unsaved] of this.#unsaved) {
      while (unsaved.length > 0) {
        await source.saveTrailing?.(unsaved.slice(0, pageSize));
        unsaved.splice(0, pageSize);
      }
    }
  }

  /** Numbers are dense per source and never meet: id × number of sources + place of the source. */
  #numberOf(source: Source, id: number): number {
    const { sources } = this.#options;
    const place = sources.indexOf(source);
    if (place < 0) throw new Error(`${source.topic} is not watched`);
    return id * sources.length + place;
  }

  #improved({ source, resting: { id, version, code, quotedAt } }: Entry, best: Ticks): void {
    this.#unsaved.get(source)?.push({ id, version, best, quotedAt: this.#tower.lastSeen(code) ?? quotedAt });
  }

  #watch(entry: Entry, since: number, followedUntil = since): void {
    const { order, resting } = entry;
    if (!resting.alive) {
      this.#tower.forget(order);
      this.#entries.delete(order);
      return;
    }
    this.#tower.watch(order, { resting, best: entry.best, followedUntil }, since);
    const best = this.#tower.bestOf(order);
    // An amendment took over a best price that the row does not know yet.
    if (best !== null && best !== resting.trailing?.best) this.#improved(entry, best);
  }

  #reached(order: number, quote: Quote, best: Ticks | null): void {
    const entry = this.#entries.get(order);
    if (entry === undefined || entry.acting) return;
    entry.acting = true;
    entry.best = best;
    const reached = best === null ? null : { version: entry.resting.version, best };
    this.#queues.get(entry.source)?.add(() => this.#perform(entry, quote, reached, 1));
  }

  /** Acts, then watches what the order has become. Never rejects. */
  async #perform(entry: Entry, quote: Quote, reached: Reached | null, attempt: number): Promise<void> {
    const before = entry.resting;
    try {
      const after = await entry.source.act(before.id, quote, reached, before.order);
      this.#acted(entry, quote, before, after);
    } catch (error) {
      if (this.#leading && attempt < attemptsMax) {
        this.#queues.get(entry.source)?.addAfter(retryMs * attempt, () => this.#perform(entry, quote, reached, attempt + 1));
        return;
      }
      this.#log.error({ err: error, source: entry.source.topic, order: before.id }, 'the engine could not act on an order');
      this.#acted(entry, quote, before, entry.resting);
    }
  }

  #acted(entry: Entry, quote: Quote, before: Resting, after: Resting | undefined): void {
    entry.acting = false;
    if (!this.#leading) return;
    if (after === undefined) {
      this.#entries.delete(entry.order);
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

/**
 * The oldest transaction that is still running: whatever it and later ones change has not been seen yet. Asked before a
 * load, it is the mark from which `changedSince` finds all that the load may have missed.
 */
async function changeMark(db: Database): Promise<string> {
  const [row] = await db.query<{ mark: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as mark');
  if (row === undefined) throw new Error('no snapshot');
  return row.mark;
}

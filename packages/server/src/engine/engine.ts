import type { Ticks } from '@assay/domain/market/quote.ts';
import { type TapedQuote, readMark, readTape } from '../market/index.ts';
import type { Database } from '../platform/database.ts';
import type { Fence } from '../platform/lead/lead.ts';
import type { Logger } from '../platform/log.ts';
import { type Act, type Acted, type Entry, followsOn, parkedOf, rankOf, wordsOf } from './act.ts';
import { type Late, courseOf, readPassed } from './late.ts';
import { type ParkedAct, readParked, saveJudged, unpark } from './parked.ts';
import { type ImprovedStop, type Resting, type Source, changeMark } from './source.ts';
import { type Course, TriggerWatch } from './watch.ts';
import { WorkQueue } from './work-queue.ts';

/** Acts of a source that run at once, where it names no other number; the rest of the pool serves all other work. */
const actsAtOnceMax = 4;
/** A failed act is tried again with the same quote until it is done, ever more seldom. */
const retryMs = 50;
const retryMsMax = 5000;
/** After so many failures it is written down, and the mark goes past it. */
const parkedAfter = 5;
/** The mark stays so far behind: an order that was placed at a quote is known of by then, or found. */
const behindMs = 10_000;
const pageSize = 5000;

/** What is still to be done. */
export interface Unfinished {
  /** Acts that have failed so often that they were written down, and for how long the oldest has been. */
  readonly parked: number;
  readonly parkedMs: number;
  /** Batches of the tape that are not done with, and for how long the oldest act that is not parked has been due. */
  readonly batches: number;
  readonly dueMs: number;
}

export interface EngineOptions {
  readonly db: Database;
  readonly sources: readonly Source[];
  readonly log: Logger;
  /** Milliseconds that only ever grow. */
  readonly elapsed?: () => number;
}

/**
 * Watches every living order of its sources and has it acted on at the quote that reached its price, each in its own
 * transaction. Its memory is only an index of the database and the tape: it is rebuilt at the start of a term, and every quote
 * not judged yet is judged then; messages keep it current and reconciling finds what was lost.
 */
export class Engine {
  readonly #options: EngineOptions;
  readonly #log: Logger;
  readonly #elapsed: () => number;
  readonly #entries = new Map<number, Entry>();
  readonly #triggerWatch: TriggerWatch;
  /** One for each source: a slow one keeps no other from acting. */
  readonly #queues: ReadonlyMap<Source, WorkQueue>;
  readonly #acting = new Map<Entry, Act>();
  /** Acts of the last term that are still to be done, by number of the order. */
  readonly #resumed = new Map<number, ParkedAct>();
  readonly #unparked: ParkedAct[] = [];
  /** What had been seen when messages were last found to be complete, oldest first. */
  #looks: { readonly position: number; readonly at: number }[] = [];
  #leading = false;
  #term: Fence | undefined;
  #mark = '0';
  /** Number of the last batch of the tape that was looked at, and of the last one that the mark is known to have reached. */
  #seen = 0;
  #judged = 0;
  /** Number of the batch after which memory begins. */
  #remembers = 0;
  /** Orders older than the quotes in memory: they are judged by the tape, and the mark waits for them. */
  readonly #late = new Map<Entry, Late>();
  readonly #catching = new WorkQueue(1);
  readonly #unsaved: ReadonlyMap<Source, ImprovedStop[]>;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#elapsed = options.elapsed ?? (() => performance.now());
    this.#triggerWatch = new TriggerWatch((order, quote, best) => this.#reached(order, quote, best), this.#elapsed);
    this.#unsaved = new Map(options.sources.map((source) => [source, []]));
    this.#queues = new Map(options.sources.map((source) => [source, new WorkQueue(source.actsAtOnceMax ?? actsAtOnceMax)]));
  }

  /** Orders that it knows to be alive. */
  get size(): number {
    return this.#entries.size;
  }

  get unfinished(): Unfinished {
    const [parked = [], due = []] = [true, false].map((isParked) =>
      [...this.#acting.values()].filter(({ parkedTries }) => parkedTries > 0 === isParked),
    );
    const now = this.#elapsed();
    const oldest = (acts: readonly Act[]) => acts.reduce((longest, { since }) => Math.max(longest, now - since), 0);
    const batches = this.#seen - this.#settledThrough();
    return { parked: parked.length, parkedMs: oldest(parked), batches, dueMs: oldest(due) };
  }

  /** Loads all living orders, judges them by every quote since the mark, and begins to act. `came` is called after each page. */
  async lead(term?: Fence, came: () => void = () => undefined): Promise<void> {
    const { db, sources } = this.#options;
    this.#term = term;
    this.#mark = await changeMark(db);
    this.#judged = await readMark(db, 'judged');
    this.#seen = this.#judged;
    this.#remembers = this.#judged;
    for await (const quotes of readTape(db, this.#judged)) {
      for (const quote of quotes) this.#remember(quote);
      came();
    }
    for (const parked of await readParked(db)) {
      const source = sources.find(({ topic }) => topic === parked.source);
      if (source !== undefined) this.#resumed.set(this.#numberOf(source, parked.order), parked);
    }
    this.#leading = true;
    for (const source of sources) {
      for await (const batch of source.loadResting(pageSize)) {
        for (const resting of batch) this.apply(source, resting);
        came();
      }
    }
    while (this.#late.size > 0) await this.#readLate(came);
    // What has ended meanwhile needs nothing more.
    this.#unparked.push(...this.#resumed.values());
    this.#resumed.clear();
    this.#log.info({ orders: this.size }, 'the engine watches');
  }

  /** Acts no more; what is under way is finished. */
  async retire(): Promise<void> {
    this.#leading = false;
    for (const queue of [...this.#queues.values(), this.#catching]) queue.clear();
    this.#late.clear();
    await this.settled();
    await this.saveTrailing().catch((error: unknown) => this.#log.warn({ err: error }, 'trailing stops were not saved'));
    for (const order of this.#entries.keys()) this.#triggerWatch.forget(order);
    this.#triggerWatch.forgetQuotes();
    for (const known of [this.#entries, this.#acting, this.#resumed]) known.clear();
    this.#looks = [];
    this.#unparked.length = 0;
    for (const unsaved of this.#unsaved.values()) unsaved.length = 0;
  }

  /** Until nothing is under way. */
  async settled(): Promise<void> {
    const queues = [...this.#queues.values(), this.#catching];
    while (queues.some(({ isBusy }) => isBusy)) await Promise.all(queues.map((queue) => queue.idle()));
  }

  /** Every quote that counts comes here; one that may not act, from while the market was closed, decides nothing. */
  see(quote: TapedQuote): void {
    if (!this.#leading) return;
    this.#seen = Math.max(this.#seen, quote.position);
    if (quote.acts) this.#triggerWatch.see(quote);
  }

  /**
   * Takes in what an order of one of the sources has become. Late news changes nothing. What the mark has passed was judged:
   * the next leader begins there as well.
   */
  apply(source: Source, resting: Resting): void {
    const order = this.#numberOf(source, resting.id);
    const known = this.#entries.get(order);
    if (!this.#leading || (known !== undefined && known.resting.version >= resting.version)) return;
    if (known !== undefined && known.acting !== null) {
      // The caller that acts on it checks this when it is done.
      known.resting = resting;
      return;
    }
    const followed = known !== undefined && followsOn(known.resting, resting) ? this.#triggerWatch.forget(order) : null;
    const entry: Entry = known ?? { order, source, resting, best: null, acting: null };
    entry.resting = resting;
    entry.best = followed;
    this.#entries.set(order, entry);
    const resumed = this.#resumed.get(order);
    if (resumed !== undefined) {
      this.#resumed.delete(order);
      return this.#begin(entry, { ...resumed, parkedTries: resumed.tries, since: this.#elapsed() - resumed.ageMs });
    }
    // A best price that was kept here is as of the last quote, that of a row as of the row's own.
    const since = resting.quotedAt;
    const followedUntil = followed === null ? since : Infinity;
    this.#watchFrom(entry, { code: resting.code, from: this.#judged, since, followedUntil });
  }

  /** Finds what messages have lost: everything changed by transactions that an earlier look could not see. */
  async reconcile(): Promise<void> {
    const look = { position: this.#seen, at: this.#elapsed() };
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
    this.#looks.push(look);
  }

  /**
   * Records up to where every quote is judged: the next leader begins there. What could not be done is recorded with it and
   * retried; how far stops have followed is recorded before it. At most once a second; acts are harmless when they are
   * repeated.
   */
  async saveJudged(): Promise<void> {
    const { db } = this.#options;
    // A transaction in flight at one look is found by a look that much later.
    const old = this.#looks.findLastIndex(({ at }) => at <= (this.#looks.at(-1)?.at ?? 0) - behindMs);
    // How far stops have followed is written down first, and may wait for locks: what is judged meanwhile is not marked with it.
    const looked = Math.min(this.#looks[old]?.position ?? 0, this.#settledThrough(parkedAfter));
    await this.saveTrailing();
    for (let [done] = this.#unparked; done !== undefined; [done] = this.#unparked) {
      await unpark(db, done);
      this.#unparked.splice(this.#unparked.indexOf(done), 1);
    }
    const due = [...this.#acting].filter(([, act]) => act.tries >= parkedAfter && act.tries > act.parkedTries);
    const position = this.#late.size > 0 ? this.#judged : Math.min(looked, this.#settledThrough(parkedAfter));
    if (due.length === 0 && position <= this.#judged) return;
    const parked = due.map(([entry, act]) => parkedOf(entry, act));
    await saveJudged(db, { term: this.#term, position, parked });
    this.#judged = Math.max(this.#judged, position);
    this.#looks = this.#looks.slice(Math.max(0, old));
    for (const [place, [entry, act]] of due.entries()) {
      if (act.parkedTries === 0) act.since = this.#elapsed();
      act.parkedTries = parked[place]?.tries ?? 0;
      // Done while it was being written down.
      if (entry.acting !== act) this.#unparked.push(parkedOf(entry, act));
    }
  }

  /** Writes down how far trailing stops have followed, so that a restart loses nothing that was shown. */
  async saveTrailing(): Promise<void> {
    for (const { key: order, best } of this.#triggerWatch.takeImproved()) {
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
    this.#unsaved.get(source)?.push({ id, version, best, quotedAt: this.#triggerWatch.lastSeen(code) ?? quotedAt });
  }

  #remember(quote: TapedQuote): void {
    this.#seen = quote.position;
    if (quote.acts) this.#triggerWatch.remember(quote);
  }

  /** The last batch before anything that is still to be done, but for what has failed so often that it is to be parked. */
  #settledThrough(tries = Infinity): number {
    let through = this.#seen;
    for (const act of this.#acting.values()) {
      if (act.tries < tries && act.parkedTries === 0) through = Math.min(through, act.quote.position - 1);
    }
    return through;
  }

  /** Watches an order once it is judged by all that has passed, from memory or by the tape. */
  #watchFrom(entry: Entry, late: Late): void {
    this.#late.delete(entry);
    const isRemembered = late.from >= this.#remembers && this.#triggerWatch.remembers(late, late.from);
    if (!entry.resting.alive || isRemembered) return this.#watch(entry, courseOf(entry, late));
    this.#triggerWatch.forget(entry.order);
    this.#late.set(entry, late);
    if (this.#late.size === 1) this.#catching.add(() => this.#catchUp(1));
  }

  /** Until all are judged by the tape. Never rejects. */
  async #catchUp(attempt: number): Promise<void> {
    try {
      while (this.#leading && this.#late.size > 0) await this.#readLate();
    } catch (error) {
      this.#log.error({ err: error, orders: this.#late.size }, 'orders could not be judged by the tape; trying again');
      if (this.#leading) this.#catching.addAfter(Math.min(retryMsMax, retryMs * attempt), () => this.#catchUp(attempt + 1));
    }
  }

  async #readLate(came?: () => void): Promise<void> {
    const courses = [...this.#late].map(([entry, late]) => ({ entry, late, course: courseOf(entry, late) }));
    if (courses.length === 0) return;
    const through = await readPassed(this.#options.db, courses, came);
    for (const { entry, late, course } of courses) {
      // News of it has come meanwhile, or memory does not reach back to where the tape ended.
      if (this.#late.get(entry) !== late) continue;
      if (!this.#triggerWatch.remembers(late, through)) continue;
      this.#late.delete(entry);
      this.#watch(entry, course, through);
    }
  }

  #watch(entry: Entry, course: Course, through?: number): void {
    const { order, resting } = entry;
    if (!resting.alive) {
      this.#triggerWatch.forget(order);
      this.#entries.delete(order);
      return;
    }
    this.#triggerWatch.watch(order, course, through);
    const best = this.#triggerWatch.bestOf(order);
    // An amendment took over a best price that the row does not know yet.
    if (best !== null && best !== resting.trailing?.best) this.#improved(entry, best);
  }

  #reached(order: number, quote: TapedQuote, best: Ticks | null): void {
    const entry = this.#entries.get(order);
    if (entry === undefined || entry.acting !== null) return;
    entry.best = best;
    const reached = { version: entry.resting.version, best };
    this.#begin(entry, { quote, reached, tries: 0, lastError: '', parkedTries: 0, since: this.#elapsed() });
  }

  #begin(entry: Entry, act: Act): void {
    entry.acting = act;
    this.#acting.set(entry, act);
    const before = entry.resting;
    this.#queues.get(entry.source)?.add(() => this.#perform(entry, act, before), rankOf(entry));
  }

  /** Acts on an order that was reached as it was `before`, then watches what it has become. Never rejects. */
  async #perform(entry: Entry, act: Act, before: Resting): Promise<void> {
    try {
      const after = await entry.source.act(before.id, { ...act.quote, volume: 0 }, act.reached, entry.resting.order);
      this.#acted(entry, act, { before, after });
    } catch (error) {
      act.tries += 1;
      act.lastError = wordsOf(error);
      if (!this.#leading) return;
      this.#log.error({ err: error, ...parkedOf(entry, act) }, 'the engine could not act on an order; trying again');
      const wait = Math.min(retryMsMax, retryMs * act.tries);
      this.#queues.get(entry.source)?.addAfter(wait, () => this.#perform(entry, act, before), rankOf(entry));
    }
  }

  #acted(entry: Entry, act: Act, { before, after }: Acted): void {
    entry.acting = null;
    this.#acting.delete(entry);
    if (act.parkedTries > 0) this.#unparked.push(parkedOf(entry, act));
    if (!this.#leading) return;
    if (after === undefined) {
      this.#entries.delete(entry.order);
      return;
    }
    if (after.version > entry.resting.version) entry.resting = after;
    const { resting } = entry;
    if (!followsOn(before, resting)) entry.best = null;
    // An order that changed while it was acted on has not been judged by this quote as it is now.
    const { time } = act.quote;
    const judged = resting.version === before.version ? time : time - 1;
    const since = Math.max(judged, resting.quotedAt);
    this.#watchFrom(entry, { code: resting.code, from: act.quote.position - 1, since, followedUntil: since });
  }
}

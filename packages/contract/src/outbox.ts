import { ApiRefusal } from './client.ts';
import { type Code, isCode } from './vocabulary/codes.ts';
import type { Book } from './vocabulary/statuses.ts';

/**
 * What a person meant when they pressed, frozen: whose it is, on which account, under which key, and until when. All of it
 * may be written down. What could send it again, and what is private in it, lives in memory only.
 */
export interface Intent {
  /** The idempotency key, and the name of the intent. */
  readonly key: string;
  readonly owner: string;
  readonly book: Book;
  /** Path of the call, without its prefix. */
  readonly path: string;
  /** What it acts on, such as an order's id: one intent at a time for each. */
  readonly subject: string;
  /** What it is, in the person's words. */
  readonly summary: string;
  /** Server time in epoch milliseconds; what arrives later is never executed. */
  readonly deadline: number;
}

/** `sending` until an answer or silence; `unknown` until the outcome is known; the others only where nobody waits for them. */
export type IntentState = 'sending' | 'unknown' | 'answered' | 'refused';

export interface Entry extends Intent {
  readonly state: IntentState;
  /** Why it was refused. */
  readonly refusal: ApiRefusal | null;
}

/** What the server says became of an intent. */
export type Outcome =
  | { readonly state: 'done'; readonly result: unknown }
  | { readonly state: 'refused'; readonly refusal: ApiRefusal }
  | { readonly state: 'never' | 'working' };

/** What the server has told of an outcome; a refusal as the call would have thrown it. */
export function readOutcome({ state, answer }: { state: Outcome['state']; answer?: unknown }): Outcome {
  if (state === 'done') return { state, result: answer };
  return state === 'refused' ? { state, refusal: refusalOf(answer) } : { state };
}

function refusalOf(answer: unknown): ApiRefusal {
  // The server's own envelope.
  const told = answer as {
    code?: unknown;
    message?: unknown;
    fields?: Record<string, string>;
    values?: Record<string, string>;
  };
  const { code, message, fields = {}, values = {} } = told;
  return new ApiRefusal({
    code: isCode(code) ? code : '500',
    httpStatus: 422,
    message: typeof message === 'string' ? message : '',
    fields,
    values,
  });
}

/** Nothing was sent, and nothing will be. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  /** `waits`: another for the same subject is without an answer. */
  readonly reason: 'offline' | 'cancelled' | 'signedOut' | 'waits';

  constructor(reason: NotSent['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const neverExecuted: Code = '11152';

export interface OutboxOptions {
  readonly newKey: () => string;
  readonly online: () => boolean;
  /** Server time in epoch milliseconds, never ahead of the truth; rejects while the server cannot be asked for it. */
  readonly serverNow: () => Promise<number>;
  readonly later: (milliseconds: number, run: () => void) => () => void;
  /** Asks for the outcome; once its deadline has passed, an intent without one is closed. */
  readonly ask: (intent: Intent) => Promise<Outcome>;
  /** Where intents are written down for the next page and other tabs. */
  readonly store?: { read(): readonly Intent[]; write(intents: readonly Intent[]): void };
}

/** One press. */
export interface Press<T> extends Omit<Intent, 'key' | 'deadline'> {
  /** How long after the press it may still arrive. */
  readonly waitMs: number;
  /** What is sent, in parts that are compared one by one: the same again after silence is the same intent. */
  readonly body: readonly unknown[];
  send(intent: Intent, signal: AbortSignal): Promise<T>;
  /** Whether silence is told to whoever pressed at once; otherwise they wait for the outcome. */
  readonly impatient?: boolean;
}

interface Live {
  readonly body: readonly unknown[];
  readonly abort: AbortController;
  settled: PromiseWithResolvers<unknown>;
  cancelled: boolean;
  /** Whoever pressed has been told of the silence and waits no more. */
  told: boolean;
}

/** An outcome that nobody may be waiting for. */
function awaited(): PromiseWithResolvers<unknown> {
  const settled = Promise.withResolvers<unknown>();
  settled.promise.catch(() => undefined);
  return settled;
}

const askAfterMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** A call that is under way this long after its deadline is asked about. */
const graceMs = 2_000;
const keptMs = 48 * 3_600_000;

/** Pictures are compared by identity: one that was chosen again is another. */
function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((part, index) => same(part, other[index]));
  }
  return one === other;
}

/** Whether an error leaves open what the server did. */
function isSilence(error: unknown): boolean {
  return !(error instanceof ApiRefusal) || (error.httpStatus >= 500 && error.code !== '11001');
}

/**
 * Everything that moves something goes out through here, once. An intent is frozen when it is pressed, and outlives the
 * sheet, the page and the account that it was pressed on; what is not known of it is asked for until it is.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #live = new Map<string, Live>();
  readonly #asking = new Map<string, () => void>();
  readonly #listeners = new Set<() => void>();
  #entries: readonly Entry[] = [];

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The intent that is under way for this subject; a second one has to wait for its end. */
  underWay({ owner, book, path, subject }: Pick<Intent, 'owner' | 'book' | 'path' | 'subject'>): Entry | undefined {
    return this.#entries.find(
      (entry) =>
        (entry.state === 'sending' || entry.state === 'unknown') &&
        entry.owner === owner &&
        entry.book === book &&
        entry.path === path &&
        entry.subject === subject,
    );
  }

  /**
   * Sends what was pressed and answers its result, however long that takes to be known; undefined when one for the same
   * subject is under way. Rejects with the refusal, or with `NotSent`.
   */
  async submit<T>(press: Press<T>): Promise<T | undefined> {
    const before = this.underWay(press);
    if (before !== undefined) return this.#again(before, press);
    const done = this.#doneMeanwhile(press);
    if (done !== undefined) return (await done) as T;
    if (!this.#options.online()) throw new NotSent('offline');
    const { owner, book, path, subject, summary, body } = press;
    const unsent = { key: this.#options.newKey(), owner, book, path, subject, summary };
    const live: Live = { body, abort: new AbortController(), settled: awaited(), cancelled: false, told: false };
    this.#live.set(unsent.key, live);
    this.#put({ ...unsent, deadline: 0, state: 'sending', refusal: null });
    const now = await this.#options.serverNow().catch(() => null);
    if (now === null || live.cancelled) {
      this.#remove(unsent.key);
      throw new NotSent(live.cancelled ? 'cancelled' : 'offline');
    }
    const intent: Intent = { ...unsent, deadline: now + press.waitMs };
    this.#put({ ...intent, state: 'sending', refusal: null });
    this.#write(intent);
    void this.#send(intent, live, press);
    // Its result is this call's own: the key says so.
    return (await live.settled.promise) as T;
  }

  /** The same once more after silence: from memory, under the same key and deadline. Anything else waits. */
  async #again<T>(entry: Entry, press: Press<T>): Promise<T | undefined> {
    const live = this.#live.get(entry.key);
    if (entry.state === 'sending') return undefined;
    if (live === undefined || live.cancelled || !same(live.body, press.body)) throw new NotSent('waits');
    // Whoever waits for the outcome will hear of it.
    if (press.impatient !== true) return undefined;
    const renewed: Live = { ...live, abort: new AbortController(), settled: awaited(), told: false };
    this.#live.set(entry.key, renewed);
    this.#put({ ...entry, state: 'sending' });
    void this.#send(entry, renewed, press);
    return (await renewed.settled.promise) as T;
  }

  /** The result of the same press, where it came to be known after whoever pressed had been told of the silence. */
  #doneMeanwhile<T>({ owner, book, path, subject, body }: Press<T>): Promise<unknown> | undefined {
    const mine = { owner, book, path, subject };
    const names = ['owner', 'book', 'path', 'subject'] as const;
    for (const entry of this.#entries) {
      const live = this.#live.get(entry.key);
      if (entry.state !== 'answered' || live === undefined || !same(live.body, body)) continue;
      if (names.some((name) => entry[name] !== mine[name])) continue;
      this.#remove(entry.key);
      return live.settled.promise;
    }
    return undefined;
  }

  async #send<T>(intent: Intent, live: Live, press: Press<T>): Promise<void> {
    const cancelOverdue = this.#options.later(press.waitMs + graceMs, () => this.#unknown(intent.key));
    try {
      this.#settle(intent.key, { state: 'done', result: await press.send(intent, live.abort.signal) });
    } catch (error) {
      if (error instanceof ApiRefusal && !isSilence(error))
        return this.#settle(intent.key, { state: 'refused', refusal: error });
      this.#unknown(intent.key);
      // Whoever has given it up waits to hear what came of that.
      if (press.impatient !== true || live.cancelled) return;
      live.told = true;
      live.settled.reject(error);
      live.settled = awaited();
    } finally {
      cancelOverdue();
    }
  }

  /** Ends what is under way as far as that is still possible: the key is closed, and whoever waits hears what came of it. */
  cancel(key: string): void {
    const live = this.#live.get(key);
    if (live === undefined || live.cancelled) return;
    live.cancelled = true;
    live.abort.abort();
    this.#change(key, { deadline: 0 });
    if (this.#entries.some((entry) => entry.key === key && entry.state === 'unknown')) this.#askIn(key, 0);
  }

  /** Takes note of what the person has read. */
  dismiss(key: string): void {
    const entry = this.#entries.find((known) => known.key === key);
    if (entry !== undefined && (entry.state === 'answered' || entry.state === 'refused')) this.#remove(key);
  }

  /** Forgets an owner's intents, whose session the server has ended; answers whether any was without an answer. */
  drop(owner: string): boolean {
    const theirs = this.#entries.filter((entry) => entry.owner === owner);
    for (const { key } of theirs) {
      this.#live.get(key)?.settled.reject(new NotSent('signedOut'));
      this.#remove(key);
    }
    return theirs.some(({ state }) => state === 'sending' || state === 'unknown');
  }

  /** Reads what the page before this one has left behind, or another tab has written down, and asks for what came of it. */
  readStore(from: 'past' | 'tab'): void {
    const written = this.#options.store?.read() ?? [];
    const keys = new Set(written.map(({ key }) => key));
    // Another tab has settled its own.
    for (const { key, state } of this.#entries) {
      if (!keys.has(key) && !this.#live.has(key) && state !== 'answered' && state !== 'refused') this.#remove(key);
    }
    for (const intent of written) {
      if (this.#entries.some(({ key }) => key === intent.key)) continue;
      this.#put({ ...intent, state: from === 'past' ? 'unknown' : 'sending', refusal: null });
      if (from === 'past') this.#askIn(intent.key, 0);
      else void this.#watch(intent);
    }
  }

  /** Another tab waits for it, as long as there is that tab. */
  async #watch({ key, deadline }: Intent): Promise<void> {
    const now = await this.#options.serverNow().catch(() => deadline);
    const stop = this.#options.later(Math.max(deadline - now, 0) + graceMs, () => this.#unknown(key));
    this.#asking.set(key, stop);
  }

  #unknown(key: string): void {
    const entry = this.#entries.find((known) => known.key === key);
    if (entry?.state !== 'sending') return;
    this.#change(key, { state: 'unknown' });
    this.#askIn(key, 0);
  }

  #askIn(key: string, tries: number): void {
    this.#asking.get(key)?.();
    const wait = this.#live.get(key)?.cancelled === true && tries === 0 ? 0 : (askAfterMs[tries] ?? askAfterMs.at(-1) ?? 0);
    const stop = this.#options.later(wait, () => void this.#askNow(key, tries));
    this.#asking.set(key, stop);
  }

  async #askNow(key: string, tries: number): Promise<void> {
    const entry = this.#entries.find((known) => known.key === key);
    if (entry?.state !== 'unknown') return;
    const outcome = await this.#options.ask(entry).catch((): Outcome => ({ state: 'working' }));
    if (outcome.state === 'working') this.#askIn(key, Math.min(tries + 1, askAfterMs.length));
    else this.#settle(key, outcome);
  }

  #settle(key: string, outcome: Exclude<Outcome, { state: 'working' }>): void {
    const live = this.#live.get(key);
    const refusal =
      outcome.state === 'refused'
        ? outcome.refusal
        : outcome.state === 'never'
          ? new ApiRefusal({ code: neverExecuted, httpStatus: 422, message: '' })
          : null;
    const never = outcome.state === 'never' || refusal?.code === neverExecuted;
    if (live === undefined || live.told) {
      // Nobody waits for it any more: the entry itself tells, and the same once more has the same result.
      if (outcome.state === 'done') live?.settled.resolve(outcome.result);
      this.#change(key, { state: refusal === null ? 'answered' : 'refused', refusal });
      this.#forget(key);
      return;
    }
    this.#remove(key);
    if (outcome.state === 'done') live.settled.resolve(outcome.result);
    else live.settled.reject(never && live.cancelled ? new NotSent('cancelled') : refusal);
  }

  #put(entry: Entry): void {
    this.#entries = [...this.#entries.filter(({ key }) => key !== entry.key), entry];
    this.#tell();
  }

  #change(key: string, change: Partial<Entry>): void {
    this.#entries = this.#entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry));
    this.#tell();
  }

  #remove(key: string): void {
    this.#entries = this.#entries.filter((entry) => entry.key !== key);
    this.#live.delete(key);
    this.#forget(key);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #write(intent: Intent): void {
    const { store } = this.#options;
    const oldest = intent.deadline - keptMs;
    store?.write([...store.read().filter(({ deadline }) => deadline > oldest), intent]);
  }

  #forget(key: string): void {
    this.#asking.get(key)?.();
    this.#asking.delete(key);
    const { store } = this.#options;
    const written = store?.read() ?? [];
    if (written.some((intent) => intent.key === key)) store?.write(written.filter((intent) => intent.key !== key));
  }
}

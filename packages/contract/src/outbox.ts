import { ApiRefusal, NoAnswer } from './client.ts';
import { type Code, isCode } from './vocabulary/code-statuses.ts';
import { answersKeptHours } from './vocabulary/limits.ts';
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

/**
 * `sending` until an answer or silence; `unknown` until the outcome is known; the others only where no caller waits for them.
 * `forgotten` where the outcome can't be determined any more: the person has to look.
 */
export type IntentState = 'sending' | 'unknown' | 'answered' | 'refused' | 'forgotten';

export interface Entry extends Intent {
  readonly state: IntentState;
  /** Why it was refused. */
  readonly refusal: ApiRefusal | null;
  /** Whether it can go once more as it was pressed while there is no answer: what it needs for that is in memory. */
  readonly repeatable: boolean;
  /** Whether it can be cancelled from here: this page has sent it, and it is not cancelled yet. */
  readonly revocable: boolean;
}

/** What the server says became of an intent. */
export type Outcome =
  | { readonly state: 'done'; readonly result: unknown }
  | { readonly state: 'refused'; readonly refusal: ApiRefusal }
  | { readonly state: 'never' | 'working' | 'forgotten' };

/** What the server has answered about an outcome; a refusal as the call would have thrown it. */
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
  /** `late`: before it could go off its time was over. */
  readonly reason: 'offline' | 'late' | 'cancelled' | 'signedOut';

  constructor(reason: NotSent['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const neverExecuted: Code = '11152';

export interface OutboxOptions {
  readonly newKey: () => string;
  readonly online: () => boolean;
  /** Server time in epoch milliseconds, never ahead of the truth; rejects while the server cannot be reached. */
  readonly serverNow: () => Promise<number>;
  readonly later: (milliseconds: number, run: () => void) => () => void;
  /** Asks for the outcome; once its deadline has passed, an intent without one is closed. */
  readonly ask: (intent: Intent) => Promise<Outcome>;
  /** Where intents are written down for the next page and other tabs, each by itself: tabs write at the same time. */
  readonly store?: IntentStore;
}

export interface IntentStore {
  read(): readonly Intent[];
  write(intent: Intent): void;
  erase(key: string): void;
}

/** One press. */
export interface Press<T> extends Omit<Intent, 'key' | 'deadline'> {
  /** How long after the press it may still arrive. */
  readonly waitMs: number;
  /** How long ago it was pressed, in milliseconds: finding out who presses and what time it is takes of the wait. */
  readonly ago: () => number;
  send(intent: Intent, signal: AbortSignal): Promise<T>;
  /** Whether the person may have it sent once more after silence: pictures that were lost on their way come by no other. */
  readonly repeatable?: boolean;
}

/** An intent of this page: how it is sent, and who waits for its outcome. */
interface Live {
  readonly send: Press<unknown>['send'];
  readonly settled: PromiseWithResolvers<unknown>;
  abort: AbortController;
  cancelled: boolean;
  /** The place where it was pressed is gone: the entry reports the outcome. */
  left: boolean;
}

/** An outcome that possibly no caller waits for. */
function awaited(): PromiseWithResolvers<unknown> {
  const settled = Promise.withResolvers<unknown>();
  settled.promise.catch(() => undefined);
  return settled;
}

const askAfterMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** This tab requests the outcome of another tab's intent when that tab is silent for so long after the deadline. */
const graceMs = 2_000;
/** An answer may have been lost that was there: it is found at once. */
const firstAskMs = askAfterMs[0] ?? 0;
const keptMs = answersKeptHours * 3_600_000;

/** Whether an error leaves open what the server did: an answer that was cut short, or comes from something before it, says nothing. */
export function isSilence(error: unknown): boolean {
  return !(error instanceof ApiRefusal) || error.code === '500' || (error.httpStatus >= 500 && error.code !== '11001');
}

/** Whether nothing more will be known of it. */
export function isOver({ state }: Pick<Entry, 'state'>): boolean {
  return state !== 'sending' && state !== 'unknown';
}

/**
 * Everything that moves something goes out through here, once. An intent is frozen when it is pressed, and outlives the sheet,
 * the page and the account that it was pressed on; an unknown outcome is requested until it is known.
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
        !isOver(entry) && entry.owner === owner && entry.book === book && entry.path === path && entry.subject === subject,
    );
  }

  /**
   * Sends what was pressed and answers its result, however long that takes to be known; undefined when one for the same
   * subject is under way. Rejects with the refusal, or with `NotSent`.
   */
  async submit<T>(press: Press<T>): Promise<T | undefined> {
    if (this.underWay(press) !== undefined) return undefined;
    if (!this.#options.online()) throw new NotSent('offline');
    const { owner, book, path, subject, summary, repeatable = false } = press;
    const unsent = { key: this.#options.newKey(), owner, book, path, subject, summary };
    const send: Live['send'] = (intent, signal) => press.send(intent, signal);
    const live: Live = { send, settled: awaited(), abort: new AbortController(), cancelled: false, left: false };
    this.#live.set(unsent.key, live);
    this.#put({ ...unsent, deadline: 0, state: 'sending', refusal: null, repeatable, revocable: true });
    const now = await this.#options.serverNow().catch(() => null);
    // Its owner's session has ended meanwhile.
    if (this.#live.get(unsent.key) !== live) throw new NotSent('signedOut');
    if (now === null || live.cancelled) {
      this.#remove(unsent.key);
      throw new NotSent(live.cancelled ? 'cancelled' : 'offline');
    }
    const leftMs = press.waitMs - press.ago();
    if (leftMs <= 0) {
      this.#remove(unsent.key);
      throw new NotSent('late');
    }
    const intent: Intent = { ...unsent, deadline: Math.floor(now + leftMs) };
    this.#change(intent.key, { deadline: intent.deadline });
    this.#write(intent);
    void this.#send(intent, live, leftMs);
    // Its result is this call's own: the key says so.
    return (await live.settled.promise) as T;
  }

  /** The same once more after silence: from memory, under the same key and deadline, so that it has one effect at most. */
  async repeat(key: string): Promise<void> {
    const now = await this.#options.serverNow().catch(() => null);
    const live = this.#live.get(key);
    const entry = this.#entries.find((known) => known.key === key);
    if (now === null || live === undefined || entry?.state !== 'unknown' || !entry.repeatable) return;
    live.abort = new AbortController();
    this.#change(key, { state: 'sending' });
    await this.#send(entry, live, Math.max(entry.deadline - now, 0), true);
  }

  /**
   * Sends it off, and asks for the outcome after silence: at the latest when nothing can arrive in time any more. A refusal of
   * a retry says nothing of the first attempt: it may be temporary, such as too many calls or a session that has ended. The
   * server is asked for the outcome.
   */
  async #send(intent: Intent, live: Live, leftMs: number, again = false): Promise<void> {
    const cancelOverdue = this.#options.later(leftMs + 1, () => this.#unknown(intent.key, 0));
    try {
      this.#settle(intent.key, { state: 'done', result: await live.send(intent, live.abort.signal) });
    } catch (error) {
      if (again) this.#unknown(intent.key, 0);
      else if (error instanceof ApiRefusal && !isSilence(error)) this.#settle(intent.key, { state: 'refused', refusal: error });
      else this.#unknown(intent.key);
    } finally {
      cancelOverdue();
    }
  }

  /** Aborts what is in flight as far as still possible: the key is closed, and the caller learns the outcome. */
  cancel(key: string): void {
    const live = this.#live.get(key);
    if (live === undefined || live.cancelled) return;
    live.cancelled = true;
    live.abort.abort();
    this.#change(key, { deadline: 0, repeatable: false, revocable: false });
    if (this.#entries.some((entry) => entry.key === key && entry.state === 'unknown')) this.#askIn(key, 0, 0);
  }

  /** From here on no caller waits for what is under way: the page has changed to another account. */
  leave(): void {
    for (const live of this.#live.values()) live.left = true;
  }

  /** Takes note of what the person has read. */
  dismiss(key: string): void {
    const entry = this.#entries.find((known) => known.key === key);
    if (entry !== undefined && isOver(entry)) this.#remove(key);
  }

  /** Forgets an owner's intents, whose session the server has ended; answers those that were without an answer. */
  drop(owner: string): readonly Intent[] {
    const theirs = this.#entries.filter((entry) => entry.owner === owner);
    for (const { key } of theirs) {
      this.#live.get(key)?.settled.reject(new NotSent('signedOut'));
      this.#remove(key);
    }
    return theirs.filter((entry) => !isOver(entry));
  }

  /** Reads what the page before this one has left behind, or another tab has written down, and requests the outcomes. */
  readStore(from: 'past' | 'tab'): void {
    const written = this.#options.store?.read() ?? [];
    const keys = new Set(written.map(({ key }) => key));
    for (const entry of this.#entries) {
      if (keys.has(entry.key) || this.#live.has(entry.key) || isOver(entry)) continue;
      // Another tab has settled its own entry and announces it; where that one read "unknown", the present state is
      // announced as well.
      if (entry.state === 'sending') this.#remove(entry.key);
      else this.#askIn(entry.key, 0, 0);
    }
    for (const intent of written) {
      if (this.#entries.some(({ key }) => key === intent.key)) continue;
      const elsewhere = { refusal: null, repeatable: false, revocable: false };
      this.#put({ ...intent, ...elsewhere, state: from === 'past' ? 'unknown' : 'sending' });
      if (from === 'past') this.#askIn(intent.key, firstAskMs, 0);
      else void this.#watch(intent);
    }
  }

  /** Another tab waits for it, as long as there is that tab. */
  async #watch({ key, deadline }: Intent): Promise<void> {
    const now = await this.#options.serverNow().catch(() => deadline);
    const stop = this.#options.later(Math.max(deadline - now, 0) + graceMs, () => this.#unknown(key));
    this.#asking.set(key, stop);
  }

  #unknown(key: string, askInMs = firstAskMs): void {
    const entry = this.#entries.find((known) => known.key === key);
    if (entry?.state !== 'sending') return;
    this.#change(key, { state: 'unknown' });
    this.#askIn(key, this.#live.get(key)?.cancelled === true ? 0 : askInMs, 0);
  }

  #askIn(key: string, milliseconds: number, tries: number): void {
    this.#asking.get(key)?.();
    const stop = this.#options.later(milliseconds, () => void this.#askNow(key, tries));
    this.#asking.set(key, stop);
  }

  /** Asks, and as long as nothing is known asks again: when the deadline has passed, since something is known by then. */
  async #askNow(key: string, tries: number): Promise<void> {
    this.#asking.delete(key);
    const isUnknown = (known: Entry) => known.key === key && known.state === 'unknown';
    const entry = this.#entries.find(isUnknown);
    if (entry === undefined) return;
    const outcome = await this.#options.ask(entry).catch((): Outcome => ({ state: 'working' }));
    if (outcome.state !== 'working') return this.#settle(key, outcome);
    const leftMs = entry.deadline - (await this.#options.serverNow().catch(() => Infinity));
    // Answered, sent once more or given up in the meantime.
    if (this.#asking.has(key) || !this.#entries.some(isUnknown)) return;
    const nextMs = askAfterMs[tries + 1] ?? askAfterMs.at(-1) ?? 0;
    this.#askIn(key, leftMs < 0 ? nextMs : Math.min(leftMs + 1, nextMs), tries + 1);
  }

  #settle(key: string, outcome: Exclude<Outcome, { state: 'working' }>): void {
    const live = this.#live.get(key);
    if (outcome.state === 'forgotten') {
      if (live?.left === false) live.settled.reject(new NoAnswer('timeout'));
      this.#live.delete(key);
      this.#change(key, { state: 'forgotten', repeatable: false, revocable: false });
      this.#forget(key);
      return;
    }
    const refusal =
      outcome.state === 'refused'
        ? outcome.refusal
        : outcome.state === 'never'
          ? new ApiRefusal({ code: neverExecuted, httpStatus: 422, message: '' })
          : null;
    if (live === undefined || live.left) {
      // Nothing on this page waits for it: the entry itself reports.
      this.#live.delete(key);
      this.#change(key, { state: refusal === null ? 'answered' : 'refused', refusal });
      this.#forget(key);
      return;
    }
    this.#remove(key);
    if (outcome.state === 'done') live.settled.resolve(outcome.result);
    else live.settled.reject(refusal?.code === neverExecuted && live.cancelled ? new NotSent('cancelled') : refusal);
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
    for (const { key, deadline } of store?.read() ?? []) if (deadline <= oldest) store?.erase(key);
    store?.write(intent);
  }

  #forget(key: string): void {
    this.#asking.get(key)?.();
    this.#asking.delete(key);
    this.#options.store?.erase(key);
  }
}

import type { FeedCommand, FeedEvent, FeedQuote } from '@assay/contract/feed.ts';
import { feed as limits } from '@assay/contract/vocabulary/limits.ts';

export interface FeedState {
  /** `delayed`: nothing has come for ten seconds. `offline`: the line has just broken, a new attempt is planned. */
  readonly state: 'connecting' | 'live' | 'delayed' | 'offline';
  /** When prices were last known to be fresh, epoch milliseconds; null while they are, and before the first. */
  readonly freshAt: number | null;
}

/** One connection as the client needs it; closing it leads to `closed` like any other end. */
export interface Line {
  send(text: string): void;
  close(): void;
}

export interface LineEvents {
  /** With what was subscribed to on it before, if anything was. */
  opened(asked?: readonly string[]): void;
  received(text: string): void;
  closed(): void;
}

export interface FeedClientOptions {
  readonly connect: (events: LineEvents) => Line;
  /** Epoch milliseconds of the device. */
  readonly now: () => number;
  /** Runs later; the answer calls it off. */
  readonly later: (milliseconds: number, run: () => void) => () => void;
  /** Runs before the page is drawn next. */
  readonly beforeDrawn: (run: () => void) => void;
  /** Between 0 and 1. */
  readonly random: () => number;
  /**
   * Called with the time of the newest quote, as ISO 8601: each time it is newer than before, and with the first one of a new
   * connection.
   */
  readonly quoted: (time: string) => void;
  /** The signed-in user and account; null for visitors. */
  readonly identity: () => { token: string; virtually: 'YES' | 'NO' } | null;
}

type Listener = () => void;

const backoffMs = { first: 500, most: 15_000 };
const probeMs = 4_000;
const deadAfterMs = 2 * limits.delayedAfterMs;
/** Rows come and go by dozens while scrolling: the subscription is sent at most this often. */
const subscribeEveryMs = 200;

/**
 * Keeps one line to the live feed. An array is quotes; an object is a private event; anything else is ignored. Listeners are
 * kept per code, so that a quote reaches only components that show it, and are called once per frame with all that came. A
 * price without listeners is dropped: it would be old by the time of the next listener.
 */
export class FeedClient {
  readonly #options: FeedClientOptions;
  readonly #quotes = new Map<string, FeedQuote>();
  readonly #rows = new Map<string, Set<Listener>>();
  readonly #states = new Set<Listener>();
  readonly #openings = new Set<Listener>();
  readonly #handlers = new Map<FeedEvent['event'], Set<(data: unknown) => void>>();
  #line: Line | null = null;
  #open = false;
  #state: FeedState = { state: 'connecting', freshAt: null };
  #freshAt: number | null = null;
  #heardAt = 0;
  #probedAt = 0;
  #connectedAt = 0;
  #attempts = 0;
  /** What the server has received on this connection. */
  #subscribed: ReadonlySet<string> = new Set();
  #subscribedAt = -Infinity;
  /** The newest time received on this connection. It begins with the newest of all. */
  #newest = '';
  #subscribing = false;
  /** Listeners to call before the next frame. */
  readonly #woken = new Set<Listener>();
  #cancelReconnect: Listener = () => undefined;

  constructor(options: FeedClientOptions) {
    this.#options = options;
  }

  start(): void {
    this.#heardAt = this.#options.now();
    this.#connect();
  }

  /** To be called every second: notices a silent line, asks whether it lives, and gives it up when it does not answer. */
  check(): void {
    const now = this.#options.now();
    const silent = now - this.#heardAt;
    if (silent > limits.delayedAfterMs) this.#setState('delayed');
    // A connection that never opens is as silent as a dead one.
    if (this.#line !== null && silent > deadAfterMs && now - this.#connectedAt > deadAfterMs) {
      this.#hangUp();
    } else if (!this.#open) {
      return;
    } else if (silent > probeMs && now - this.#probedAt > probeMs) {
      // A quiet market sends nothing; the answer to a ping distinguishes it from a dead connection.
      this.#probedAt = now;
      this.#send({ op: 'ping' });
    }
  }

  /** The device is back on the network: there is no point in waiting out the pause. */
  retryNow(): void {
    this.#attempts = 0;
    if (this.#line !== null) return;
    this.#cancelReconnect();
    this.#connect();
  }

  /** A user signed in or out, or changed account. A signed-in connection keeps its rights until it is closed. */
  identityChanged(): void {
    if (this.#options.identity() === null) this.#hangUp();
    else this.#authenticate();
  }

  get state(): FeedState {
    return this.#state;
  }

  quoteOf(code: string): FeedQuote | undefined {
    return this.#quotes.get(code);
  }

  onQuote(code: string, listener: Listener): () => void {
    const listeners = this.#rows.get(code) ?? new Set();
    this.#rows.set(code, listeners.add(listener));
    this.#subscribeSoon();
    return () => {
      listeners.delete(listener);
      this.#woken.delete(listener);
      if (listeners.size === 0 && this.#rows.get(code) === listeners) this.#rows.delete(code);
      this.#subscribeSoon();
    };
  }

  onState(listener: Listener): () => void {
    this.#states.add(listener);
    return () => this.#states.delete(listener);
  }

  /** Hears of each line before anything is heard on it. */
  onOpen(listener: Listener): void {
    this.#openings.add(listener);
  }

  onEvent(event: FeedEvent['event'], handler: (data: unknown) => void): () => void {
    const handlers = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, handlers.add(handler));
    return () => handlers.delete(handler);
  }

  #connect(): void {
    this.#connectedAt = this.#options.now();
    const line: Line = this.#options.connect({
      opened: (asked) => {
        if (this.#line !== line) return;
        this.#open = true;
        this.#heardAt = this.#probedAt = this.#options.now();
        this.#subscribed = new Set(asked);
        this.#newest = '';
        for (const listener of this.#openings) listener();
        this.#authenticate();
        this.#subscribe();
      },
      received: (text) => {
        if (this.#line === line) this.#receive(text);
      },
      closed: () => {
        if (this.#line === line) this.#closed();
      },
    });
    this.#line = line;
  }

  /** Drops the connection. Its close handshake is not awaited: where the other end is gone, none comes for minutes. */
  #hangUp(): void {
    const line = this.#line;
    if (line === null) return;
    this.#closed();
    line.close();
  }

  #closed(): void {
    this.#line = null;
    this.#open = false;
    if (this.#state.state !== 'delayed') this.#setState('offline');
    const ceiling = Math.min(backoffMs.most, backoffMs.first * 2 ** this.#attempts);
    this.#attempts = Math.min(this.#attempts + 1, 10);
    // Jitter: after a restart of the server its clients come back spread out, not all at once.
    this.#cancelReconnect = this.#options.later(ceiling * (0.5 + this.#options.random() / 2), () => this.#connect());
  }

  #receive(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    this.#attempts = 0;
    this.#heardAt = this.#freshAt = this.#options.now();
    this.#setState('live');
    if (Array.isArray(message)) this.#takeQuotes(message);
    else if (isEvent(message)) for (const handler of this.#handlers.get(message.event) ?? []) handler(message.data);
  }

  #takeQuotes(batch: unknown[]): void {
    const before = this.#newest;
    const waking = this.#woken.size > 0;
    for (const entry of batch) {
      if (!isQuote(entry)) continue;
      // A new subscription begins with the last quote, of a closed market days ago: on one connection time only moves forward.
      if (entry.time > this.#newest) this.#newest = entry.time;
      const listeners = this.#rows.get(entry.code);
      if (listeners === undefined && !this.#subscribed.has(entry.code)) continue;
      this.#quotes.set(entry.code, entry);
      for (const listener of listeners ?? []) this.#woken.add(listener);
    }
    if (this.#newest !== before) this.#options.quoted(this.#newest);
    if (!waking && this.#woken.size > 0) this.#options.beforeDrawn(() => this.#wake());
  }

  #wake(): void {
    const woken = [...this.#woken];
    this.#woken.clear();
    for (const listener of woken) listener();
  }

  #setState(next: FeedState['state']): void {
    if (next === this.#state.state) return;
    this.#state = { state: next, freshAt: next === 'live' ? null : this.#freshAt };
    for (const listener of this.#states) listener();
  }

  #authenticate(): void {
    const identity = this.#options.identity();
    if (identity !== null) this.#send({ op: 'auth', ...identity });
  }

  /** At once where nothing was said for a while; the rows of one drawing together. */
  #subscribeSoon(): void {
    if (this.#subscribing) return;
    this.#subscribing = true;
    const wait = Math.max(0, this.#subscribedAt + subscribeEveryMs - this.#options.now());
    this.#options.later(wait, () => {
      this.#subscribing = false;
      this.#subscribe();
    });
  }

  /** Subscribes to the codes that someone looks at. */
  #subscribe(): void {
    if (!this.#open) return;
    const codes = [...this.#rows.keys()].slice(0, limits.codesMax).toSorted();
    for (const code of this.#quotes.keys()) if (!this.#rows.has(code)) this.#quotes.delete(code);
    if (codes.length === this.#subscribed.size && codes.every((code) => this.#subscribed.has(code))) return;
    this.#subscribed = new Set(codes);
    this.#subscribedAt = this.#options.now();
    this.#send({ op: 'subscribe', codes });
  }

  #send(command: FeedCommand): void {
    if (this.#open) this.#line?.send(JSON.stringify(command));
  }
}

function isQuote(value: unknown): value is FeedQuote {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'price' in value &&
    'zdf' in value
  );
}

function isEvent(value: unknown): value is FeedEvent {
  return typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string';
}

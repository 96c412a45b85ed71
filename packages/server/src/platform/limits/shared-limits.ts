import { randomUUID } from 'node:crypto';
import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { type Limit, type Limiters, type RateLimiter, createRateLimiter, debtMax } from './rate-limit.ts';

/** Calls that one process has let pass since it last published them. */
type Passed = readonly [limiter: string, key: string, count: number, max: number, windowMs: number];

/** The topic of the bus on which processes publish what they have let pass. */
export const limitsTopic = 'limits';

const everyMs = 1000;
/** Longer keys than any limiter has are not taken. With so many of the longest, a message is below the megabyte that NATS passes on. */
const keyCharsMax = 200;
const entriesMax = 3_000;
/** Keys that wait to be published; beyond it a key is limited in this process alone. */
const waitingMax = 30_000;
/** A peer that has published nothing for so long is taken for stopped. */
const silentMsMax = 5_000;
const maxMax = 1_000_000_000;
const windowMsMax = 31 * 86_400_000;

interface LimiterParts {
  /** Undefined where this process is alone. */
  readonly bus: Bus | undefined;
  readonly clock: Clock;
  readonly lifecycle: Pick<Lifecycle, 'onStop'>;
}

/** Limits of this process, which it keeps together with others where a bus leads to them. */
export function limitersOn({ bus, clock, lifecycle }: LimiterParts): Limiters {
  if (bus === undefined) return () => createRateLimiter(clock);
  const shared = new SharedLimits({ bus, clock });
  shared.start();
  lifecycle.onStop('limits', () => shared.stop());
  return (name) => shared.limiter(name);
}

interface Waiting {
  readonly limiter: string;
  readonly key: string;
  readonly limit: Limit;
  count: number;
}

/**
 * Limits of several processes on a bus. Each applies its own, and once a second publishes the calls that it has let pass, which its
 * peers debit as if they were their own: a caller who alternates between processes has one allowance. A message can only debit,
 * so that a peer that stops, or a bus that is away, leaves each process with its own limits.
 */
export class SharedLimits {
  readonly #bus: Pick<Bus, 'publish' | 'subscribe' | 'connected'>;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #from = randomUUID();
  readonly #limiters = new Map<string, RateLimiter>();
  /** In the order in which they came. */
  readonly #waiting = new Map<string, Waiting>();
  /** When each peer last published, by its identifier. */
  readonly #peers = new Map<string, number>();
  readonly #ends: (() => void)[] = [];

  constructor({ bus, clock }: { readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'connected'>; readonly clock: Clock }) {
    this.#bus = bus;
    this.#clock = clock;
  }

  limiter(name: string): RateLimiter {
    const limiter = createRateLimiter(this.#clock, (key, limit) => this.#passed(name, key, limit));
    this.#limiters.set(name, limiter);
    return limiter;
  }

  start(): void {
    this.#ends.push(this.#bus.subscribe<unknown>(limitsTopic, (message) => this.receive(message)));
    const timer = setInterval(() => this.publish(), everyMs);
    this.#ends.push(() => clearInterval(timer));
  }

  /** Publishes what has passed to the end. */
  stop(): void {
    for (const end of this.#ends.splice(0)) end();
    this.publish();
  }

  /** Publishes what has passed. While the bus is away it is dropped: later it would be held against calls long over. */
  publish(): void {
    if (!this.#bus.connected) return this.#waiting.clear();
    const passed: Passed[] = [];
    for (const [name, { limiter, key, count, limit }] of this.#waiting) {
      if (passed.length === entriesMax) break;
      this.#waiting.delete(name);
      passed.push([limiter, key, count, limit.max, limit.windowMs]);
    }
    if (passed.length > 0) this.#bus.publish(limitsTopic, { from: this.#from, passed });
  }

  #passed(limiter: string, key: string, limit: Limit): void {
    const name = `${limiter} ${key}`;
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) waiting.count += 1;
    else if (this.#waiting.size < waitingMax && key.length <= keyCharsMax)
      this.#waiting.set(name, { limiter, key, limit, count: 1 });
  }

  /** Debits what a peer has let pass. */
  receive(message: unknown): void {
    const { from, passed } = (message ?? {}) as { readonly from?: unknown; readonly passed?: unknown };
    if (typeof from !== 'string' || from.length > keyCharsMax || from === this.#from || !Array.isArray(passed)) return;
    const peers = this.#peersWith(from);
    for (const entry of passed.slice(0, entriesMax)) {
      if (!isPassed(entry)) continue;
      const [limiter, key, count, max, windowMs] = entry;
      this.#limiters.get(limiter)?.debit(key, count, { max, windowMs }, peers);
    }
  }

  /** How many peers there are, this one among them. */
  #peersWith(from: string): number {
    const now = this.#clock.elapsed();
    for (const [peer, at] of this.#peers) if (now - at > silentMsMax) this.#peers.delete(peer);
    if (this.#peers.size < debtMax || this.#peers.has(from)) this.#peers.set(from, now);
    return this.#peers.size;
  }
}

/** The bus may carry anything. */
function isPassed(entry: unknown): entry is Passed {
  if (!Array.isArray(entry)) return false;
  const [limiter, key, count, max, windowMs] = entry as unknown[];
  const isCount = (value: unknown, most: number) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most;
  if (typeof limiter !== 'string' || typeof key !== 'string' || key.length > keyCharsMax) return false;
  return isCount(count, maxMax) && isCount(max, maxMax) && isCount(windowMs, windowMsMax);
}

import { Message } from './message.ts';
import type { QuoteLines } from './quote-lines.ts';

/** Below this, headers of the network outweigh what compressing saves. */
const compressedFrom = 512;
/** In a moving market two messages hold nearly every code: a larger window hardly shortens a message. */
const rememberedMax = 2;
/** As much text is compressed between two ticks, at tens of megabytes a second. Beyond it messages leave as they are, so that none is late. */
const compressedBytesMax = 512 * 1024;

/** How much text may still be compressed before the next tick. */
export class Allowance {
  #left = compressedBytesMax;

  renew(): void {
    this.#left = compressedBytesMax;
  }

  /** True where a text of this length pays and is still allowed. */
  takes(length: number): boolean {
    if (length < compressedFrom || length > this.#left) return false;
    this.#left -= length;
    return true;
  }
}

/** A message with the version of the lines that it was made from. */
interface Written {
  version: number;
  message: Message | undefined;
}

/**
 * Clients that want the same codes share one subscription, and with it the bytes of every batch, compressed ones too: most want
 * the whole market or the same few rows.
 */
export class Subscription {
  /** Null stands for every instrument. */
  readonly codes: ReadonlySet<string> | null;
  /** How many sockets have it. */
  readers = 0;
  readonly #lines: QuoteLines;
  readonly #allowance: Allowance;
  readonly #batch: Written = { version: -1, message: undefined };
  readonly #snapshot: Written = { version: -1, message: undefined };
  /** The last texts that were compressed, oldest first, and how many there were in all. */
  #remembered: readonly string[] = [];
  #places = 0;

  constructor(lines: QuoteLines, allowance: Allowance, codes: ReadonlySet<string> | null) {
    this.#lines = lines;
    this.#allowance = allowance;
    this.codes = codes;
  }

  /** Those of the changed codes that this subscription wants. */
  wanted(changed: ReadonlySet<string>): ReadonlySet<string> {
    return this.codes === null ? changed : this.codes.intersection(changed);
  }

  /** What the last refresh changed, as far as it is wanted; undefined when nothing is. */
  batch(changed: ReadonlySet<string>): Message | undefined {
    if (changed.size === 0) return undefined;
    const { version } = this.#lines;
    if (this.#batch.version === version) return this.#batch.message;
    const message = this.#next(this.#lines.batch(this.wanted(changed)));
    this.#batch.version = version;
    this.#batch.message = this.#forOthers(message);
    return message;
  }

  /** All that the subscription covers, as it was last written; an empty array while nothing is. */
  snapshot(): Message {
    const { version } = this.#lines;
    if (this.#snapshot.version === version && this.#snapshot.message !== undefined) return this.#snapshot.message;
    const message = this.single(this.#lines.batch(this.covered()) ?? '[]');
    this.#snapshot.version = version;
    this.#snapshot.message = this.#forOthers(message);
    return message;
  }

  /** A message that is not next for every client: it resends what one client has missed. */
  single(text: string): Message {
    return new Message(text, { isCompressed: this.#allowance.takes(text.length), place: null, before: [] });
  }

  covered(): Iterable<string> {
    return this.codes ?? this.#lines.codes;
  }

  /** A message for one socket alone is not cached: thousands may have lists of their own. */
  #forOthers(message: Message | undefined): Message | undefined {
    return this.readers > 1 ? message : undefined;
  }

  #next(text: string | undefined): Message | undefined {
    if (text === undefined) return undefined;
    if (!this.#allowance.takes(text.length)) {
      // Nor is what long ones refer to kept where none is compressed.
      if (text.length >= compressedFrom) this.#remembered = [];
      return new Message(text, { isCompressed: false, place: null, before: [] });
    }
    const before = this.#remembered;
    this.#remembered = [...before, text].slice(-rememberedMax);
    this.#places += 1;
    return new Message(text, { isCompressed: true, place: this.#places, before });
  }
}

/** The subscriptions that clients hold at the moment, by what they cover. */
export class Subscriptions {
  readonly #lines: QuoteLines;
  readonly #allowance = new Allowance();
  readonly #held = new Map<string, Subscription>();

  constructor(lines: QuoteLines) {
    this.#lines = lines;
  }

  /** The subscription to these codes, or to the whole market; unknown codes are left out. Give it back with `release`. */
  take(codes: readonly string[] | null): Subscription {
    const chosen = codes === null ? null : this.#lines.codes.intersection(new Set(codes));
    const narrowed = chosen === null || chosen.size === this.#lines.codes.size ? null : chosen;
    const key = keyOf(narrowed);
    const subscription = this.#held.get(key) ?? new Subscription(this.#lines, this.#allowance, narrowed);
    this.#held.set(key, subscription);
    subscription.readers += 1;
    return subscription;
  }

  release(subscription: Subscription): void {
    subscription.readers -= 1;
    if (subscription.readers === 0) this.#held.delete(keyOf(subscription.codes));
  }

  /** A tick begins: what most read is compressed first, before long lists of a few have spent what may be. */
  begin(changed: ReadonlySet<string>): void {
    this.#allowance.renew();
    const shared = [...this.#held.values()].filter(({ readers }) => readers > 1);
    for (const subscription of shared.toSorted((a, b) => b.readers - a.readers)) subscription.batch(changed);
  }
}

function keyOf(codes: ReadonlySet<string> | null): string {
  return codes === null ? '*' : [...codes].toSorted().join(' ');
}

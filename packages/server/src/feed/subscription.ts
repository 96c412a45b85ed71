import { textFrame } from './frame.ts';
import type { QuoteLines } from './quote-lines.ts';

/** A frame with the version of the lines that they were made from. */
interface Written {
  version: number;
  frame: Buffer | undefined;
}

/**
 * Clients that want the same codes share one subscription, and with it the bytes of every batch: most want the whole
 * market or the same few rows.
 */
export class Subscription {
  /** Null stands for every instrument. */
  readonly codes: ReadonlySet<string> | null;
  readonly #lines: QuoteLines;
  readonly #batch: Written = { version: -1, frame: undefined };
  readonly #snapshot: Written = { version: -1, frame: undefined };

  constructor(lines: QuoteLines, codes: ReadonlySet<string> | null) {
    this.#lines = lines;
    this.codes = codes;
  }

  /** Those of the changed codes that this subscription wants. */
  wanted(changed: ReadonlySet<string>): ReadonlySet<string> {
    return this.codes === null ? changed : this.codes.intersection(changed);
  }

  /** What the last refresh changed, as far as it is wanted; undefined when nothing is. */
  batch(changed: ReadonlySet<string>): Buffer | undefined {
    if (changed.size === 0) return undefined;
    const { version } = this.#lines;
    if (this.#batch.version !== version) {
      this.#batch.version = version;
      this.#batch.frame = this.#lines.batch(this.wanted(changed));
    }
    return this.#batch.frame;
  }

  /** All that the subscription covers, as it was last written; an empty array while nothing is. */
  snapshot(): Buffer {
    const { version } = this.#lines;
    if (this.#snapshot.version !== version) {
      this.#snapshot.version = version;
      this.#snapshot.frame = this.#lines.batch(this.covered());
    }
    return this.#snapshot.frame ?? nothing;
  }

  covered(): Iterable<string> {
    return this.codes ?? this.#lines.codes;
  }
}

const nothing = textFrame('[]');

/** The subscriptions that clients hold at the moment, by what they cover. */
export class Subscriptions {
  readonly #lines: QuoteLines;
  readonly #held = new Map<string, { subscription: Subscription; clients: number }>();

  constructor(lines: QuoteLines) {
    this.#lines = lines;
  }

  /** The subscription to these codes, or to the whole market; unknown codes are left out. Give it back with `release`. */
  take(codes: readonly string[] | null): Subscription {
    const chosen = codes === null ? null : this.#lines.codes.intersection(new Set(codes));
    const narrowed = chosen === null || chosen.size === this.#lines.codes.size ? null : chosen;
    const key = keyOf(narrowed);
    const held = this.#held.get(key) ?? { subscription: new Subscription(this.#lines, narrowed), clients: 0 };
    held.clients += 1;
    this.#held.set(key, held);
    return held.subscription;
  }

  release(subscription: Subscription): void {
    const key = keyOf(subscription.codes);
    const held = this.#held.get(key);
    if (held === undefined) return;
    held.clients -= 1;
    if (held.clients === 0) this.#held.delete(key);
  }
}

function keyOf(codes: ReadonlySet<string> | null): string {
  return codes === null ? '*' : [...codes].toSorted().join(' ');
}

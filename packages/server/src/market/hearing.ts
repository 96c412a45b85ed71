import type { Quote } from '@assay/domain/market/quote.ts';

/** When an instrument's last quote arrived, and whether that was since this process was paused. */
export class Hearing {
  /** By the clock that only ever grows. */
  #heardAt = 0;
  #interruptedAt: number | undefined;
  /** Quotes of after the interruption: one that was on its way to the tape by then is of before, though it counts later. */
  #later = new WeakSet<Quote>();
  readonly #elapsed: () => number;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** When this process found that it had stood still, and nothing of after that counts yet; business time. */
  get interruptedAt(): number | undefined {
    return this.#interruptedAt;
  }

  get msAgo(): number {
    return this.#elapsed() - this.#heardAt;
  }

  /** A clock set back meanwhile must not make it wait for the later moment. */
  interrupt(now: number): void {
    this.#interruptedAt = Math.min(this.#interruptedAt ?? now, now);
    this.#later = new WeakSet();
  }

  /** A quote has come in, and is believed. */
  judged(quote: Quote): void {
    if (this.#interruptedAt !== undefined) this.#later.add(quote);
  }

  /** Another process reports a quote: its time alone says when it was judged there. */
  told(quote: Quote): void {
    if (this.#interruptedAt !== undefined && quote.time >= this.#interruptedAt) this.#later.add(quote);
  }

  /** Counts from now on, whether it has just come in or was read from the tape. */
  counted(quote: Quote): void {
    if (this.#interruptedAt !== undefined && !this.#later.has(quote)) return;
    this.#interruptedAt = undefined;
    this.restored();
  }

  restored(): void {
    this.#heardAt = this.#elapsed();
  }
}

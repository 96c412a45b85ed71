import { recentQuotes } from '@assay/contract/vocabulary/limits.ts';
import type { Quote } from '@assay/domain/market/quote.ts';

/** The last quotes of an instrument that counted here, oldest first, for questions about what is just past. */
export class Recent {
  #quotes: Quote[] = [];
  #misses = false;
  /** The first quote after a gap. */
  #afterGap: Quote | undefined;

  get quotes(): readonly Quote[] {
    return this.#quotes;
  }

  /** Those since some were not heard of: before them one may be missing of any moment. */
  get unbroken(): readonly Quote[] {
    const gap = this.#gap;
    return gap <= 0 ? this.#quotes : this.#quotes.slice(gap);
  }

  add(quote: Quote): void {
    if (this.#misses) this.#afterGap = quote;
    this.#misses = false;
    if (this.#quotes.push(quote) > recentQuotes.max) this.#quotes.shift();
  }

  /** Between the last one and the next there were others. */
  miss(): void {
    this.#misses = true;
  }

  forget(): void {
    this.#quotes = [];
  }

  /** All that came after one of them; undefined where it is not among them, or where some that came after it are not. */
  after(quote: Quote): readonly Quote[] | undefined {
    const place = this.#quotes.lastIndexOf(quote);
    return place < 0 || place < this.#gap ? undefined : this.#quotes.slice(place + 1);
  }

  /** Where it begins again after a gap; -1 where none is missing. */
  get #gap(): number {
    return this.#afterGap === undefined ? -1 : this.#quotes.lastIndexOf(this.#afterGap);
  }
}

import type { FeedQuote } from '@assay/contract/feed.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { mid } from '@assay/domain/market/quote.ts';
import { type Market, priceText } from '../market/index.ts';

export type QuoteSource = Pick<Market, 'instruments' | 'quote' | 'tradable' | 'day' | 'splits' | 'onQuote' | 'onHalt'>;

/** The last quote of every instrument as the JSON that clients get: written once, however many clients get it. */
export class QuoteLines {
  readonly #market: QuoteSource;
  /** Every code, in the order of the catalogue. */
  readonly codes: ReadonlySet<string>;
  readonly #lines = new Map<string, string>();
  /** What has changed since the last `refresh`: of many quotes in between only the last is written. */
  readonly #touched = new Map<string, Instrument>();
  readonly #ends: readonly (() => void)[];
  /** The latest quote, from which a client knows the time. */
  #newest: { readonly instrument: Instrument; readonly time: number } | undefined;
  /** Grows with every change that clients can see. */
  version = 0;

  constructor(market: QuoteSource) {
    this.#market = market;
    this.codes = new Set(market.instruments().map(({ code }) => code));
    for (const instrument of market.instruments()) this.#touched.set(instrument.code, instrument);
    this.#ends = [
      market.onQuote((quote, instrument) => {
        this.#touched.set(instrument.code, instrument);
        this.#note(quote.time, instrument);
      }),
      market.onHalt((instrument) => this.#touched.set(instrument.code, instrument)),
    ];
  }

  /** Writes what has changed and answers the codes of it. */
  refresh(): ReadonlySet<string> {
    const changed = new Set<string>();
    for (const [code, instrument] of this.#touched) {
      const line = this.#write(instrument);
      if (line === undefined || line === this.#lines.get(code)) continue;
      this.#lines.set(code, line);
      changed.add(code);
    }
    this.#touched.clear();
    if (changed.size > 0) this.version += 1;
    return changed;
  }

  /** A JSON array of the lines of these codes; those without a quote are left out, undefined when nothing is left. */
  batch(codes: Iterable<string>): string | undefined {
    const lines: string[] = [];
    for (const code of codes) {
      const line = this.#lines.get(code);
      if (line !== undefined) lines.push(line);
    }
    return lines.length === 0 ? undefined : `[${lines.join(',')}]`;
  }

  /** The newest of all, as an array of its own: its current state, since its receiver may get no other for a while. */
  newest(): string | undefined {
    const line = this.#newest && this.#write(this.#newest.instrument);
    return line && `[${line}]`;
  }

  stop(): void {
    for (const end of this.#ends) end();
  }

  #note(time: number, instrument: Instrument): void {
    if (time >= (this.#newest?.time ?? 0)) this.#newest = { instrument, time };
  }

  #write(instrument: Instrument): string | undefined {
    const quote = this.#market.quote(instrument.code);
    if (quote === undefined) return undefined;
    this.#note(quote.time, instrument);
    const splits = this.#market.splits(instrument.code);
    const line: FeedQuote = {
      code: instrument.code,
      price: priceText(mid(quote), instrument),
      zdf: this.#market.day(instrument.code)?.changePercent ?? '0.00',
      bid: priceText(quote.bid, instrument),
      ask: priceText(quote.ask, instrument),
      time: new Date(quote.time).toISOString(),
      ...(!this.#market.tradable(instrument.code) && { halted: true }),
      ...(splits > 0 && { splits }),
    };
    return JSON.stringify(line);
  }
}

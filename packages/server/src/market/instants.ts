import type { Quote } from '@assay/domain/market/quote.ts';

/** Quotes of one instrument are moved no further than this because they came at once; those beyond share the last one's time. */
const apartMsMax = 1_000;

interface Last {
  /** Time of its feed. */
  readonly told: number;
  readonly quote: Quote;
}

/**
 * Gives each quote of an instrument a millisecond of its own: times say which quotes concern an order, so that of two with the
 * same time the second would be skipped by orders that have seen the first.
 */
export class Instants {
  readonly #last = new Map<string, Last>();

  /**
   * The quote a millisecond after the last one where its feed says the same time again, and at the time of the last one where its
   * price is the same: never before it, or it would be dropped. `counted` is the last that is on the tape.
   */
  apart(quote: Quote, counted: Quote | undefined): Quote {
    const known = this.#last.get(quote.code);
    // Another process may have taken the feed meanwhile.
    const isOurs = known !== undefined && known.quote.time >= (counted?.time ?? 0);
    const last = isOurs ? known.quote : counted;
    if (last === undefined || !isAtOnce(quote, { quote: last, told: isOurs ? known.told : last.time })) return quote;
    const told = isOurs ? known.told : last.time;
    const isOther = quote.bid !== last.bid || quote.ask !== last.ask;
    return { ...quote, time: isOther && last.time - told < apartMsMax ? last.time + 1 : last.time };
  }

  /** It is accepted with a time of its own: `told` is the time of its feed. */
  believed(quote: Quote, told: number): void {
    this.#last.set(quote.code, { told, quote });
  }
}

/** Earlier quotes have the same feed time or an earlier one, and were moved to this time or after it. */
const isAtOnce = ({ time }: Quote, { told, quote: last }: Last) => time >= told && time <= last.time;

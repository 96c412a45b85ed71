import type { Quote } from '@assay/domain/market/quote.ts';
import { staleAfterMsMax } from '@assay/domain/market/sanity.ts';
import type { ContractPrices } from '@assay/domain/positions/position.ts';
import { ReadFirst } from '../dealing/index.ts';
import type { PositionsContext } from './context.ts';

type Remembering = Pick<PositionsContext['market'], 'at' | 'quoteAt'>;

/**
 * Prices of the moments at which quotes were made: a late act on a quote decides as an immediate one. What the market
 * no longer has in memory is read from the tape when a decision needs it.
 */
export class PricesThen {
  readonly #market: Remembering;
  /** By instrument and time. */
  readonly #read = new Map<string, Quote | undefined>();

  constructor(market: Remembering) {
    this.#market = market;
  }

  /** With the quote itself as the price of its own instrument. Throws `ReadFirst` where another one must be read. */
  at(quote: Quote): ContractPrices {
    const then = this.#market.at(quote.time, (code) => this.#onTape(code, quote.time));
    return { ...then, quote: (code) => (code === quote.code ? quote : then.quote(code)) };
  }

  #onTape(code: string, time: number): Quote | undefined {
    const name = `${code} ${time}`;
    if (this.#read.has(name)) return this.#read.get(name);
    throw new ReadFirst(async (tx) => void this.#read.set(name, await this.#market.quoteAt(code, time, staleAfterMsMax, tx)));
  }
}

import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Fixed } from '@assay/domain/money/fixed.ts';
import type { ContractPrices } from '@assay/domain/positions/position.ts';
import type { Market } from './prices.ts';
import type { Ticker } from './ticker.ts';

/** What USDT an instrument's quote currency is worth, by the quotes that may be used. */
type RateBy = (instrument: Instrument, usable: (pair: Instrument) => Quote | undefined) => Fixed | undefined;

/**
 * The last good prices of a moment just past. What acts on them was decided then, so that none of them is late. `earlier` is asked
 * where memory does not reach back so far.
 */
export function pricesAt(
  market: Pick<Market, 'instrument' | 'feedKind'>,
  tickers: ReadonlyMap<string, Ticker>,
  time: number,
  { rateBy, earlier }: { readonly rateBy: RateBy; readonly earlier: (code: string) => Quote | undefined },
): ContractPrices {
  const quote = (code: string) => tickers.get(code)?.quoteOf(time) ?? earlier(code);
  const tradable = (code: string) => {
    const [ticker, last] = [tickers.get(code), quote(code)];
    return last !== undefined && ticker?.traded(last, time) === true;
  };
  return {
    instrument: (code) => market.instrument(code),
    feedKind: (instrument) => market.feedKind(instrument),
    quote,
    tradable,
    fresh: () => true,
    quoteToUsdt: (instrument) => rateBy(instrument, ({ code }) => (tradable(code) ? quote(code) : undefined)),
  };
}

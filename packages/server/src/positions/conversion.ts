import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Fixed } from '@assay/domain/money/fixed.ts';
import { dollarPairOf, isDollar } from '../market/index.ts';
import type { PositionsContext } from './context.ts';
import { type Desk, type Draft, withQuote } from './draft.ts';

/** USDT for one unit of the currency that an instrument is quoted in, and the quote that says so; none for dollars. */
export interface Conversion {
  readonly rate: Fixed;
  readonly from: { readonly instrument: Instrument; readonly quote: Quote } | null;
}

/** The conversion of this moment; undefined while the currency's own pair does not trade. */
export function conversionOf(market: PositionsContext['market'], instrument: Instrument): Conversion | undefined {
  const rate = market.quoteToUsdt(instrument);
  if (rate === undefined) return undefined;
  if (isDollar(instrument.quote)) return { rate, from: null };
  const pair = dollarPairOf(instrument.quote, (code) => market.instrument(code));
  const quote = pair && market.quote(pair.instrument.code);
  return pair && quote && { rate, from: { instrument: pair.instrument, quote } };
}

/** The draft with the quote that the conversion was taken from, where there is one. */
export function withConversion(desk: Desk, draft: Draft, { from }: Conversion): Draft {
  return from === null ? draft : withQuote(desk, draft, 'convert', from.instrument, from.quote);
}

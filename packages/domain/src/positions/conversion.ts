import type { Instrument } from '../market/instrument.ts';
import type { Quote } from '../market/quote.ts';
import { dollarPairOf, isDollar } from '../market/rates.ts';
import type { Fixed } from '../money/fixed.ts';
import { type ContractDesk, type ContractDraft, type ContractPrices, withContractQuote } from './position.ts';

/** USDT for one unit of the currency that an instrument is quoted in, and the quote that says so; none for dollars. */
export interface Conversion {
  readonly rate: Fixed;
  readonly from: { readonly instrument: Instrument; readonly quote: Quote } | null;
}

/** The conversion of this moment; undefined while the currency's own pair does not trade. */
export function conversionOf(market: ContractPrices, instrument: Instrument): Conversion | undefined {
  const rate = market.quoteToUsdt(instrument);
  if (rate === undefined) return undefined;
  if (isDollar(instrument.quote)) return { rate, from: null };
  const pair = dollarPairOf(instrument.quote, (code) => market.instrument(code));
  const quote = pair && market.quote(pair.instrument.code);
  return pair && quote && { rate, from: { instrument: pair.instrument, quote } };
}

/** The draft with the quote that the conversion was taken from, where there is one. */
export function withConversion(desk: ContractDesk, draft: ContractDraft, { from }: Conversion): ContractDraft {
  return from === null ? draft : withContractQuote(desk, draft, 'convert', from);
}

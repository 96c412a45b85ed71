import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Fixed } from '@assay/domain/money/fixed.ts';
import { dollarPairOf, isDollar } from '../market/index.ts';
import type { Transaction } from '../platform/database.ts';
import type { PositionsContext } from './context.ts';

/** USDT for one unit of the currency that an instrument is quoted in, and the quote that says so; none for dollars. */
export interface Conversion {
  readonly rate: Fixed;
  readonly from: { readonly instrument: Instrument; readonly quote: Quote } | null;
}

/** The conversion of this moment; undefined while the currency's own pair does not trade. */
export function conversionOf({ market }: PositionsContext, instrument: Instrument): Conversion | undefined {
  const rate = market.quoteToUsdt(instrument);
  if (rate === undefined) return undefined;
  if (isDollar(instrument.quote)) return { rate, from: null };
  const pair = dollarPairOf(instrument.quote, (code) => market.instrument(code));
  const quote = pair && market.quote(pair.instrument.code);
  return pair && quote && { rate, from: { instrument: pair.instrument, quote } };
}

/** What a quote decided about an order. */
export type Moment = 'convert' | 'place' | 'open' | 'amend' | 'close';

/** Keeps the quote that decided, for good and together with the decision. */
export function recordQuote(
  { market }: PositionsContext,
  tx: Transaction,
  orderNo: string,
  moment: Moment,
  instrument: Instrument,
  quote: Quote,
): Promise<void> {
  return market.recordUsedQuote(tx, { reference: orderNo, moment, instrument, quote, source: market.feedKind(instrument) });
}

/** Keeps the quote that the conversion was taken from, where there is one. */
export async function recordConversion(
  context: PositionsContext,
  tx: Transaction,
  orderNo: string,
  { from }: Conversion,
): Promise<void> {
  if (from !== null) await recordQuote(context, tx, orderNo, 'convert', from.instrument, from.quote);
}

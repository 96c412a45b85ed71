import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Transaction } from '../platform/database.ts';
import type { PositionsContext } from './context.ts';
import type { Conversion } from './conversion.ts';

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

import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Queryable } from '../../platform/database.ts';

/** Quotes of several instruments come a little out of order: one may lie outside of its batch's first and last by this. */
const disorderMsMax = 60_000;

export interface QuoteQuestion {
  readonly code: string;
  readonly source: FeedKind;
  /** Epoch milliseconds of the business clock. */
  readonly time: number;
  readonly ageMsMax: number;
}

/** Of the raw quotes on record, which are kept for seven days, the last one made at or before a moment and not too old then. */
export async function readQuoteAt(db: Queryable, question: QuoteQuestion): Promise<Quote | undefined> {
  const { code, source, time, ageMsMax } = question;
  const oldest = time - ageMsMax;
  const [row] = await db.query<{ bid: number; ask: number; time: number; volume: number }>(
    `select one.bid, one.ask, one.time, one.volume
     from quote_batches batch,
       unnest(numbers, bids, asks, times_ms, volumes) with ordinality as one (number, bid, ask, time, volume, place)
     where batch.source = $2 and quote_batch_span(batch.times_ms) && int8range($5, $6)
       and one.number = (select number from instruments where code = $1) and one.time between $4 and $3
     order by one.time desc, batch.id desc, one.place desc limit 1`,
    [code, source, time, oldest, oldest - disorderMsMax, time + disorderMsMax],
  );
  return row && { code, ...row };
}

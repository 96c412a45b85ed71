import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { QuoteUse } from '@assay/domain/dealing/draft.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import type { Fixed } from '@assay/domain/money/fixed.ts';
import type { Queryable, Transaction } from '../platform/database.ts';

export interface UsedQuote {
  readonly moment: string;
  readonly code: string;
  readonly bid: Fixed;
  readonly ask: Fixed;
  /** Epoch milliseconds of the business clock: the feed's own time. */
  readonly time: number;
  readonly source: FeedKind;
}

/**
 * Keeps quotes that decided something, each together with whatever `tx` writes: the table refuses updates and deletes. Sent
 * without waiting: it travels with the commit.
 */
export function recordUsedQuotes(tx: Transaction, uses: readonly QuoteUse[]): void {
  if (uses.length === 0) return;
  tx.withCommit(
    `insert into quotes_used (reference, moment, code, bid, ask, price_scale, time_ms, source)
     select u.reference, u.moment, u.code, u.bid, u.ask, u.price_scale, u.time_ms, u.source
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::smallint[], $7::bigint[], $8::text[])
       with ordinality u (reference, moment, code, bid, ask, price_scale, time_ms, source, place)
     order by u.place`,
    [
      uses.map(({ reference }) => reference),
      uses.map(({ moment }) => moment),
      uses.map(({ instrument }) => instrument.code),
      uses.map(({ quote }) => quote.bid),
      uses.map(({ quote }) => quote.ask),
      uses.map(({ instrument }) => instrument.priceScale),
      uses.map(({ quote }) => quote.time),
      uses.map(({ source }) => source),
    ],
  );
}

interface Row {
  moment: string;
  code: string;
  bid: number;
  ask: number;
  priceScale: number;
  time: number;
  source: FeedKind;
}

/** An order opens and closes once, but may be amended as often as its owner likes; the newest of each moment are shown. */
const shownPerMomentMax = 100;

export async function usedQuotes(db: Queryable, reference: string): Promise<UsedQuote[]> {
  const rows = await db.query<Row>(
    `select moment, code, bid, ask, price_scale as "priceScale", time_ms as "time", source
     from (select *, row_number() over (partition by moment order by id desc) as place from quotes_used where reference = $1) used
     where place <= $2 order by id`,
    [reference, shownPerMomentMax],
  );
  return rows.map(({ moment, code, bid, ask, priceScale, time, source }) => {
    return { moment, code, bid: priceOf(bid, { priceScale }), ask: priceOf(ask, { priceScale }), time, source };
  });
}

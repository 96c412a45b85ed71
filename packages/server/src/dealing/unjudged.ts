import type { Quote } from '@assay/domain/market/quote.ts';
import type { Queryable } from '../platform/database.ts';

/** Orders that wait for prices: their table, and what the engine calls them. */
export interface Watched {
  readonly table: string;
  readonly topic: string;
}

/**
 * Quotes that may still bring something about for these orders, in the order of the tape: from the mark of the engine on, and
 * those of which nothing could be done yet. To be sent after the locks of the orders.
 */
export async function readUnjudged(db: Queryable, { table, topic }: Watched, ids: readonly number[]): Promise<Quote[]> {
  if (ids.length === 0) return [];
  return db.query<Quote>(
    `select code, bid, ask, time_ms as "time", 0 as volume from (
       select code, bid, ask, time_ms, batch, place from unjudged_quotes(array(select code from ${table} where id = any ($1::bigint[])))
       union all
       select code, bid, ask, time_ms, position, 0 from parked_acts where source = $2 and order_id = any ($1::bigint[])
     ) tape order by batch, place`,
    [ids, topic],
  );
}

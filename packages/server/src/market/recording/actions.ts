import type { Ticks } from '@assay/domain/market/quote.ts';
import { type Ratio, ratio } from '@assay/domain/money/ratio.ts';
import type { Queryable } from '../../platform/database.ts';

/** What a price has to know of a corporate action. */
export interface PriceAction {
  readonly code: string;
  /** New units for old ones; null for a dividend. */
  readonly split: Ratio | null;
  /** No price from then on is believed before the action is done; 0 once it has begun. Null once it is done. */
  readonly stopsAt: number | null;
  /** Time of the last price in old units; 0 where there was none, or before it has begun. */
  readonly since: number;
  /** Of the session's close that first prices are compared with; null where there was none. */
  readonly close: { readonly price: Ticks; readonly time: number } | null;
}

interface Row {
  code: string;
  to: string | null;
  from: string | null;
  opens: number;
  begun: boolean;
  done: boolean;
  since: number | null;
  price: Ticks | null;
  time: number | null;
}

/** All actions that were not taken back, oldest first. */
export async function readPriceActions(db: Queryable): Promise<PriceAction[]> {
  const rows = await db.query<Row>(
    `select code, to_units::text as "to", from_units::text as "from", (extract(epoch from opens_at) * 1000)::bigint as opens,
       begun_at is not null as begun, done_at is not null as done, quoted_ms as since, close_price as price, close_time_ms as "time"
     from corporate_actions where withdrawal_id is null order by id`,
  );
  return rows.map(({ code, to, from, opens, begun, done, since, price, time }) => ({
    code,
    split: to === null || from === null ? null : ratio(BigInt(to), BigInt(from)),
    stopsAt: done ? null : begun ? 0 : opens,
    since: since ?? 0,
    close: price === null || time === null ? null : { price, time },
  }));
}

import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { RealPrice } from '@assay/domain/market/sanity.ts';
import type { Queryable } from '../../platform/database.ts';

/** The last word of two operators on each instrument. */
export async function readRealPrices(db: Queryable): Promise<readonly (RealPrice & { code: string; source: FeedKind })[]> {
  return db.query(
    `select distinct on (code, source) code, source, close_time_ms as "closeTime", price
     from real_prices order by code, source, id desc`,
  );
}

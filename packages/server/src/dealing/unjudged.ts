import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Unjudged } from '@assay/domain/positions/act-on-tape.ts';
import type { Queryable } from '../platform/database.ts';
import { idsOfOwners, ownersOf } from './order-table.ts';

/** Orders that wait for prices: their table, and what the engine calls them. */
export interface Watched {
  readonly table: string;
  readonly topic: string;
}

/** The customer who ends everything, and the condition for orders that have not ended. */
export interface OfOwners {
  readonly owners: readonly Owner[];
  readonly alive: string;
}

interface Row extends Omit<Unjudged, 'volume' | 'reached'> {
  readonly version: number | null;
  readonly best: number | null;
}

/**
 * Quotes that may still trigger something on these orders, in the order of the tape: from the mark of the engine on, and those
 * of which nothing could be done yet; with `all` for every order that its owners have alive. To be sent after the locks of the
 * orders.
 */
export async function readUnjudged(
  db: Queryable,
  { table, topic }: Watched,
  ids: readonly number[],
  { owners, alive }: OfOwners = { owners: [], alive: 'true' },
): Promise<Unjudged[]> {
  if (ids.length + owners.length === 0) return [];
  const touched =
    owners.length === 0
      ? 'select id from unnest($1::bigint[]) n (id)'
      : `select id from unnest($1::bigint[]) n (id) union ${idsOfOwners(table, alive, 3)}`;
  const rows = await db.query<Row>(
    `select code, bid, ask, time_ms as "time", version, best from (
       select code, bid, ask, time_ms, batch, place, null::integer as version, null::bigint as best
       from unjudged_quotes(array(select distinct code from ${table} where id in (${touched})))
       union all
       select code, bid, ask, time_ms, position, 0, version, best from parked_acts where source = $2
         and order_id in (${touched})
     ) tape order by batch, place`,
    [ids, topic, ...(owners.length === 0 ? [] : ownersOf(owners))],
  );
  return rows.map(({ version, best, ...quote }) => {
    const reached = version === null ? null : { version, best };
    return { ...quote, volume: 0, reached };
  });
}

/** Those of one instrument: looking at one order need not read the others' quotes, however much is on the tape. */
export function byCode<Q extends Quote>(quotes: readonly Q[]): (code: string) => readonly Q[] {
  const known = Map.groupBy(quotes, ({ code }) => code);
  return (code) => known.get(code) ?? [];
}

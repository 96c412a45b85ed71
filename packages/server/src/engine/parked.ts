import { type TapedQuote, saveMark } from '../market/index.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { Fence } from '../platform/lead/lead.ts';
import type { Reached } from './source.ts';

/** What must follow from a quote that reached a price of an order, and could not be done yet. */
export interface ParkedAct {
  /** Topic of the source. */
  readonly source: string;
  readonly order: number;
  readonly quote: Pick<TapedQuote, 'code' | 'bid' | 'ask' | 'time' | 'position'>;
  readonly reached: Reached | null;
  readonly tries: number;
  readonly lastError: string;
  /** How long it had been parked when it was read; 0 for one that has just been. */
  readonly ageMs: number;
}

interface Row {
  source: string;
  order: number;
  code: string;
  bid: number;
  ask: number;
  time: number;
  position: number;
  version: number | null;
  best: number | null;
  tries: number;
  lastError: string;
  ageMs: number;
}

export async function readParked(db: Queryable): Promise<ParkedAct[]> {
  const rows = await db.query<Row>(
    `select source, order_id as "order", code, bid, ask, time_ms as "time", position, version, best, tries, last_error as "lastError",
       (extract(epoch from clock_timestamp() - parked_at) * 1000)::bigint as "ageMs"
     from parked_acts order by position, source, order_id`,
    [],
  );
  return rows.map(({ source, order, code, bid, ask, time, position, version, best, tries, lastError, ageMs }) => {
    const reached = version === null ? null : { version, best };
    return { source, order, quote: { code, bid, ask, time, position }, reached, tries, lastError, ageMs };
  });
}

export interface Judged {
  readonly term: Fence | undefined;
  /** Everything up to here is judged, but for what is parked. */
  readonly position: number;
  readonly parked: readonly ParkedAct[];
}

/** Moves the mark, together with what it goes past; acts that were parked before get their new state. */
export async function saveJudged(db: Database, { term, position, parked }: Judged): Promise<void> {
  await db.transact(async (tx) => {
    await term?.ensure(tx);
    if (parked.length > 0) {
      await tx.query(
        `insert into parked_acts (source, order_id, code, bid, ask, time_ms, position, version, best, tries, last_error)
         select * from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
           $8::integer[], $9::bigint[], $10::integer[], $11::text[])
         on conflict (source, order_id) do update set code = excluded.code, bid = excluded.bid, ask = excluded.ask,
           time_ms = excluded.time_ms, position = excluded.position, version = excluded.version, best = excluded.best,
           tries = excluded.tries, last_error = excluded.last_error,
           parked_at = case parked_acts.position when excluded.position then parked_acts.parked_at else excluded.parked_at end`,
        [
          parked.map(({ source }) => source),
          parked.map(({ order }) => order),
          parked.map(({ quote }) => quote.code),
          parked.map(({ quote }) => quote.bid),
          parked.map(({ quote }) => quote.ask),
          parked.map(({ quote }) => quote.time),
          parked.map(({ quote }) => quote.position),
          parked.map(({ reached }) => reached?.version ?? null),
          parked.map(({ reached }) => reached?.best ?? null),
          parked.map(({ tries }) => tries),
          parked.map(({ lastError }) => lastError),
        ],
      );
    }
    await saveMark(tx, 'judged', position);
  });
}

/** It is done. What has reached the same order since, parked by the present leader, stays. */
export async function unpark(db: Queryable, { source, order, quote }: ParkedAct): Promise<void> {
  await db.query('delete from parked_acts where source = $1 and order_id = $2 and position = $3', [
    source,
    order,
    quote.position,
  ]);
}

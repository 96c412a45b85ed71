import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Bar } from '@assay/domain/market/candles.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { KeptSanity } from '@assay/domain/market/sanity.ts';
import type { Queryable } from '../../platform/database.ts';
import type { ClosedBar, RecordedPeriod } from '../series.ts';
import type { Ticker } from '../ticker.ts';

/** A bar as `jsonCells` writes it; JSON is read several times faster than as many columns and rows. */
type BarCells = [time: number, open: number, high: number, low: number, close: number, volume: number];
const jsonCells = 'json_agg(json_build_array(time_ms, open, high, low, close, volume) order by time_ms)';

function barOf([time, open, high, low, close, volume]: BarCells): Bar {
  return { time, open, high, low, close, volume };
}

/** Bars that start from `from` to before `until`; the newest `limit` of them. */
export interface BarRange {
  readonly from: number;
  readonly until: number;
  readonly limit: number;
}

export interface SeriesKey {
  readonly source: FeedKind;
  readonly period: RecordedPeriod;
}

/** The newest closed bars of one instrument from `from` to before `until`, at most `limit`, oldest first. */
export async function readBars(
  db: Queryable,
  code: string,
  { source, period }: SeriesKey,
  { from, until, limit }: BarRange,
): Promise<Bar[]> {
  const [row] = await db.query<{ bars: BarCells[] | null }>(
    `select ${jsonCells} as bars from (
       select time_ms, open, high, low, close, volume from bars
       where code = $1 and source = $2 and period = $3 and time_ms >= $4 and time_ms < $5
       order by time_ms desc limit $6) newest`,
    [code, source, period, from, until, limit],
  );
  return (row?.bars ?? []).map(barOf);
}

/** The same for many instruments at once, by code. */
export async function readManyBars(
  db: Queryable,
  codes: readonly string[],
  { source, period }: SeriesKey,
  { from, until, limit }: BarRange,
): Promise<Map<string, Bar[]>> {
  const rows = await db.query<{ code: string; bars: BarCells[] }>(
    `select wanted.code, ${jsonCells} as bars
     from unnest($1::text[]) as wanted (code) cross join lateral (
       select time_ms, open, high, low, close, volume from bars
       where bars.code = wanted.code and source = $2 and period = $3 and time_ms >= $4 and time_ms < $5
       order by time_ms desc limit $6) newest
     group by wanted.code`,
    [codes, source, period, from, until, limit],
  );
  return new Map(rows.map(({ code, bars }) => [code, bars.map(barOf)]));
}

/** Start of the first recorded minute of each instrument: what lies before it was never quoted here. */
export async function readFirstMinutes(
  db: Queryable,
  codes: readonly string[],
  source: FeedKind,
): Promise<Map<string, number>> {
  const rows = await db.query<{ code: string; time: number }>(
    `select wanted.code, first.time_ms as "time"
     from unnest($1::text[]) as wanted (code) cross join lateral (
       select time_ms from bars where bars.code = wanted.code and source = $2 and period = '1m' order by time_ms limit 1) first`,
    [codes, source],
  );
  return new Map(rows.map(({ code, time }) => [code, time]));
}

export interface RecordedBar extends ClosedBar {
  readonly ticker: Ticker;
}

/** A bar that is already there stays as it is: the table refuses changes. */
export async function insertBars(db: Queryable, closed: readonly RecordedBar[]): Promise<void> {
  if (closed.length === 0) return;
  await db.query(
    `insert into bars (code, source, period, time_ms, open, high, low, close, volume)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::float8[])
     on conflict do nothing`,
    [
      closed.map((one) => one.ticker.instrument.code),
      closed.map((one) => one.ticker.kind),
      closed.map((one) => one.period),
      closed.map((one) => one.bar.time),
      closed.map((one) => one.bar.open),
      closed.map((one) => one.bar.high),
      closed.map((one) => one.bar.low),
      closed.map((one) => one.bar.close),
      closed.map((one) => one.bar.volume),
    ],
  );
}

/** What is kept of an instrument's price, with the minute that is still running. */
export interface Running extends KeptSanity {
  readonly source: FeedKind;
  readonly minute: Bar | undefined;
}

/** With whether nothing may trade on it now; a restarted process judges that anew. */
export interface RunningNow extends Running {
  readonly held: boolean;
}

/** Instruments, and the sources of their prices, on which the leader lets nothing trade. */
export function readHeld(db: Queryable): Promise<{ code: string; source: FeedKind }[]> {
  return db.query('select code, source from market_state where held');
}

export async function saveRunning(db: Queryable, running: readonly RunningNow[]): Promise<void> {
  if (running.length === 0) return;
  await db.query(
    `insert into market_state (code, source, bid, ask, time_ms, bar_time_ms, bar_open, bar_high, bar_low, bar_close, bar_volume,
       close_price, close_time_ms, gap_bid, gap_ask, gap_time_ms, held)
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::float8[],
       $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::boolean[])
     on conflict (code, source) do update set bid = excluded.bid, ask = excluded.ask, time_ms = excluded.time_ms,
       bar_time_ms = excluded.bar_time_ms, bar_open = excluded.bar_open, bar_high = excluded.bar_high,
       bar_low = excluded.bar_low, bar_close = excluded.bar_close, bar_volume = excluded.bar_volume, close_price = excluded.close_price,
       close_time_ms = excluded.close_time_ms, gap_bid = excluded.gap_bid, gap_ask = excluded.gap_ask, gap_time_ms = excluded.gap_time_ms,
       held = excluded.held`,
    [
      running.map((one) => one.last.code),
      running.map((one) => one.source),
      running.map((one) => one.last.bid),
      running.map((one) => one.last.ask),
      running.map((one) => one.last.time),
      running.map((one) => one.minute?.time ?? null),
      running.map((one) => one.minute?.open ?? null),
      running.map((one) => one.minute?.high ?? null),
      running.map((one) => one.minute?.low ?? null),
      running.map((one) => one.minute?.close ?? null),
      running.map((one) => one.minute?.volume ?? null),
      running.map((one) => one.close?.price ?? null),
      running.map((one) => one.close?.time ?? null),
      running.map((one) => one.gap?.bid ?? null),
      running.map((one) => one.gap?.ask ?? null),
      running.map((one) => one.gap?.time ?? null),
      running.map((one) => one.held),
    ],
  );
}

interface RunningRow {
  code: string;
  bid: number;
  ask: number;
  time: number;
  minute: BarCells | null;
  close: Running['close'];
  gap: Pick<Quote, 'bid' | 'ask' | 'time'> | null;
}

/** What `saveRunning` kept, by code. A replay that starts again does not see what lies ahead of its clock. */
export async function readRunning(
  db: Queryable,
  codes: readonly string[],
  source: FeedKind,
  now: number,
): Promise<Map<string, Running>> {
  const rows = await db.query<RunningRow>(
    `select code, bid, ask, time_ms as "time",
       case when bar_time_ms is not null
         then json_build_array(bar_time_ms, bar_open, bar_high, bar_low, bar_close, bar_volume) end as minute,
       case when close_price is not null then json_build_object('price', close_price, 'time', close_time_ms) end as close,
       case when gap_time_ms <= $3 then json_build_object('bid', gap_bid, 'ask', gap_ask, 'time', gap_time_ms) end as gap
     from market_state where code = any ($1) and source = $2 and time_ms <= $3`,
    [codes, source, now],
  );
  return new Map(
    rows.map(({ code, bid, ask, time, minute, close, gap }) => {
      const last: Quote = { code, bid, ask, time, volume: 0 };
      const kept: KeptSanity = { last, close, gap: gap && { code, ...gap, volume: 0 } };
      return [code, { source, ...kept, minute: minute === null ? undefined : barOf(minute) }];
    }),
  );
}

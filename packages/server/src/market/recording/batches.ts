import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Fence } from '../../platform/lead/lead.ts';

/** The one shard that there is. */
const shard = 0;
const pageSize = 100;

/** Quotes that are appended together. */
export interface Batch {
  readonly source: FeedKind;
  readonly quotes: readonly BatchQuote[];
}

interface BatchQuote extends Quote {
  /** Short name of the instrument. */
  readonly number: number;
  readonly acts: boolean;
}

/** A quote as on the tape. */
export interface TapedQuote extends Quote {
  readonly source: FeedKind;
  /** Number of its batch. */
  readonly position: number;
  /** Whether it may act on orders; the others are evidence alone. */
  readonly acts: boolean;
}

/** Number of the newest batch, 0 before the first. */
export async function lastPosition(db: Queryable): Promise<number> {
  const [row] = await db.query<{ last: number }>(
    `select greatest(
       coalesce((select max(id) from quote_batches where shard = $1), 0),
       (select position from tape_marks where shard = $1 and name = 'folded')) as last`,
    [shard],
  );
  return row?.last ?? 0;
}

/** Appends a batch under its number; false when there is one already. */
export async function insertBatch(
  db: Database,
  writer: string,
  position: number,
  { source, quotes }: Batch,
  term: Fence | undefined,
): Promise<boolean> {
  const insert = (to: Queryable) =>
    to.query(
      `insert into quote_batches (shard, id, writer, source, numbers, bids, asks, times_ms, volumes, acting)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning 1 as kept`,
      [
        shard,
        position,
        writer,
        source,
        quotes.map(({ number }) => number),
        quotes.map(({ bid }) => bid),
        quotes.map(({ ask }) => ask),
        quotes.map(({ time }) => time),
        quotes.map(({ volume }) => volume),
        quotes.map(({ acts }) => acts),
      ],
    );
  if (term === undefined) return (await insert(db)).length > 0;
  return db.transact(async (tx) => {
    await term.ensure(tx);
    return (await insert(tx)).length > 0;
  });
}

/** Who appended a batch, and how many quotes it holds. */
export async function batchAt(db: Queryable, position: number): Promise<{ writer: string | null; quotes: number } | undefined> {
  const [row] = await db.query<{ writer: string | null; quotes: number }>(
    'select writer::text, cardinality(numbers) as quotes from quote_batches where shard = $1 and id = $2',
    [shard, position],
  );
  return row;
}

interface BatchRow {
  id: number;
  source: FeedKind;
  codes: string[];
  bids: string[];
  asks: string[];
  times: string[];
  volumes: number[];
  acting: boolean[];
}

/** Every quote after a position, in the order of the tape. */
export async function* readTape(db: Queryable, after: number): AsyncGenerator<TapedQuote[]> {
  for (let from = after; ;) {
    const rows = await db.query<BatchRow>(
      `select id, source, bids, asks, times_ms as times, volumes, acting, array(
         select coalesce(code, '') from unnest(numbers) with ordinality as one (number, place)
         left join instruments using (number) order by place) as codes
       from quote_batches where shard = $1 and id > $2 order by id limit $3`,
      [shard, from, pageSize],
    );
    for (const row of rows) yield quotesOf(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    from = last.id;
  }
}

function quotesOf({ id, source, codes, bids, asks, times, volumes, acting }: BatchRow): TapedQuote[] {
  return codes.map((code, place) => ({
    code,
    bid: Number(bids[place]),
    ask: Number(asks[place]),
    time: Number(times[place]),
    volume: volumes[place] ?? 0,
    source,
    position: id,
    acts: acting[place] ?? false,
  }));
}

/** What has been done with the tape up to a batch: taken into bars, judged against orders. */
type Mark = 'folded' | 'judged';

export async function readMark(db: Queryable, name: Mark): Promise<number> {
  const [row] = await db.query<{ position: number }>('select position from tape_marks where shard = $1 and name = $2', [
    shard,
    name,
  ]);
  return row?.position ?? 0;
}

/** Never backwards. */
export async function saveMark(db: Queryable, name: Mark, position: number): Promise<void> {
  await db.query('update tape_marks set position = $3 where shard = $1 and name = $2 and position < $3', [
    shard,
    name,
    position,
  ]);
}

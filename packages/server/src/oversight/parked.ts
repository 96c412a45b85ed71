import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { engineCalls } from '@assay/contract/endpoints/console/engine.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type Desk, cursorOf, serveDesk } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';

/** An act that is blocked for longer needs an operator. */
const lateMs = 60_000;

type Parked = DeskResult<typeof engineCalls.listParked>['items'][number];

interface Row {
  id: number;
  kind: Parked['kind'];
  orderNo: string;
  userId: string | null;
  book: Book | null;
  code: string;
  priceScale: number;
  bid: Ticks;
  ask: Ticks;
  time: number;
  version: number | null;
  tries: number;
  lastError: string;
  parkedAt: Date;
  ageMs: number;
}

/** GET engine/listParked: of all slices, because an operator who handles an act must know whose order it is. */
export function serveParkedDesk(desk: Desk): void {
  desk.queue('engine', async (db) => {
    const [row] = await db.query<{ waiting: number; oldestAt: Date | null }>(
      'select count(*)::int as waiting, min(parked_at) as "oldestAt" from parked_acts',
    );
    return { waiting: row?.waiting ?? 0, oldestAt: row?.oldestAt ?? null };
  });
  serveDesk(desk, engineCalls.listParked, async (_, { limit, cursor }) => {
    const after = cursorOf(cursor);
    if (isRefusal(after)) return after;
    const rows = await readParked(desk.db, after ?? 0, limit + 1);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return { items: rows.slice(0, limit).map(shown), nextCursor: last === undefined ? null : String(last.id) };
  });
}

/** Ages are the database's: its clock has written when they were parked. */
function readParked(db: Queryable, after: number, limit: number): Promise<Row[]> {
  return db.query<Row>(
    `select a.id, a.source as "kind", coalesce(c.order_no, s.order_no, a.order_id::text) as "orderNo",
       coalesce(c.user_id, s.user_id, w.user_id)::text as "userId", coalesce(c.book, s.book) as "book",
       a.code, i.price_scale as "priceScale", a.bid, a.ask, a.time_ms as "time", coalesce(c.version, s.version) as "version",
       a.tries, a.last_error as "lastError", a.parked_at as "parkedAt",
       (extract(epoch from clock_timestamp() - a.parked_at) * 1000)::bigint as "ageMs"
     from (select * from parked_acts where id > $1 order by id limit $2) a
     join instruments i using (code)
     left join positions c on a.source = 'positions' and c.id = a.order_id
     left join spot_orders s on a.source = 'spot' and s.id = a.order_id
     left join price_alerts w on a.source = 'priceAlerts' and w.id = a.order_id
     order by a.id`,
    [after, limit],
  );
}

function shown({ id: _, priceScale, bid, ask, time, parkedAt, ageMs, ...row }: Row): Parked {
  const text = (ticks: Ticks) => formatFixed(priceOf(ticks, { priceScale }), priceScale);
  return {
    ...row,
    bid: text(bid),
    ask: text(ask),
    quoteTime: new Date(time).toISOString(),
    parkedAt: parkedAt.toISOString(),
    late: ageMs > lateMs,
  };
}

import { type DeskEvent, calendarDeskCalls as calls } from '@assay/contract/endpoints/console/calendar.ts';
import type { DeskInput } from '@assay/contract/endpoints/console/desk-call.ts';
import { readEvents } from '@assay/domain/market/calendar/read-events.ts';
import { cursorOf, type Desk, serveDesk, serveDeskMove } from '../operators/index.ts';
import type { Transaction } from '../platform/database.ts';
import { isRefusal, refuse } from '../platform/refusal.ts';

interface Row extends Omit<DeskEvent, 'id' | 'at' | 'writtenAt' | 'writtenBy'> {
  readonly id: number;
  readonly at: Date;
  readonly writtenAt: Date;
  readonly writerId: string;
  readonly writer: string;
}

/** GET calendar/list · POST calendar/add, amend, remove, import */
export function serveCalendarDesk(desk: Desk): void {
  serveDesk(desk, calls.list, async (_, { limit, cursor }) => {
    const before = cursorOf(cursor);
    if (isRefusal(before)) return before;
    const rows = await desk.db.query<Row>(
      `select e.id, e.at, e.currency, e.kind, e.title, e.importance, e.previous, e.forecast, e.actual, e.source,
         e.written_at as "writtenAt", e.written_by::text as "writerId", o.name as writer
       from calendar_events e join operators o on o.id = e.written_by
       where e.removed_at is null and ($1::bigint is null or e.id < $1) order by e.id desc limit $2`,
      [before, limit + 1],
    );
    const items = rows.slice(0, limit).map(onTheWire);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  });

  serveDeskMove(desk, calls.add, async ({ operator }, event, tx, audit) => {
    const { id, isNew } = await write(tx, { ...event, at: new Date(event.at) }, operator.id, new Date(desk.clock.wall()));
    if (!isNew) return refuse('11400', { at: '11400' });
    audit({ action: 'calendar.added', subject: `event:${id}`, details: event });
    return { id };
  });

  serveDeskMove(desk, calls.amend, async (_, { id, previous, forecast, actual }, tx, audit) => {
    if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
    const [row] = await tx.query<{ id: number }>(
      `update calendar_events set previous = coalesce($2, previous), forecast = coalesce($3, forecast), actual = coalesce($4, actual)
       where id = $1 and removed_at is null returning id`,
      [id, previous ?? null, forecast ?? null, actual ?? null],
    );
    if (row === undefined) return refuse('404', { id: '404' });
    audit({ action: 'calendar.amended', subject: `event:${id}`, details: { previous, forecast, actual } });
    return { id };
  });

  serveDeskMove(desk, calls.remove, async (_, { id }, tx, audit) => {
    if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
    const [row] = await tx.query<{ id: number }>(
      'update calendar_events set removed_at = $2 where id = $1 and removed_at is null returning id',
      [id, new Date(desk.clock.wall())],
    );
    if (row === undefined) return refuse('404', { id: '404' });
    audit({ action: 'calendar.removed', subject: `event:${id}` });
    return { id };
  });

  serveDeskMove(desk, calls.import, async ({ operator }, { text, source, currency }, tx, audit) => {
    const read = readEvents(text, currency);
    if ('line' in read) return refuse('11401', { text: '11401' }, { line: String(read.line) });
    const at = new Date(desk.clock.wall());
    let added = 0;
    for (const event of read) {
      const { isNew } = await write(tx, { ...event, at: new Date(event.at), source }, operator.id, at);
      if (isNew) added += 1;
    }
    const counts = { added, amended: read.length - added };
    audit({ action: 'calendar.imported', subject: 'calendar', details: { source, ...counts } });
    return counts;
  });
}

type Written = Omit<DeskInput<typeof calls.add>, 'at'> & { readonly at: Date };

/** An existing one gets the figures given now with their source, and keeps the others. */
async function write(
  tx: Transaction,
  { at, currency, kind, title, importance, previous, forecast, actual, source }: Written,
  operatorId: string,
  writtenAt: Date,
): Promise<{ id: string; isNew: boolean }> {
  const [row] = await tx.query<{ id: string; isNew: boolean }>(
    `insert into calendar_events (at, currency, kind, title, importance, previous, forecast, actual, source, written_by, written_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (at, currency, kind, title) where removed_at is null do update set
       previous = coalesce(nullif(excluded.previous, ''), calendar_events.previous),
       forecast = coalesce(nullif(excluded.forecast, ''), calendar_events.forecast),
       actual = coalesce(nullif(excluded.actual, ''), calendar_events.actual),
       source = case when (excluded.previous, excluded.forecast, excluded.actual) = ('', '', '') then calendar_events.source
         else excluded.source end
     returning id::text, xmax = 0 as "isNew"`,
    [at, currency, kind, title, importance, previous, forecast, actual, source, operatorId, writtenAt],
  );
  if (row === undefined) throw new Error('an event was not written');
  return row;
}

function onTheWire({ id, at, writtenAt, writerId, writer, ...event }: Row): DeskEvent {
  return {
    id: String(id),
    at: at.toISOString(),
    ...event,
    writtenBy: { id: writerId, name: writer },
    writtenAt: writtenAt.toISOString(),
  };
}

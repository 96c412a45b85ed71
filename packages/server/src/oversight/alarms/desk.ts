import { type Alarm, alarmCalls as calls } from '@assay/contract/endpoints/console/alarms.ts';
import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { AlarmRule } from '@assay/contract/vocabulary/operators.ts';
import { type Desk, type Queue, cursorOf, serveDesk, serveDeskMove } from '../../operators/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';

interface Row {
  readonly id: number;
  readonly rule: AlarmRule;
  readonly subject: string;
  readonly detail: string;
  readonly raisedAt: Date;
  readonly toldAt: Date | null;
  readonly takenBy: string | null;
  readonly takenByName: string | null;
  readonly takenAt: Date | null;
  readonly endedAt: Date | null;
}

const selected = `
  select a.id, a.rule, a.subject, a.detail, a.raised_at as "raisedAt", a.told_at as "toldAt", a.taken_by::text as "takenBy",
    o.name as "takenByName", a.taken_at as "takenAt", a.ended_at as "endedAt"
  from alarms a left join operators o on o.id = a.taken_by`;

const toAlarm = ({ id, takenBy, takenByName, raisedAt, toldAt, takenAt, endedAt, ...row }: Row): Alarm => ({
  ...row,
  id: String(id),
  raisedAt: raisedAt.toISOString(),
  toldAt: toldAt?.toISOString() ?? null,
  takenBy: takenBy === null ? null : { id: takenBy, name: takenByName ?? '' },
  takenAt: takenAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
});

/** GET alarms/list · POST alarms/take: active alarms that no operator has taken are shown as pending at the desk. */
export function serveAlarmsDesk(desk: Desk): void {
  const { db, clock } = desk;
  desk.queue('alarms', async (of) => {
    const [row] = await of.query<Queue>(
      'select count(*) as waiting, min(raised_at) as "oldestAt" from alarms where ended_at is null and taken_by is null',
    );
    return row ?? { waiting: 0, oldestAt: null };
  });
  serveDesk(desk, calls.list, (_, input) => listAlarms(db, input));
  serveDeskMove(desk, calls.take, async ({ operator }, { id }, tx, audit) => {
    if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
    const [row] = await tx.query<Row>(`${selected} where a.id = $1 for update of a`, [id]);
    if (row === undefined) return refuse('404', { id: '404' });
    if (row.takenBy !== null) return refuse('11072');
    await tx.query('update alarms set taken_by = $2, taken_at = $3 where id = $1', [id, operator.id, new Date(clock.wall())]);
    audit({ action: 'alarm.taken', subject: `alarm:${id}`, details: { rule: row.rule, about: row.subject } });
    const [taken] = await tx.query<Row>(`${selected} where a.id = $1`, [id]);
    return taken === undefined ? refuse('404', { id: '404' }) : toAlarm(taken);
  });
}

async function listAlarms(
  db: Queryable,
  { only, cursor, limit }: DeskInput<typeof calls.list>,
): Promise<DeskResult<typeof calls.list> | Refusal> {
  const before = cursorOf(cursor);
  if (isRefusal(before)) return before;
  const rows = await db.query<Row>(
    `${selected} where ($1::bigint is null or a.id < $1) and ($2::text is null or a.ended_at is null) order by a.id desc limit $3`,
    [before, only ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  return { items: page.map(toAlarm), nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null };
}

import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { type Halt, haltCalls as calls } from '@assay/contract/endpoints/console/halts.ts';
import { type HaltScope, loneAgainMs, loneWithdrawalHaltMs } from '@assay/contract/vocabulary/halts.ts';
import { assetClasses } from '@assay/contract/vocabulary/markets.ts';
import { z } from 'zod';
import { type Act, type Desk, type Queue, cursorOf, propose, serveDesk, serveDeskMove } from '../operators/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { haltsTopic, inForceSql } from './halts.ts';

interface HaltsDesk {
  readonly bus: Bus;
  readonly market: { readonly instrument: (code: string) => unknown };
}

/** Brakes. GET halts/list · POST halts/begin, halts/confirm, halts/proposeEnd */
export function serveHaltsDesk(desk: Desk, { bus, market }: HaltsDesk): void {
  const { db, clock } = desk;
  /** All processes read again once it is in force. */
  const tell = (tx: Transaction) => tx.afterCommit(() => bus.publish(haltsTopic, null));
  desk.act(endOf(desk, tell));
  desk.queue('halts', (of) => inForceNow(of, clock.wall()));
  serveDesk(desk, calls.list, (_, input) => listHalts(db, clock.wall(), input));
  serveDeskMove(desk, calls.begin, async ({ operator }, { scope, subject, reason, message }, tx, audit) => {
    const wrong = wrongSubject(market, scope, subject);
    if (wrong !== undefined) return wrong;
    const now = clock.wall();
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 4127104))', [`${scope}|${subject ?? ''}`]);
    const stopped = await tx.query(
      `select from halts h where ${inForceSql} and h.scope = $2 and h.subject is not distinct from $3`,
      [new Date(now), scope, subject],
    );
    if (stopped.length > 0) return refuse('11411', { scope: '11411' });
    const lapsesAt = scope === 'withdrawals' ? new Date(now + loneWithdrawalHaltMs) : null;
    if (lapsesAt !== null && (await hasLapsed(tx, now, { scope, by: operator.id }))) return refuse('11070');
    const [row] = await tx.query<{ id: number }>(
      `insert into halts (scope, subject, reason, message, begun_by, begun_at, lapses_at) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [scope, subject, reason, message, operator.id, new Date(now), lapsesAt],
    );
    tell(tx);
    audit({ action: 'halt.begun', subject: `halt:${row?.id}`, details: { scope, subject, reason, message } });
    return readHalt(tx, now, String(row?.id));
  });
  serveDeskMove(desk, calls.confirm, async ({ operator }, { id }, tx, audit) => {
    const now = clock.wall();
    const halt = await lockHalt(tx, now, id);
    if (isRefusal(halt)) return halt;
    const waits = halt.lapsesAt !== null || (halt.message !== null && halt.confirmedBy === null);
    if (!halt.inForce || !waits) return refuse('11059');
    if (halt.begunBy.id === operator.id) return refuse('11070');
    await tx.query('update halts set confirmed_by = $2, lapses_at = null where id = $1', [id, operator.id]);
    tell(tx);
    audit({ action: 'halt.confirmed', subject: `halt:${id}` });
    return readHalt(tx, now, id);
  });
  serveDeskMove(desk, calls.proposeEnd, (call, { id, reason }, tx, audit) =>
    propose(desk, call, tx, audit, { kind: 'halt.end', subject: `halt:${id}`, payload: { id }, reason }),
  );
}

/** Whether what this person has stopped alone ran out a short while ago: who went on so would hold it for ever. See `halts_begin_guard`. */
async function hasLapsed(tx: Transaction, now: number, { scope, by }: { readonly scope: HaltScope; readonly by: string }) {
  const lapsed = await tx.query(
    'select from halts where scope = $1 and begun_by = $2 and ended_at is null and lapses_at > $3 limit 1',
    [scope, by, new Date(now - loneAgainMs)],
  );
  return lapsed.length > 0;
}

/** Resuming takes two persons; either may have stopped it. */
function endOf({ clock }: Desk, tell: (tx: Transaction) => void): Act<{ readonly id: string }> {
  return {
    kind: 'halt.end',
    roles: ['finance', 'administrator'],
    exclusive: true,
    schema: z.object({ id: z.string() }),
    check: async (tx, { id }) => {
      const halt = await lockHalt(tx, clock.wall(), id);
      if (isRefusal(halt)) return halt;
      return halt.inForce ? undefined : refuse('11059');
    },
    apply: async (tx, { id }, { proposalId }) => {
      await tx.query('update halts set ended_at = $2, proposal_id = $3 where id = $1', [
        id,
        new Date(clock.wall()),
        proposalId,
      ]);
      tell(tx);
      return undefined;
    },
  };
}

function wrongSubject(market: HaltsDesk['market'], scope: HaltScope, subject: string | null): Refusal | undefined {
  const fits =
    scope === 'instrument'
      ? subject !== null && market.instrument(subject) !== undefined
      : scope === 'class'
        ? (assetClasses as readonly (string | null)[]).includes(subject)
        : subject === null;
  return fits ? undefined : refuse('404', { subject: '404' });
}

interface Row {
  readonly id: number;
  readonly scope: HaltScope;
  readonly subject: string | null;
  readonly reason: string;
  readonly message: string | null;
  readonly begunById: string;
  readonly begunByName: string;
  readonly begunAt: Date;
  readonly confirmedById: string | null;
  readonly confirmedByName: string | null;
  readonly lapsesAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedById: string | null;
  readonly endedByName: string | null;
  readonly inForce: boolean;
}

/** $1 is the moment. */
const selected = `
  select h.id, h.scope, h.subject, h.reason, h.message, h.begun_by::text as "begunById", b.name as "begunByName", h.begun_at as "begunAt",
    h.confirmed_by::text as "confirmedById", c.name as "confirmedByName", h.lapses_at as "lapsesAt", h.ended_at as "endedAt",
    p.decided_by::text as "endedById", e.name as "endedByName", ${inForceSql} as "inForce"
  from halts h join operators b on b.id = h.begun_by left join operators c on c.id = h.confirmed_by
  left join proposals p on p.id = h.proposal_id left join operators e on e.id = p.decided_by`;

const ref = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name });

function toHalt(row: Row): Halt {
  return {
    id: String(row.id),
    scope: row.scope,
    subject: row.subject,
    reason: row.reason,
    message: row.message,
    begunBy: { id: row.begunById, name: row.begunByName },
    begunAt: row.begunAt.toISOString(),
    confirmedBy: ref(row.confirmedById, row.confirmedByName),
    lapsesAt: row.lapsesAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    endedBy: ref(row.endedById, row.endedByName),
    inForce: row.inForce,
  };
}

async function listHalts(
  db: Queryable,
  now: number,
  { only, cursor, limit }: DeskInput<typeof calls.list>,
): Promise<DeskResult<typeof calls.list> | Refusal> {
  const before = cursorOf(cursor);
  if (isRefusal(before)) return before;
  const rows = await db.query<Row>(
    `${selected} where ($2::bigint is null or h.id < $2) and ($3::text is null or ${inForceSql}) order by h.id desc limit $4`,
    [new Date(now), before, only ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  return { items: page.map(toHalt), nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null };
}

/** Refused with 404 when there is none. */
async function readHalt(db: Queryable, now: number, id: string): Promise<Halt | Refusal> {
  if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
  const [row] = await db.query<Row>(`${selected} where h.id = $2`, [new Date(now), id]);
  return row === undefined ? refuse('404', { id: '404' }) : toHalt(row);
}

async function lockHalt(tx: Transaction, now: number, id: string): Promise<Halt | Refusal> {
  if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
  await tx.query('select from halts where id = $1 for update', [id]);
  return readHalt(tx, now, id);
}

async function inForceNow(db: Queryable, now: number): Promise<Queue> {
  const [queue] = await db.query<Queue>(
    `select count(*) as waiting, min(h.begun_at) as "oldestAt" from halts h where ${inForceSql}`,
    [new Date(now)],
  );
  return queue ?? { waiting: 0, oldestAt: null };
}

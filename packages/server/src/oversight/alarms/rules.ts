import type { AlarmRule } from '@assay/contract/vocabulary/operators.ts';
import { formatAmount, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { houseBalance } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';

/** Something that stands now. */
export interface Standing {
  readonly subject: string;
  readonly detail: string;
}
type Read = (db: Queryable, clock: Pick<Clock, 'now' | 'wall'>) => Promise<readonly Standing[]>;

const minute = 60_000;
const hour = 60 * minute;
/** For as long a movement stands: nobody who was away for an hour misses it. */
const day = 24 * hour;

/** Whose oldest case may wait for how long, in business time. */
const queues = [
  { desk: 'deposits', oldest: `select min(created_at) from deposits where status in ('pendingReview', 'approved')`, hours: 4 },
  {
    desk: 'withdrawals',
    oldest: `select min(created_at) from withdrawals where status in ('pendingReview', 'approved')`,
    hours: 4,
  },
  { desk: 'kyc', oldest: `select min(submitted_at) from kyc_cases where status = 'pendingReview'`, hours: 48 },
] as const;

/** Refused sign-ins of operators within ten minutes that are no slips of the finger. */
const refusedMax = 20;
/** USDT that two persons have moved at once, of which a third should know. */
const largeUsdt = 100_000;

/** What each rule finds now. Every one of them reads little, and by an index. */
export const rules: Readonly<Record<AlarmRule, Read>> = {
  coverageShort: async (db) => {
    const found: Standing[] = [];
    for (const kind of ['trading', 'treasury'] as const) {
      const has = await houseBalance(db, 'real', kind, usdt);
      if (has < nothing) found.push({ subject: `house:${kind}`, detail: `${formatAmount(has, usdt)} USDT` });
    }
    return found;
  },
  queueLate: async (db, clock) => {
    const rows = await db.query<{ desk: string; oldest: Date | null; hours: number }>(
      queues
        .map(({ desk, oldest, hours }) => `select '${desk}' as desk, (${oldest}) as oldest, ${hours} as hours`)
        .join(' union all '),
    );
    return rows.flatMap(({ desk, oldest, hours }) =>
      oldest !== null && clock.now() - oldest.getTime() > hours * hour
        ? [{ subject: `desk:${desk}`, detail: `the oldest case waits since ${oldest.toISOString()}, over ${hours} h` }]
        : [],
    );
  },
  chainFault: (db) =>
    db.query<Standing>(
      `select 'chain:' || chain as subject, fault as detail from chain_watches where watched and fault is not null`,
    ),
  actsParked: (db) =>
    db.query<Standing>(
      `select 'engine' as subject, count(*) || ' since ' || to_char(min(parked_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as detail
       from parked_acts having count(*) > 0`,
    ),
  signInsRefused: (db, clock) =>
    db.query<Standing>(
      `select 'console' as subject, count(*) || ' within 10 minutes' as detail from audit_log
       where action = 'session.refused' and at > $1 and id > coalesce((
         select id from audit_log where action = 'session.refused' order by id desc offset $2 * 10 limit 1), 0) having count(*) >= $2`,
      [new Date(clock.wall() - 10 * minute), refusedMax],
    ),
  // What a coin is worth isn't known here, and two persons seldom take one: every time is told.
  largeMovement: (db, clock) =>
    db.query<Standing>(
      `select subject, detail from (select 'proposal:' || id as subject, kind || ': ' || trim_scale(moved) || ' ' || asset as detail from (
         select p.id, p.kind, case p.kind when 'treasury.move' then coalesce(p.payload ->> 'asset', $3) else $3 end as asset,
           case p.kind when 'treasury.move' then (p.payload ->> 'amount')::numeric else (
             select sum((t ->> 'amount')::numeric) from jsonb_array_elements(p.payload -> 'transfers') t where t ->> 'asset' = $3) end as moved
         from proposals p where p.kind in ('treasury.move', 'ledger.correction') and p.status = 'approved' and p.decided_at > $1
           and p.payload ->> 'book' = 'real'
       ) decided where moved >= $2 or asset <> $3
       union all
       select 'proposal:' || p.id, p.kind || ': ' || trim_scale(p.weight / 1000000) || ' USDT' from proposals p
       where p.kind not in ('treasury.move', 'ledger.correction') and p.status = 'approved' and p.decided_at > $1 and p.weight >= $2 * 1000000
       union all
       select 'withdrawal:' || w.withdrawal_no, 'withdrawal.approved: ' || trim_scale(c.weight / 1000000) || ' USDT'
       from case_weights c join withdrawals w on c.kind = 'withdrawals' and w.id = c.case_id
       where c.at > $1 and c.weight >= $2 * 1000000
       ) found order by length(subject), subject`,
      [new Date(clock.wall() - day), largeUsdt, usdt.code],
    ),
  halted: (db, clock) =>
    db.query<Standing>(
      `select 'halt:' || id as subject, concat_ws(' ', scope, subject) || ': ' || left(reason, 200) as detail
       from halts where ended_at is null and (lapses_at is null or lapses_at > $1) order by id`,
      [new Date(clock.wall())],
    ),
};

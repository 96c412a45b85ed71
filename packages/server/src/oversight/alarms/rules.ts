import type { AlarmRule } from '@assay/contract/vocabulary/operators.ts';
import { isOpen } from '@assay/domain/market/hours.ts';
import { formatAmount, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, add, compare, formatFixed, multiply, negate, rescale, subtract, zero } from '@assay/domain/money/fixed.ts';
import { houseBalance } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { openContracts } from '../../positions/index.ts';
import type { OversightTerms, Targets } from '../terms.ts';

/** A condition that holds now. */
export interface Standing {
  readonly subject: string;
  readonly detail: string;
}

/** What a rule looks at besides the tables. */
export interface Looking {
  readonly clock: Pick<Clock, 'now' | 'wall'>;
  readonly market: Pick<Market, 'instruments' | 'quote' | 'suspended' | 'suspendedSince'>;
  readonly terms: OversightTerms;
  /** In business time, since when prices could have come. */
  readonly since: number;
}
type Read = (db: Queryable, looking: Looking) => Promise<readonly Standing[]>;

const minute = 60_000;
const hour = 60 * minute;
/** How long a movement stays active: an operator who was away for an hour does not miss it. */
const day = 24 * hour;

/** What waits at each desk, in business time. Chats have their hours of the day: at night they wait for no one's fault. */
const queues = [
  { desk: 'deposits', waits: `select created_at from deposits where status in ('pendingReview', 'approved')` },
  { desk: 'withdrawals', waits: `select created_at from withdrawals where status in ('pendingReview', 'approved')` },
  { desk: 'kyc', waits: `select submitted_at from kyc_cases where status = 'pendingReview'` },
  { desk: 'loans', waits: `select created_at from loans where status = 'pendingReview'` },
] as const;

/** So many instruments of a class without a price are a source that is away, and one alarm. */
const pricesApart = 5;

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
  queueLate: async (db, { clock, terms }) => {
    const rows = await db.query<{ desk: keyof Targets; oldest: Date; late: number }>(
      queues
        .map(
          ({ desk, waits }, at) =>
            `select '${desk}' as desk, min(w.at) as oldest, count(*)::integer as late from (${waits}) w (at) where w.at < $${at + 1} having count(*) > 0`,
        )
        .join(' union all '),
      queues.map(({ desk }) => new Date(clock.now() - terms.hours[desk] * hour)),
    );
    return rows.map(({ desk, oldest, late }) => ({
      subject: `desk:${desk}`,
      detail: `waiting over ${terms.hours[desk]} h: ${late}, the oldest since ${oldest.toISOString()}`,
    }));
  },
  pricesMissing: async (_, looking) => {
    const missing = missingPrices(looking);
    const classes = Map.groupBy(missing, ({ instrument }) => instrument.assetClass);
    return [...classes].flatMap(([assetClass, all]) => {
      if (all.length < pricesApart)
        return all.map(({ instrument, since }) => ({ subject: `instrument:${instrument.code}`, detail: `since ${since}` }));
      const of = looking.market.instruments().filter((one) => one.assetClass === assetClass).length;
      return [
        {
          subject: `class:${assetClass}`,
          detail: `${all.length} of ${of}, since ${all.map(({ since }) => since).toSorted()[0]}`,
        },
      ];
    });
  },
  exposureHigh: async (db, { market, terms }) => {
    const share = formatFixed(terms.exposureShare);
    const found: Standing[] = [];
    let together = zero;
    for (const { code, long, short } of await openContracts(db, market, 'real')) {
      const net = distance(long, short);
      together = add(together, net);
      found.push(...high(`instrument:${code}`, net, terms.instrumentMax));
    }
    return [...high('house', together, terms.houseMax), ...found];

    function high(subject: string, net: Fixed, max: Fixed): Standing[] {
      if (compare(net, multiply(max, terms.exposureShare)) <= 0) return [];
      return [{ subject, detail: `${formatFixed(rescale(net, 0, 'down'))} USDT net, over ${share} of ${formatFixed(max)}` }];
    }
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
  signInsRefused: (db, { clock, terms }) =>
    db.query<Standing>(
      `select 'console' as subject, count(*) || ' within 10 minutes' as detail from audit_log
       where action = 'session.refused' and at > $1 and id > coalesce((
         select id from audit_log where action = 'session.refused' order by id desc offset $2 * 10 limit 1), 0) having count(*) >= $2`,
      [new Date(clock.wall() - 10 * minute), terms.signIns],
    ),
  // The value of a coin isn't known here, and two persons seldom take one: every time raises an alarm.
  largeMovement: (db, { clock, terms }) =>
    db.query<Standing>(
      `select subject, detail from (select 'proposal:' || id as subject, kind || ': ' || trim_scale(moved) || ' ' || asset as detail from (
         select p.id, p.kind, case p.kind when 'treasury.move' then coalesce(p.payload ->> 'asset', $3) else $3 end as asset,
           case p.kind when 'treasury.move' then (p.payload ->> 'amount')::numeric else (
             select sum((t ->> 'amount')::numeric) from jsonb_array_elements(p.payload -> 'transfers') t where t ->> 'asset' = $3) end as moved
         from proposals p where p.kind in ('treasury.move', 'ledger.correction') and p.status = 'approved' and p.decided_at > $1
           and p.payload ->> 'book' = 'real'
       ) decided where moved >= $2::numeric or asset <> $3
       union all
       select 'proposal:' || p.id, p.kind || ': ' || trim_scale(p.weight / 1000000) || ' USDT' from proposals p
       where p.kind not in ('treasury.move', 'ledger.correction') and p.status = 'approved' and p.decided_at > $1 and p.weight >= $2::numeric * 1000000
       union all
       select 'withdrawal:' || w.withdrawal_no, 'withdrawal.approved: ' || trim_scale(c.weight / 1000000) || ' USDT'
       from case_weights c join withdrawals w on c.kind = 'withdrawals' and w.id = c.case_id
       where c.at > $1 and c.weight >= $2::numeric * 1000000
       ) found order by length(subject), subject`,
      [new Date(clock.wall() - day), formatFixed(terms.movementAbove), usdt.code],
    ),
  halted: (db, { clock }) =>
    db.query<Standing>(
      `select 'halt:' || id as subject, concat_ws(' ', scope, subject) || ': ' || left(reason, 200) as detail
       from halts where ended_at is null and (lapses_at is null or lapses_at > $1) order by id`,
      [new Date(clock.wall())],
    ),
};

/** What can't be traded for want of a price though its market is open, for too long by now. */
function missingPrices({ clock, market, terms, since: began }: Looking) {
  const now = clock.now();
  return market.instruments().flatMap((instrument) => {
    if (!isOpen(instrument.hours, now) || !market.suspended(instrument.code)) return [];
    const since = market.suspendedSince(instrument.code) ?? began;
    return now - since > terms.priceMinutes * minute ? [{ instrument, since: new Date(since).toISOString() }] : [];
  });
}

const distance = (one: Fixed, other: Fixed): Fixed => {
  const difference = subtract(one, other);
  return compare(difference, zero) < 0 ? negate(difference) : difference;
};

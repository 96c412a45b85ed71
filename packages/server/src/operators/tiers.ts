import { type Amount, amount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';

/** What an act moves, in USDT; `unknown` where nobody can say what its coins are worth, null where it moves no real money. */
export type Weight = Amount | 'unknown' | null;

/** What an act needs besides a second person. */
interface Tier {
  readonly weight: Amount | null;
  readonly persons: 2 | 3;
  /** When it may be approved for good; null: at once. */
  readonly readyAt: Date | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const keys = ['third_person_above', 'wait_above', 'wait_hours', 'operator_day_max'] as const;

/** As operators have set them; what is nought is off. */
async function tiersOf(db: Queryable) {
  const rows = await db.query<{ key: string; value: string }>('select key, value from parameters where key = any ($1)', [keys]);
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const of = (key: (typeof keys)[number]): Amount => parseAmount(values.get(key) ?? '0', usdt) ?? nothing;
  return {
    thirdAbove: of('third_person_above'),
    waitAbove: of('wait_above'),
    dayMax: of('operator_day_max'),
    waitMs: Number(values.get('wait_hours') ?? '24') * hourMs,
  };
}

/**
 * What an act of this weight needs. It counts together with all of the same operator that may still be approved or was within 24 hours,
 * so that nothing is gained by splitting or by letting it lie; what nobody can weigh counts as more than anything. Refused with 11412
 * beyond what one may propose in a day.
 */
export async function tierOf(
  tx: Transaction,
  { operatorId, weight, now }: { readonly operatorId: string; readonly weight: Weight; readonly now: number },
): Promise<Tier | Refusal> {
  if (weight === null) return { weight: null, persons: 2, readyAt: null };
  const { thirdAbove, waitAbove, dayMax, waitMs } = await tiersOf(tx);
  const known = weight === 'unknown' ? null : weight;
  if (sum(thirdAbove, waitAbove, dayMax) === nothing) return { weight: known, persons: 2, readyAt: null };
  // Of two that are proposed at once, the second counts the first.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 4127103))', [operatorId]);
  const [before] = await tx.query<{ units: bigint }>(
    `select coalesce(sum(weight), 0)::numeric(38, 0) as units from proposals
     where proposed_by = $1 and weight is not null
       and (status = 'waiting' and expires_at > $2 or status = 'approved' and decided_at > $3)`,
    [operatorId, new Date(now), new Date(now - dayMs)],
  );
  const day = known === null ? undefined : sum(known, amount(before?.units ?? 0n));
  const beyond = (limit: Amount) => limit > nothing && (day === undefined || day > limit);
  if (beyond(dayMax)) return refuse('11412');
  return {
    weight: known,
    persons: beyond(thirdAbove) ? 3 : 2,
    readyAt: beyond(waitAbove) ? new Date(now + waitMs) : null,
  };
}

/** Whether a single payment of so much needs a third person. */
export async function needsThird(db: Queryable, weight: Amount): Promise<boolean> {
  const { thirdAbove } = await tiersOf(db);
  return thirdAbove > nothing && weight > thirdAbove;
}

/** Whether there are three of finance, who alone pay withdrawals and release deposits: fewer could never do it where it needs three. */
export async function thereAreThree(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ paying: number }>(
    `select count(*) as paying from operators
     where 'finance' = any (roles) and disabled_at is null and enrolled_at is not null`,
  );
  return row !== undefined && row.paying >= 3;
}

import type { Amount } from '@assay/domain/money/amount.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';

/** What an act moves, in USDT; `unknown` where its coins have no known price, null where it moves no real money. */
export type Weight = Amount | 'unknown' | null;

/** As the database adds an act to all others of its operator: an unpriced act exceeds every limit. */
export const endless = 'infinity';

interface Moved {
  readonly operatorId: string;
  readonly weight: Weight;
  readonly now: number;
  /** Of a proposal: of a batch its proposer may have approved parts before. */
  readonly of?: { readonly kind: string; readonly payload: unknown };
}

/**
 * Refused with 11412 beyond what one operator may move in a day, together with all of theirs that may still be done or was within 24
 * hours, of whichever kind. How many persons an act needs and when it may be done works the database out.
 */
export async function dayOf(
  tx: Transaction,
  { operatorId, weight, now, of = { kind: '', payload: {} } }: Moved,
): Promise<Refusal | undefined> {
  if (weight === null) return undefined;
  const [row] = await tx.query<{ beyond: boolean }>(
    'select t.day_max > 0 and risk_day($1, $2, $3, $4, $5) > t.day_max as beyond from risk_terms() t',
    [operatorId, weight === 'unknown' ? endless : weight, new Date(now), of.kind, JSON.stringify(of.payload)],
  );
  return row?.beyond === true ? refuse('11412') : undefined;
}

/**
 * Refused with 11416 while the decision of one of these does not count where three are required, because they were enabled too
 * recently.
 */
export async function countsNow(db: Queryable, operatorIds: readonly string[], now: number): Promise<Refusal | undefined> {
  const [row] = await db.query<{ from: Date | null }>(
    'select max(operator_counts_from(one)) as "from" from unnest($1::bigint[]) one',
    [operatorIds],
  );
  const from = row?.from ?? null;
  return from !== null && from.getTime() > now ? refuse('11416', {}, { at: minuteOf(from) }) : undefined;
}

/** Refused with 11413 before an act may be done. */
export function waitsUntil(readyAt: Date | null, now: number): Refusal | undefined {
  return readyAt !== null && readyAt.getTime() > now ? refuse('11413', {}, { at: minuteOf(readyAt) }) : undefined;
}

const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Whether there are three of finance, who alone pay withdrawals and release deposits: fewer could never do it where it needs three. */
export async function thereAreThree(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ paying: number }>(
    `select count(*) as paying from operators
     where 'finance' = any (roles) and disabled_at is null and enrolled_at is not null`,
  );
  return row !== undefined && row.paying >= 3;
}

import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { type Weight, countsNow, dayOf, endless, waitsUntil } from './tiers.ts';

/** A case of two persons, by its number in the database. */
export interface WeighedCase {
  readonly kind: 'deposits' | 'withdrawals' | 'loans';
  readonly id: number;
}

/**
 * Writes down what a case weighs that its first person has just approved: it counts with all else of theirs. Refused with 11412 beyond
 * what one operator may move in a day.
 */
export async function weighCase(
  tx: Transaction,
  { kind, id }: WeighedCase,
  { operatorId, weight, now }: { readonly operatorId: string; readonly weight: Weight; readonly now: number },
): Promise<Refusal | undefined> {
  const beyond = await dayOf(tx, { operatorId, weight, now });
  if (beyond !== undefined) return beyond;
  await tx.query('insert into case_weights (kind, case_id, operator_id, weight, at) values ($1, $2, $3, $4, $5)', [
    kind,
    id,
    operatorId,
    weight === 'unknown' ? null : weight,
    new Date(now),
  ]);
  return undefined;
}

/** What a case asks for besides a second person. */
export interface Gate {
  readonly persons: number;
  readonly secondedBy: { readonly id: string; readonly name: string } | null;
  /** Before that it can't be completed; null: at once. */
  readonly readyAt: Date | null;
}

/** By the stricter of the terms at approval and the current ones; for a case not approved yet, as it would be. */
export async function gateOf(db: Queryable, { kind, id }: WeighedCase, weight: Weight): Promise<Gate> {
  const [row] = await db.query<{ persons: number; readyAt: Date | null; by: string | null; name: string | null }>(
    `select a.persons, a.ready_at as "readyAt", o.id::text as by, o.name
     from case_asks($1, $2, $3) a left join case_seconds s on s.kind = $1 and s.case_id = $2
     left join operators o on o.id = s.operator_id`,
    [kind, id, weight === 'unknown' ? endless : weight],
  );
  if (row === undefined) throw new Error(`${kind} ${id} asks for nothing`);
  const { persons, readyAt, by, name } = row;
  return { persons, readyAt, secondedBy: by === null || name === null ? null : { id: by, name } };
}

interface Speaking {
  readonly weight: Weight;
  readonly operatorId: string;
  readonly now: number;
}

/**
 * Writes down that a second person agrees. Refused with 11059 where none is needed, or one has, and with 11416 for an
 * operator who does not count yet.
 */
export async function secondCase(
  tx: Transaction,
  one: WeighedCase,
  { weight, operatorId, now }: Speaking,
): Promise<Refusal | undefined> {
  const { persons, secondedBy } = await gateOf(tx, one, weight);
  if (persons < 3 || secondedBy !== null) return refuse('11059');
  const early = await countsNow(tx, [operatorId], now);
  if (early !== undefined) return early;
  await tx.query('insert into case_seconds (kind, case_id, operator_id, at) values ($1, $2, $3, $4)', [
    one.kind,
    one.id,
    operatorId,
    new Date(now),
  ]);
  return undefined;
}

/**
 * Whether this operator may end a case as done that another has approved. Refused with 11415 before a required second approval,
 * 11070 for the seconder, 11413 before its wait is over, 11416 while one of the three does not count yet.
 */
export async function mayEnd(
  db: Queryable,
  one: WeighedCase,
  { weight, operatorId, now, approvedBy }: Speaking & { readonly approvedBy: string | null },
): Promise<Refusal | undefined> {
  const { persons, secondedBy, readyAt } = await gateOf(db, one, weight);
  if (secondedBy?.id === operatorId) return refuse('11070');
  if (persons >= 3) {
    if (secondedBy === null) return refuse('11415');
    const early = await countsNow(db, [secondedBy.id, operatorId, ...(approvedBy === null ? [] : [approvedBy])], now);
    if (early !== undefined) return early;
  }
  return waitsUntil(readyAt, now);
}

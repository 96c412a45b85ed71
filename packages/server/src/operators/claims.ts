import { mayDecide } from '@assay/contract/endpoints/console/cases/deciding.ts';
import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { caseCalls } from '@assay/contract/endpoints/console/proposals.ts';
import {
  type CaseDesk,
  type OperatorRole,
  assignedMs,
  caseDesks,
  claimMs,
  claimsMax,
} from '@assay/contract/vocabulary/operators.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import type { Audit } from './audit-entry.ts';
import type { Desk, OperatorCall } from './desk.ts';
import { cursorOf } from './page.ts';

type Claimed = DeskResult<typeof caseCalls.claim>;

/**
 * Refused with 404 on `id` where there is no such case, 11059 when it is decided, and 11070 for an operator who has
 * acted on it already: they would only keep the next person from it.
 */
async function refuseUnlessFor(
  desk: Desk,
  tx: Transaction,
  { kind, id }: { readonly kind: CaseDesk; readonly id: string },
  operatorId: string,
): Promise<Refusal | undefined> {
  const found = await desk.cases.get(kind)?.(tx, id);
  if (found === undefined) return refuse('404', { id: '404' });
  if (!found.open) return refuse('11059');
  return found.said?.includes(operatorId) === true ? refuse('11070') : undefined;
}

/**
 * Claims a case for a fixed time: asking again while holding it does not extend that. Refused with 403 for operators who don't
 * decide there, as `refuseUnlessFor` says, with 11072 while another operator has it, and 11282 beyond the limit per operator.
 */
export async function claimCase(
  desk: Desk,
  { operator }: OperatorCall,
  tx: Transaction,
  audit: Audit,
  { desk: kind, id }: DeskInput<typeof caseCalls.claim>,
): Promise<Claimed | Refusal> {
  if (!mayDecide(kind, operator.roles)) return refuse('403');
  const none = await refuseUnlessFor(desk, tx, { kind, id }, operator.id);
  if (none !== undefined) return none;
  const now = desk.clock.wall();
  // Of two that are taken on at once the second counts the first.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 4127106))', [operator.id]);
  const has = await tx.query(
    'select from claims where operator_id = $1 and claimed_at > $2 and (kind, subject_id) <> ($3, $4) limit $5',
    [operator.id, new Date(now - claimMs), kind, id, claimsMax],
  );
  if (has.length >= claimsMax) return refuse('11282');
  const claimed = await tx.query(
    `insert into claims as held (kind, subject_id, operator_id, claimed_at) values ($1, $2, $3, $4)
     on conflict (kind, subject_id) do update set operator_id = excluded.operator_id,
       claimed_at = case when held.claimed_at > $5 then held.claimed_at else excluded.claimed_at end
       where held.operator_id = excluded.operator_id or held.claimed_at <= $5
     returning 1 as claimed`,
    [kind, id, operator.id, new Date(now), new Date(now - claimMs)],
  );
  if (claimed.length === 0) return refuse('11072');
  audit({ action: 'case.claimed', subject: `${kind}:${id}` });
  return { claimedBy: { id: operator.id, name: operator.name } };
}

/** Lays one's own case down. Refused with 11072 when it is not one's own. */
export async function releaseCase(
  { operator }: OperatorCall,
  tx: Transaction,
  audit: Audit,
  { desk: kind, id }: DeskInput<typeof caseCalls.release>,
): Promise<Claimed | Refusal> {
  const released = await tx.query(
    'delete from claims where kind = $1 and subject_id = $2 and operator_id = $3 returning 1 as released',
    [kind, id, operator.id],
  );
  if (released.length === 0) return refuse('11072');
  audit({ action: 'case.released', subject: `${kind}:${id}` });
  return { claimedBy: null };
}

/**
 * Assigns a case to an operator, whether or not another one holds it. Refused as `refuseUnlessFor` says of them, and with 404
 * on `operatorId` for an operator who may not decide there, or is disabled.
 */
export async function assignCase(
  at: Desk,
  tx: Transaction,
  audit: Audit,
  { desk: kind, id, operatorId }: DeskInput<typeof caseCalls.assign>,
): Promise<Claimed | Refusal> {
  const none = await refuseUnlessFor(at, tx, { kind, id }, operatorId);
  if (none !== undefined) return none;
  const rows = isRefusal(cursorOf(operatorId))
    ? []
    : await tx.query<{ name: string; roles: OperatorRole[] }>(
        'select name, roles from operators where id = $1 and disabled_at is null',
        [operatorId],
      );
  const [given] = rows;
  if (given === undefined || !mayDecide(kind, given.roles)) return refuse('404', { operatorId: '404' });
  await tx.query(
    `insert into claims (kind, subject_id, operator_id, claimed_at) values ($1, $2, $3, $4)
     on conflict (kind, subject_id) do update set operator_id = excluded.operator_id, claimed_at = excluded.claimed_at`,
    // It expires like a claimed one, counted from its end.
    [kind, id, operatorId, new Date(at.clock.wall() + assignedMs - claimMs)],
  );
  audit({ action: 'case.assigned', subject: `${kind}:${id}`, details: { operator: given.name } });
  return { claimedBy: { id: operatorId, name: given.name } };
}

/** What each active operator has claimed or was assigned, and where they may decide. */
export async function readLoad({ db, clock }: Desk): Promise<DeskResult<typeof caseCalls.load>> {
  const operators = await db.query<{ id: number; name: string; roles: OperatorRole[] }>(
    'select id, name, roles from operators where disabled_at is null and enrolled_at is not null order by name',
  );
  const rows = await db.query<{ id: number; desk: CaseDesk; has: number }>(
    'select operator_id as id, kind as desk, count(*) as has from claims where claimed_at > $1 group by 1, 2',
    [new Date(clock.wall() - claimMs)],
  );
  return operators.map(({ id, name, roles }) => ({
    operator: { id: String(id), name },
    desks: caseDesks.map((desk) => ({
      desk,
      may: mayDecide(desk, roles),
      has: rows.find((row) => row.id === id && row.desk === desk)?.has ?? 0,
    })),
  }));
}

/** Whether an operator has taken a case on and not let it go, as a condition: of what was claimed after `since`. */
export const takenOn = (desk: CaseDesk, id: string, operator: string, since: string): string =>
  `exists (select from claims k where k.kind = '${desk}' and k.subject_id = ${id} and k.operator_id = ${operator} and k.claimed_at > ${since})`;

/** A condition: no other operator works on a case; counts claims made after `since`. */
export const notClaimed = (desk: CaseDesk, id: string, operator: string, since: string): string =>
  `not exists (select from claims k where k.kind = '${desk}' and k.subject_id = ${id} and k.operator_id <> ${operator} and k.claimed_at > ${since})`;

/** Who works on which of these cases at the moment, by id. */
export async function claimsOf(
  db: Queryable,
  now: number,
  desk: CaseDesk,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  const rows = await db.query<{ subject_id: string; id: number; name: string }>(
    `select c.subject_id, o.id, o.name from claims c join operators o on o.id = c.operator_id
     where c.kind = $1 and c.subject_id = any ($2) and c.claimed_at > $3`,
    [desk, ids, new Date(now - claimMs)],
  );
  return new Map(rows.map((row) => [row.subject_id, { id: String(row.id), name: row.name }]));
}

/** Refused with 11072 while another operator works on the case: for calls that lead to an act of a desk. */
export async function heldByOther(
  db: Queryable,
  now: number,
  { operator }: Pick<OperatorCall, 'operator'>,
  desk: CaseDesk,
  id: string,
): Promise<Refusal | undefined> {
  const holder = (await claimsOf(db, now, desk, [id])).get(id);
  return holder === undefined || holder.id === operator.id ? undefined : refuse('11072');
}

/** For an act that decides a case: refused as `heldByOther` says; one's own claim has done its work and goes with it. */
export async function takeInHand(
  tx: Transaction,
  now: number,
  call: Pick<OperatorCall, 'operator'>,
  desk: CaseDesk,
  id: string,
): Promise<Refusal | undefined> {
  const held = await heldByOther(tx, now, call, desk, id);
  if (held !== undefined) return held;
  await tx.query('delete from claims where kind = $1 and subject_id = $2 and operator_id = $3', [desk, id, call.operator.id]);
  return undefined;
}

import type { DeskInput } from '@assay/contract/endpoints/console/desk-call.ts';
import type { kycDeskCalls } from '@assay/contract/endpoints/console/kyc.ts';
import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { KycContext } from './context.ts';
import { hasSeenPictures } from './pictures.ts';
import type { KycRow } from './row.ts';

/** A second look as stored; absent for customers verified before there were any. */
interface SecondLook extends Pick<KycRow, 'images' | 'submittedAt'> {
  readonly caseNo: string;
  readonly userId: string;
  readonly decidedBy: string | null;
}

/**
 * Looks at a verified identification a second time: the higher limits count at once, or, after an objection, not until another
 * reviewer has looked. Refused with 404, 11059 where nothing waits for it, 11070 for the operator who verified it, and 11279
 * where it would confirm what this operator has not been shown.
 */
export async function lookAgain(
  { clock }: KycContext,
  tx: Transaction,
  operatorId: string,
  { id, objects }: DeskInput<typeof kycDeskCalls.lookAgain>,
): Promise<SecondLook | Refusal> {
  const [known] = await tx.query('select from kyc_cases where id = $1', [id]);
  if (known === undefined) return refuse('404', { id: '404' });
  const [row] = await tx.query<SecondLook>(
    `select c.case_no as "caseNo", c.user_id::text as "userId", c.decided_by::text as "decidedBy",
       json_build_object('front', c.front_id, 'back', c.back_id, 'holding', c.holding_id, 'signature', c.signature_id) as images,
       c.submitted_at as "submittedAt"
     from identity_second_looks l join kyc_cases c on c.id = l.case_id
     where l.case_id = $1 and (l.looked_by is null or l.objected <> $2) for update of l`,
    [id, objects],
  );
  if (row === undefined) return refuse('11059');
  if (row.decidedBy === operatorId) return refuse('11070');
  if (!objects && !(await hasSeenPictures(tx, row, operatorId))) return refuse('11279');
  await tx.query('update identity_second_looks set looked_by = $2, looked_at = $3, objected = $4 where case_id = $1', [
    id,
    operatorId,
    new Date(clock.wall()),
    objects,
  ]);
  return row;
}

/** The progress of a verified customer towards the higher limits, as the customer sees it. */
export async function higherLimitsOf(
  db: Queryable,
  caseId: number | undefined,
  now: number,
): Promise<Pick<Kyc, 'higherLimits' | 'higherLimitsFrom'>> {
  const [row] = await db.query<{ countsFrom: Date; looked: boolean; objected: boolean }>(
    'select counts_from as "countsFrom", looked_by is not null as looked, objected from identity_second_looks where case_id = $1',
    [caseId ?? 0],
  );
  if (row === undefined) return { higherLimits: null, higherLimitsFrom: null };
  if (row.objected) return { higherLimits: 'held', higherLimitsFrom: null };
  if (row.looked || row.countsFrom.getTime() <= now) return { higherLimits: 'count', higherLimitsFrom: null };
  return { higherLimits: 'waiting', higherLimitsFrom: row.countsFrom.toISOString() };
}

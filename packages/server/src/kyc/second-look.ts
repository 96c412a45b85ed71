import type { DeskInput } from '@assay/contract/endpoints/console/desk-call.ts';
import type { kycDeskCalls } from '@assay/contract/endpoints/console/kyc.ts';
import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { KycContext } from './context.ts';

/** A second look as the database has it; absent for whoever was verified before there were any. */
interface SecondLook {
  readonly caseNo: string;
  readonly userId: string;
  readonly decidedBy: string | null;
}

/**
 * Looks at a verified identification a second time: the higher limits count at once, or, after an objection, not until somebody
 * else has looked. Refused with 404, 11059 where nothing waits for it, and 11070 for whoever has verified it.
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
    `select c.case_no as "caseNo", c.user_id::text as "userId", c.decided_by::text as "decidedBy"
     from identity_second_looks l join kyc_cases c on c.id = l.case_id
     where l.case_id = $1 and (l.looked_by is null or l.objected <> $2) for update of l`,
    [id, objects],
  );
  if (row === undefined) return refuse('11059');
  if (row.decidedBy === operatorId) return refuse('11070');
  await tx.query('update identity_second_looks set looked_by = $2, looked_at = $3, objected = $4 where case_id = $1', [
    id,
    operatorId,
    new Date(clock.wall()),
    objects,
  ]);
  return row;
}

/** How far the higher limits are of whoever is verified, as the customer sees it. */
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

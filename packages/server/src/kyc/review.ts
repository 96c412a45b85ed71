import type { DeskInput } from '@assay/contract/endpoints/console/desk-call.ts';
import type { kycDeskCalls } from '@assay/contract/endpoints/console/kyc.ts';
import { decideReview } from '@assay/domain/kyc/decide-review.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { KycContext } from './context.ts';
import { findPerson } from './persons.ts';
import { hasSeenPictures } from './pictures.ts';
import { type KycRow, columns, personOf } from './row.ts';

/**
 * Decides a case for good. A verified person's country becomes that of the account, which some products ask for, where it has
 * none: changing an existing one takes two persons. Refused with 404, those of `decideReview`, 11279 before every picture has
 * been looked at, and those of the screening (11270, 11271) and `findPerson`.
 */
export async function reviewCase(
  { clock, notify, secret, screening }: KycContext,
  tx: Transaction,
  operatorId: string,
  { id, status, rejected, sameAs }: DeskInput<typeof kycDeskCalls.decide>,
): Promise<KycRow | Refusal> {
  const [before] = await tx.query<KycRow>(`select ${columns} from kyc_cases where id = $1 for update`, [id]);
  if (before === undefined) return refuse('404', { id: '404' });
  const refused = decideReview({ status, rejected }, before);
  if (refused !== undefined) return refuse(refused, refused === '11039' ? { rejected: '11039' } : {});
  if (status === 'verified' && !(await hasSeenPictures(tx, before, operatorId))) return refuse('11279');
  const screened = status === 'verified' ? await screening?.holds(tx, 'identity', before.caseNo) : undefined;
  if (screened !== undefined) return screened;
  const [row] = await tx.query<KycRow>(
    `update kyc_cases set status = $2, rejected = $3, decided_at = $4, decided_by = $5
     where id = $1 and status = 'pendingReview' returning ${columns}`,
    [id, status, JSON.stringify(rejected), new Date(clock.wall()), operatorId],
  );
  if (row === undefined) throw new Error(`case ${id} was decided under its lock`);
  if (status === 'verified') {
    const unclear = await findPerson(tx, row, { sameAs, now: clock.wall() });
    if (unclear !== undefined) return unclear;
    await tx.query('update users set country = $2 where id = $1 and country is null', [
      row.userId,
      personOf(secret, row).country,
    ]);
  }
  notify(tx, {
    kind: 'kycStatus',
    userId: row.userId,
    book: null,
    values: { caseNo: row.caseNo, kyc: status },
    at: clock.now(),
  });
  return row;
}

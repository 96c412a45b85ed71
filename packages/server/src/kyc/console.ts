import { type KycCaseDetail, kycDeskCalls } from '@assay/contract/endpoints/console/kyc.ts';
import { type Desk, actorOf, appendAudit, mayOpenKept, serveDesk, serveDeskMove, takeInHand } from '../operators/index.ts';
import { isRefusal } from '../platform/refusal.ts';
import { caseOpen, casesWaiting, listCases, readCase } from './cases.ts';
import type { KycContext } from './context.ts';
import { likenessesOf } from './persons.ts';
import { reviewCase } from './review.ts';
import { lookAgain } from './second-look.ts';

/** The identity desk. Opening a case is recorded in the audit log, whatever the outcome. */
export function serveKycDesk(desk: Desk, context: KycContext): void {
  const { db, clock } = desk;
  serveDesk(desk, kycDeskCalls.list, ({ operator }, input) => listCases(desk, input, operator.id));
  serveDesk(desk, kycDeskCalls.detail, async (call, { id }) => {
    const detail = await readCase(context, id, { mayOpenKept: mayOpenKept(call.operator) });
    if (isRefusal(detail)) return detail;
    const entry = { action: 'kyc.viewed', subject: `kyc:${detail.caseNo}`, details: { customer: detail.customer.id } };
    await appendAudit(db, clock.wall(), actorOf(call), entry);
    return detail;
  });
  serveDeskMove(desk, kycDeskCalls.decide, async (call, input, tx, audit) => {
    const held = await takeInHand(tx, clock.wall(), call, 'kyc', input.id);
    if (held !== undefined) return held;
    const row = await reviewCase(context, tx, call.operator.id, input);
    if (isRefusal(row)) return row;
    const { caseNo, userId, status, rejected } = row;
    const { sameAs } = input;
    // What was answered, none of them too, and to what.
    const answered = sameAs !== undefined && { sameAs, likenesses: (await likenessesOf(tx, input.id)).map(namedIn) };
    const details = { customer: userId, rejected: [...rejected], ...answered };
    audit({ action: `kyc.${status}`, subject: `kyc:${caseNo}`, details });
    return { id: input.id, status, decidedAt: row.decidedAt?.toISOString() ?? null };
  });
  serveDeskMove(desk, kycDeskCalls.lookAgain, async (call, input, tx, audit) => {
    const looked = await lookAgain(context, tx, call.operator.id, input);
    if (isRefusal(looked)) return looked;
    // What is typed of a customer goes with their account: the log is for ever.
    await tx.query('insert into user_notes (user_id, operator_id, text, created_at) values ($1, $2, $3, $4)', [
      looked.userId,
      call.operator.id,
      input.reason,
      new Date(clock.wall()),
    ]);
    const details = { customer: looked.userId };
    audit({ action: input.objects ? 'kyc.objected' : 'kyc.confirmed', subject: `kyc:${looked.caseNo}`, details });
    return { id: input.id, state: input.objects ? ('held' as const) : ('count' as const) };
  });
  desk.queue('kyc', casesWaiting);
  desk.casesOf('kyc', caseOpen);
}

const namedIn = ({ customer, by }: KycCaseDetail['likenesses'][number]) => ({ customer: customer.id, by });

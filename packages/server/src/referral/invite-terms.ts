import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type InviteTerms, dayOf, lastRewardedDay, readInviteTerms } from '@assay/domain/referral/terms.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { parameter } from '../settings/index.ts';
import { dateOf } from './context.ts';

/** The terms for those who register now. Refused with 10018 when a parameter is missing or makes no sense. */
export async function inviteTerms(db: Queryable): Promise<InviteTerms | Refusal> {
  const rate = await parameter(db, 'invite_reward_rate');
  if (isRefusal(rate)) return rate;
  const days = await parameter(db, 'invite_reward_days');
  if (isRefusal(days)) return days;
  return readInviteTerms(rate, days) ?? refuse('10018');
}

/** Freezes the terms of an invitation as part of the registration by it. `at` is business time. */
export async function acceptInvitation(
  tx: Transaction,
  invitation: { inviterId: number; inviteeId: number; at: number },
): Promise<Refusal | undefined> {
  const terms = await inviteTerms(tx);
  if (isRefusal(terms)) return terms;
  const { inviterId, inviteeId, at } = invitation;
  await tx.query(
    `insert into invitations (invitee_id, inviter_id, rate, first_day, last_day, created_at)
     values ($1, $2, $3, ${dateOf('$4')}, ${dateOf('$5')}, $6)`,
    [inviteeId, inviterId, formatFixed(terms.rate), dayOf(at), lastRewardedDay(at, terms), new Date(at)],
  );
  return undefined;
}

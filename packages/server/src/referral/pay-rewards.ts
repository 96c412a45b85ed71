import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { type Amount, type Asset, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { startOfDay } from '@assay/domain/referral/terms.ts';
import { post } from '../ledger/index.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { tellBalance } from '../platform/private-events.ts';
import { isRefusal } from '../platform/refusal.ts';
import { type ReferralContext, book, dateOf, dayNumber } from './context.ts';

/** The rewards of one inviter for the fees of one day. */
export interface DueRewards {
  readonly inviterId: number;
  readonly day: number;
}

/** A page of what is to be paid, oldest first. What a frozen inviter has earned waits until the account is free again. */
export async function dueRewards(db: Queryable, limit: number, after: DueRewards | undefined): Promise<DueRewards[]> {
  return db.query<DueRewards>(
    `select distinct reward.inviter_id as "inviterId", ${dayNumber('reward.day')} as day
     from invite_rewards reward join users inviter on inviter.id = reward.inviter_id
     where reward.paid_at is null and not inviter.frozen and (reward.day, reward.inviter_id) > (${dateOf('$2')}, $3)
     order by day, "inviterId" limit $1`,
    [limit, after?.day ?? 0, after?.inviterId ?? 0],
  );
}

/**
 * Pays an inviter what a day has earned, from the fees themselves; safe to run twice, in two processes, and after any pause:
 * the rows under their lock say what is paid. Does nothing for an inviter who has been frozen meanwhile.
 */
export async function payRewards(context: ReferralContext, tx: Transaction, due: DueRewards): Promise<void> {
  const now = context.clock.now();
  const [inviter] = await tx.query<{ frozen: boolean }>('select frozen from users where id = $1 for share', [due.inviterId]);
  if (inviter?.frozen !== false) return;
  const rewards = await takeUnpaid(tx, due, now);
  if (rewards.length === 0) return;
  const userId = String(due.inviterId);
  const day = new Date(startOfDay(due.day)).toISOString().slice(0, 10);
  const recipe = recipes.referralRewarded({ userId, rewards });
  const posted = await post(tx, { book, reference: `invite:${userId}:${day}`, at: now, ...recipe });
  if (isRefusal(posted)) throw new Error(`rewards of ${userId} for ${day} were refused with ${posted.code}`);
  for (const { asset, amount: earned } of rewards) {
    const values = { day, asset: asset.code, amount: formatAmount(earned, asset) };
    context.notify(tx, { kind: 'inviteReward', userId, book, values, at: now });
  }
  tx.afterCommit(() => {
    for (const { kind, asset, balance } of posted.balances)
      if (kind === 'available') tellBalance(context.bus, { userId, book }, asset, balance);
  });
}

/** Marks the unpaid as paid, and returns its sum per asset. A concurrent caller waits here and finds nothing. */
async function takeUnpaid(tx: Transaction, due: DueRewards, now: number): Promise<{ asset: Asset; amount: Amount }[]> {
  const rows = await tx.query<{ asset: string; amount: bigint }>(
    `with taken as (
       update invite_rewards set paid_at = $3
       where inviter_id = $1 and day = ${dateOf('$2')} and paid_at is null returning asset, amount
     )
     select asset, sum(amount) as amount from taken group by asset order by asset`,
    [due.inviterId, due.day, new Date(now)],
  );
  return rows.map((row) => ({ asset: assetOf(row.asset), amount: amount(row.amount) }));
}

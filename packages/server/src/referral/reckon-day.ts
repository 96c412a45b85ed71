import type { Reason } from '@assay/domain/ledger/recipes/recipe.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { dayOf, rewardOn, startOfDay } from '@assay/domain/referral/terms.ts';
import { feesPaid } from '../ledger/index.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { dateOf, dayNumber } from './context.ts';

/** What is traded pays these; a fee for lending or withdrawing money is no fee of a trade. */
export const tradeReasons: readonly Reason[] = [
  'contract.opened',
  'contract.filled',
  'contract.closed',
  'contract.liquidated',
  'spot.filled',
];

/** A day is looked at this long after its end, when whatever began in it has been booked or rolled back. */
const graceMs = 3_600_000;

/** The first day without computed rewards; null where there are no invitations. */
export const firstUnreckoned = dayNumber(
  'coalesce((select max(day) from invite_days) + 1, (select min(first_day) from invitations))',
);

/** The next day to compute; undefined when none is due yet. */
export async function nextDay(db: Queryable, now: number): Promise<number | undefined> {
  const [row] = await db.query<{ day: number | null }>(`select ${firstUnreckoned} as day`);
  const day = row?.day ?? null;
  return day === null || day >= dayOf(now - graceMs) ? undefined : day;
}

/**
 * Writes down what the fees of a day earn, all of it or nothing, and exactly once: of several that try, one writes the day
 * and the others find it written.
 */
export async function reckonDay(tx: Transaction, day: number, now: number): Promise<void> {
  const [first] = await tx.query(
    `insert into invite_days (day, reckoned_at) values (${dateOf('$1')}, $2) on conflict do nothing returning day`,
    [day, new Date(now)],
  );
  if (first === undefined) return;
  const invitations = await rewardedOn(tx, day);
  const span = { from: startOfDay(day), to: startOfDay(day + 1) };
  const fees = await feesPaid(tx, { book: 'real', ...span, reasons: tradeReasons, payers: [...invitations.keys()] });
  const rewards = fees.flatMap(({ payer, asset, amount: paid }) => {
    const invitation = invitations.get(payer);
    if (invitation === undefined) return [];
    const amount = rewardOn(paid, assetOf(asset), toFixed(invitation.rate));
    return amount === 0n ? [] : [{ ...invitation, asset, fees: paid, amount }];
  });
  if (rewards.length === 0) return;
  await tx.query(
    `insert into invite_rewards (day, invitee_id, inviter_id, asset, fees, rate, amount)
     select ${dateOf('$1')}, r.* from unnest($2::bigint[], $3::bigint[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[]) r`,
    [
      day,
      rewards.map(({ inviteeId }) => inviteeId),
      rewards.map(({ inviterId }) => inviterId),
      rewards.map(({ asset }) => asset),
      rewards.map((reward) => reward.fees),
      rewards.map(({ rate }) => rate),
      rewards.map(({ amount }) => amount),
    ],
  );
}

interface Invitation {
  readonly inviteeId: number;
  readonly inviterId: number;
  readonly rate: string;
}

/**
 * The invitations whose days of reward include this one, by the invitee as the books name him: between two persons who are not
 * the same, and were verified before the day was over. A person who is both earns nothing.
 */
async function rewardedOn(tx: Transaction, day: number): Promise<Map<string, Invitation>> {
  const rows = await tx.query<Invitation>(
    `select i.invitee_id as "inviteeId", i.inviter_id as "inviterId", i.rate::text as rate from invitations i
     join users inviter on inviter.id = i.inviter_id and inviter.kyc_status = 'verified'
     join users invitee on invitee.id = i.invitee_id and invitee.kyc_status = 'verified'
     where ${dateOf('$1')} between i.first_day and i.last_day and (inviter.person_id = invitee.person_id) is not true
       and not exists (
         select from kyc_cases c
         where c.user_id in (inviter.id, invitee.id) and c.status = 'verified' and c.decided_at >= $2)`,
    [day, new Date(startOfDay(day + 1))],
  );
  return new Map(rows.map((row) => [String(row.inviteeId), row]));
}

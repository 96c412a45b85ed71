import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { inviteCalls } from '@assay/contract/endpoints/invite.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { maskedName } from '@assay/domain/referral/terms.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import type { ReferralContext } from './context.ts';
import { inviteTerms } from './invite-terms.ts';
import { type Sum, toWire } from './sums.ts';

/** The user's code and link, the terms of today, and what all invitations have earned. Refused with 10018. */
export async function getInvite(
  { db, origin }: ReferralContext,
  userId: string,
): Promise<ResultOf<typeof inviteCalls.invite> | Refusal> {
  const terms = await inviteTerms(db);
  if (isRefusal(terms)) return terms;
  const [own] = await db.query<{ code: string; invitees: number }>(
    `select invite_code as code, (select count(*) from invitations where inviter_id = $1) as invitees from users where id = $1`,
    [userId],
  );
  if (own === undefined) throw new Error('a session without its user');
  const sums = await db.query<Sum & { paid: boolean }>(
    `select asset, paid_at is not null as paid, sum(amount) as amount from invite_rewards
     where inviter_id = $1 group by asset, paid_at is not null order by (asset = 'USDT') desc, asset`,
    [userId],
  );
  return {
    ...own,
    link: `${origin}/pass/register?invite=${own.code}`,
    rate: formatFixed(terms.rate),
    days: terms.days,
    paid: sums.filter(({ paid }) => paid).map(toWire),
    waiting: sums.filter(({ paid }) => !paid).map(toWire),
  };
}

interface InviteeRow {
  readonly id: number;
  readonly inviteeId: number;
  readonly userName: string;
  readonly rate: string;
  readonly lastDay: string;
  readonly createdAt: Date;
}

/** Those whom the user has invited, newest first. The cursor is the id of the last invitation seen. */
export async function listInvitees(
  { db, volumes }: ReferralContext,
  userId: string,
  input: InputOf<typeof inviteCalls.listInvitees>,
): Promise<ResultOf<typeof inviteCalls.listInvitees> | Refusal> {
  const { cursor, limit } = input;
  if (cursor !== undefined && !/^[1-9][0-9]{0,14}$/.test(cursor)) return refuse('400', { cursor: '400' });
  const rows = await db.query<InviteeRow>(
    `select i.id, i.invitee_id as "inviteeId", u.user_name as "userName", i.rate::text as rate,
       i.last_day::text as "lastDay", i.created_at as "createdAt"
     from invitations i join users u on u.id = i.invitee_id
     where i.inviter_id = $1 and ($2::bigint is null or i.id < $2) order by i.id desc limit $3`,
    [userId, cursor ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  const ids = page.map(({ inviteeId }) => inviteeId);
  const volume = await volumesOf(db, volumes, ids);
  const earned = await db.query<Sum & { inviteeId: number }>(
    `select invitee_id as "inviteeId", asset, sum(amount) as amount from invite_rewards
     where invitee_id = any($1) group by invitee_id, asset order by (asset = 'USDT') desc, asset`,
    [ids],
  );
  const last = page.at(-1);
  return {
    items: page.map((row) => ({
      userName: maskedName(row.userName),
      registeredAt: row.createdAt.toISOString(),
      rewardedUntil: row.lastDay,
      rate: formatFixed(toFixed(row.rate)),
      volume: volume.get(row.inviteeId) ?? '0',
      rewards: earned.filter(({ inviteeId }) => inviteeId === row.inviteeId).map(toWire),
    })),
    nextCursor: rows.length > limit && last !== undefined ? String(last.id) : null,
  };
}

/** What each of these users has turned over on the real account, in USDT to the cent. */
async function volumesOf(db: Queryable, volumes: readonly string[], ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0 || volumes.length === 0) return new Map();
  const rows = await db.query<{ id: number; volume: string }>(
    `select user_id as id, trunc(sum(usdt), 2)::text as volume from (${volumes.join(' union all ')}) turned
     where user_id = any($1) group by user_id`,
    [ids],
  );
  return new Map(rows.map(({ id, volume }) => [id, formatFixed(toFixed(volume))]));
}

/** What each day has earned, newest first. The cursor is the last day seen. */
export async function listInviteRewards(
  { db }: ReferralContext,
  userId: string,
  input: InputOf<typeof inviteCalls.listInviteRewards>,
): Promise<ResultOf<typeof inviteCalls.listInviteRewards> | Refusal> {
  const { cursor, limit } = input;
  if (cursor !== undefined && !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(cursor)) return refuse('400', { cursor: '400' });
  const days = await db.query<{ day: string; invitees: number; paidAt: Date | null }>(
    `select day::text as day, count(distinct invitee_id) as invitees, max(paid_at) as "paidAt" from invite_rewards
     where inviter_id = $1 and ($2::text is null or day::text < $2) group by day order by 1 desc limit $3`,
    [userId, cursor ?? null, limit + 1],
  );
  const page = days.slice(0, limit);
  const sums = await db.query<Sum & { day: string }>(
    `select day::text as day, asset, sum(amount) as amount from invite_rewards
     where inviter_id = $1 and day = any($2::date[]) group by day, asset order by (asset = 'USDT') desc, asset`,
    [userId, page.map(({ day }) => day)],
  );
  return {
    items: page.map(({ day, invitees, paidAt }) => ({
      day,
      invitees,
      rewards: sums.filter((sum) => sum.day === day).map(toWire),
      paidAt: paidAt?.toISOString() ?? null,
    })),
    nextCursor: days.length > limit ? (page.at(-1)?.day ?? null) : null,
  };
}

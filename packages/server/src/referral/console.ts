import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { inviteDeskCalls } from '@assay/contract/endpoints/console/invites.ts';
import { type Desk, serveDesk } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { owedOfFees } from './owed.ts';
import { type Sum, toWire } from './sums.ts';

type List = typeof inviteDeskCalls.list;

/** The desk of the invite programme: read-only. What inviters are owed of the fees, no owner may take. */
export function serveReferralDesk(desk: Desk): void {
  serveDesk(desk, inviteDeskCalls.list, (_, input) => listInviters(desk.db, input));
  desk.earmark('fees', (tx, book, asset) => owedOfFees(tx, book, asset, desk.clock.now()));
}

interface Inviter {
  readonly id: number;
  readonly userName: string;
  readonly inviteCode: string;
  readonly frozen: boolean;
  readonly invitees: number;
  readonly createdAt: Date;
}

/** By the customer's id, so that no page moves under the reader; it is the cursor, too. */
async function listInviters(db: Queryable, { cursor, limit }: DeskInput<List>): Promise<DeskResult<List> | Refusal> {
  if (cursor !== undefined && !/^[1-9][0-9]{0,14}$/.test(cursor)) return refuse('400', { cursor: '400' });
  const rows = await db.query<Inviter>(
    `select u.id, u.user_name as "userName", u.invite_code as "inviteCode", u.frozen, i.invitees, i."createdAt"
     from (
       select inviter_id, count(*) as invitees, min(created_at) as "createdAt" from invitations
       where inviter_id > $1 group by inviter_id order by inviter_id limit $2
     ) i join users u on u.id = i.inviter_id order by u.id`,
    [cursor ?? 0, limit + 1],
  );
  const page = rows.slice(0, limit);
  const sums = await db.query<Sum & { inviterId: number; paid: boolean }>(
    `select inviter_id as "inviterId", asset, paid_at is not null as paid, sum(amount) as amount from invite_rewards
     where inviter_id = any($1) group by inviter_id, asset, paid_at is not null order by (asset = 'USDT') desc, asset`,
    [page.map(({ id }) => id)],
  );
  const earned = (inviter: Inviter, whether: boolean) =>
    sums.filter(({ inviterId, paid }) => inviterId === inviter.id && paid === whether).map(toWire);
  const last = page.at(-1);
  return {
    items: page.map((inviter) => ({
      ...inviter,
      id: String(inviter.id),
      createdAt: inviter.createdAt.toISOString(),
      paid: earned(inviter, true),
      waiting: earned(inviter, false),
    })),
    nextCursor: rows.length > limit && last !== undefined ? String(last.id) : null,
  };
}

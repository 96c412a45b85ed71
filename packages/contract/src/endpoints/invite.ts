import { z } from 'zod';
import { code, decimal, isoTime, listOf, page } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

/** Rewards come in the assets that the fees were paid in. */
const rewards = z.array(z.object({ asset: code, amount: decimal }));

const invitee = z.object({
  userName: z.string().describe('masked'),
  registeredAt: isoTime,
  rewardedUntil: z.iso.date().describe('the last UTC day whose fees are rewarded'),
  rate: decimal.describe('as it was when this person registered'),
  volume: decimal.describe('what this person has turned over in contracts and spot on the real account, in USDT'),
  rewards,
});
export type Invitee = z.infer<typeof invitee>;

const inviteRewards = z.object({
  day: z.iso.date().describe('UTC day of the fees'),
  invitees: z.number().int(),
  rewards,
  paidAt: isoTime.nullable().describe('null while it waits'),
});
export type InviteRewards = z.infer<typeof inviteRewards>;

/** Calls of the user module that the specification does not name: the invite-friends programme. */
export const inviteCalls = {
  invite: endpoint({
    method: 'GET',
    path: '/user/invite',
    auth: 'user',
    summary: 'The own invitation, its terms for those who register now, and what it has earned',
    input: {},
    result: z.object({
      code: z.string(),
      link: z.url(),
      rate: decimal.describe('share of the fees, 0.2 for 20%'),
      days: z.number().int(),
      invitees: z.number().int(),
      paid: rewards,
      waiting: rewards.describe('reckoned and not paid yet'),
    }),
  }),
  listInvitees: endpoint({
    method: 'GET',
    path: '/user/listInvitees',
    auth: 'user',
    summary: 'Who has registered by the own invitation, newest first',
    input: page,
    result: listOf(invitee),
  }),
  listInviteRewards: endpoint({
    method: 'GET',
    path: '/user/listInviteRewards',
    auth: 'user',
    summary: 'What the fees of each day have earned, newest first',
    input: page,
    result: listOf(inviteRewards),
  }),
};

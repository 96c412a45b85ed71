import { z } from 'zod';
import { code, decimal, id, isoTime, listOf, page } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';

const roles = ['support', 'finance', 'administrator'] as const;
const rewards = z.array(z.object({ asset: code, amount: decimal }));

const inviter = z.object({
  id: id.describe('of the customer'),
  userName: z.string(),
  inviteCode: z.string(),
  frozen: z.boolean(),
  invitees: z.number().int(),
  createdAt: isoTime.describe('of the first invitation'),
  paid: rewards,
  waiting: rewards.describe('reckoned and not paid yet: those of a frozen inviter wait'),
});
export type InviterItem = z.infer<typeof inviter>;

/** The invite programme, to look at: who has been invited is settled at registration, and rewards follow from the books. */
export const inviteDeskCalls = {
  list: deskCall({
    method: 'GET',
    path: '/invites/list',
    roles,
    summary: 'Customers who have invited somebody, the first inviter first, with what that has earned',
    input: page,
    result: listOf(inviter),
  }),
};

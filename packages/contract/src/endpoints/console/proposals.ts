import { z } from 'zod';
import { caseDesks, workingRoles, proposalStatuses } from '../../vocabulary/operators.ts';
import { decimal, id, isoTime, listOf, page, signedDecimal } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { operatorRef, reason } from './units.ts';

const proposal = z.object({
  id,
  kind: z.string().describe('such as treasury.move, parameter.change, ledger.correction, operator.create'),
  subject: z.string().describe('what it is about: `parameter:withdrawal_fee_rate`, `user:7`'),
  payload: z.record(z.string(), z.unknown()).describe('what would be done, by kind'),
  reason: z.string(),
  status: z.enum(proposalStatuses),
  proposedBy: operatorRef,
  createdAt: isoTime,
  expiresAt: isoTime,
  decidedBy: operatorRef.nullable(),
  decidedAt: isoTime.nullable(),
  note: z.string().nullable().describe('what was said with the decision'),
  failure: z.string().nullable().describe('the code for which it could not be done'),
  weight: decimal.nullable().describe('what it moves, in USDT; null where it moves no real money, or nobody knows its worth'),
  persons: z.number().int().describe('how many it needs: two, or three above what operators have set'),
  secondedBy: operatorRef.nullable().describe('the second of three, who has approved it before the third'),
  secondedAt: isoTime.nullable(),
  readyAt: isoTime.nullable().describe('before that nobody can approve it for good'),
  mayDecide: z.boolean().describe('the caller may approve or reject it'),
  mayWithdraw: z.boolean().describe('it is the caller’s own'),
});
export type Proposal = z.infer<typeof proposal>;
const bookChange = z.object({
  owner: z.string().describe('a customer’s id, or `house`'),
  kind: z.string(),
  asset: z.string(),
  before: signedDecimal,
  after: signedDecimal,
});
export type BookChange = z.infer<typeof bookChange>;
const note = z.string().trim().max(500).optional();

/** Acts that wait for a second person. The database itself refuses an approval by the proposer. */
export const proposalCalls = {
  list: deskCall({
    method: 'GET',
    path: '/proposals/list',
    roles: workingRoles,
    summary: 'Proposals of the kinds that the roles may decide, and one’s own; newest first',
    input: {
      status: z.enum(proposalStatuses).optional(),
      kind: z.string().max(64).optional(),
      subject: z.string().max(120).optional(),
      ...page,
    },
    result: listOf(proposal),
    csv: true,
  }),
  detail: deskCall({
    method: 'GET',
    path: '/proposals/detail/{id}',
    roles: workingRoles,
    summary: 'One proposal, and, as long as one that moves money waits, what the books have now and would have behind it',
    input: { id },
    result: proposal.extend({ books: z.array(bookChange).nullable() }),
  }),
  approve: deskCall({
    method: 'POST',
    path: '/proposals/approve',
    roles: workingRoles,
    summary:
      'Approves and does it, in one transaction; when it cannot be done, the proposal has failed and says why. Of what needs three persons the first approval seconds it. Refused with 11070, 11071, 11413',
    input: { id, note },
    result: proposal,
    moves: true,
  }),
  reject: deskCall({
    method: 'POST',
    path: '/proposals/reject',
    roles: workingRoles,
    summary: 'Rejects somebody else’s proposal',
    input: { id, note: reason },
    result: proposal,
    moves: true,
  }),
  withdraw: deskCall({
    method: 'POST',
    path: '/proposals/withdraw',
    roles: workingRoles,
    summary: 'Takes one’s own proposal back',
    input: { id, note },
    result: proposal,
    moves: true,
  }),
};

const claimed = z.object({ claimedBy: operatorRef.nullable() });

/** Who works on a case. A claim keeps others from starting, it gives no right of its own. */
export const caseCalls = {
  claim: deskCall({
    method: 'POST',
    path: '/cases/claim',
    roles: workingRoles,
    summary:
      'Takes a case on for 30 minutes, which asking again makes no longer; refused with 403 for operators who do not decide at its desk, 11072 while somebody else has it, 11070 for operators who have acted on it, and 11282',
    input: { desk: z.enum(caseDesks), id },
    result: claimed,
    moves: true,
  }),
  assign: deskCall({
    method: 'POST',
    path: '/cases/assign',
    roles: ['administrator'],
    summary:
      'Gives a case to an operator who may decide at its desk, whoever has it now, for eight hours; refused with 404 on `id` where there is no such case, 11059 when it is decided, and 404 on `operatorId` otherwise',
    input: { desk: z.enum(caseDesks), id, operatorId: id },
    result: claimed,
    moves: true,
  }),
  load: deskCall({
    method: 'GET',
    path: '/cases/load',
    roles: ['administrator'],
    summary: 'Who works on how many cases of which desk at the moment, and who may',
    input: {},
    result: z.array(
      z.object({
        operator: operatorRef,
        desks: z.array(z.object({ desk: z.enum(caseDesks), may: z.boolean(), has: z.number().int() })),
      }),
    ),
  }),
  release: deskCall({
    method: 'POST',
    path: '/cases/release',
    roles: workingRoles,
    summary: 'Lays one’s own case down',
    input: { desk: z.enum(caseDesks), id },
    result: claimed,
    moves: true,
  }),
};

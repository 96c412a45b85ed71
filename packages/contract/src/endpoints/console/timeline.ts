import { z } from 'zod';
import { languages } from '../../vocabulary/languages.ts';
import { type OperatorRole, workingRoles } from '../../vocabulary/operators.ts';
import { books } from '../../vocabulary/statuses.ts';
import { type TimelineKind, timelineKinds } from '../../vocabulary/timeline.ts';
import { id, isoTime, signedDecimal } from '../../vocabulary/units.ts';
import { receipt } from '../order-shapes.ts';
import { chatDeskCalls } from './chats.ts';
import { depositDeskCalls } from './deposits.ts';
import { deskCall } from './desk-call.ts';
import { kycDeskCalls } from './kyc.ts';
import { auditCalls } from './ledger.ts';
import { loanDeskCalls } from './loans.ts';
import { operatorRef } from './units.ts';
import { withdrawalDeskCalls } from './withdrawals.ts';

const everybody = { roles: workingRoles };
/** The roles of this call may read such lines of a timeline. */
const gates: Readonly<Record<TimelineKind, { readonly roles: readonly OperatorRole[] | 'public' }>> = {
  contract: everybody,
  option: everybody,
  spot: everybody,
  plan: everybody,
  bid: everybody,
  deposit: depositDeskCalls.list,
  withdrawal: withdrawalDeskCalls.list,
  address: withdrawalDeskCalls.list,
  loan: loanDeskCalls.list,
  kyc: kycDeskCalls.list,
  notification: everybody,
  chat: chatDeskCalls.list,
  note: everybody,
  act: auditCalls.list,
};

/** The kinds of lines that an operator of these roles may read. */
export function timelineKindsFor(roles: readonly OperatorRole[]): TimelineKind[] {
  return timelineKinds.filter((kind) => {
    const gate = gates[kind].roles;
    return gate === 'public' || gate.some((role) => roles.includes(role));
  });
}

const line = z.object({
  key: z.string().describe('its own among all lines of this customer'),
  kind: z.enum(timelineKinds),
  at: isoTime.describe('when it began'),
  endedAt: isoTime.nullable(),
  number: z.string().nullable().describe('what the customer calls it, where it has a number'),
  page: id.nullable().describe('its last part on the way to its page at a desk; of an order its id in `users/outcome`'),
  book: z.enum(books).nullable(),
  subject: z
    .string()
    .nullable()
    .describe('what it is about: an instrument, a plan, a coin, a work; the kind of a notification, the action of an operator'),
  status: z.string().nullable().describe('in the words of its kind'),
  reason: z.string().nullable().describe('why it ended so, or what it was turned down for'),
  side: z.string().nullable(),
  asset: z.string().nullable(),
  amount: signedDecimal.nullable(),
  net: signedDecimal.nullable().describe('of what has ended: what it came to in USDT, net of all costs'),
  text: z.string().nullable().describe('what was said or noted'),
  by: operatorRef.nullable(),
});
export type TimelineLine = z.infer<typeof line>;

const names = new RegExp(`^(?:${timelineKinds.join('|')})(?:,(?:${timelineKinds.join('|')}))*$`);

/** All events of one customer, in one list. */
export const timelineCalls = {
  timeline: deskCall({
    method: 'GET',
    path: '/users/timeline/{id}',
    roles: workingRoles,
    summary:
      'What one customer has done and what was done about them, newest first: orders and results, money, cases, messages, notes, acts of operators; of kinds whose desk the caller may not open nothing',
    input: {
      id,
      kinds: z.string().regex(names).optional().describe('of which kinds, with commas between; all without'),
      book: z.enum(books).optional().describe('of one account alone, and of what belongs to none'),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z
        .string()
        .regex(/^[a-z0-9_-]{1,300}$/)
        .optional(),
    },
    result: z.object({ items: z.array(line), nextCursor: z.string().nullable() }),
  }),
  outcome: deskCall({
    method: 'GET',
    path: '/users/outcome/{id}',
    roles: workingRoles,
    summary:
      'How an order of a customer came out: the receipt that the customer has, and the same as an answer in their language',
    input: { id, book: z.enum(books), order: id },
    result: z.object({
      receipt,
      language: z.enum(languages).describe('of the customer'),
      answer: z.string().describe('terms, result and the quotes that decided, for the chat'),
      conversationId: id.nullable().describe('of the customer’s chat; null where there is none, or the caller answers none'),
    }),
  }),
};

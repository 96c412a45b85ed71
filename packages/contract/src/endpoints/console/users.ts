import { z } from 'zod';
import { freezeReasons, workingRoles, unfreezeReasons } from '../../vocabulary/operators.ts';
import { books, kycStatuses } from '../../vocabulary/statuses.ts';
import { id, isoTime, listOf, page, signedDecimal } from '../../vocabulary/units.ts';
import { apiKey } from '../api-keys.ts';
import { limits } from '../limits.ts';
import { deskCall } from './desk-call.ts';
import { operatorRef, proposed, reason } from './units.ts';

const desk = ['support', 'reviewer', 'finance', 'administrator'] as const;
const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .nullable()
  .describe('ISO 3166 code; null while it is not known');

const listed = z.object({
  id,
  userName: z.string(),
  email: z.string(),
  kycStatus: z.enum(kycStatuses),
  country,
  frozen: z.boolean(),
  language: z.string(),
  createdAt: isoTime,
});
export type CustomerItem = z.infer<typeof listed>;

const note = z.object({ id, text: z.string(), by: operatorRef, createdAt: isoTime });
const session = z.object({
  id,
  network: z.string().describe('the address without its last part'),
  userAgent: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime,
});
const balance = z.object({
  book: z.enum(books),
  asset: z.string(),
  available: signedDecimal,
  margin: signedDecimal,
  order: signedDecimal,
  withdrawal: signedDecimal,
  bid: signedDecimal,
  plan: signedDecimal,
  loan: signedDecimal,
});
const detail = listed.extend({
  freezeReason: z.enum(freezeReasons).nullable(),
  inviteCode: z.string(),
  invitedBy: id.nullable(),
  authenticator: z.boolean(),
  securityChangedAt: isoTime.nullable(),
  balances: z.array(balance).describe('from the ledger, per book and asset; nobody can edit them'),
  sessions: z.array(session),
  apiKeys: z
    .array(apiKey.extend({ revokedAt: isoTime.nullable() }))
    .describe('of the customer’s programs, newest first, the last 100; what they sign with is shown to nobody'),
  notes: z.array(note).describe('newest first, the last 100'),
  olderNotes: z
    .boolean()
    .describe('whether there are notes before these, which `users/notes` has after the last of them as cursor'),
});
export type CustomerDetail = z.infer<typeof detail>;

/** The customers. No password and no balance can be set here; looking at one is written down. */
export const userDeskCalls = {
  list: deskCall({
    method: 'GET',
    path: '/users/list',
    roles: workingRoles,
    summary: 'Customers, newest first; `query` is an id, or the beginning of a user name or mail address',
    input: {
      query: z.string().trim().min(1).max(254).optional(),
      kycStatus: z.enum(kycStatuses).optional(),
      frozen: z.enum(['true', 'false']).optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      ...page,
    },
    result: listOf(listed),
    csv: true,
    csvRoles: ['administrator'],
  }),
  detail: deskCall({
    method: 'GET',
    path: '/users/detail/{id}',
    roles: workingRoles,
    summary: 'One customer: balances, sessions, notes',
    input: { id },
    result: detail,
  }),
  notes: deskCall({
    method: 'GET',
    path: '/users/notes/{id}',
    roles: workingRoles,
    summary: 'What operators noted of one customer, newest first',
    input: { id, ...page },
    result: listOf(note),
  }),
  limits: deskCall({
    method: 'GET',
    path: '/users/limits/{id}',
    roles: workingRoles,
    summary: 'What one customer has chosen against losing too much; nobody here can change it',
    input: { id },
    result: limits,
  }),
  freeze: deskCall({
    method: 'POST',
    path: '/users/freeze',
    roles: desk,
    summary: 'Freezes an account: looking is allowed, acting is not, and signing in is refused',
    input: { id, reason: z.enum(freezeReasons), note: z.string().trim().max(2000).optional() },
    result: detail,
    moves: true,
  }),
  proposeUnfreeze: deskCall({
    method: 'POST',
    path: '/users/proposeUnfreeze',
    roles: ['reviewer', 'administrator'],
    summary: 'Proposes to lift the freeze: one person sets it, two lift it',
    input: { id, reason: z.enum(unfreezeReasons), note: reason },
    result: proposed,
    moves: true,
  }),
  revokeSessions: deskCall({
    method: 'POST',
    path: '/users/revokeSessions',
    roles: desk,
    summary: 'Signs a customer out on every device, at once',
    input: { id },
    result: detail,
    moves: true,
  }),
  addNote: deskCall({
    method: 'POST',
    path: '/users/addNote',
    roles: workingRoles,
    summary: 'Adds a note, which nobody can change or remove',
    input: { id, text: z.string().trim().min(1).max(2000) },
    result: detail,
    moves: true,
  }),
  proposeCountry: deskCall({
    method: 'POST',
    path: '/users/proposeCountry',
    roles: ['reviewer', 'administrator'],
    summary: 'Proposes which country a customer is known to live in: restrictions hang on it',
    input: { id, country, reason },
    result: proposed,
    moves: true,
  }),
};

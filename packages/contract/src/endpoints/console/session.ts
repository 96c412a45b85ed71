import { z } from 'zod';
import { operatorRoles, personalFilters, viewsMax, workingRoles } from '../../vocabulary/operators.ts';
import { id, isoTime } from '../../vocabulary/units.ts';
import { newPassword } from '../login.ts';
import { outcomeInput, outcomeResult } from '../outcome.ts';
import { deskCall } from './desk-call.ts';

export const operatorName = z.string({ error: '11077' }).regex(/^[A-Za-z][A-Za-z0-9._-]{2,31}$/, { error: '11077' });
export const roles = z
  .array(z.enum(operatorRoles))
  .min(1)
  .max(operatorRoles.length)
  .refine((chosen) => !chosen.includes('regulator') || chosen.every((role) => role === 'regulator'));
const name = z.string({ error: '11078' }).min(1, { error: '11078' }).max(64, { error: '11078' });
const password = z.string({ error: '11078' }).min(1, { error: '11078' }).max(128, { error: '11078' });
/** Six digits of the operator's authenticator. */
const otp = z.string({ error: '11021' }).regex(/^\d{6}$/, { error: '11022' });

const self = z.object({ id, name: z.string(), roles });
const signedIn = z.object({
  state: z.literal('signedIn'),
  token: z.string().describe('empty where a page in a browser asked, by the header `Operator`, for a cookie instead'),
  operator: self,
  expiresAt: isoTime.describe('however much it is used; earlier when it is not used for 30 minutes'),
});
const enrolling = z.object({
  state: z.literal('enrolling'),
  secret: z.string().describe('base32, to type in by hand'),
  uri: z.string().describe('otpauth://, to show as a QR code'),
});
const session = z.object({
  id,
  network: z.string().describe('the address without its last part'),
  userAgent: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime,
  current: z.boolean(),
});

/** Sign-in of operators. A refusal does not reveal whether name, password or authenticator was wrong: 11078. */
export const sessionCalls = {
  signIn: deskCall({
    method: 'POST',
    path: '/session/signIn',
    roles: 'public',
    summary:
      "Signs in by password and authenticator; the first sign-in, by a one-time password and without a code, answers the secret for one's own authenticator",
    input: { name, password, otp: otp.optional() },
    result: z.discriminatedUnion('state', [signedIn, enrolling]),
  }),
  enrol: deskCall({
    method: 'POST',
    path: '/session/enrol',
    roles: 'public',
    summary: "Ends the first sign-in: one's own password, and the first code of one's own authenticator",
    input: { name, password, newPassword, otp },
    result: signedIn,
  }),
  me: deskCall({
    method: 'GET',
    path: '/session/me',
    roles: operatorRoles,
    summary: 'Who is signed in, and what this console runs on',
    input: {},
    result: self.extend({
      mode: z.enum(['sandbox', 'live']),
      sessionExpiresAt: isoTime,
      now: isoTime.describe('business time'),
    }),
  }),
  changePassword: deskCall({
    method: 'POST',
    path: '/session/changePassword',
    roles: operatorRoles,
    summary: "Changes one's own password and ends one's other sessions",
    input: { password, newPassword, otp },
    result: z.object({}),
  }),
  sessions: deskCall({
    method: 'GET',
    path: '/session/list',
    roles: operatorRoles,
    summary: "One's own sessions, last used first",
    input: {},
    result: z.array(session),
  }),
  endSession: deskCall({
    method: 'POST',
    path: '/session/end',
    roles: operatorRoles,
    summary: "Ends one of one's own sessions, at once",
    input: { id },
    result: z.object({}),
    moves: true,
  }),
  signOut: deskCall({
    method: 'POST',
    path: '/session/signOut',
    roles: operatorRoles,
    summary: 'Ends this session',
    input: {},
    result: z.object({}),
    moves: true,
  }),
  outcome: deskCall({
    method: 'GET',
    path: '/session/outcome',
    roles: operatorRoles,
    summary: "What became of one's own call that moves something, by its path and key; answers are kept for 48 hours",
    input: outcomeInput,
    result: outcomeResult,
  }),
};

const viewed = z
  .string()
  .max(60)
  .regex(/^\/[A-Za-z]+(?:\/[A-Za-z]+){1,2}$/);
/** What the database can write down. */
const isText = (value: string) => value.isWellFormed() && !value.includes('\u0000');
/** As the database writes it, with a space behind each colon and comma. */
const writtenLength = (told: Readonly<Record<string, string>>) => JSON.stringify(told).length + 2 * Object.keys(told).length;
const viewName = z.string().trim().min(1).max(40);
const filters = z
  .record(z.string().regex(/^[A-Za-z]{1,40}$/), z.string().max(120).refine(isText))
  .refine((told) => Object.keys(told).length <= 20 && personalFilters.every((field) => !(field in told)))
  .refine((told) => writtenLength(told) <= 4000);

const view = z.object({ name: z.string(), filters: z.record(z.string(), z.string()) });
export type DeskView = z.infer<typeof view>;

/** Lists as their operator narrows them, again and again: by status, days, coins, amounts, never by data of a customer. */
export const viewCalls = {
  list: deskCall({
    method: 'GET',
    path: '/views/list',
    roles: workingRoles,
    summary: 'The caller’s own views of a list, by name',
    input: { list: viewed.describe('the path of the call that lists') },
    result: z.array(view).max(viewsMax),
  }),
  save: deskCall({
    method: 'POST',
    path: '/views/save',
    roles: workingRoles,
    summary: `Keeps filters under a name, in the place of what had that name; ${viewsMax} of a list at most, refused with 11280 beyond`,
    input: { list: viewed, name: viewName, filters },
    result: z.array(view),
    moves: true,
  }),
  remove: deskCall({
    method: 'POST',
    path: '/views/remove',
    roles: workingRoles,
    summary: 'Forgets one of the caller’s own views; refused with 404',
    input: { list: viewed, name: viewName },
    result: z.array(view),
    moves: true,
  }),
};

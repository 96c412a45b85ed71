import { z } from 'zod';
import { mailWordPattern } from '../vocabulary/credentials.ts';
import { signInKinds, signInsMax } from '../vocabulary/sign-ins.ts';
import { id, isoTime } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';
import { email, mailCode, ticket, userInfo } from './login.ts';

export const password = z.string({ error: '10004' }).min(1, { error: '10004' }).max(128, { error: '10004' });
/** Six digits of the authenticator, or a recovery code where that is accepted. */
export const otp = z.string({ error: '11021' }).min(1, { error: '11021' }).max(16, { error: '11022' });
/** Null stands for none. */
export const mailWord = z.string().trim().regex(mailWordPattern).nullable();

const session = z.object({
  id: z.string(),
  device: z.string().describe('browser and system, such as "Firefox · Linux"; empty when neither is recognised'),
  network: z.string().describe('the address without its last part'),
  createdAt: isoTime,
  lastUsedAt: isoTime.describe('exact to a minute'),
  current: z.boolean().describe('the one of this call'),
});
export type Session = z.infer<typeof session>;

const security = z.object({
  authenticator: z.boolean().describe('sign-in asks for its code'),
  recoveryCodesLeft: z.number().int(),
  mailWord: z.string().nullable(),
  changedAt: isoTime
    .nullable()
    .describe('last change of the password, the authenticator or the mail address; null when there was none'),
});
export type Security = z.infer<typeof security>;

const signIn = z.object({
  id: z.string(),
  kind: z.enum(signInKinds),
  label: z.string().describe('masked mail address, or shortened address of the wallet'),
  createdAt: isoTime,
});
export type SignIn = z.infer<typeof signIn>;

/** Calls of the user module that the specification does not name: what protects an account. */
export const securityCalls = {
  security: endpoint({
    method: 'GET',
    path: '/user/security',
    auth: 'user',
    summary: 'What protects the account (beyond the specification)',
    input: {},
    result: security,
  }),
  setMailWord: endpoint({
    method: 'POST',
    path: '/user/setMailWord',
    auth: 'user',
    summary: 'Sets the word that every mail to this user carries, by password, so that a forged one is known by its absence',
    input: { word: mailWord, password },
    result: security,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/user/changeEmail',
    auth: 'user',
    summary:
      'Moves the account to another mail address, by a code from both, the password and, where it is on, a code of the authenticator',
    input: {
      email,
      code: mailCode.describe('mailed to the new address, for the purpose `email`'),
      oldCode: mailCode.describe('mailed to the present one, for the purpose `oldEmail`'),
      password,
      otp: otp.optional(),
    },
    result: userInfo,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/user/sessions',
    auth: 'user',
    summary: 'Devices that are signed in, last used first (beyond the specification)',
    input: {},
    result: z.array(session),
  }),
  endSession: endpoint({
    method: 'POST',
    path: '/user/endSession',
    auth: 'user',
    summary: 'Signs one device out, at once',
    input: { id },
    result: z.array(session),
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/user/endOtherSessions',
    auth: 'user',
    summary: 'Signs every device out but this one, at once',
    input: {},
    result: z.array(session),
  }),
  enrolOtp: endpoint({
    method: 'POST',
    path: '/user/enrolOtp',
    auth: 'user',
    summary: 'Begins to set an authenticator up; nothing is asked of it before its first code is confirmed',
    input: { password },
    result: z.object({
      secret: z.string().describe('base32, to type in by hand'),
      uri: z.string().describe('otpauth://, to show as a QR code'),
    }),
  }),
  confirmOtp: endpoint({
    method: 'POST',
    path: '/user/confirmOtp',
    auth: 'user',
    summary: 'Turns the authenticator on by its first code; answers the recovery codes, this once',
    input: { otp },
    result: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  disableOtp: endpoint({
    method: 'POST',
    path: '/user/disableOtp',
    auth: 'user',
    summary: 'Turns the authenticator off, by password and a code of it or a recovery code',
    input: { password, otp },
    result: security,
  }),
  signIns: endpoint({
    method: 'GET',
    path: '/user/signIns',
    auth: 'user',
    summary: 'Sign-ins by Google or a wallet that are linked to the account (beyond the specification)',
    input: {},
    result: z.array(signIn).max(signInsMax),
  }),
  linkSignIn: endpoint({
    method: 'POST',
    path: '/user/linkSignIn',
    auth: 'user',
    summary: 'Links the sign-in of a ticket to the account, by password and, where it is on, a code of the authenticator',
    input: { ticket, password, otp: otp.optional() },
    result: z.array(signIn).max(signInsMax),
  }),
  unlinkSignIn: endpoint({
    method: 'POST',
    path: '/user/unlinkSignIn',
    auth: 'user',
    summary: 'Ends a linked sign-in, by password',
    input: { id, password },
    result: z.array(signIn).max(signInsMax),
  }),
};

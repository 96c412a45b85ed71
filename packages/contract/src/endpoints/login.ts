import { z } from 'zod';
import type { Code } from '../vocabulary/code-statuses.ts';
import {
  emailCharsMax,
  mailCodePattern,
  passwordCharsMax,
  passwordCharsMin,
  userNamePattern,
} from '../vocabulary/credentials.ts';
import { endpoint } from './endpoint.ts';

/** No account and no invitation is named by a text with a character of nought in it, which no database keeps. */
const storable = (text: z.ZodString, code: Code) => text.refine((given) => !given.includes('\0'), { error: code });

export const userName = z.string({ error: '10003' }).regex(userNamePattern, { error: '10003' });
export const email = z
  .string({ error: '10002' })
  .max(emailCharsMax, { error: '10002' })
  .pipe(z.email({ error: '10002' }));
export const newPassword = z
  .string({ error: '11266' })
  .min(passwordCharsMin, { error: '11266' })
  .max(passwordCharsMax, { error: '11266' });
export const mailCode = z.string({ error: '10091' }).regex(mailCodePattern, { error: '10091' });

/** What the browser may keep of a user: no identity data, the mail address masked. */
export const userInfo = z.object({
  id: z.string(),
  userName: z.string(),
  email: z.string().describe('masked: a***@example.com'),
  language: z.string(),
  kycStatus: z.string(),
  inviteCode: z.string(),
  createdAt: z.iso.datetime(),
});
export type UserInfo = z.infer<typeof userInfo>;
export const signedIn = userInfo.extend({ token: z.string() });

/** What is proven already about a user who is not signed in yet: for 15 minutes, once. */
export const ticket = z.string({ error: '11114' }).regex(/^[A-Za-z0-9_-]{43}$/, { error: '11114' });

/** Signed in, or what is still to be done with the ticket. */
const arrival = z.union([
  signedIn,
  z.object({
    ticket: z.string(),
    next: z
      .enum(['otp', 'account', 'link'])
      .describe('the code of the authenticator; an account, since this sign-in has none; linking it to one’s own'),
    email: z.string().describe('as the provider has it; empty for a wallet'),
    label: z.string().describe('how the sign-in is called'),
  }),
]);
export type Arrival = z.infer<typeof arrival>;

/** WebAuthn's answers in JSON have this in common. */
export const passkeyAnswer = {
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: z.record(z.string().max(64), z.unknown()).optional(),
};

/** What a browser makes up to be known by, of 128 random bits and more. */
export const codeTicket = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/);

export const login = {
  checkUserNameOrPhone: endpoint({
    method: 'GET',
    path: '/login/checkUserNameOrPhone',
    auth: 'public',
    summary: 'Is this user name or mail address still free?',
    input: { value: storable(z.string({ error: '10001' }).min(1, { error: '10001' }).max(254, { error: '10001' }), '10003') },
    result: z.object({ available: z.boolean() }),
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/login/sendCode',
    auth: 'public',
    summary:
      'Mails a code of six digits, bound to address and purpose; one for a withdrawal, the account itself or the address that it leaves goes to the own address',
    input: {
      email: email.optional().describe('left out for these three: a browser knows the own address only in part'),
      purpose: z.enum(['register', 'reset', 'withdraw', 'email', 'account', 'oldEmail']),
      ticket: codeTicket.optional().describe('to reset: made up by the browser, whose code is good for who brings the same'),
    },
    result: z.object({ sent: z.literal(true), expiresAt: z.iso.datetime() }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/login/register',
    auth: 'public',
    summary: 'Creates a user with a funded demo account and an empty real account',
    input: {
      userName,
      email,
      password: newPassword,
      code: mailCode,
      inviteCode: storable(z.string().max(16), '11015').optional(),
      termsVersion: z
        .number()
        .int()
        .min(1)
        .max(1_000_000)
        .optional()
        .describe('of the terms of use that were accepted; the one in force where it is absent'),
      ticket: ticket.optional().describe('of a sign-in by Google or a wallet, which is linked to the new account'),
    },
    result: signedIn,
  }),
  login: endpoint({
    method: 'POST',
    path: '/login/login',
    auth: 'public',
    summary: 'Signs in by user name or mail address',
    input: {
      account: storable(z.string({ error: '10001' }).min(1, { error: '10001' }).max(254, { error: '10001' }), '10001'),
      password: z.string({ error: '10004' }).min(1, { error: '10004' }).max(128, { error: '10004' }),
      otp: z.string().max(16).optional(),
      code: mailCode.optional().describe('the mailed one, of a device that the account does not know (11269)'),
    },
    result: signedIn,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/login/logout',
    auth: 'user',
    summary: 'Revokes the session',
    input: {},
    result: z.object({}),
  }),
  googleConfig: endpoint({
    method: 'GET',
    path: '/login/googleConfig',
    auth: 'public',
    summary:
      'Where the sign-in with Google starts, and what its browser keeps until it comes back; 11110 when it is not set up',
    input: {},
    result: z.object({
      authorizationUrl: z.string(),
      state: z.string().describe('the callback must bring the same'),
      nonce: z.string(),
      codeVerifier: z.string(),
    }),
  }),
  loginByGoogle: endpoint({
    method: 'POST',
    path: '/login/loginByGoogle',
    auth: 'public',
    summary: 'Finishes the sign-in with Google; with `link` it signs nobody in and answers a ticket for linkSignIn',
    input: {
      code: z.string().min(1).max(2048),
      codeVerifier: z.string().max(256),
      state: z.string().max(256).describe('as the callback brought it'),
      nonce: z.string().max(256),
      iss: z.string().max(256).optional().describe('as the callback brought it'),
      link: z.boolean().optional(),
    },
    result: arrival,
  }),
  dappNonce: endpoint({
    method: 'GET',
    path: '/login/dappNonce',
    auth: 'public',
    summary: 'A nonce for an EIP-4361 message, good once',
    input: {},
    result: z.object({ nonce: z.string(), expiresAt: z.iso.datetime() }),
  }),
  loginByDapp: endpoint({
    method: 'POST',
    path: '/login/loginByDapp',
    auth: 'public',
    summary: 'Signs in by a wallet signature (EIP-4361); with `link` it answers a ticket for linkSignIn',
    input: { message: z.string().max(4096), signature: z.string().max(1024), link: z.boolean().optional() },
    result: arrival,
  }),
  finishSignIn: endpoint({
    method: 'POST',
    path: '/login/finishSignIn',
    auth: 'public',
    summary: 'Adds the code of the authenticator to a sign-in by Google or a wallet',
    input: { ticket, otp: z.string().min(1, { error: '11021' }).max(16, { error: '11022' }) },
    result: signedIn,
  }),
  passkeyConfig: endpoint({
    method: 'POST',
    path: '/login/passkeyConfig',
    auth: 'public',
    summary: 'What a passkey has to sign to sign in (beyond the specification); 11116 where the site has no name',
    input: {},
    result: z.object({
      challenge: z.string().describe('good for 5 minutes, once'),
      rpId: z.string(),
      timeout: z.number().int().describe('ms'),
      userVerification: z.literal('required'),
    }),
  }),
  loginByPasskey: endpoint({
    method: 'POST',
    path: '/login/loginByPasskey',
    auth: 'public',
    summary: 'Signs in by a passkey that has verified its owner (WebAuthn): two factors in one, no other code is asked for',
    input: {
      credential: z.object({
        ...passkeyAnswer,
        response: z.object({
          clientDataJSON: z.string().max(4096),
          authenticatorData: z.string().max(4096),
          signature: z.string().max(4096),
          userHandle: z.string().max(128).nullish(),
        }),
      }),
    },
    result: signedIn,
  }),
};

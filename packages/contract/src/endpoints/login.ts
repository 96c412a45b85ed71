import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const userName = z.string({ error: '10003' }).regex(/^[A-Za-z][A-Za-z0-9_]{3,19}$/, { error: '10003' });
export const email = z
  .string({ error: '10002' })
  .max(254, { error: '10002' })
  .pipe(z.email({ error: '10002' }));
/** 8 to 128 characters with a letter and a digit; checked here so that form and server agree. */
export const newPassword = z
  .string({ error: '11014' })
  .min(8, { error: '11014' })
  .max(128, { error: '11014' })
  .refine((value) => /\p{L}/u.test(value) && /\p{Nd}/u.test(value), { error: '11014' });
export const mailCode = z.string({ error: '10091' }).regex(/^[0-9]{6}$/, { error: '10091' });

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

export const login = {
  checkUserNameOrPhone: endpoint({
    method: 'GET',
    path: '/login/checkUserNameOrPhone',
    auth: 'public',
    summary: 'Is this user name or mail address still free?',
    input: { value: z.string().min(1, { error: '10001' }).max(254, { error: '10001' }) },
    result: z.object({ available: z.boolean() }),
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/login/sendCode',
    auth: 'public',
    summary: 'Mails a code of six digits, bound to address and purpose; one for a withdrawal goes to the own address',
    input: {
      email: email.optional().describe('left out for a withdrawal: a browser knows the own address only in part'),
      purpose: z.enum(['register', 'reset', 'withdraw', 'email']),
    },
    result: z.object({ sent: z.literal(true), expiresAt: z.iso.datetime() }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/login/register',
    auth: 'public',
    summary: 'Creates a user with a funded demo account and an empty real account',
    input: { userName, email, password: newPassword, code: mailCode, inviteCode: z.string().max(16).optional() },
    result: signedIn,
  }),
  login: endpoint({
    method: 'POST',
    path: '/login/login',
    auth: 'public',
    summary: 'Signs in by user name or mail address',
    input: {
      account: z.string({ error: '10001' }).min(1, { error: '10001' }).max(254, { error: '10001' }),
      password: z.string({ error: '10004' }).min(1, { error: '10004' }).max(128, { error: '10004' }),
      otp: z.string().max(16).optional(),
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
    summary: 'Where and with which challenge the sign-in with Google starts',
    input: {},
    result: z.object({ authorizationUrl: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  }),
  loginByGoogle: endpoint({
    method: 'POST',
    path: '/login/loginByGoogle',
    auth: 'public',
    summary: 'Finishes the sign-in with Google',
    input: { code: z.string().max(2048), codeVerifier: z.string().max(256), nonce: z.string().max(256) },
    result: signedIn,
  }),
  dappNonce: endpoint({
    method: 'GET',
    path: '/login/dappNonce',
    auth: 'public',
    summary: 'A nonce for an EIP-4361 message',
    input: {},
    result: z.object({ nonce: z.string(), expiresAt: z.iso.datetime() }),
  }),
  loginByDapp: endpoint({
    method: 'POST',
    path: '/login/loginByDapp',
    auth: 'public',
    summary: 'Signs in by a wallet signature (EIP-4361)',
    input: { message: z.string().max(4096), signature: z.string().max(1024) },
    result: signedIn,
  }),
};

import { z } from 'zod';
import { languages } from '../vocabulary/languages.ts';
import { reportLinesMax, statementLinesMax } from '../vocabulary/limits.ts';
import { books } from '../vocabulary/statuses.ts';
import { code, decimal, isoTime, listOf, page, signedDecimal } from '../vocabulary/units.ts';
import { apiKeyCalls } from './api-keys.ts';
import { closingCalls } from './closing.ts';
import { endpoint } from './endpoint.ts';
import { fundsCalls } from './funds.ts';
import { identityCalls } from './identity.ts';
import { reminderCalls } from './instruments/reminders.ts';
import { inviteCalls } from './invite.ts';
import { layoutCalls } from './layout.ts';
import { limitCalls } from './limits.ts';
import { loanCalls } from './loans.ts';
import { codeTicket, email, mailCode, newPassword, userInfo } from './login.ts';
import { ownNftCalls } from './nfts.ts';
import { notificationCalls } from './notification.ts';
import { passkeyCalls } from './passkeys.ts';
import { ownProofCalls } from './proofs.ts';
import { pushCalls } from './push.ts';
import { securityCalls } from './security.ts';
import { sharingCalls } from './sharing.ts';
import { supportCalls } from './support.ts';

const notice = (value: '20001' | '20002' | '20003' | '20004' | '20005') => z.object({ notice: z.literal(value) });

/** A line of the statement: one entry of the account's ledger with the balance after it. */
export const statementLine = z.object({
  id: z.string(),
  time: isoTime,
  reason: z.string(),
  reference: z.string().nullable(),
  asset: z.string(),
  kind: z.string(),
  amount: signedDecimal,
  balanceAfter: decimal,
});

export const user = {
  getUserInfo: endpoint({
    method: 'POST',
    path: '/user/getUserInfo',
    auth: 'user',
    summary: 'The signed-in user, refreshed at startup',
    input: {},
    result: userInfo,
  }),
  repassword: endpoint({
    method: 'POST',
    path: '/user/repassword',
    auth: 'public',
    summary: 'Changes the password: signed in with the old one, otherwise with a mailed code. Ends every session',
    input: {
      oldPassword: z.string().max(128).optional(),
      email: email.optional(),
      code: mailCode.optional(),
      ticket: codeTicket.optional().describe('as it was sent when the code was asked for'),
      newPassword,
    },
    result: notice('20005'),
  }),
  updateProfile: endpoint({
    method: 'POST',
    path: '/user/updateProfile',
    auth: 'user',
    summary: 'Changes the language of mails and messages',
    input: { language: z.enum(languages) },
    result: userInfo,
  }),
  demoReset: endpoint({
    method: 'POST',
    path: '/user/demoReset',
    auth: 'account',
    moves: true,
    summary: 'Starts the demo account afresh: all orders end, the first balance returns',
    input: {},
    result: z.object({ book: z.enum(books), balance: decimal }),
  }),
  firstSteps: endpoint({
    method: 'GET',
    path: '/user/firstSteps',
    auth: 'user',
    summary: 'How far somebody has come with what everybody does first, on either account (beyond the specification)',
    input: {},
    result: z.object({
      verified: z.boolean().describe('the identity check is passed'),
      funded: z.boolean().describe('the real account has had money'),
      traded: z.boolean().describe('a contract, an option or a spot order, on either account'),
      guarded: z.boolean().describe('sign-in asks for the code of an authenticator'),
    }),
  }),
  listBalances: endpoint({
    method: 'GET',
    path: '/user/listBalances',
    auth: 'account',
    keys: 'read',
    summary: 'Balances of every asset with their value in USDT, USDT first (beyond the specification)',
    input: {},
    result: z.array(
      z.object({
        asset: z.string(),
        available: decimal,
        held: decimal,
        valueUsdt: decimal.nullable().describe('available and held at the bid; null while the coin has no price'),
        averageCost: decimal
          .nullable()
          .optional()
          .describe('USDT paid for a coin that was bought here, fees counted; null where none was'),
        unrealised: signedDecimal
          .nullable()
          .optional()
          .describe('USDT that those coins would gain at the bid; null without cost or price'),
        realised: signedDecimal.optional().describe('USDT that sales of the coin have brought, fees counted'),
      }),
    ),
  }),
  listTransfers: endpoint({
    method: 'GET',
    path: '/user/listTransfers',
    auth: 'account',
    keys: 'read',
    summary: 'The statement: every entry with the balance after it, newest first',
    input: { asset: code.optional(), from: isoTime.optional(), to: isoTime.optional(), ...page },
    result: listOf(statementLine),
  }),
  exportTransfers: endpoint({
    method: 'GET',
    path: '/user/exportTransfers',
    auth: 'account',
    keys: 'read',
    summary: `The statement as a file, newest first, at most ${statementLinesMax} lines (beyond the specification)`,
    files: ['text/csv', 'application/pdf'],
    input: { format: z.enum(['csv', 'pdf']), asset: code.optional(), from: isoTime.optional(), to: isoTime.optional() },
    result: z.null(),
  }),
  exportReport: endpoint({
    method: 'GET',
    path: '/user/exportReport',
    auth: 'account',
    summary: `Trades, coins or income of a calendar or tax year as a file, at most ${reportLinesMax.csv} lines as CSV and ${reportLinesMax.pdf} in print, in the language of the call (beyond the specification)`,
    files: ['text/csv', 'application/pdf'],
    input: {
      kind: z.enum(['trades', 'coins', 'income']),
      format: z.enum(['csv', 'pdf']),
      year: z.coerce.number().int().min(2000).max(2999).describe('in which the tax year begins'),
      beginsOn: z
        .string()
        .regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])$/)
        .default('01-01')
        .describe('month and day, UTC'),
    },
    result: z.null(),
  }),
  reportSpan: endpoint({
    method: 'GET',
    path: '/user/reportSpan',
    auth: 'account',
    summary: 'Since when there is something to report of the account (beyond the specification)',
    input: {},
    result: z.object({
      first: isoTime.nullable().describe('when something was first booked; null for never'),
      now: isoTime.describe('business time: a year that ends later is not over'),
    }),
  }),
  ...identityCalls,
  ...loanCalls,
  ...layoutCalls,
  ...limitCalls,
  ...ownNftCalls,
  ...fundsCalls,
  ...inviteCalls,
  ...notificationCalls,
  ...pushCalls,
  ...reminderCalls,
  ...ownProofCalls,
  ...securityCalls,
  ...passkeyCalls,
  ...apiKeyCalls,
  ...closingCalls,
  ...supportCalls,
  ...sharingCalls,
};

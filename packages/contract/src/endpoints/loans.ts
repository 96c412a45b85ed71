import { z } from 'zod';
import { languages } from '../vocabulary/languages.ts';
import { loanEvents, loanRejections, loanStatuses } from '../vocabulary/loans.ts';
import { decimal, id, isoTime, listOf, page, positive } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

/** A term on offer. Its id means exactly these conditions: changed ones are another term. */
export const loanTerm = z.object({
  id: z.string(),
  days: z.number().int(),
  dailyRate: decimal.describe('share of the outstanding principal that a day costs after the free days'),
  freeDays: z.number().int(),
  amountMin: decimal,
  amountMax: decimal,
});

export const loanHistory = z.array(
  z.object({
    status: z.enum(loanEvents),
    time: isoTime,
    reason: z.enum(loanRejections).nullable(),
    interest: decimal.nullable().describe('of a payment'),
    principal: decimal.nullable().describe('of a payment, or of the payout'),
  }),
);

const owed = z.object({ principal: decimal, interest: decimal, total: decimal });

export const loan = z.object({
  id: z.string(),
  loanNo: z.string(),
  amount: decimal,
  days: z.number().int(),
  dailyRate: decimal,
  freeDays: z.number().int(),
  totalInterest: decimal.describe('of a loan kept to term: the most that it can cost'),
  repaymentDate: isoTime.nullable().describe('null until it is paid out'),
  repaymentAmount: decimal.describe('of a loan kept to term'),
  status: z.enum(loanStatuses),
  createdAt: isoTime,
  paidOutAt: isoTime.nullable(),
  owed: owed.describe('what settles it now; nothing while it is not paid out'),
  principalPaid: decimal,
  interestPaid: decimal,
  interestPerDay: decimal.describe('what the next charged day costs at the outstanding principal'),
  day: z.number().int().describe('which day of the term it is, from 1; 0 until it is paid out'),
  daysLeft: z.number().int().describe('days that have not begun yet'),
  overdue: z.boolean(),
  schedule: z
    .array(owed.extend({ day: z.number().int(), until: isoTime }))
    .describe('what settles it by the end of telling days, if nothing is paid before'),
  agreementVersion: z.string(),
  agreementLanguage: z.enum(languages),
  history: loanHistory,
});
export type Loan = z.infer<typeof loan>;

/** Calls of the user module about loans. */
export const loanCalls = {
  loanTerms: endpoint({
    method: 'GET',
    path: '/user/loanTerms',
    auth: 'public',
    summary: 'Loan terms on offer, and what one customer may owe (beyond the specification)',
    input: {},
    result: z.object({ terms: z.array(loanTerm), openMax: z.number().int(), totalMax: decimal }),
  }),
  loan: endpoint({
    method: 'POST',
    path: '/user/loan',
    auth: 'real',
    moves: true,
    body: 'multipart',
    images: { signature: 'optional' },
    summary:
      'Asks for a loan with the signed agreement; refused with 11060 when its figures or text are not those shown, 11064 unsigned',
    input: {
      termId: z.string({ error: '10023' }).max(64, { error: '10023' }),
      amount: positive('11065'),
      language: z.enum(languages).describe('of the agreement that was signed'),
      agreementVersion: z.string().max(16),
      seenRepayment: decimal.describe('the repayment amount that stood in the agreement'),
    },
    result: z.object({ notice: z.literal('20001'), id: z.string() }),
  }),
  cancelLoan: endpoint({
    method: 'POST',
    path: '/user/cancelLoan',
    auth: 'real',
    moves: true,
    summary: 'Takes back a request that is not paid out yet (beyond the specification)',
    input: { id },
    result: loan,
  }),
  repayLoan: endpoint({
    method: 'POST',
    path: '/user/repayLoan',
    auth: 'real',
    moves: true,
    summary:
      'Repays a loan in part, or whole without `amount`; interest first. Refused with 11061 when `seenOwed` is not what is owed any more (beyond the specification)',
    input: { id, amount: positive('10016').optional(), seenOwed: decimal.optional() },
    result: loan,
  }),
  loanAgreement: endpoint({
    method: 'GET',
    path: '/user/loanAgreement/{id}',
    auth: 'real',
    files: ['text/html'],
    summary: 'The agreement as it was signed, with the signature (beyond the specification)',
    input: { id },
    result: z.null(),
  }),
  listLoanRecord: endpoint({
    method: 'GET',
    path: '/user/listLoanRecord',
    auth: 'real',
    summary: 'Loans, newest first',
    input: { status: z.enum(loanStatuses).optional(), ...page },
    result: listOf(loan),
  }),
};

import { z } from 'zod';
import { languages } from '../../vocabulary/languages.ts';
import { loanEvents, loanRejections, loanStatuses } from '../../vocabulary/loans.ts';
import { kycStatuses } from '../../vocabulary/statuses.ts';
import { decimal, id, isoTime, listOf, page, positive } from '../../vocabulary/units.ts';
import { loanTerm } from '../loans.ts';
import { deskCall } from './desk-call.ts';
import { gate, operatorRef, proposed, reason, workFilters } from './units.ts';

const desk = ['reviewer', 'finance', 'administrator'] as const;

const listed = z.object({
  id,
  loanNo: z.string(),
  customer: z.object({ id, userName: z.string() }),
  amount: decimal,
  days: z.number().int(),
  dailyRate: decimal,
  freeDays: z.number().int(),
  status: z.enum(loanStatuses),
  createdAt: isoTime,
  approvedBy: operatorRef.nullable().describe('the first person; the second pays out'),
  outstanding: decimal,
  dueAt: isoTime.nullable(),
  claimedBy: operatorRef.nullable(),
});
export type LoanCase = z.infer<typeof listed>;

const detail = listed.extend({
  ...gate,
  totalInterest: decimal,
  repaymentAmount: decimal,
  kycStatus: z.enum(kycStatuses),
  frozen: z.boolean(),
  agreement: z.object({
    version: z.string(),
    language: z.enum(languages),
    title: z.string(),
    preamble: z.string(),
    figures: z.array(z.object({ name: z.string(), value: z.string() })),
    clauses: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
    closing: z.string(),
  }),
  signatureId: z.string().describe('of the picture of the signature'),
  rejection: z.enum(loanRejections).nullable(),
  record: z
    .object({ open: z.number().int(), outstanding: decimal, repaid: z.number().int(), everExpired: z.number().int() })
    .describe('the other loans of the customer'),
  lendingFree: decimal,
  history: z.array(
    z.object({
      kind: z.enum(loanEvents),
      at: isoTime,
      by: operatorRef.nullable(),
      reason: z.enum(loanRejections).nullable(),
      interest: decimal.nullable(),
      principal: decimal.nullable(),
    }),
  ),
});
export type LoanCaseDetail = z.infer<typeof detail>;

const offered = loanTerm.extend({ offeredAt: isoTime, withdrawnAt: isoTime.nullable() });

/** Requests for loans: the first operator approves, another pays out. Terms change by proposals alone. */
export const loanDeskCalls = {
  list: deskCall({
    method: 'GET',
    path: '/loans/list',
    roles: desk,
    summary: 'Loans; those under review are listed oldest first, all others newest first',
    input: {
      status: z.enum(loanStatuses).default('pendingReview'),
      customerId: id.optional(),
      ...workFilters,
      amountFrom: decimal.optional().describe('principal in USDT, so much or more'),
      amountTo: decimal.optional().describe('principal in USDT, so much or less'),
      ...page,
    },
    result: listOf(listed),
    csv: true,
  }),
  detail: deskCall({
    method: 'GET',
    path: '/loans/detail/{id}',
    roles: desk,
    summary: 'One loan: the agreement as it was signed, the customer’s record, what can be lent, the history',
    input: { id },
    result: detail,
  }),
  approve: deskCall({
    method: 'POST',
    path: '/loans/approve',
    roles: ['reviewer', 'finance'],
    summary:
      'Approves a request as the first of two persons, or of three as the second, which another than who approved it first does; no money moves',
    input: { id },
    result: detail,
    moves: true,
  }),
  payOut: deskCall({
    method: 'POST',
    path: '/loans/payOut',
    roles: ['finance'],
    summary: 'Pays an approved loan out as the second person; refused with 11068 when the lending funds do not cover it',
    input: { id },
    result: detail,
    moves: true,
  }),
  reject: deskCall({
    method: 'POST',
    path: '/loans/reject',
    roles: ['reviewer', 'finance'],
    summary: 'Turns a request down, with a reason that the customer reads',
    input: { id, reason: z.enum(loanRejections) },
    result: detail,
    moves: true,
  }),
  terms: deskCall({
    method: 'GET',
    path: '/loans/terms',
    roles: desk,
    summary: 'Terms on offer and those taken off, newest first',
    input: {},
    result: z.array(offered).max(200),
  }),
  offerTerm: deskCall({
    method: 'POST',
    path: '/loans/offerTerm',
    roles: ['finance', 'administrator'],
    summary: 'Proposes a new term; somebody else approves it',
    input: {
      days: z.number().int().min(1).max(3650),
      dailyRate: decimal,
      freeDays: z.number().int().min(0).max(3650),
      amountMin: positive('11065'),
      amountMax: positive('11065'),
      reason,
    },
    result: proposed,
    moves: true,
  }),
  withdrawTerm: deskCall({
    method: 'POST',
    path: '/loans/withdrawTerm',
    roles: ['finance', 'administrator'],
    summary: 'Proposes to take a term off offer; loans that have it keep it',
    input: { id, reason },
    result: proposed,
    moves: true,
  }),
};

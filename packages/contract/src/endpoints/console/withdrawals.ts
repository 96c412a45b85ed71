import { z } from 'zod';
import {
  payoutBatchMax,
  payoutFaults,
  payoutStatuses,
  withdrawalKinds,
  withdrawalReasons,
  withdrawalStatuses,
} from '../../vocabulary/funds.ts';
import { kycStatuses } from '../../vocabulary/statuses.ts';
import { decimal, id, isoTime, listOf, page } from '../../vocabulary/units.ts';
import { withdrawalFee } from '../funds.ts';
import { sameTransactionMax } from './deposits.ts';
import { deskCall } from './desk-call.ts';
import { caseFilters, gate, operatorRef, proposed, reason, waitingSums } from './units.ts';

const look = ['finance', 'administrator'] as const;
const finance = ['finance'] as const;

const listed = z.object({
  id: z.string().describe('the number, such as W260107-7K3M9QXA2C'),
  customer: z.object({ id, userName: z.string() }),
  asset: z.string(),
  amount: decimal,
  actualAmount: decimal.describe('what is to be paid out'),
  valueUsdt: decimal.describe('when it was asked for'),
  method: z.enum(withdrawalKinds),
  network: z.string().nullable(),
  status: z.enum(withdrawalStatuses),
  createdAt: isoTime,
  approvedBy: operatorRef.nullable().describe('the first person; another one pays out'),
  decidedBy: operatorRef.nullable().describe('who has ended it; null where its owner has'),
  endedAt: isoTime.nullable(),
  fee: decimal,
  sentTo: z.string().describe('the address, or the end of the card’s number'),
  hash: z.string().nullable().describe('the chain’s transaction that has paid it, or the bank’s reference'),
  claimedBy: operatorRef.nullable(),
});
export type WithdrawalCase = z.infer<typeof listed>;

const detail = listed.extend({
  feeTerms: withdrawalFee.describe('frozen when it was asked for'),
  ...gate,
  destination: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('coin'), address: z.string(), label: z.string(), savedAt: isoTime }),
    z.object({
      kind: z.literal('card'),
      holder: z.string(),
      bankName: z.string(),
      lastFour: z.string().describe('the whole number is shown by /withdrawals/card, which is written down'),
      savedAt: isoTime,
    }),
  ]),
  payout: z
    .object({ status: z.enum(payoutStatuses), hash: z.string().nullable(), fault: z.enum(payoutFaults).nullable() })
    .nullable()
    .describe('where a node tells what becomes of it, or it has gone to the signer'),
  sameTransaction: z
    .array(z.object({ id: z.string(), customer: z.object({ id, userName: z.string() }), status: z.enum(withdrawalStatuses) }))
    .max(sameTransactionMax)
    .describe(
      'other withdrawals for which the same transaction was written down: a transaction that pays several says so on the chain',
    ),
  kycStatus: z.enum(kycStatuses),
  frozen: z.boolean(),
  securityChangedAt: isoTime.nullable(),
  record: z
    .object({ completed: z.number().int(), usedToday: decimal, usedMonth: decimal })
    .describe('all withdrawals of the customer; USDT of the last 24 hours and 30 days'),
  history: z.array(
    z.object({
      status: z.enum(withdrawalStatuses),
      at: isoTime,
      by: operatorRef.nullable(),
      reason: z.enum(withdrawalReasons).nullable(),
    }),
  ),
});
export type WithdrawalCaseDetail = z.infer<typeof detail>;

/** Withdrawals under review: one person approves, another pays out and writes down by which transaction. */
export const withdrawalDeskCalls = {
  list: deskCall({
    method: 'GET',
    path: '/withdrawals/list',
    roles: look,
    summary: 'Withdrawals; those that wait are listed oldest first, all others newest first, unless another order is asked for',
    input: {
      status: z
        .enum(['open', 'all', ...withdrawalStatuses])
        .default('pendingReview')
        .describe('open: whatever still waits for a decision; all: however they stand'),
      ...caseFilters,
      ...page,
    },
    result: listOf(listed),
    csv: true,
  }),
  waiting: deskCall({
    method: 'GET',
    path: '/withdrawals/waiting',
    roles: look,
    summary: 'How many wait for their first and for their second person, and for how much',
    input: {},
    result: waitingSums,
  }),
  detail: deskCall({
    method: 'GET',
    path: '/withdrawals/detail/{id}',
    roles: look,
    summary: 'One withdrawal: where it goes, its history, the customer’s record',
    input: { id },
    result: detail,
  }),
  card: deskCall({
    method: 'POST',
    path: '/withdrawals/card',
    roles: finance,
    summary: 'The whole number of the card of an approved withdrawal, to pay it out; written down in the audit log',
    input: { id },
    result: z.object({ cardNumber: z.string() }),
  }),
  approve: deskCall({
    method: 'POST',
    path: '/withdrawals/approve',
    roles: finance,
    summary:
      'Approves as the first of two persons, or of three as the second, which another than who approved it first does; no money moves',
    input: { id },
    result: detail,
    moves: true,
  }),
  complete: deskCall({
    method: 'POST',
    path: '/withdrawals/complete',
    roles: finance,
    summary:
      'Says by which transaction or reference of the bank it was paid, as the last person; booked at once, or once the chain has confirmed it where a node is set',
    input: { id, hash: z.string({ error: '11042' }).trim().min(6, { error: '11042' }).max(128, { error: '11042' }) },
    result: detail,
    moves: true,
  }),
  reject: deskCall({
    method: 'POST',
    path: '/withdrawals/reject',
    roles: finance,
    summary: 'Turns a withdrawal down and returns the money; an approved one only as another person',
    input: { id, reason: z.enum(withdrawalReasons) },
    result: detail,
    moves: true,
  }),
  fail: deskCall({
    method: 'POST',
    path: '/withdrawals/fail',
    roles: finance,
    summary: 'Ends an approved withdrawal that could not be paid and returns the money, as the second person',
    input: { id, reason: z.enum(withdrawalReasons) },
    result: detail,
    moves: true,
  }),
};

const hash = z.string({ error: '11042' }).trim().min(6, { error: '11042' }).max(128, { error: '11042' });
const batch = z.object({
  id,
  network: z.string(),
  coin: z.string(),
  proposedBy: z.string(),
  releasedBy: z.string(),
  releasedAt: isoTime,
  total: decimal,
  file: z
    .string()
    .nullable()
    .describe(
      'for the signer: a line of number, network, address, amount for each; null unless all of them are with the signer',
    ),
  checksum: z.string().nullable().describe('SHA-256 of the file as it was released; null once an account in it is erased'),
  lines: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      amount: decimal,
      status: z.enum(payoutStatuses),
      hash: z.string().nullable(),
      fault: z.enum(payoutFaults).nullable(),
    }),
  ),
});
export type PayoutBatch = z.infer<typeof batch>;

/** Withdrawals that go to a signer together. No key is on the server: it gives a file out and takes hashes back. */
export const payoutDeskCalls = {
  batches: deskCall({
    method: 'GET',
    path: '/payouts/batches',
    roles: look,
    summary: 'The newest batches, with the file of each and what has become of its lines',
    input: {},
    result: z.array(batch),
  }),
  proposeBatch: deskCall({
    method: 'POST',
    path: '/payouts/proposeBatch',
    roles: finance,
    summary: 'Proposes approved withdrawals of one network for the signer, by their total',
    input: { network: id, cases: z.array(z.string()).min(1).max(payoutBatchMax), total: decimal, reason },
    result: proposed,
    moves: true,
  }),
  signed: deskCall({
    method: 'POST',
    path: '/payouts/signed',
    roles: finance,
    summary: 'Takes the hashes of a batch back; each withdrawal is booked once the chain has confirmed that it was paid',
    input: {
      id,
      hashes: z
        .array(z.object({ id: z.string(), hash }))
        .min(1)
        .max(payoutBatchMax),
    },
    result: z.object({ taken: z.number().int() }),
    moves: true,
  }),
  proposeTakeBack: deskCall({
    method: 'POST',
    path: '/payouts/proposeTakeBack',
    roles: finance,
    summary: 'Proposes to take a withdrawal back from the signer, who has not signed it and will not',
    input: { id: z.string(), reason },
    result: proposed,
    moves: true,
  }),
};

import { z } from 'zod';
import { books } from '../vocabulary/statuses.ts';
import { decimal, id, isoTime, signedDecimal } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';
import { receipt } from './order-shapes.ts';

const shareCode = z.string().min(1).max(40);

const share = z.object({
  code: shareCode.describe('leads to the public check at /check/{code}'),
  hidesAmounts: z.boolean(),
});

/** What a result follows from, with no amount in it. */
const figures = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('contract'),
    side: z.enum(['long', 'short']),
    leverage: decimal,
    feeRate: decimal,
    financingRate: signedDecimal.describe('of a day; negative is received'),
    financingDays: z.number().int().nonnegative().describe('so many days of it fell due'),
    financed: signedDecimal
      .nullable()
      .describe('where less of it was charged than fell due: how much, as a multiple of the margin that opening needed'),
    open: decimal,
    close: decimal,
    cover: decimal
      .nullable()
      .describe('where nothing of the margin was left: how much it was, as a multiple of what opening needed'),
  }),
  z.object({
    kind: z.literal('option'),
    direction: z.enum(['up', 'down']),
    payoutRate: decimal,
    strike: decimal,
    settlement: decimal.nullable(),
  }),
  z.object({ kind: z.literal('plan'), dailyYield: decimal, days: z.string() }),
]);

const sharedReceipt = z.object({
  book: z.enum(books),
  sharedAt: isoTime,
  hidesAmounts: z.boolean(),
  figures: figures.nullable().describe('null where units changed on the way, by a split or a dividend'),
  percent: signedDecimal
    .nullable()
    .describe(
      'of what was bound: of a contract price, fees and financing on its margin, of an option on its stake, of a plan to its end',
    ),
  receipt: receipt.describe('without its numbers and transfers; where amounts are hidden, also without steps and sizes'),
});
export type SharedReceipt = z.infer<typeof sharedReceipt>;

/** Receipts that are shown to others; beyond the specification. */
export const sharingCalls = {
  shareReceipt: endpoint({
    method: 'POST',
    path: '/user/shareReceipt',
    auth: 'account',
    summary: 'Shows the receipt of an ended order, or of a plan, to holders of the code; again: with amounts or without',
    input: { id, hidesAmounts: z.boolean() },
    result: share,
  }),
  shareOf: endpoint({
    method: 'GET',
    path: '/user/shareOf/{id}',
    auth: 'account',
    summary: 'How the receipt of an order is shown to others now; null where it is not',
    input: { id },
    result: share.nullable(),
  }),
  revokeShare: endpoint({
    method: 'POST',
    path: '/user/revokeShare',
    auth: 'account',
    summary: 'Takes the code of a receipt back: it leads nowhere from then on',
    input: { id },
    result: z.object({}),
  }),
};

export const publicSharingCalls = {
  checkReceipt: endpoint({
    method: 'GET',
    path: '/index/checkReceipt/{code}',
    auth: 'public',
    summary: 'A receipt that its owner shows, to be computed again by anybody (beyond the specification)',
    input: { code: shareCode },
    result: sharedReceipt,
  }),
};

import { z } from 'zod';
import { assetClasses, feedKinds } from '../../vocabulary/markets.ts';
import { workingRoles } from '../../vocabulary/operators.ts';
import { books } from '../../vocabulary/statuses.ts';
import { code, decimal, id, isoTime, listOf, page, positive, signedDecimal } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { proposed, reason } from './units.ts';

const country = z.string().regex(/^[A-Z]{2}$/);

/** Terms of contracts that operators may change, for orders opened from then on. Prices and spreads are not among them. */
const instrumentTerms = z.object({
  leverages: z.array(z.number().int()),
  feeRate: decimal,
  maintenanceRate: decimal,
  financingRateLong: signedDecimal,
  financingRateShort: signedDecimal,
  lotsMin: decimal,
  lotsMax: decimal,
});

const instrument = z.object({
  code,
  name: z.string(),
  assetClass: z.enum(assetClasses),
  feed: z.enum(feedKinds),
  tradable: z.boolean(),
  suspendedSince: isoTime.nullable().describe('since when no good quote came in trading hours'),
  quoteTime: isoTime.nullable(),
  bid: z.string(),
  ask: z.string(),
  terms: instrumentTerms.describe('in force'),
  listed: instrumentTerms.describe('as the catalogue has them'),
  changed: z.boolean(),
  optionsOff: z.array(z.string()).describe('countries without options on it; "*" stands for all'),
});
export type DeskInstrument = z.infer<typeof instrument>;

export const instrumentCalls = {
  list: deskCall({
    method: 'GET',
    path: '/instruments/list',
    roles: workingRoles,
    summary: 'Instruments with the terms in force, in the order of the catalogue',
    input: {
      q: z.string().max(40).optional(),
      assetClass: z.enum(assetClasses).optional(),
      only: z.enum(['changed', 'suspended']).optional(),
      ...page,
    },
    result: listOf(instrument),
    csv: true,
  }),
  proposeTerms: deskCall({
    method: 'POST',
    path: '/instruments/proposeTerms',
    roles: ['finance', 'administrator'],
    summary: 'Proposes terms for new orders; what is left out stays as the catalogue has it. Refused with 11140',
    input: {
      code,
      leverages: z
        .array(z.number({ error: '11140' }).int({ error: '11140' }).min(1).max(1000))
        .min(1)
        .max(20)
        .optional(),
      feeRate: decimal.optional(),
      maintenanceRate: decimal.optional(),
      financingRateLong: signedDecimal.optional(),
      financingRateShort: signedDecimal.optional(),
      lotsMin: positive('11140').optional(),
      lotsMax: positive('11140').optional(),
      reason,
    },
    result: proposed,
    moves: true,
  }),
  listOpenings: deskCall({
    method: 'GET',
    path: '/instruments/listOpenings',
    roles: workingRoles,
    summary:
      'Stocks and ETFs whose price is more than 20% away from the close of the last session: suspended until two operators have spoken',
    input: page,
    result: listOf(
      z.object({
        code,
        name: z.string(),
        close: decimal.describe('mid at the end of the last session'),
        closeTime: isoTime,
        price: decimal.describe('mid that waits'),
        priceTime: isoTime,
      }),
    ),
  }),
  proposeRealPrice: deskCall({
    method: 'POST',
    path: '/instruments/proposeRealPrice',
    roles: ['finance', 'administrator'],
    summary: 'Proposes to call the price that waits real, so that trading goes on at it. Refused with 11159 when none waits',
    input: { code, reason },
    result: proposed,
    moves: true,
  }),
  switchOptions: deskCall({
    method: 'POST',
    path: '/instruments/switchOptions',
    roles: ['finance', 'administrator'],
    summary: 'Ends the sale of options on an instrument at once, in one country or everywhere; those that run go on',
    input: { code, country: country.nullable(), reason },
    result: instrument.pick({ code: true, optionsOff: true }),
    moves: true,
  }),
  proposeOptions: deskCall({
    method: 'POST',
    path: '/instruments/proposeOptions',
    roles: ['finance', 'administrator'],
    summary: 'Proposes to sell options on an instrument again: one person stops a sale, two resume it',
    input: { code, country: country.nullable(), reason },
    result: proposed,
    moves: true,
  }),
};

const planTerms = {
  name: z.string().trim().min(1).max(60),
  amountMin: positive('10013'),
  amountMax: positive('10013'),
  penaltyRate: decimal,
  startsAt: isoTime.nullable(),
  periods: z
    .array(z.object({ days: z.number().int().min(1).max(3650), dailyYield: positive('11141') }))
    .min(1)
    .max(12),
};

const planProduct = z.object({
  id,
  code: z.string(),
  ...planTerms,
  withdrawnAt: isoTime.nullable(),
  open: z.number().int().describe('plans that wait or are in income'),
  principal: decimal.describe('bound in them, USDT'),
  committed: decimal.describe('income promised to them and not paid yet, USDT'),
});
export type DeskPlanProduct = z.infer<typeof planProduct>;

export const planProductCalls = {
  list: deskCall({
    method: 'GET',
    path: '/planProducts/list',
    roles: workingRoles,
    summary: 'Products of the yield plans, those taken off sale too, with what is bound in them',
    input: page,
    result: listOf(planProduct),
    csv: true,
  }),
  propose: deskCall({
    method: 'POST',
    path: '/planProducts/propose',
    roles: ['finance', 'administrator'],
    summary: 'Proposes a new product (without id), or other terms for new plans of one. Refused with 11141',
    input: { id: id.optional(), ...planTerms, reason },
    result: proposed,
    moves: true,
  }),
  proposeWithdrawal: deskCall({
    method: 'POST',
    path: '/planProducts/proposeWithdrawal',
    roles: ['finance', 'administrator'],
    summary: 'Proposes to take a product off sale: who waits is refunded, what is in income runs to its end',
    input: { id, reason },
    result: proposed,
    moves: true,
  }),
};

const voidable = z.object({
  orderNo: z.string(),
  userId: z.string(),
  book: z.enum(books),
  code: z.string(),
  side: z.enum(['long', 'short']),
  lots: decimal,
  openedAt: isoTime,
  suspendedSince: isoTime,
  margin: decimal.describe('would return, USDT'),
  fee: decimal.describe('paid so far, would return too, USDT'),
});
export type VoidablePosition = z.infer<typeof voidable>;

/** The only thing that operators can do to a position: give it back after three days without any price, or where a split can't be brought to it. */
export const positionDeskCalls = {
  listVoidable: deskCall({
    method: 'GET',
    path: '/positions/listVoidable',
    roles: workingRoles,
    summary: 'Open positions on instruments that have been suspended for 72 hours, and what a split or dividend left behind',
    input: { code: code.optional(), ...page },
    result: listOf(voidable),
    csv: true,
  }),
  proposeVoid: deskCall({
    method: 'POST',
    path: '/positions/proposeVoid',
    roles: ['finance', 'administrator'],
    summary:
      'Proposes to void a position: margin and fees return, nothing else. Refused with 11142 before 72 hours, unless a split or dividend failed on it',
    input: { orderNo: id, reason },
    result: proposed,
    moves: true,
  }),
};

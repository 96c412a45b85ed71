import { z } from 'zod';
import { code, decimal, isoTime, listOf, page, signedDecimal, zone } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

const products = ['contract', 'option', 'spot', 'plan'] as const;
const product = z.enum(products);

/** Which results: those that ended from `from` on and before `to`. */
const filter = {
  product: product.optional(),
  code: code.optional(),
  status: z.union([z.string().max(24), z.array(z.string().max(24)).max(6)]).optional(),
  from: isoTime.optional(),
  to: isoTime.optional(),
};

const sums = z.object({
  gross: signedDecimal.describe('before costs'),
  fees: decimal,
  financing: signedDecimal.describe('negative was received; dividends on contracts are in it'),
  net: signedDecimal.describe('gross − fees − financing'),
});

export const result = sums.extend({
  product,
  id: z.string().describe('its receipt has this id'),
  code: z.string().describe('the instrument, or the plan’s product'),
  endedAt: isoTime,
  status: z.string(),
});
export type ResultRow = z.infer<typeof result>;

/** What has ended and what it came to, with every cost off. A demo account's results begin with its last reset. */
export const resultCalls = {
  results: endpoint({
    method: 'GET',
    path: '/order/results',
    auth: 'account',
    keys: 'read',
    summary: 'Totals of the results that ended in a period, with every cost off (beyond the specification)',
    input: filter,
    result: sums.extend({
      since: isoTime.nullable().describe('when a demo account was last begun afresh; null for never'),
      ended: z.number().int().describe('orders that ended with a result'),
      won: z.number().int().describe('of them, with a net above zero'),
      averageWin: decimal.nullable(),
      averageLoss: signedDecimal.nullable().describe('of those at or below zero'),
      largestFall: decimal.describe('the most that the running sum of results has fallen below what it had reached before'),
      dividends: signedDecimal.describe('received on contracts, paid if negative: in `financing` with the other sign'),
      products: z.array(sums.extend({ product, dividends: signedDecimal })),
    }),
  }),
  resultDays: endpoint({
    method: 'GET',
    path: '/order/resultDays',
    auth: 'account',
    keys: 'read',
    summary: 'Results by day of a month, days without one left out (beyond the specification)',
    input: {
      month: z.string().regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/),
      product: product.optional(),
      zone: zone.default('UTC').describe('whose days and month, by its IANA name'),
    },
    result: z.array(z.object({ day: z.iso.date(), net: signedDecimal, results: z.number().int() })),
  }),
  listResults: endpoint({
    method: 'GET',
    path: '/order/listResults',
    auth: 'account',
    keys: 'read',
    summary: 'Results by their ending, newest first (beyond the specification)',
    input: { ...filter, ...page },
    result: listOf(result),
  }),
  equityBridge: endpoint({
    method: 'GET',
    path: '/order/equityBridge',
    auth: 'account',
    keys: 'read',
    summary:
      'Of what the equity has come about: brought + results + other = equity, to the last unit (beyond the specification)',
    input: {},
    result: z.object({
      since: isoTime.nullable(),
      equity: signedDecimal,
      brought: z
        .array(z.object({ name: z.enum(['demo', 'deposits', 'withdrawals', 'coins']), amount: signedDecimal }))
        .describe('`coins`: brought in or taken out other than by trading, at what they are worth, brought, or had cost'),
      products: z.array(z.object({ product, realised: signedDecimal, unrealised: signedDecimal })),
      other: z.array(z.object({ name: z.enum(['invites', 'loanInterest', 'nfts', 'corrections']), amount: signedDecimal })),
    }),
  }),
  equityFlows: endpoint({
    method: 'GET',
    path: '/order/equityFlows',
    auth: 'account',
    keys: 'read',
    summary: 'What came into the account and left it, oldest first: no gains and no losses (beyond the specification)',
    input: { from: isoTime },
    result: z.array(
      z.object({
        time: z.number().int().describe('epoch milliseconds'),
        kind: z.enum(['deposit', 'withdrawal', 'reset']),
        asset: z.string(),
        amount: signedDecimal,
        value: z.number().describe('USDT, for a chart; of coins at their bid of now'),
      }),
    ),
  }),
};

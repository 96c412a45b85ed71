import { z } from 'zod';
import type { Code } from '../vocabulary/codes.ts';
import {
  orderTypes,
  optionStatuses,
  planStatuses,
  positionStatuses,
  spotOrderTypes,
  spotStatuses,
} from '../vocabulary/statuses.ts';
import { code, decimal, id, isoTime, listOf, page, positive, signedDecimal } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';
import { option, receipt, smartOrder, spotOrder } from './order-shapes.ts';
import { outcomeInput, outcomeResult } from './outcome.ts';
import { position } from './position.ts';
import { resultCalls } from './results.ts';

export type Position = z.infer<typeof position>;

/** A quote as a receipt shows it. */
/** The price that was shown, and how much worse the one of the moment may be: 11004 beyond it. Without them any price is taken. */
const seenPrice = {
  seenPrice: positive('11004').optional(),
  maxSlippageBps: z.number().int().min(0).max(10_000).optional(),
};
/** Lists of orders: as they were placed, or those that have ended by their ending, of a period. */
const sorted = {
  sort: z.enum(['placed', 'ended']).default('placed'),
  from: isoTime.optional().describe('of the ending; with `sort` ended'),
  to: isoTime.optional(),
};
const until = z
  .union([isoTime, z.literal('day')], { error: '11305' })
  .describe('until when the order waits: a time at most 90 days ahead, or the end of this UTC day');
const bps = (refusal: Code) =>
  z.number({ error: refusal }).int({ error: refusal }).min(1, { error: refusal }).max(10_000, { error: refusal });
const swept = z.object({
  done: z.array(position).describe('as they have ended'),
  refused: z
    .array(z.object({ id: z.string(), code: z.string() }))
    .describe('those that still stand, and the code that says why'),
});
const targets = z
  .array(z.object({ price: positive('11005'), lots: positive('11300') }))
  .max(5)
  .describe(
    'at most 5 prices before the take-profit, and of how many lots each closes a part: whole steps, and together all of the position, or with the smallest order left',
  );
const balance = z.object({
  asset: z.string(),
  available: decimal,
  held: decimal,
  owed: decimal.optional().describe('principal of loans that is not repaid; so much of what is available buys no plan'),
});

export const order = {
  buyU: endpoint({
    method: 'POST',
    path: '/order/buyU',
    auth: 'account',
    keys: 'trade',
    moves: true,
    summary: 'Opens a leveraged contract at the market, or places a limit, stop or stop-limit order',
    input: {
      code,
      side: z.enum(['long', 'short']),
      type: z.enum(orderTypes),
      lots: positive('11007'),
      leverage: z.number({ error: '11006' }).int({ error: '11006' }).min(1, { error: '11006' }).max(1000, { error: '11006' }),
      price: positive('11012').optional().describe('limit of a limit or stop-limit order'),
      trigger: positive('11304')
        .optional()
        .describe('of a stop or stop-limit order: above the market for a long, below it for a short'),
      until: until.optional(),
      stopLoss: positive('11005').optional(),
      takeProfit: positive('11005').optional(),
      targets: targets.optional(),
      trailingStop: positive('11016').optional().describe('distance of a trailing stop from the best price'),
      trailingBps: bps('11016').optional().describe('the same as a share of the opening price; one of the two'),
      ...seenPrice,
    },
    result: position,
  }),
  stopU: endpoint({
    method: 'POST',
    path: '/order/stopU',
    auth: 'account',
    keys: 'trade',
    moves: true,
    ends: true,
    summary:
      'Closes a position at the market, some of its lots where `lots` says how many, or withdraws an unfilled order; a part answers as the order of its own that it has become',
    input: { id, lots: positive('11300').optional(), ...seenPrice },
    result: position,
  }),
  amendU: endpoint({
    method: 'POST',
    path: '/order/amendU',
    auth: 'account',
    keys: 'trade',
    moves: true,
    summary:
      'Sets or, with null, removes stop-loss, take-profit, targets and trailing stop, and gives an order that waits another price, size, trigger or end; a field left out stays as it is',
    input: {
      id,
      price: positive('11012').optional(),
      lots: positive('11007').optional(),
      trigger: positive('11304').optional(),
      until: until.nullable().optional(),
      stopLoss: positive('11005').nullable().optional(),
      takeProfit: positive('11005').nullable().optional(),
      targets: targets.nullable().optional(),
      trailingStop: positive('11016').nullable().optional(),
    },
    result: position,
  }),
  margin: endpoint({
    method: 'POST',
    path: '/order/margin',
    auth: 'account',
    keys: 'trade',
    moves: true,
    summary: 'Adds to the margin of an open position out of the available balance, or takes out what is beyond its opening’s',
    input: { id, amount: positive('10016'), way: z.enum(['add', 'remove']) },
    result: position,
  }),
  reverse: endpoint({
    method: 'POST',
    path: '/order/reverse',
    auth: 'account',
    keys: 'trade',
    moves: true,
    summary:
      'Closes a position at the market and opens the other side of it, with the same lots and leverage and without stops',
    input: { id, ...seenPrice },
    result: z.object({
      closed: position,
      opened: position.nullable().describe('null where the position was closed and the other side could not be opened'),
      refused: z.string().nullable().describe('the code that says why'),
    }),
  }),
  closeAll: endpoint({
    method: 'POST',
    path: '/order/closeAll',
    auth: 'account',
    keys: 'trade',
    moves: true,
    ends: true,
    summary: 'Closes all open positions at the market, or those of one instrument; each is closed or says why not',
    input: { code: code.optional() },
    result: swept,
  }),
  cancelAll: endpoint({
    method: 'POST',
    path: '/order/cancelAll',
    auth: 'account',
    keys: 'trade',
    moves: true,
    ends: true,
    summary: 'Withdraws all contract orders that wait, or those of one instrument; each is withdrawn or says why not',
    input: { code: code.optional() },
    result: swept,
  }),
  listUOrder: endpoint({
    method: 'GET',
    path: '/order/listUOrder',
    auth: 'account',
    keys: 'read',
    summary: 'Contract orders, positions and their history, newest first',
    input: {
      status: z.union([z.enum(positionStatuses), z.array(z.enum(positionStatuses)).max(6)]).optional(),
      code: code.optional(),
      ...sorted,
      ...page,
    },
    result: listOf(position),
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/order/receipt/{id}',
    auth: 'account',
    keys: 'read',
    summary: 'How an order came out: terms, quotes, formulas, ledger transfers',
    input: { id: id.describe('order number, or the id of a contract or option') },
    result: receipt,
  }),
  buyOptions: endpoint({
    method: 'POST',
    path: '/order/buyOptions',
    auth: 'account',
    keys: 'trade',
    moves: true,
    summary: 'Buys a fixed-time option',
    input: { code, direction: z.enum(['up', 'down']), amount: positive('10016'), periodId: id, ...seenPrice },
    result: option,
  }),
  getOptionsOrderById: endpoint({
    method: 'GET',
    path: '/order/getOptionsOrderById/{id}',
    auth: 'account',
    keys: 'read',
    summary: 'One option with its settlement receipt',
    input: { id },
    result: option,
  }),
  listOptionsOrder: endpoint({
    method: 'GET',
    path: '/order/listOptionsOrder',
    auth: 'account',
    keys: 'read',
    summary: 'Options, newest first',
    input: {
      status: z.union([z.enum(optionStatuses), z.array(z.enum(optionStatuses)).max(5)]).optional(),
      code: code.optional(),
      ...sorted,
      ...page,
    },
    result: listOf(option),
  }),
  submit: endpoint({
    method: 'POST',
    path: '/order/submit',
    auth: 'account',
    keys: 'trade',
    moves: true,
    summary:
      'Buys or sells coins at the market, or places an order that waits: limit, stop-limit, or take-profit and stop-loss of coins; by quantity or by turnover, exactly one of them',
    input: {
      code,
      side: z.enum(['buy', 'sell']),
      type: z.enum(spotOrderTypes),
      price: positive('11012').optional(),
      trigger: positive('11321').optional().describe('what a stop-limit order begins at; of oco the stop-loss'),
      until: until.optional(),
      quantity: positive('10016').optional(),
      turnover: positive('10016').optional(),
      ...seenPrice,
    },
    result: spotOrder,
  }),
  cancelBb: endpoint({
    method: 'POST',
    path: '/order/cancelBb',
    auth: 'account',
    keys: 'trade',
    moves: true,
    ends: true,
    summary: 'Withdraws an unfilled spot order',
    input: { id },
    result: spotOrder,
  }),
  amendBb: endpoint({
    method: 'POST',
    path: '/order/amendBb',
    auth: 'account',
    keys: 'trade',
    moves: true,
    summary: 'Changes an unfilled spot order; a field left out stays as it is (beyond the specification)',
    input: {
      id,
      price: positive('11012').optional(),
      trigger: positive('11321').optional(),
      quantity: positive('10016').optional(),
      until: until.nullable().optional(),
    },
    result: spotOrder,
  }),
  cancelAllBb: endpoint({
    method: 'POST',
    path: '/order/cancelAllBb',
    auth: 'account',
    keys: 'trade',
    moves: true,
    ends: true,
    summary:
      'Withdraws all unfilled spot orders, or those of one instrument; answers what has become of each (beyond the specification)',
    input: { code: code.optional() },
    result: z.object({ items: z.array(spotOrder) }),
  }),
  dust: endpoint({
    method: 'POST',
    path: '/order/dust',
    auth: 'account',
    moves: true,
    summary:
      'Converts what is left of coins, each worth less than the smallest order, to USDT; once in a UTC day (beyond the specification)',
    input: { codes: z.array(code).min(1).max(40) },
    result: z.object({ items: z.array(spotOrder) }),
  }),
  listBbOrder: endpoint({
    method: 'GET',
    path: '/order/listBbOrder',
    auth: 'account',
    keys: 'read',
    summary: 'Spot orders, newest first',
    input: {
      status: z.union([z.enum(spotStatuses), z.array(z.enum(spotStatuses)).max(3)]).optional(),
      code: code.optional(),
      ...sorted,
      ...page,
    },
    result: listOf(spotOrder),
  }),
  getAssestInfo: endpoint({
    method: 'GET',
    path: '/order/getAssestInfo/{code}',
    auth: 'account',
    keys: 'read',
    summary: "A coin's balance, or both balances of a pair with its day's prices",
    input: { code },
    result: z.object({
      code: z.string(),
      balances: z.array(balance),
      open: decimal.nullable(),
      high: decimal.nullable(),
      low: decimal.nullable(),
      close: decimal.nullable(),
      bid: decimal.nullable(),
      ask: decimal.nullable(),
    }),
  }),
  getProfitTotal: endpoint({
    method: 'GET',
    path: '/order/getProfitTotal',
    auth: 'account',
    keys: 'read',
    summary: 'Equity and profit of the account in USDT',
    input: {},
    result: z.object({
      equity: signedDecimal.describe('available + coins + held − loans + open profit'),
      available: decimal.describe('free USDT'),
      coins: decimal.describe('free coins at their bid'),
      held: decimal.describe('set aside, in all assets'),
      loans: decimal.describe('principal owed; equity subtracts it'),
      openProfit: signedDecimal.describe('profit of open contracts less their closing fees, and what plans that are left take'),
      unrealisedProfit: signedDecimal.describe(
        'net of all costs, also those paid so far; that of coins is in their value already',
      ),
      realisedProfit: signedDecimal.describe('net of all costs; of a demo account since its last reset'),
      todayProfit: signedDecimal.describe('realised since 00:00 UTC'),
      products: z.array(
        z.object({
          product: z.string(),
          realised: signedDecimal,
          unrealised: signedDecimal,
          held: decimal,
          fees: decimal.describe('paid for what has ended'),
          financing: signedDecimal,
        }),
      ),
    }),
  }),
  ...resultCalls,
  equityCourse: endpoint({
    method: 'GET',
    path: '/order/equityCourse',
    auth: 'account',
    keys: 'read',
    summary: 'What the account was worth over time, oldest first, and now (beyond the specification)',
    input: { range: z.enum(['day', 'week', 'month', 'year', 'all']).default('month') },
    result: z.array(
      z.object({ time: z.number().int().describe('epoch milliseconds'), equity: z.number().describe('USDT, for a chart') }),
    ),
  }),
  buySmart: endpoint({
    method: 'POST',
    path: '/order/buySmart',
    auth: 'real',
    moves: true,
    summary: 'Opens a yield plan',
    input: {
      productId: id,
      days: z.number({ error: '10012' }).int({ error: '10012' }).min(1, { error: '10012' }).max(3650, { error: '10012' }),
      amount: positive('10013'),
    },
    result: smartOrder,
  }),
  stopSmart: endpoint({
    method: 'POST',
    path: '/order/stopSmart',
    auth: 'real',
    moves: true,
    ends: true,
    summary:
      'Leaves a yield plan early, for the amount shown before; refused with 11018 when that is not `seenReturn` any more',
    input: { id, seenReturn: decimal.optional() },
    result: smartOrder,
  }),
  listSmartOrder: endpoint({
    method: 'GET',
    path: '/order/listSmartOrder',
    auth: 'real',
    keys: 'read',
    summary: 'Yield plans, newest first',
    input: { status: z.enum(planStatuses).optional(), ...page },
    result: listOf(smartOrder),
  }),
  outcome: endpoint({
    method: 'GET',
    path: '/order/outcome',
    auth: 'account',
    keys: 'read',
    ends: true,
    summary: 'What became of a call that moves something, by its path and key; answers are kept for 48 hours',
    input: outcomeInput,
    result: outcomeResult,
  }),
};

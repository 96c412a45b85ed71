import { z } from 'zod';
import { timeUnits } from '../vocabulary/markets.ts';
import {
  closeReasons,
  optionStatuses,
  planStatuses,
  spotOrderTypes,
  spotReasons,
  spotStatuses,
  voidReasons,
} from '../vocabulary/statuses.ts';
import { decimal, isoTime, signedDecimal } from '../vocabulary/units.ts';
import { splitRatio } from './position.ts';

const nullableTime = isoTime.nullable();

export const receiptQuote = z.object({
  moment: z.string().describe('what the quote decided: place, trigger, open, fill, amend, close, settle, convert'),
  time: isoTime,
  bid: decimal,
  ask: decimal,
  source: z.string(),
});
export const receiptTransfer = z.object({
  transactionId: z.string(),
  time: isoTime,
  reason: z.string(),
  from: z.string(),
  to: z.string(),
  asset: z.string(),
  amount: decimal,
});
export const receipt = z.object({
  id: z.string(),
  kind: z.enum(['contract', 'option', 'spot', 'plan']),
  status: z.string(),
  closeReason: z
    .enum([...closeReasons, ...spotReasons])
    .optional()
    .describe('of a contract or spot order that has ended'),
  terms: z.record(z.string(), z.string()).describe('frozen when the order was opened'),
  quotes: z.array(receiptQuote),
  steps: z.array(
    z.object({ name: z.string(), formula: z.string(), numbers: z.record(z.string(), z.string()), result: z.string() }),
  ),
  transfers: z.array(receiptTransfer),
});
export type Receipt = z.infer<typeof receipt>;

export const option = z.object({
  id: z.string().describe('o and a number'),
  orderNo: z.string(),
  code: z.string(),
  instrumentId: z.string(),
  priceScale: z.number().int().describe('decimals of a price'),
  direction: z.enum(['up', 'down']),
  amount: decimal.describe('the stake, USDT'),
  periodId: z.string(),
  count: z.number().int(),
  unit: z.enum(timeUnits),
  payoutRate: decimal,
  expectedReturn: decimal.describe('stake and profit when it is won'),
  strike: decimal.describe('the mid at purchase'),
  split: splitRatio.nullable().describe('what became of one unit that the strike is of; null for nothing'),
  lastPrice: decimal.nullable().describe('last mid of the instrument'),
  settlement: decimal.nullable().describe('mid of the last good quote at or before expiry; null until then, and when void'),
  openedAt: isoTime,
  expiresAt: isoTime,
  settledAt: nullableTime,
  profit: signedDecimal.nullable(),
  status: z.enum(optionStatuses),
  voidReason: z.enum(voidReasons).nullable(),
  receipt: receipt.nullable().describe('of getOptionsOrderById; null in lists'),
});
export type Option = z.infer<typeof option>;

export const spotOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  code: z.string(),
  instrumentId: z.string(),
  base: z.string().describe('the coin'),
  side: z.enum(['buy', 'sell']),
  type: z.enum([...spotOrderTypes, 'dust']).describe('oco: take-profit and stop-loss, whichever comes first; dust: a leftover'),
  sizedBy: z.enum(['quantity', 'turnover']).describe('which of the two was asked for'),
  price: decimal.nullable().describe('the limit; of oco the take-profit'),
  triggerPrice: decimal.nullable().describe('what a stop-limit order begins at; of oco the stop-loss'),
  triggeredAt: nullableTime.describe('when a stop-limit order began and rests at its limit'),
  expiresAt: nullableTime.describe('when it ends by itself'),
  priceScale: z.number().int().describe('decimals of a price'),
  quantity: decimal.describe('coins bought or sold'),
  turnover: decimal.describe('USDT paid or received before the fee; until it is filled, at the limit'),
  filledPrice: decimal.nullable(),
  feeRate: decimal.describe('share of what is received; frozen'),
  fee: decimal.describe('in the asset received; until it is filled, at the limit'),
  feeAsset: z.string(),
  held: decimal.describe('set aside while it waits'),
  heldAsset: z.string(),
  profit: signedDecimal
    .nullable()
    .describe('of a sale, in USDT, against the average cost of coins bought here; the fees of both are counted'),
  createdAt: isoTime,
  filledAt: nullableTime,
  cancelledAt: nullableTime,
  status: z.enum(spotStatuses),
  reason: z.enum(spotReasons).nullable().describe('what has ended it; null for one that filled as it was placed'),
});
export type SpotOrder = z.infer<typeof spotOrder>;
export const smartOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  productId: z.string(),
  product: z.string(),
  days: z.number().int(),
  amount: decimal,
  dailyYield: decimal,
  runTime: z.number().int().describe('whole days in income'),
  nextIncomeAt: nullableTime,
  cumulativeIncome: decimal.describe('paid so far'),
  incomeDays: z.number().int().describe('incomes paid so far'),
  accruesFrom: nullableTime.describe('when it opens or opened; null when it never will'),
  penalty: decimal.describe('USDT that leaving early costs: amount × penalty rate, rounded up'),
  returnedIfExitedNow: decimal.describe('of the amount; once left, what returned; 0 when there is nothing to leave any more'),
  status: z.enum(planStatuses),
});
export type SmartOrder = z.infer<typeof smartOrder>;

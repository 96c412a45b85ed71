import { z } from 'zod';
import { closeReasons, orderTypes, positionStatuses } from '../vocabulary/statuses.ts';
import { decimal, isoTime, signedDecimal } from '../vocabulary/units.ts';

const nullableTime = isoTime.nullable();

/** New units for old ones. */
export const splitRatio = z.object({ to: z.string(), from: z.string() });

/** A share of a position that takes its profit before the rest. */
export const target = z.object({ price: decimal, lots: decimal });

/** A contract: a pending order, a position, or a closed one. */
export const position = z.object({
  id: z.string(),
  orderNo: z.string(),
  code: z.string(),
  instrumentId: z.string(),
  orderType: z.enum(orderTypes),
  side: z.enum(['long', 'short']),
  lots: decimal,
  handCount: decimal.describe('lots × lot size'),
  priceScale: z.number().int().describe('decimals of a price'),
  conversion: decimal.describe('USDT for one unit of the currency of the price; frozen when the position opens'),
  leverage: z.number().int(),
  limitPrice: decimal.nullable(),
  triggerPrice: decimal.nullable().describe('of a stop or stop-limit order: opens it, or lets it rest at its limit'),
  triggeredAt: nullableTime.describe('since when a stop-limit order rests at its limit'),
  openPrice: decimal.nullable(),
  closePrice: decimal.nullable(),
  currentPrice: decimal.nullable().describe('the price at which the position would close now'),
  lastPrice: decimal.nullable().describe('last mid of the instrument'),
  openTime: nullableTime,
  closeTime: nullableTime,
  createdAt: isoTime,
  expiresAt: nullableTime.describe('until when an order waits; null for as long as nobody withdraws it'),
  stopLoss: decimal.nullable(),
  takeProfit: decimal.nullable(),
  targets: z
    .array(target)
    .describe(
      'shares that take their profit before, each as a part of its own; nearest first; the take-profit closes all that is left',
    ),
  trailingStop: decimal.nullable().describe('distance from the best price'),
  trailingBps: z
    .number()
    .int()
    .optional()
    .describe(
      'of an order that waits: the share of the price at which it opens that its trailing stop is, in hundredths of a percent; the distance is told at the price that it waits for',
    ),
  trailingStopPrice: decimal.nullable().describe('where the trailing stop stands now'),
  liquidationPrice: decimal.nullable(),
  marginUsed: decimal,
  fee: decimal.describe('opening and, once paid, closing fee'),
  openFee: decimal.describe('of `fee`, that of opening'),
  financing: signedDecimal.describe('sum charged so far; negative was received'),
  profit: signedDecimal.describe('realised once closed, else at the current price; fees and financing apart'),
  expectedProfit: signedDecimal.nullable().describe('at the take-profit, of what targets leave'),
  splits: z
    .object({ ordered: splitRatio, opened: splitRatio })
    .nullable()
    .describe('what became of its units since it was ordered, and since it opened; null for nothing'),
  feeRate: decimal.describe('share of the notional at open, and again at close; frozen'),
  financingRate: signedDecimal.describe('share of the notional at open a night; positive is paid; frozen'),
  maintenanceRate: decimal.describe('share of the notional at open that must remain; frozen'),
  maintenance: decimal.describe('liquidated when margin, profit and closing fee together have come down to this'),
  partOf: z.string().nullable().describe('id of the order that this is a closed part of'),
  parts: z.number().int().describe('how many parts of it have been closed'),
  status: z.enum(positionStatuses),
  closeReason: z.enum(closeReasons).nullable(),
});

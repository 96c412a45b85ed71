import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Position, order } from '@assay/contract/endpoints/order.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type OpenDecision, decideOpen, openOrdersMax } from '@assay/domain/positions/decide-open.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { post, recipes } from '../ledger/index.ts';
import { pricesAllowed } from '../market/index.ts';
import type { Transaction } from '../platform/database.ts';
import { newOrderNo } from '../platform/order-number.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { announce } from './announce.ts';
import type { Owner, PositionsContext } from './context.ts';
import { availableIn, refusalOf } from './outcome.ts';
import { conversionOf, recordConversion, recordQuote } from './quotes-used.ts';
import { type PositionRow, columns } from './row.ts';
import { tellOpened } from './tell.ts';

/**
 * Opens a leveraged contract at the market, or places a limit order. The price is the last good quote at the moment of
 * decision, whatever the customer saw. Refusals: those of `mayOpen`, those of `decideOpen`, 11009 no such instrument, 10011
 * balance.
 */
export async function openPosition(
  context: PositionsContext,
  tx: Transaction,
  owner: Owner,
  input: InputOf<typeof order.buyU>,
): Promise<Position | Refusal> {
  const { market, clock } = context;
  const stopped = await context.mayOpen(tx, owner.userId, owner.book);
  if (stopped !== undefined) return stopped;
  const instrument = market.instrument(input.code);
  if (instrument === undefined) return refuse('11009', { code: '11009' });
  const quote = market.quote(input.code);
  const conversion = conversionOf(context, instrument);
  if (quote === undefined || conversion === undefined) return refuse('10015');
  const decision = decideOpen(input, {
    instrument,
    quote,
    conversion: conversion.rate,
    tradable: market.tradable(input.code),
    pricesAllowed: pricesAllowed(context.mode, owner.book, market.feedKind(instrument)),
  });
  if (isRefused(decision)) return refusalOf(decision);

  const now = clock.now();
  const orderNo = newOrderNo('C', now);
  const { margin, fee } = decision.opening;
  const recipe = decision.kind === 'open' ? recipes.contractOpened : recipes.limitPlaced;
  // Sent together and done in this order; a refusal of the first undoes the rest.
  const [posted, row] = await Promise.all([
    post(tx, { book: owner.book, reference: orderNo, at: now, ...recipe({ userId: owner.userId, margin, fee }) }),
    insert(tx, owner, { orderNo, now, instrument, orderType: input.type, quote, decision }),
    recordConversion(context, tx, orderNo, conversion),
    recordQuote(context, tx, orderNo, decision.kind === 'open' ? 'open' : 'place', instrument, quote),
  ]);
  if (isRefusal(posted)) return posted;
  if (row === undefined) return refuse('11010');
  if (decision.kind === 'open') tellOpened(context, tx, row);
  return announce(context, tx, row, availableIn(posted));
}

interface NewPosition {
  readonly orderNo: string;
  readonly now: number;
  readonly instrument: Instrument;
  readonly orderType: 'market' | 'limit';
  readonly quote: Quote;
  readonly decision: OpenDecision;
}

/**
 * Writes the order down, unless the account has too many. The posting before holds the lock on the account's available
 * balance, so orders of one account come here one after the other and the count is exact.
 */
async function insert(tx: Transaction, owner: Owner, order: NewPosition): Promise<PositionRow | undefined> {
  const { instrument, decision, quote } = order;
  const { terms, opening, stops } = decision;
  const opens = decision.kind === 'open';
  const now = new Date(order.now);
  const [row] = await tx.query<PositionRow>(
    `insert into positions (
       order_no, user_id, book, instrument_id, code, order_type, side, leverage, lots, lot_size, price_scale, fee_rate,
       maintenance_rate, financing_rate, limit_price, created_at, conversion, open_price, opened_at, margin, maintenance,
       open_fee, status, hold, financed_until, liquidation_price, stop_loss, take_profit, quoted_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
       $26, $27, $28, $29
     where (select count(*) from positions where user_id = $2 and book = $3 and status in ('awaiting', 'open')) < $30
     returning ${columns}`,
    [
      order.orderNo,
      owner.userId,
      owner.book,
      instrument.id,
      instrument.code,
      order.orderType,
      terms.side,
      terms.leverage,
      formatFixed(terms.lots),
      formatFixed(terms.lotSize),
      terms.priceScale,
      formatFixed(terms.feeRate),
      formatFixed(terms.maintenanceRate),
      formatFixed(terms.financingRate),
      decision.limit,
      now,
      formatFixed(terms.conversion),
      opens ? opening.price : null,
      opens ? now : null,
      opening.margin,
      opening.maintenance,
      opening.fee,
      opens ? 'open' : 'awaiting',
      opens ? 0n : decision.hold,
      opens ? now : null,
      decision.liquidation,
      stops.stopLoss,
      stops.takeProfit,
      quote.time,
      openOrdersMax,
    ],
  );
  return row;
}

import type { Position } from '@assay/contract/endpoints/order.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, formatAmount, minus, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, divide, formatFixed, isZero, subtract, toFixed } from '@assay/domain/money/fixed.ts';
import { type Holding, type Result, holdingOfLots, resultAt, resultOf } from '@assay/domain/positions/costs.ts';
import type { Cover } from '@assay/domain/positions/liquidation.ts';
import type { Margined } from '@assay/domain/positions/move-margin.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { unsplit } from '@assay/domain/splits/split.ts';
import { ratioOf } from './units.ts';

export interface LiveResult {
  /** The price at which it would close now. */
  readonly price: string;
  /** What closing there would come to, each cost by itself: the rule that will settle it. */
  readonly result: Result;
  /** The net of the margin, in percent with two decimals. */
  readonly percent: string;
}

/**
 * Result of an open position at a quote: a long closes at the bid, a short at the ask. Without a quote the server's own price
 * is used. Null for what is not open, and while there is no price.
 */
export function liveResult(position: Position, quote: { bid: string; ask: string } | undefined): LiveResult | null {
  const { side, priceScale, status, currentPrice } = position;
  const holding = holdingNow(position);
  if (status !== 'open' || holding === null) return null;
  const closing = quote === undefined ? currentPrice : side === 'long' ? quote.bid : quote.ask;
  const close = readTicks(closing ?? '', priceScale) ?? readTicks(currentPrice ?? '', priceScale);
  if (close === undefined) return null;
  const result = resultAt(holding, close);
  return {
    price: formatFixed(priceOf(close, position), priceScale),
    result,
    percent: percentOf(result.net, holding.cover.margin),
  };
}

/** What an ended contract came to; what never opened cost nothing, and one that operators voided has its fees back. */
export function endedResult(position: Position): Result {
  if (position.closeReason === 'void') {
    return resultOf(moneyOf(position.profit), nothing, { openFee: nothing, financing: moneyOf(position.financing) });
  }
  const openFee = moneyOf(position.openFee);
  const paid = { openFee, financing: moneyOf(position.financing) };
  return resultOf(moneyOf(position.profit), minus(moneyOf(position.fee), openFee), paid);
}

/**
 * What a position is, or an order would be at its limit, for the rules that compute its costs and results; null without a
 * price.
 */
export function holdingNow(position: Position): Holding | null {
  const openPrice = readTicks(position.openPrice ?? position.limitPrice ?? position.triggerPrice ?? '', position.priceScale);
  if (openPrice === undefined) return null;
  const cover = { openPrice, margin: moneyOf(position.marginUsed), maintenance: moneyOf(position.maintenance) };
  const paid = { openFee: moneyOf(position.openFee), financing: moneyOf(position.financing) };
  return { terms: { ...termsOf(position), financingRate: toFixed(position.financingRate) }, cover, paid };
}

/** What closing so many lots would end, and what stays open. */
export interface ClosingNow {
  readonly holding: Holding;
  readonly close: Ticks;
  readonly margin: { readonly before: Amount; readonly after: Amount };
  /** Lots that stay open; null where all are closed. */
  readonly rest: string | null;
}

/** Null without a price. */
export function closingNow(position: Position, lots: Fixed, price: string): ClosingNow | null {
  const holding = holdingNow(position);
  const close = readTicks(price, position.priceScale);
  if (holding === null || close === undefined) return null;
  const all = toFixed(position.lots);
  const before = holding.cover.margin;
  const closing = holdingOfLots(holding, lots, all);
  const rest = subtract(all, lots);
  return {
    holding: closing,
    close,
    margin: { before, after: minus(before, closing.cover.margin) },
    rest: isZero(rest) ? null : formatFixed(rest),
  };
}

/** A position as a decision on its margin needs it; null for what has not opened. */
export function marginNow(position: Position): { readonly terms: Margined; readonly cover: Cover } | null {
  const openPrice = readTicks(position.openPrice ?? '', position.priceScale);
  if (openPrice === undefined) return null;
  const cover = { openPrice, margin: moneyOf(position.marginUsed), maintenance: moneyOf(position.maintenance) };
  return { terms: { ...termsOf(position), leverage: position.leverage }, cover };
}

export const moneyOf = (text: string): Amount => parseAmount(text, usdt) ?? nothing;

function termsOf(position: Position) {
  const { side, priceScale, handCount, conversion, feeRate, splits } = position;
  return {
    side,
    priceScale,
    quantity: toFixed(handCount),
    conversion: toFixed(conversion),
    feeRate: toFixed(feeRate),
    splits: splits === null ? unsplit : { ordered: ratioOf(splits.ordered), opened: ratioOf(splits.opened) },
  };
}

function percentOf(net: Amount, margin: Amount): string {
  return margin === 0n ? '0' : formatFixed(divide({ units: net * 100n, scale: 0 }, { units: margin, scale: 0 }, 2, 'down'));
}

/** The net as the wire would carry it, for words and colours. */
export const netText = ({ net }: Pick<Result, 'net'>): string => formatAmount(net, usdt);

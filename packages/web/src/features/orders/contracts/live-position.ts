import type { Position } from '@assay/contract/endpoints/order.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, amount, formatAmount, minus, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, compare, divide, formatFixed, multiply, toFixed } from '@assay/domain/money/fixed.ts';
import type { Cover } from '@assay/domain/positions/liquidation.ts';
import type { Margined } from '@assay/domain/positions/move-margin.ts';
import { settle } from '@assay/domain/positions/settle.ts';
import { sharesOf } from '@assay/domain/positions/shares.ts';
import { type Closing, profitAt, readTicks } from '@assay/domain/positions/terms.ts';
import { unsplit } from '@assay/domain/splits/split.ts';
import { ratioOf } from '../../../shared/trading/units.ts';

export interface LiveProfit {
  /** The price at which it would close now. */
  readonly price: string;
  /** In USDT, fees and financing apart: the rule that will settle it. */
  readonly profit: string;
  /** Of the margin, in percent with two decimals. */
  readonly percent: string;
}

/**
 * Profit of an open position at a quote: a long closes at the bid, a short at the ask. Without a quote the server's own
 * figures stand. Null for what is not open.
 */
export function liveProfit(position: Position, quote: { bid: string; ask: string } | undefined): LiveProfit | null {
  const { side, priceScale, openPrice } = position;
  if (position.status !== 'open' || openPrice === null) return null;
  const closing = quote === undefined ? position.currentPrice : side === 'long' ? quote.bid : quote.ask;
  const open = readTicks(openPrice, priceScale);
  const close = closing === null ? undefined : readTicks(closing, priceScale);
  if (open === undefined || close === undefined) {
    return {
      price: position.currentPrice ?? '',
      profit: position.profit,
      percent: percentOf(position.profit, position.marginUsed),
    };
  }
  const profit = formatAmount(profitAt(termsOf(position), open, close), usdt);
  return {
    price: formatFixed(priceOf(close, position), priceScale),
    profit,
    percent: percentOf(profit, position.marginUsed),
  };
}

/** What closing so many lots at a price comes to, and what stays open: by the rules that will settle it. */
export interface ClosingNow {
  readonly profit: Amount;
  readonly fee: Amount;
  /** Profit less the closing fee. */
  readonly net: Amount;
  readonly margin: { readonly before: Amount; readonly after: Amount };
  /** Lots that stay open; null where all are closed. */
  readonly rest: string | null;
}

/** Null without a price. */
export function closingNow(position: Position, lots: Fixed, price: string): ClosingNow | null {
  const open = readTicks(position.openPrice ?? '', position.priceScale);
  const close = readTicks(price, position.priceScale);
  if (open === undefined || close === undefined) return null;
  const before = moneyOf(position.marginUsed);
  const stake = {
    lots: position.lots,
    margin: before,
    marginTaken: 0n,
    maintenance: moneyOf(position.maintenance),
    ...unshared,
  };
  const isAll = compare(lots, toFixed(position.lots)) === 0;
  const { part, rest } = isAll ? { part: stake, rest: null } : sharesOf(stake, lots);
  const terms = termsOf(position);
  // lots × lot size, which the order names for all of its lots.
  const quantity = divide(multiply(terms.quantity, lots), toFixed(position.lots), quantityDecimals, 'down');
  const cover = { openPrice: open, margin: amount(part.margin), maintenance: amount(part.maintenance) };
  const { profit, fee } = settle({ ...terms, quantity }, cover, close);
  const after = rest === null ? nothing : amount(rest.margin);
  return { profit, fee, net: minus(profit, fee), margin: { before, after }, rest: rest?.lots ?? null };
}

/** A position as a decision on its margin needs it; null for what has not opened. */
export function marginNow(position: Position): { readonly terms: Margined; readonly cover: Cover } | null {
  const openPrice = readTicks(position.openPrice ?? '', position.priceScale);
  if (openPrice === undefined) return null;
  const cover = { openPrice, margin: moneyOf(position.marginUsed), maintenance: moneyOf(position.maintenance) };
  return { terms: { ...termsOf(position), leverage: position.leverage }, cover };
}

const quantityDecimals = 18;
/** Shares of it that nobody is shown before. */
const unshared = { openFee: 0n, financing: 0n };

const moneyOf = (text: string): Amount => parseAmount(text, usdt) ?? nothing;

function termsOf(position: Position): Closing {
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

function percentOf(profit: string, margin: string): string {
  const whole = toFixed(margin);
  if (whole.units === 0n) return '0';
  const { units, scale } = toFixed(profit);
  return formatFixed(divide({ units: units * 100n, scale }, whole, 2, 'down'));
}

import type { Position } from '@assay/contract/endpoints/order.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { divide, formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { profitAt, readTicks } from '@assay/domain/positions/terms.ts';
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
  const exposure = {
    side,
    priceScale,
    quantity: toFixed(position.handCount),
    conversion: toFixed(position.conversion),
    splits:
      position.splits === null
        ? unsplit
        : { ordered: ratioOf(position.splits.ordered), opened: ratioOf(position.splits.opened) },
  };
  const profit = formatAmount(profitAt(exposure, open, close), usdt);
  return {
    price: formatFixed(priceOf(close, position), priceScale),
    profit,
    percent: percentOf(profit, position.marginUsed),
  };
}

function percentOf(profit: string, margin: string): string {
  const whole = toFixed(margin);
  if (whole.units === 0n) return '0';
  const { units, scale } = toFixed(profit);
  return formatFixed(divide({ units: units * 100n, scale }, whole, 2, 'down'));
}

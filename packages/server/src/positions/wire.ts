import type { Position } from '@assay/contract/endpoints/order.ts';
import { type Quote, type Ticks, mid, priceOf } from '@assay/domain/market/quote.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, multiply, toFixed } from '@assay/domain/money/fixed.ts';
import type { Ratio } from '@assay/domain/money/ratio.ts';
import { type PositionRow, entryNow, limitNow, stopsOf, termsOf, triggerNow } from '@assay/domain/positions/position.ts';
import { trailingPrice } from '@assay/domain/positions/stops.ts';
import { profitAtTakeProfit } from '@assay/domain/positions/targets/targets.ts';
import { closingPrice, profitAt } from '@assay/domain/positions/terms.ts';
import { splitsOf } from '@assay/domain/splits/split.ts';
import type { PositionsContext } from './context.ts';

const money = (units: bigint) => formatAmount(amount(units), usdt);
const time = (date: Date | null) => date?.toISOString() ?? null;

/** An order as the wire shows it, with the live price and profit of one that is open. */
export function toWire(row: PositionRow, market: Pick<PositionsContext['market'], 'quote'>): Position {
  const price = (ticks: Ticks | null) => (ticks === null ? null : formatFixed(priceOf(ticks, row), row.priceScale));
  const quote = market.quote(row.code);
  const { trailing } = stopsOf(row);
  const limit = limitNow(row);
  const entry = row.openPrice ?? entryNow(row);
  const ended = row.closedAt !== null;
  const openFee = row.status === 'awaiting' || row.openPrice !== null ? row.openFee : 0n;
  return {
    id: String(row.id),
    orderNo: row.orderNo,
    code: row.code,
    instrumentId: row.instrumentId,
    orderType: row.orderType,
    side: row.side,
    lots: formatFixed(toFixed(row.lots)),
    handCount: formatFixed(multiply(toFixed(row.lots), toFixed(row.lotSize))),
    priceScale: row.priceScale,
    conversion: formatFixed(toFixed(row.conversion)),
    leverage: row.leverage,
    limitPrice: price(limit),
    triggerPrice: price(triggerNow(row)),
    triggeredAt: time(row.triggeredAt),
    openPrice: price(row.openPrice),
    closePrice: price(row.closePrice),
    currentPrice: ended ? price(row.closePrice) : price(quote === undefined ? null : closingPrice(row.side, quote)),
    lastPrice: price(quote === undefined ? null : mid(quote)),
    openTime: time(row.openedAt),
    closeTime: time(row.closedAt),
    createdAt: row.createdAt.toISOString(),
    expiresAt: time(row.expiresAt),
    stopLoss: price(row.stopLoss),
    takeProfit: price(row.takeProfit),
    targets: (row.targets ?? []).map((target) => ({
      price: formatFixed(priceOf(target.price, row), row.priceScale),
      lots: target.lots,
    })),
    trailingStop: price(row.trailingDistance),
    ...(row.trailingBps !== null && { trailingBps: row.trailingBps }),
    trailingStopPrice: price(trailing === null ? null : trailingPrice(row.side, trailing)),
    liquidationPrice: price(row.liquidationPrice),
    marginUsed: money(row.margin - row.marginTaken),
    fee: money(openFee + (row.closeFee ?? 0n)),
    openFee: money(openFee),
    financing: money(row.financing),
    profit: money(profitNow(row, quote)),
    expectedProfit:
      row.takeProfit === null || entry === null
        ? null
        : money(profitAtTakeProfit(termsOf(row), entry, row.takeProfit, row.targets ?? [])),
    splits: splitsShown(row),
    feeRate: formatFixed(toFixed(row.feeRate)),
    financingRate: formatFixed(toFixed(row.financingRate)),
    maintenanceRate: formatFixed(toFixed(row.maintenanceRate)),
    maintenance: money(row.maintenance),
    partOf: row.partOf === null ? null : String(row.partOf),
    parts: row.parts,
    status: row.status,
    closeReason: row.closeReason,
  };
}

/** Realised once closed, at the current closing price while open, otherwise nothing. Micro-USDT. */
function profitNow(row: PositionRow, quote: Quote | undefined): bigint {
  if (row.status !== 'open' || row.openPrice === null) return row.profit ?? 0n;
  return quote === undefined ? 0n : profitAt(termsOf(row, quote.time), row.openPrice, closingPrice(row.side, quote));
}

/** What became of its units since it was ordered, and since it opened; null where nothing did. */
function splitsShown(row: PositionRow): Position['splits'] {
  if (row.splits === null) return null;
  const { ordered, opened } = splitsOf(row.splits);
  const shown = ({ to, from }: Ratio) => ({ to: String(to), from: String(from) });
  return { ordered: shown(ordered), opened: shown(opened) };
}

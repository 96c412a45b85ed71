import type { Option } from '@assay/contract/endpoints/order-shapes.ts';
import { type Ticks, mid, priceOf } from '@assay/domain/market/quote.ts';
import { amount, formatAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { winOf } from '@assay/domain/options/decide-buy.ts';
import { type OptionRow, termsOf } from '@assay/domain/options/option.ts';
import type { OptionsContext } from './context.ts';
import { wireId } from './row.ts';

/** An option as the wire shows it; its receipt is added on request. */
export function toWire(row: OptionRow, market: Pick<OptionsContext['market'], 'quote'>): Option {
  const price = (ticks: Ticks) => formatFixed(priceOf(ticks, row), row.priceScale);
  const terms = termsOf(row);
  const quote = market.quote(row.code);
  return {
    id: wireId(row.id),
    orderNo: row.orderNo,
    code: row.code,
    instrumentId: row.instrumentId,
    priceScale: row.priceScale,
    direction: row.direction,
    amount: formatAmount(terms.stake, usdt),
    periodId: row.periodId,
    count: row.periodCount,
    unit: row.periodUnit,
    payoutRate: formatFixed(toFixed(row.payoutRate)),
    expectedReturn: formatAmount(sum(terms.stake, winOf(terms)), usdt),
    strike: price(row.strike),
    split: row.splits === null ? null : { to: String(terms.split.to), from: String(terms.split.from) },
    lastPrice: quote === undefined ? null : price(mid(quote)),
    settlement: row.settlement === null ? null : price(row.settlement),
    openedAt: row.openedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    profit: row.profit === null ? null : formatAmount(amount(row.profit), usdt),
    status: row.status,
    voidReason: row.voidReason,
    receipt: null,
  };
}

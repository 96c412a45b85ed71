import type { Position } from '@assay/contract/endpoints/order.ts';
import { formatAmount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { quoteOf, useQuotesOf } from '../../../shared/feed/feed.ts';
import { liveProfit } from './live-position.ts';

/** The result of open positions at this moment, together, in USDT: the sum of what their rows show. */
export function useOpenResult(positions: readonly Position[]): string {
  useQuotesOf(positions.map(({ code }) => code));
  return sumOf(positions.map((position) => liveProfit(position, quoteOf(position.code))?.profit ?? '0'));
}

/** Amounts in USDT together. */
export function sumOf(amounts: readonly string[]): string {
  return formatAmount(sum(...amounts.map((text) => parseAmount(text, usdt) ?? nothing)), usdt);
}

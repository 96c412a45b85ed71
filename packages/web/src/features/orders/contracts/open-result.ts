import type { Position } from '@assay/contract/endpoints/order.ts';
import { formatAmount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { quoteOf, useQuotesOf } from '../../../shared/feed/feed.ts';
import { liveResult } from '../../../shared/trading/live-position.ts';

/** What closing all of these at this moment would leave, in USDT: the sum of what their rows show. */
export function useOpenResult(positions: readonly Position[]): string {
  useQuotesOf(positions.map(({ code }) => code));
  const results = positions.map((position) => liveResult(position, quoteOf(position.code))?.result.net ?? nothing);
  return formatAmount(sum(...results), usdt);
}

/** Amounts in USDT together. */
export function sumOf(amounts: readonly string[]): string {
  return formatAmount(sum(...amounts.map((text) => parseAmount(text, usdt) ?? nothing)), usdt);
}

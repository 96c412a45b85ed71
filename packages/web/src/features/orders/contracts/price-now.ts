import type { Position } from '@assay/contract/endpoints/order.ts';
import type { Ticks } from '@assay/domain/market/quote.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { liveResult } from '../../../shared/trading/live-position.ts';

/** The price at which an open position would close now, or the one that an order waits for; undefined without any. */
export function usePriceNow(position: Position): Ticks | undefined {
  const live = liveResult(position, useQuote(position.code));
  const price = live?.price ?? position.currentPrice ?? position.limitPrice ?? position.triggerPrice ?? '';
  return readTicks(price, position.priceScale);
}

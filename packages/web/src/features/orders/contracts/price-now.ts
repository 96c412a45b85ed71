import type { Position } from '@assay/contract/endpoints/order.ts';
import type { Ticks } from '@assay/domain/market/quote.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { liveResult } from '../../../shared/trading/live-position.ts';

/** The price that an order waits for, or the one at which an open position would close now; undefined without any. */
export function usePriceNow(position: Position): Ticks | undefined {
  const live = liveResult(position, useQuote(position.code));
  const own = position.status === 'awaiting' ? (position.limitPrice ?? position.triggerPrice) : null;
  const price = own ?? live?.price ?? position.currentPrice ?? '';
  return readTicks(price, position.priceScale);
}

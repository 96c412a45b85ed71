import type { Position } from '@assay/contract/endpoints/order.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { breakEvenPrice } from '@assay/domain/positions/costs.ts';
import { isWorse } from '@assay/domain/positions/stops.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useQuoted } from '../../../shared/feed/feed.ts';
import { holdingNow, liveResult } from '../../../shared/trading/live-position.ts';

/** The price at which nothing is lost, with all costs in it; null while the price has not come beyond that. */
export function useBreakEven(position: Position): string | null {
  const { side, priceScale, code } = position;
  const holding = holdingNow(position);
  const price = holding === null ? null : breakEvenPrice(holding);
  const isBeyond = useQuoted(code, (quote) => {
    const now = readTicks(liveResult(position, quote)?.price ?? '', priceScale);
    return price !== null && now !== undefined && isWorse(side, price, now);
  });
  return price === null || !isBeyond ? null : formatFixed(priceOf(price, position), priceScale);
}

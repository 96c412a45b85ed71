import type { Position } from '@assay/contract/endpoints/order.ts';
import { sum } from '@assay/domain/money/amount.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { Suspense } from 'react';
import { useQuote } from '../../../shared/feed/feed.ts';
import { moneyOf } from '../../../shared/trading/live-position.ts';
import { Slips } from '../../../shared/trading/slip-notes.tsx';

/** What about the other terms of an order that waits may not have been meant, as it is said of one that is placed. */
export function Mistyped({ order }: { order: Position }) {
  const live = useQuote(order.code);
  const buys = order.side === 'long';
  const market = buys ? live?.ask : live?.bid;
  const waitsForTrigger = order.triggerPrice !== null && order.triggeredAt === null;
  const price = waitsForTrigger ? order.triggerPrice : order.limitPrice;
  if (market === undefined || price === null) return null;
  const cost = sum(moneyOf(order.marginUsed), moneyOf(order.openFee));
  // Its words are fetched when there is something to say.
  return (
    <Suspense fallback={null}>
      <Slips typed={{ buys, price: toFixed(price), triggers: waitsForTrigger, market: toFixed(market), cost }} />
    </Suspense>
  );
}

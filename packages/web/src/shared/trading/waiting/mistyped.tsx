import type { Position } from '@assay/contract/endpoints/order.ts';
import { sum } from '@assay/domain/money/amount.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { Suspense } from 'react';
import { useQuote } from '../../feed/feed.ts';
import { moneyOf } from '../live-position.ts';
import { useMarketInfo } from '../market/market.ts';
import { Slips } from '../slip-notes.tsx';

/** What about the other terms of an order that waits may not have been meant, as it is said of one that is placed. */
export function Mistyped({ order }: { order: Position }) {
  const live = useQuote(order.code);
  const info = useMarketInfo(order.instrumentId).data;
  const buys = order.side === 'long';
  const market = buys ? (live?.ask ?? info?.ask) : (live?.bid ?? info?.bid);
  if (market === undefined || market === '') return null;
  const price = (text: string | null) => (text === null ? null : toFixed(text));
  const trigger = order.triggeredAt === null ? price(order.triggerPrice) : null;
  const cost = sum(moneyOf(order.marginUsed), moneyOf(order.openFee));
  // Its words are fetched when there is something to say.
  return (
    <Suspense fallback={null}>
      <Slips typed={{ buys, limit: price(order.limitPrice), trigger, market: toFixed(market), cost }} />
    </Suspense>
  );
}

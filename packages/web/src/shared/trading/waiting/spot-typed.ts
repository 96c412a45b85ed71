import { type Quote, type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { payout } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { SpotDecision } from '@assay/domain/spot/decide-submit.ts';
import { fillPrice, turnoverAt } from '@assay/domain/spot/terms.ts';
import type { TypedOrder } from '../slip-notes.tsx';

/** An order for coins as it was typed, to warn of possible typing errors. A trigger that was reached does not count. */
export function spotTyped(
  { terms, limit, trigger, deal }: SpotDecision,
  quote: Pick<Quote, 'bid' | 'ask'>,
  { pair, triggered = false }: { pair: boolean; triggered?: boolean },
): TypedOrder {
  const buys = terms.side === 'buy';
  const at = (price: Ticks | null) => (price === null ? null : priceOf(price, terms));
  return {
    buys,
    limit: at(limit),
    trigger: triggered ? null : at(trigger),
    pair,
    market: priceOf(fillPrice(terms.side, quote), terms),
    cost: buys ? deal.paid : payout(turnoverAt(terms, deal.price), usdt),
  };
}

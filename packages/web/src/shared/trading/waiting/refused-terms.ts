import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { sum } from '@assay/domain/money/amount.ts';
import { divide, toFixed } from '@assay/domain/money/fixed.ts';
import { type Refused, isRefused } from '@assay/domain/positions/refused.ts';
import {
  type StopChange,
  type WaitingChange,
  changesTerms,
  decideWaiting,
  frozenTerms,
} from '@assay/domain/positions/waiting/decide-waiting.ts';
import { useBook } from '../../client/session.ts';
import { useQuote } from '../../feed/feed.ts';
import { useAvailable } from '../account.ts';
import { moneyOf } from '../live-position.ts';
import { limitsOf, situationOf } from '../market/situation.ts';

const lotSizeDecimals = 18;

/**
 * Why an order that waits can't have other terms, by the function that decides it and the rates that are frozen in it; null where it
 * can, and as long as there is no price. Whether its market is open the server says.
 */
export function useRefusedTerms(
  { code, info, position }: { code: string; info: MarketInfo | undefined; position: Position | undefined },
  change: WaitingChange & StopChange,
): Refused | null {
  const live = useQuote(code);
  const available = useAvailable().data;
  const book = useBook();
  const situation = info === undefined ? null : situationOf(info, live, available);
  if (info === undefined || situation === null || position?.status !== 'awaiting' || !changesTerms(change)) return null;
  const { instrument, quote, conversion } = situation;
  const { feeRate, maintenanceRate, financingRate, leverage, priceScale, lots, handCount, triggeredAt } = position;
  const terms = {
    lotSize: divide(toFixed(handCount), toFixed(lots), lotSizeDecimals, 'down'),
    feeRate: toFixed(feeRate),
    maintenanceRate: toFixed(maintenanceRate),
    financingRate: toFixed(financingRate),
    leverage,
    priceScale,
  };
  const held = sum(moneyOf(position.marginUsed), moneyOf(position.openFee));
  const decision = decideWaiting({ ...position, triggered: triggeredAt !== null }, change, {
    instrument: frozenTerms(instrument, terms),
    quote,
    conversion,
    now: quote.time,
    tradable: true,
    pricesAllowed: true,
    limits: limitsOf(info, book),
    ...(situation.available !== undefined && { available: sum(situation.available, held) }),
  });
  return isRefused(decision) ? decision : null;
}

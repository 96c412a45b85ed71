import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import type { Ticks } from '@assay/domain/market/quote.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { decideAmend } from '@assay/domain/positions/decide-amend.ts';
import { type Refused, isRefused } from '@assay/domain/positions/refused.ts';
import { amendTargets } from '@assay/domain/positions/targets/targets.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { type StopChange, type WaitingChange, changesTerms } from '@assay/domain/positions/waiting/decide-waiting.ts';
import { useQuote } from '../../feed/feed.ts';

/** The price that stops lie beyond: of an open position that at which it would close, of an order that waits its own. */
export function stopReference(
  position: Position,
  live: { readonly bid: string; readonly ask: string } | undefined,
): Ticks | undefined {
  const ticks = (text: string | null | undefined) => readTicks(text ?? '', position.priceScale);
  if (position.status !== 'open') return ticks(position.limitPrice ?? position.triggerPrice);
  return ticks(position.side === 'long' ? live?.bid : live?.ask) ?? ticks(position.currentPrice);
}

/**
 * Why an order can't have other stops or targets, by the functions that decide it; null where it can, as long as there is no price, and
 * for stops that go with other terms, which are judged with them.
 */
export function useRefusedStops(
  { info, position }: { info: MarketInfo; position: Position | undefined },
  change: WaitingChange & StopChange,
): Refused | null {
  const live = useQuote(info.code);
  const reference = position === undefined ? undefined : stopReference(position, live);
  if (position === undefined || reference === undefined || changesTerms(change)) return null;
  const { side, priceScale, status, parts } = position;
  const ticks = (text: string | null | undefined) => readTicks(text ?? '', priceScale) ?? null;
  const stops = decideAmend(
    { stopLoss: change.stopLoss, takeProfit: change.takeProfit },
    {
      side,
      priceScale,
      reference,
      liquidation: ticks(position.liquidationPrice),
      stops: { stopLoss: ticks(position.stopLoss), takeProfit: ticks(position.takeProfit), trailing: null },
      open: status === 'open',
    },
  );
  if (isRefused(stops)) return stops;
  if (info.contract === null) return null;
  const steps = { lotStep: toFixed(info.contract.lotStep), lotsMin: toFixed(info.contract.lotsMin) };
  const now = position.targets.map((target) => ({ ...target, price: ticks(target.price) ?? reference }));
  const lots = toFixed(position.lots);
  const targets = amendTargets(change, now, { side, priceScale, reference, takeProfit: stops.takeProfit, lots, parts, steps });
  return isRefused(targets) ? targets : null;
}

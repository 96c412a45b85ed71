import { type OpenDecision, type OpenRequest, type OpenSituation, type OrderType, decideOpen } from '../decide-open.ts';
import { type Refused, refused } from '../refused.ts';
import type { TargetRequest } from '../targets/targets.ts';
import type { Contracted, Side, Terms } from '../terms.ts';

/** Other terms for an order that waits; what is left out stays. */
export interface WaitingChange {
  readonly price?: string | undefined;
  readonly lots?: string | undefined;
  readonly trigger?: string | undefined;
}

/** An order that waits, as the wire shows it. */
export interface Waiting {
  readonly side: Side;
  readonly orderType: OrderType;
  readonly lots: string;
  readonly leverage: number;
  readonly limitPrice: string | null;
  readonly triggerPrice: string | null;
  /** Its trigger was reached: it rests at its limit. */
  readonly triggered: boolean;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  readonly targets: readonly TargetRequest[];
  readonly trailingStop: string | null;
  /** Where it is a share of the price at which the order opens. */
  readonly trailingBps?: number | null | undefined;
}

/** Stops that go with the other terms; null removes one. */
export type StopChange = { readonly [Stop in 'stopLoss' | 'takeProfit' | 'trailingStop']?: string | null | undefined } & {
  readonly targets?: readonly TargetRequest[] | null | undefined;
};

export function changesTerms({ price, lots, trigger }: WaitingChange): boolean {
  return price !== undefined || lots !== undefined || trigger !== undefined;
}

/**
 * What the order would be under its other terms: judged as one that is placed with them now, and what it holds follows. Refusals: those of
 * `decideOpen`, 11012 and 11304 for a price that this kind of order has none of, or has behind it. A trailing stop that is a share of
 * the price is one of the new price, and one in price must still leave the stop above zero.
 */
export function decideWaiting(
  order: Waiting,
  change: WaitingChange & StopChange,
  situation: Omit<OpenSituation, 'rests'>,
): OpenDecision | Refused {
  const { side, leverage, triggered } = order;
  if (triggered && change.trigger !== undefined) return refused('11304', 'trigger');
  const type = triggered ? 'limit' : order.orderType;
  const stop = (name: 'stopLoss' | 'takeProfit') => (change[name] === undefined ? order[name] : change[name]) ?? undefined;
  const request: OpenRequest = {
    side,
    type,
    leverage,
    lots: change.lots ?? order.lots,
    price: change.price ?? order.limitPrice ?? undefined,
    trigger: triggered ? undefined : (change.trigger ?? order.triggerPrice ?? undefined),
    stopLoss: stop('stopLoss'),
    takeProfit: stop('takeProfit'),
    targets: change.targets === undefined ? order.targets : (change.targets ?? []),
    ...trailingOf(order, change),
  };
  return decideOpen(request, { ...situation, rests: true });
}

function trailingOf(
  { trailingStop, trailingBps }: Waiting,
  change: StopChange,
): Pick<OpenRequest, 'trailingStop' | 'trailingBps'> {
  if (change.trailingStop !== undefined) return { trailingStop: change.trailingStop ?? undefined };
  return trailingBps === undefined || trailingBps === null ? { trailingStop: trailingStop ?? undefined } : { trailingBps };
}

/** What the instrument's terms would be, had they stayed as they were when the order was placed. */
export function frozenTerms<Of extends Contracted>(
  { contract, ...instrument }: Of,
  terms: Frozen,
): Contracted & Omit<Of, 'contract'> {
  const { lotSize, feeRate, maintenanceRate, financingRate, leverage, priceScale } = terms;
  const rates = { feeRate, maintenanceRate, financingRateLong: financingRate, financingRateShort: financingRate };
  return { ...instrument, priceScale, contract: { ...contract, ...rates, lotSize, leverages: [leverage] } };
}

type Frozen = Pick<Terms, 'lotSize' | 'feeRate' | 'maintenanceRate' | 'financingRate' | 'leverage' | 'priceScale'>;

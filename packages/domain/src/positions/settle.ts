import type { CloseReason } from '@assay/contract/vocabulary/statuses.ts';
import type { Quote, Ticks } from '../market/quote.ts';
import { type Amount, greatest, least, minus, nothing, sum } from '../money/amount.ts';
import { type Cover, liquidates, liquidationPrice } from './liquidation.ts';
import type { Refused } from './refused.ts';
import { type SeenPrice, checkSlippage } from './slippage.ts';
import { type Stops, isWorse, trailingPrice } from './stops.ts';
import type { Target } from './targets/targets.ts';
import { type Closing, type Terms, closingPrice, feeAt, profitAt } from './terms.ts';

/** An open position: its frozen terms and its present margin. */
export interface OpenPosition {
  readonly terms: Terms;
  readonly cover: Cover;
  readonly stops: Stops;
  /** Left out for none. */
  readonly targets?: readonly Target[];
}

/** Reasons for closing that a price decides. */
export const triggerReasons = [
  'liquidation',
  'stopLoss',
  'trailingStop',
  'takeProfit',
] as const satisfies readonly CloseReason[];
export type TriggerReason = (typeof triggerReasons)[number];

/**
 * Why a quote closes the position, or null. Liquidation outranks a stop at the same quote. Of stop-loss and trailing
 * stop the one that the price met first gives its name.
 */
export function triggerAt(position: OpenPosition, quote: Quote): TriggerReason | null {
  const { side } = position.terms;
  const { stopLoss, trailing } = position.stops;
  const price = closingPrice(side, quote);
  if (reaches(position, 'liquidation', price)) return 'liquidation';
  if (reaches(position, 'trailingStop', price)) {
    const stop = trailing === null ? null : trailingPrice(side, trailing);
    if (stopLoss === null || stop === null || !isWorse(side, stop, stopLoss)) return 'trailingStop';
  }
  if (reaches(position, 'stopLoss', price)) return 'stopLoss';
  return reaches(position, 'takeProfit', price) ? 'takeProfit' : null;
}

/** Whether a price of the closing side meets the condition behind a reason, whatever else it meets. */
export function reaches({ terms, cover, stops }: OpenPosition, reason: TriggerReason, price: Ticks): boolean {
  const { side } = terms;
  if (reason === 'liquidation') return liquidates(terms, cover, price);
  if (reason === 'takeProfit') return stops.takeProfit !== null && !isWorse(side, price, stops.takeProfit);
  const trailing = stops.trailing === null ? null : trailingPrice(side, stops.trailing);
  const stop = reason === 'stopLoss' ? stops.stopLoss : trailing;
  return stop !== null && !isWorse(side, stop, price);
}

/** The closing price that fires first on the losing side, trailing stop apart: stop-loss or liquidation. */
export function losingTrigger(position: OpenPosition): Ticks | null {
  const { stopLoss } = position.stops;
  const liquidation = liquidationPrice(position.terms, position.cover);
  if (stopLoss === null || liquidation === null) return stopLoss ?? liquidation;
  return isWorse(position.terms.side, stopLoss, liquidation) ? liquidation : stopLoss;
}

/** How a position ends, in movements of money; all amounts are zero or more but `profit`. */
export interface Settlement {
  readonly closePrice: Ticks;
  /** What the holder gains or loses, fees apart; a loss is never more than the margin. */
  readonly profit: Amount;
  /** trading → available. */
  readonly gain: Amount;
  /** margin → trading. */
  readonly loss: Amount;
  /** The closing fee, as far as margin and gain cover it: the holder owes nothing beyond them. */
  readonly fee: Amount;
  /** What of the margin goes back to available, closing fee already taken where there is a loss. */
  readonly returned: Amount;
  /** Loss beyond the margin: insurance → trading as far as it has, never the holder's debt. */
  readonly gap: Amount;
}

/** Settles a position at a price of its closing side. */
export function settle(terms: Closing, cover: Cover, closePrice: Ticks): Settlement {
  const { margin } = cover;
  const result = profitAt(terms, cover.openPrice, closePrice);
  const gain = greatest(result, nothing);
  const wholeLoss = greatest(minus(nothing, result), nothing);
  const loss = least(wholeLoss, margin);
  const rest = minus(margin, loss);
  const fee = least(feeAt(terms, closePrice), sum(rest, gain));
  // With a gain the whole margin goes back and the fee is paid out of what is then available; see the ledger's recipes.
  const returned = result >= 0n ? margin : minus(rest, fee);
  return { closePrice, profit: minus(gain, loss), gain, loss, fee, returned, gap: minus(wholeLoss, loss) };
}

/** At the closing side of the quote. */
export function decideClose(position: Pick<OpenPosition, 'terms' | 'cover'>, quote: Quote): Settlement {
  return settle(position.terms, position.cover, closingPrice(position.terms.side, quote));
}

/** Closing by hand: 11004 when the price is worse than what the holder saw and accepts. Triggers do not check it. */
export function refuseToClose(request: SeenPrice, { side, priceScale }: Terms, quote: Quote): Refused | null {
  return checkSlippage(request, closingPrice(side, quote), { priceScale }, side === 'long' ? 'lower' : 'higher');
}

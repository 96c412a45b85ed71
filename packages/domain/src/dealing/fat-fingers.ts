import type { Amount } from '../money/amount.ts';
import { type Fixed, compare, divide, fixed, isZero, multiply, negate, subtract } from '../money/fixed.ts';

/** What about an order is worth a second look, before it is sent. */
export type FatFinger =
  /** A limit on the far side of the market: it is filled at the market, at once. */
  | { readonly kind: 'fillsAtOnce' }
  /** So far beyond that it looks mistyped; in percent of the market, to a tenth. */
  | { readonly kind: 'farThrough'; readonly percent: Fixed }
  /** A price that waits far away from the market. */
  | { readonly kind: 'farAway'; readonly percent: Fixed }
  | { readonly kind: 'halfOfEquity'; readonly percent: Fixed };

export interface Typed {
  /** Whoever buys pays at most the limit; whoever sells gets at least that. */
  readonly buys: boolean;
  /** A limit or a trigger; null for an order at the market. */
  readonly price: Fixed | null;
  /** True where the order waits for the market to come to `price` from the side on which a limit would be filled at once. */
  readonly triggers?: boolean;
  /** What it would have at once: the ask for whoever buys, else the bid. */
  readonly market: Fixed;
  /** What the order takes out of the balance; of a sale of coins what they are worth. */
  readonly cost: Amount;
  /** What the account is worth; undefined where that is not known. */
  readonly equity: Amount | undefined;
}

/** In percent: a limit through the market by more, and a price that far away. */
const farThroughFrom = fixed(5n, 0);
const farAwayFrom = fixed(20n, 0);
const half = fixed(50n, 0);

/** What whoever typed an order may not have meant. It is said in the last look, and nothing is refused for it. */
export function fatFingers({ buys, price, triggers = false, market, cost, equity }: Typed): FatFinger[] {
  const found: FatFinger[] = [];
  if (price !== null && !isZero(market)) {
    const away = percentOf(subtract(price, market), market);
    // Above the market for whoever buys.
    const beyond = buys ? away : negate(away);
    const size = beyond.units < 0n ? negate(beyond) : beyond;
    const isThrough = !triggers && beyond.units >= 0n;
    if (isThrough && compare(size, farThroughFrom) > 0) found.push({ kind: 'farThrough', percent: size });
    else if (isThrough) found.push({ kind: 'fillsAtOnce' });
    else if (compare(size, farAwayFrom) >= 0) found.push({ kind: 'farAway', percent: size });
  }
  if (equity !== undefined && equity > 0n) {
    const share = percentOf(fixed(cost, 0), fixed(equity, 0));
    if (compare(share, half) > 0) found.push({ kind: 'halfOfEquity', percent: share });
  }
  return found;
}

/** To a tenth of a percent, away from nothing: 50.01% of the equity is more than half of it. */
function percentOf(part: Fixed, whole: Fixed): Fixed {
  return divide(multiply(part, fixed(100n, 0)), whole, 1, part.units < 0n ? 'down' : 'up');
}

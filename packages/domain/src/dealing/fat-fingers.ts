import type { Amount } from '../money/amount.ts';
import { type Fixed, compare, divide, fixed, isZero, multiply, negate, subtract } from '../money/fixed.ts';

/** What about an order is worth a second look, before it is sent. */
export type FatFinger =
  /** A limit on the far side of the market: it is filled at the market, at once. */
  | { readonly kind: 'fillsAtOnce' }
  /** So far beyond that it looks mistyped; in percent of the market, to a tenth. */
  | { readonly kind: 'farThrough'; readonly percent: Fixed }
  /** A price that waits far away from the market. */
  | { readonly kind: 'farAway'; readonly price: Fixed; readonly percent: Fixed }
  /** A limit far from the trigger after which it begins to wait; in percent of the trigger. */
  | { readonly kind: 'farFromTrigger'; readonly price: Fixed; readonly percent: Fixed }
  | { readonly kind: 'halfOfEquity'; readonly percent: Fixed };

export interface Typed {
  /** A buyer pays at most the limit; a seller gets at least that. */
  readonly buys: boolean;
  /** Null for an order that has none. */
  readonly limit: Fixed | null;
  /** Waits for the market to come to it from the side on which a limit would be filled at once; null for none, and once it is reached. */
  readonly trigger: Fixed | null;
  /** Both prices wait at once, and the first that is reached counts. Otherwise a limit begins to wait when the trigger is reached. */
  readonly pair?: boolean;
  /** The price it would fill at now: the ask for a buyer, else the bid. */
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

/** What may be a typing error in an order. It is shown in the confirmation, and nothing is refused for it. */
export function fatFingers({ buys, limit, trigger, pair = false, market, cost, equity }: Typed): FatFinger[] {
  const found: FatFinger[] = [];
  const known = !isZero(market);
  if (known && trigger !== null) {
    const percent = sizeOf(beyond(market, trigger, buys));
    if (compare(percent, farAwayFrom) >= 0) found.push({ kind: 'farAway', price: trigger, percent });
  }
  if (known && limit !== null) found.push(...aboutLimit(limit, { buys, market, after: pair ? null : trigger }));
  if (equity !== undefined && equity > 0n) {
    const share = percentOf(fixed(cost, 0), fixed(equity, 0));
    if (compare(share, half) > 0) found.push({ kind: 'halfOfEquity', percent: share });
  }
  return found;
}

/**
 * A limit that begins to rest after a trigger is compared with the trigger: that is the market price then. A limit that this
 * price reaches is filled then, and not at once.
 */
function aboutLimit(
  limit: Fixed,
  { buys, market, after }: Pick<Typed, 'buys' | 'market'> & { after: Fixed | null },
): FatFinger[] {
  const away = beyond(after ?? market, limit, buys);
  const percent = sizeOf(away);
  const isThrough = away.units >= 0n;
  const isWide = isThrough ? compare(percent, farThroughFrom) > 0 : compare(percent, farAwayFrom) >= 0;
  if (after !== null) return isWide ? [{ kind: 'farFromTrigger', price: limit, percent }] : [];
  if (isThrough) return [isWide ? { kind: 'farThrough', percent } : { kind: 'fillsAtOnce' }];
  return isWide ? [{ kind: 'farAway', price: limit, percent }] : [];
}

/** How far a price lies beyond another one, in percent of that: above it for a buyer, below it for a seller. */
function beyond(reference: Fixed, price: Fixed, buys: boolean): Fixed {
  const away = percentOf(subtract(price, reference), reference);
  return buys ? away : negate(away);
}

const sizeOf = (away: Fixed): Fixed => (away.units < 0n ? negate(away) : away);

/** To a tenth of a percent, away from nothing: 50.01% of the equity is more than half of it. */
function percentOf(part: Fixed, whole: Fixed): Fixed {
  return divide(multiply(part, fixed(100n, 0)), whole, 1, part.units < 0n ? 'down' : 'up');
}

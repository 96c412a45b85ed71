import { type Amount, amount, least, minus, nothing, sum } from '../money/amount.ts';
import { divideInteger } from '../money/fixed.ts';

/** Coins that came in together, and what they cost in USDT with the fee; null for what came from elsewhere at a price nobody here knows. */
export interface Lot {
  readonly acquired: number;
  readonly orderNo: string;
  readonly coins: Amount;
  readonly cost: Amount | null;
}

/** Coins that left: sold for USDT, fee off, or taken elsewhere for none. */
export interface Disposal {
  readonly disposed: number;
  readonly orderNo: string;
  readonly coins: Amount;
  readonly proceeds: Amount | null;
}

/** A part of a lot that went with a disposal. */
export interface Match {
  readonly lot: Pick<Lot, 'acquired' | 'orderNo'> | null;
  readonly disposal: Pick<Disposal, 'disposed' | 'orderNo'>;
  readonly coins: Amount;
  /** Null where the coins were not sold. */
  readonly proceeds: Amount | null;
  /** Null where nobody here knows it. */
  readonly cost: Amount | null;
}

/**
 * First in, first out: what leaves is taken from the oldest lot. Shares of cost and proceeds are rounded down, and the last share
 * takes the rest, so that all parts together are what was paid and received, to the last unit. Coins beyond all lots, of which
 * nothing is written down, have no lot.
 */
export function takeFirst(
  lots: readonly Lot[],
  disposal: Disposal,
): { readonly lots: readonly Lot[]; readonly matches: readonly Match[] } {
  const matches: Match[] = [];
  const left = [...lots];
  let { coins } = disposal;
  let { proceeds } = disposal;
  while (coins > 0n) {
    const [lot] = left;
    const taken = lot === undefined ? coins : least(coins, lot.coins);
    const received = proceeds === null ? null : shareOf(proceeds, taken, coins);
    const cost = lot === undefined || lot.cost === null ? null : shareOf(lot.cost, taken, lot.coins);
    const { disposed, orderNo } = disposal;
    matches.push({
      lot: lot === undefined ? null : { acquired: lot.acquired, orderNo: lot.orderNo },
      disposal: { disposed, orderNo },
      coins: taken,
      proceeds: received,
      cost,
    });
    if (lot !== undefined) {
      const rest = {
        ...lot,
        coins: minus(lot.coins, taken),
        cost: lot.cost === null ? null : minus(lot.cost, cost ?? nothing),
      };
      left.splice(0, 1, ...(rest.coins > 0n ? [rest] : []));
    }
    coins = minus(coins, taken);
    proceeds = proceeds === null || received === null ? null : minus(proceeds, received);
  }
  return { lots: left, matches };
}

/** What a match has brought: proceeds less cost; null where either is not known. */
export function gainOf({ proceeds, cost }: Match): Amount | null {
  return proceeds === null || cost === null ? null : minus(proceeds, cost);
}

/** All that some lots have cost, as far as it is known. */
export function costOfLots(lots: readonly Lot[]): Amount {
  return sum(...lots.map(({ cost }) => cost ?? nothing));
}

/** whole × part / all, rounded down; all of it where the part is all. */
function shareOf(whole: Amount, part: Amount, all: Amount): Amount {
  return part === all ? whole : amount(divideInteger(whole * part, all, 'down'));
}

import { type Amount, amount, least, minus, nothing, sum } from '../money/amount.ts';
import { divideInteger } from '../money/fixed.ts';

/**
 * Coins that came in together, and what they cost in USDT with the fee; null for what came from elsewhere at an unknown price.
 */
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
  /** Null where it is unknown. */
  readonly cost: Amount | null;
}

/**
 * The lots of one coin that are not used up. First in, first out: what leaves is taken from the oldest. Shares of cost and proceeds
 * are rounded down, and the last share takes the rest, so that all parts together are what was paid and received, to the last unit.
 * Coins beyond all lots, of which nothing is written down, have no lot. Taking costs as much as what is taken, however much is held.
 */
export class HeldLots {
  #lots: Lot[];
  /** How many of them are used up. */
  #used = 0;

  constructor(lots: readonly Lot[] = []) {
    this.#lots = [...lots];
  }

  /** What is left, oldest first. */
  get left(): readonly Lot[] {
    return this.#lots.slice(this.#used);
  }

  add(lot: Lot): void {
    this.#lots.push(lot);
  }

  /** A generator: a caller that stops early has not taken the rest. */
  *take({ disposed, orderNo, coins, proceeds }: Disposal): Generator<Match, undefined> {
    const disposal = { disposed, orderNo };
    let [wanted, unpaid] = [coins, proceeds];
    while (wanted > 0n) {
      const lot = this.#lots[this.#used];
      const taken = lot === undefined ? wanted : least(wanted, lot.coins);
      const received = unpaid === null ? null : shareOf(unpaid, taken, wanted);
      const cost = lot === undefined || lot.cost === null ? null : shareOf(lot.cost, taken, lot.coins);
      if (lot !== undefined) this.#lessen(lot, taken, cost);
      wanted = minus(wanted, taken);
      unpaid = unpaid === null || received === null ? null : minus(unpaid, received);
      const from = lot === undefined ? null : { acquired: lot.acquired, orderNo: lot.orderNo };
      yield { lot: from, disposal, coins: taken, proceeds: received, cost };
    }
  }

  #lessen(lot: Lot, taken: Amount, cost: Amount | null): void {
    if (taken < lot.coins) {
      const rest = lot.cost === null ? null : minus(lot.cost, cost ?? nothing);
      this.#lots[this.#used] = { ...lot, coins: minus(lot.coins, taken), cost: rest };
      return;
    }
    this.#used += 1;
    // What is used up is let go of when it is most of all: each lot is moved once for each that has gone.
    if (this.#used > usedMax && 2 * this.#used > this.#lots.length) {
      this.#lots = this.#lots.slice(this.#used);
      this.#used = 0;
    }
  }
}

const usedMax = 1_000;

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

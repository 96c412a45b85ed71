import type { Taking } from '@assay/domain/dealing/house.ts';
import type { Holding } from './holdings.ts';

export type Sum = Omit<Holding, 'code' | 'userId'>;
export const none: Sum = { net: 0n, long: 0n, short: 0n, waitingLong: 0n, waitingShort: 0n };

/** So many are added before whatever else this process has to do. */
const atOnceMax = 1_000;

/** What customers hold, added up. */
export class Sums {
  readonly #all = new Map<string, Sum>();
  readonly #people = new Map<string, Sum>();

  /** Adding runs in slices, so that other work never waits for all of them. */
  static async of(holdings: readonly Holding[]): Promise<Sums> {
    const sums = new Sums();
    for (const [place, holding] of holdings.entries()) {
      if (place % atOnceMax === atOnceMax - 1) await new Promise((resolve) => setImmediate(resolve));
      sums.add(holding);
    }
    return sums;
  }

  /** Of all customers, by instrument. */
  get all(): ReadonlyMap<string, Sum> {
    return this.#all;
  }

  /** Of one person in one instrument. */
  of(userId: string, code: string): Sum {
    return this.#people.get(nameOf(userId, code)) ?? none;
  }

  add(holding: Holding): void {
    const { code, userId } = holding;
    this.#all.set(code, plus(this.#all.get(code) ?? none, holding));
    this.#people.set(nameOf(userId, code), plus(this.of(userId, code), holding));
  }
}

export function plus(sum: Sum, more: Sum): Sum {
  return {
    net: sum.net + more.net,
    long: sum.long + more.long,
    short: sum.short + more.short,
    waitingLong: sum.waitingLong + more.waitingLong,
    waitingShort: sum.waitingShort + more.waitingShort,
  };
}

const nameOf = (userId: string, code: string) => `${userId}|${code}`;

export function holdingOf({ owner, instrument, side, notional, product, waits }: Taking): Holding {
  const [long, short] = side === 'long' ? [notional, 0n] : [0n, notional];
  const contract = product === 'contract';
  return {
    code: instrument.code,
    userId: owner.userId,
    net: waits ? 0n : long - short,
    long: contract ? long : 0n,
    short: contract ? short : 0n,
    waitingLong: waits ? long : 0n,
    waitingShort: waits ? short : 0n,
  };
}

/** With what waits on one side: a single price may fill all of it, and nothing of the other. */
export const netTo = (side: Taking['side'], { net, waitingLong, waitingShort }: Sum) =>
  side === 'long' ? net + waitingLong : net - waitingShort;

/** The larger of what could be held long and short, without its sign. */
export function worstOf(sum: Sum): bigint {
  const [long, short] = [absolute(netTo('long', sum)), absolute(netTo('short', sum))];
  return long > short ? long : short;
}

export const absolute = (value: bigint) => (value < 0n ? -value : value);

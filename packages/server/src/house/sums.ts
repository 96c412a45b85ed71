import type { Holding } from './holdings.ts';

export type Sum = Omit<Holding, 'code' | 'userId'>;
export const none: Sum = { net: 0n, long: 0n, short: 0n, waitingLong: 0n, waitingShort: 0n };

/** So many are added before whatever else this process has to do. */
const atOnceMax = 1_000;

/** What customers hold, added up. */
export class Sums {
  readonly #all = new Map<string, Sum>();
  readonly #people = new Map<string, Sum>();

  /** However many there are, nobody waits for all of them to be added. */
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

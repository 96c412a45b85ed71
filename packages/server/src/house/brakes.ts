import {
  type DealLimits,
  type House,
  type HouseTerms,
  type SoldCoins,
  type Taking,
  coinStanding,
  dealMaxOf,
  instrumentMaxOf,
  leverageMaxOf,
  refuseExposure,
  refuseHedge,
} from '@assay/domain/dealing/house.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { type Amount, amount, nothing, payout } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { fixed, multiply } from '@assay/domain/money/fixed.ts';
import type { Refused } from '@assay/domain/positions/refused.ts';
import type { LimitsOf, Market } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { type Holding, readHoldings, readSold, readTerms } from './holdings.ts';

export interface BrakesParts {
  readonly market: Pick<Market, 'day' | 'quoteToUsdt' | 'instruments'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What is held is read anew after so long; what this process has taken on since is added as it happens. */
const readMsMax = 2_000;
/** Operators are told once so much of a limit is used. */
const warnPercent = 70n;

type Sum = Omit<Holding, 'code' | 'userId'>;
const none: Sum = { net: 0n, long: 0n, short: 0n, waitingLong: 0n, waitingShort: 0n };

/**
 * What customers hold of each instrument with real money, in memory: asking it costs no statement of the order's own. Every two
 * seconds it is read before a group of orders, while nothing is locked: that takes the longer the more people hold something. Only what is committed counts. Another process may have
 * taken on more since, and another group of this one may be about to: a limit can be exceeded by what they take on in two seconds.
 */
export class Brakes implements House {
  readonly #parts: BrakesParts;
  /** All that are dealt in on spot, by their codes. */
  readonly #coins: readonly string[];
  #terms: HouseTerms | undefined;
  #sold: SoldCoins | undefined;
  #readAt = -Infinity;
  /** How often it was doubted: a reading that was under way may have been answered before. */
  #doubts = 0;
  /** Of all customers by instrument, and of each by person and instrument. */
  #all = new Map<string, Sum>();
  #people = new Map<string, Sum>();
  readonly #warned = new Set<string>();
  /** What was taken on while the database was being read, by reading: its answer may have been given before that. */
  readonly #meanwhile = new Set<Taking[]>();
  #readings = 0;

  constructor(parts: BrakesParts) {
    this.#parts = parts;
    this.#coins = parts.market.instruments().flatMap(({ spot, base }) => (spot === null ? [] : [base]));
  }

  /** Whether what is known is too old to be asked. */
  get isOld(): boolean {
    return this.#parts.clock.elapsed() - this.#readAt >= readMsMax;
  }

  /** Nothing while what is known is young enough. */
  async read(db: Queryable): Promise<void> {
    if (!this.isOld) return;
    const now = this.#parts.clock.elapsed();
    const doubts = this.#doubts;
    const meanwhile: Taking[] = [];
    this.#meanwhile.add(meanwhile);
    const reading = Promise.all([readTerms(db), readHoldings(db), readSold(db, this.#coins)]).finally(() =>
      this.#meanwhile.delete(meanwhile),
    );
    const [terms, holdings, sold] = await reading;
    this.#readAt = doubts === this.#doubts ? now : -Infinity;
    this.#readings += 1;
    this.#terms = terms;
    this.#sold = sold;
    this.#all = new Map();
    this.#people = new Map();
    // Rather twice until the next reading than not at all.
    for (const holding of [...holdings, ...meanwhile.map(holdingOf)]) this.#add(holding);
    this.#warn();
  }

  limitsOf(instrument: Instrument): DealLimits {
    const terms = this.#known();
    const { clock } = this.#parts;
    const sold = instrument.spot === null ? undefined : this.#sold;
    return {
      ...(sold !== undefined && { coins: coinStanding(instrument.base, sold) }),
      dealMax: dealMaxOf(this.#turnoverOf(instrument), terms),
      leverageMax: leverageMaxOf(instrument.hours, clock.now(), terms),
    };
  }

  /** `pending` is what others of the same group are about to take on, and what the same act gives up. */
  refuses(taking: Taking, pending: readonly Taking[] = []): Refused | undefined {
    const { code } = taking.instrument;
    const { userId } = taking.owner;
    const beside = pending.filter(({ instrument }) => instrument.code === code).map(holdingOf);
    const own = beside.filter((each) => each.userId === userId).reduce(plus, this.#people.get(nameOf(userId, code)) ?? none);
    const hedged = refuseHedge(taking, { long: amount(own.long), short: amount(own.short) });
    if (hedged !== undefined) return hedged;
    const held = this.#all.get(code) ?? none;
    let others = -worstOf(held);
    for (const each of this.#all.values()) others += worstOf(each);
    const nets = {
      person: amount(netTo(taking.side, own)),
      instrument: amount(netTo(taking.side, beside.reduce(plus, held))),
      others: amount(others),
    };
    const terms = this.#known();
    const { dealMax } = this.limitsOf(taking.instrument);
    return refuseExposure(taking, nets, { ...terms, instrumentMax: instrumentMaxOf(dealMax, terms) });
  }

  /** How often what is held has been read: to be asked when what is taken on is written, before it is committed. */
  get readings(): number {
    return this.#readings;
  }

  /**
   * To be told once it is durable, and not before: what is rolled back would count until it is read anew. `since` is how often it
   * had been read when that was written.
   */
  took(taking: Taking, since: number): void {
    // What is given up may be missing from an answer already, of a reading that is done or under way: it must not be taken off twice.
    if (taking.notional < 0n && since !== this.#readings) return this.doubt();
    if (taking.notional > 0n) for (const each of this.#meanwhile) each.push(taking);
    this.#add(holdingOf(taking));
  }

  /** It is not known what was taken on: whoever asks next reads it. */
  doubt(): void {
    this.#doubts += 1;
    this.#readAt = -Infinity;
  }

  #add(holding: Holding): void {
    const { code, userId } = holding;
    const name = nameOf(userId, code);
    this.#all.set(code, plus(this.#all.get(code) ?? none, holding));
    this.#people.set(name, plus(this.#people.get(name) ?? none, holding));
  }

  /** The turnover of 24 hours in USDT; nothing where it is not known. */
  #turnoverOf(instrument: Instrument): Amount {
    const { market } = this.#parts;
    const day = market.day(instrument.code);
    const rate = market.quoteToUsdt(instrument);
    if (day === undefined || rate === undefined) return nothing;
    return payout(multiply(fixed(BigInt(Math.floor(day.turnoverTicks)), instrument.priceScale), rate), usdt);
  }

  #known(): HouseTerms {
    if (this.#terms === undefined) throw new Error('what the house takes on was asked before it was read');
    return this.#terms;
  }

  #warn(): void {
    const { instrumentMax } = this.#known();
    for (const [code, { net }] of this.#all) {
      const near = absolute(net) * 100n >= instrumentMax * warnPercent;
      if (near && !this.#warned.has(code)) {
        this.#parts.log.warn({ code }, `customers hold ${warnPercent}% of what the house takes on in an instrument`);
      }
      if (near) this.#warned.add(code);
      else this.#warned.delete(code);
    }
  }
}

/** What one new order may be, for whoever asks outside an order. */
export function limitsBy(brakes: Brakes | undefined, db: Queryable): LimitsOf {
  return async (instrument) => {
    await brakes?.read(db);
    return brakes?.limitsOf(instrument);
  };
}

function holdingOf({ owner, instrument, side, notional, product, waits }: Taking): Holding {
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

function plus(sum: Sum, more: Sum): Sum {
  return {
    net: sum.net + more.net,
    long: sum.long + more.long,
    short: sum.short + more.short,
    waitingLong: sum.waitingLong + more.waitingLong,
    waitingShort: sum.waitingShort + more.waitingShort,
  };
}

/** With what waits on one side: a single price may fill all of it, and nothing of the other. */
const netTo = (side: Taking['side'], { net, waitingLong, waitingShort }: Sum) =>
  side === 'long' ? net + waitingLong : net - waitingShort;

/** The larger of what could be held long and short, without its sign. */
function worstOf(sum: Sum): bigint {
  const [long, short] = [absolute(netTo('long', sum)), absolute(netTo('short', sum))];
  return long > short ? long : short;
}

const nameOf = (userId: string, code: string) => `${userId}|${code}`;
const absolute = (value: bigint) => (value < 0n ? -value : value);

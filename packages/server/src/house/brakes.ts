import { setTimeout as pause } from 'node:timers/promises';
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
import type { Database, Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { type Holding, readHoldings, readSold, readTerms, tellsOf } from './holdings.ts';
import { type Sum, Sums, none, plus } from './sums.ts';

export interface BrakesParts {
  readonly market: Pick<Market, 'day' | 'quoteToUsdt' | 'instruments'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What is held is read anew after so long; what this process has taken on since is added as it happens. */
const readMs = 2_000;
/** What is older is decided by no more: whoever asks then waits until it has been read. */
const knownMsMax = 10_000;
/** Operators are told once so much of a limit is used. */
const warnPercent = 70n;

/** What orders of one transaction have taken on and given up. */
interface Told {
  readonly takings: readonly Taking[];
  readonly transaction: bigint;
}

/**
 * What customers hold of each instrument with real money, in memory: asking it costs an order nothing. Every two seconds it is read on a
 * connection of its own, which takes the longer the more people hold something, and which nobody waits for: meanwhile orders are decided by
 * what was read before and by what this process has taken on. Only what is committed counts, and each transaction once: a reading says of
 * which it tells. Another process may have taken on more since, and another group of this one may be about to: a limit can be exceeded by
 * what they take on in two seconds and while it is read.
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
  #held = new Sums();
  readonly #warned = new Set<string>();
  /** Which transactions the last reading tells of. */
  #snapshot = '';
  /** What was told while the database was being read, by reading: its answer may have been given before that. */
  readonly #meanwhile = new Set<Told[]>();
  readonly #stopping = new AbortController();
  #reading: Promise<void> | undefined;

  constructor(parts: BrakesParts) {
    this.#parts = parts;
    this.#coins = parts.market.instruments().flatMap(({ spot, base }) => (spot === null ? [] : [base]));
  }

  /** Whether nothing is known that may be decided by: nothing was read yet or for long, or what was read is in doubt. */
  get isUnknown(): boolean {
    return this.#ageMs() >= knownMsMax;
  }

  /** Reads again and again until `stop`, each time on one connection of the pool. */
  begin(db: Database): void {
    this.#reading ??= this.#readOn(db, this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#reading;
  }

  /** Nothing while what is known is young enough. */
  async read(db: Queryable): Promise<void> {
    if (this.#ageMs() >= readMs) await this.#readAnew(db);
  }

  #ageMs(): number {
    return this.#parts.clock.elapsed() - this.#readAt;
  }

  /** The database has at least as long a rest of it as it took. Never rejects. */
  async #readOn(db: Database, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts;
    let fails = false;
    while (!signal.aborted) {
      const began = clock.elapsed();
      try {
        await db.transact((tx) => this.#readAnew(tx));
        fails = false;
      } catch (error) {
        if (!fails) log.warn({ err: error }, 'what customers hold could not be read');
        fails = true;
      }
      const tookMs = clock.elapsed() - began;
      await pause(Math.max(readMs - tookMs, tookMs), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #readAnew(db: Queryable): Promise<void> {
    const now = this.#parts.clock.elapsed();
    const doubts = this.#doubts;
    const meanwhile: Told[] = [];
    this.#meanwhile.add(meanwhile);
    try {
      const [terms, { holdings, snapshot }, sold] = await Promise.all([
        readTerms(db),
        readHoldings(db),
        readSold(db, this.#coins),
      ]);
      const held = await Sums.of(holdings);
      // From here on nothing is told in between.
      this.#readAt = doubts === this.#doubts ? now : -Infinity;
      this.#snapshot = snapshot;
      this.#terms = terms;
      this.#sold = sold;
      this.#held = held;
      for (const told of meanwhile) this.#addTold(told);
    } finally {
      this.#meanwhile.delete(meanwhile);
    }
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
    const own = beside.filter((each) => each.userId === userId).reduce(plus, this.#held.of(userId, code));
    const hedged = refuseHedge(taking, { long: amount(own.long), short: amount(own.short) });
    if (hedged !== undefined) return hedged;
    const held = this.#held.all.get(code) ?? none;
    let others = -worstOf(held);
    for (const each of this.#held.all.values()) others += worstOf(each);
    const nets = {
      person: amount(netTo(taking.side, own)),
      instrument: amount(netTo(taking.side, beside.reduce(plus, held))),
      others: amount(others),
    };
    const terms = this.#known();
    const { dealMax } = this.limitsOf(taking.instrument);
    return refuseExposure(taking, nets, { ...terms, instrumentMax: instrumentMaxOf(dealMax, terms) });
  }

  /** To be told once it is durable, and not before: what is rolled back would count until it is read anew. */
  took(takings: readonly Taking[], transaction: bigint): void {
    const told = { takings, transaction };
    for (const each of this.#meanwhile) each.push(told);
    if (this.#snapshot !== '') this.#addTold(told);
  }

  /** It is not known what was taken on: whoever asks next reads it. */
  doubt(): void {
    this.#doubts += 1;
    this.#readAt = -Infinity;
  }

  /** A reading that tells of it already has counted it. */
  #addTold({ takings, transaction }: Told): void {
    if (tellsOf(this.#snapshot, transaction)) return;
    for (const taking of takings) this.#held.add(holdingOf(taking));
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
    for (const [code, { net }] of this.#held.all) {
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
    if (brakes?.isUnknown === true) await brakes.read(db);
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

/** With what waits on one side: a single price may fill all of it, and nothing of the other. */
const netTo = (side: Taking['side'], { net, waitingLong, waitingShort }: Sum) =>
  side === 'long' ? net + waitingLong : net - waitingShort;

/** The larger of what could be held long and short, without its sign. */
function worstOf(sum: Sum): bigint {
  const [long, short] = [absolute(netTo('long', sum)), absolute(netTo('short', sum))];
  return long > short ? long : short;
}

const absolute = (value: bigint) => (value < 0n ? -value : value);

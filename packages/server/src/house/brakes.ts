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
import { type Held, readHoldings, readSold, readTerms, tellsOf } from './holdings.ts';
import { Sums, absolute, holdingOf, netTo, none, plus, worstOf } from './sums.ts';

export interface BrakesParts {
  readonly market: Pick<Market, 'day' | 'quoteToUsdt' | 'instruments'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Between two readings, until it is over or called off. */
  readonly rest?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** What is held is read anew after so long; what this process has taken on since is added as it happens. */
const readMs = 2_000;
/** Older readings are not used: the caller waits for a new one. */
const knownMsMax = 10_000;
/** So often the log says that it can't be read, while that lasts. */
const failureMsMin = 60_000;
/** Operators are notified once so much of a limit is used. */
const warnPercent = 70n;

/** What orders of one transaction have taken on and given up. */
interface TakenOn {
  readonly takings: readonly Taking[];
  readonly transaction: bigint;
}

/** What the database has answered: terms, what is held, and the coins that are sold. */
interface Asked extends Held {
  readonly terms: HouseTerms;
  readonly sold: SoldCoins;
}

/**
 * What customers hold of each instrument with real money, in memory: a lookup costs an order nothing. Every two seconds it is
 * read on a connection of its own, which takes longer the more people hold something, and no order waits for it: meanwhile
 * orders are decided by the last reading and by what this process has taken on. Only committed transactions count, each once: a
 * reading says which ones it includes. Another process may have taken on more since, and another group of this one may be about
 * to: a limit can be exceeded by what they take on in two seconds and while it is read.
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
  /** Which transactions the last reading includes. */
  #snapshot = '';
  /** What was reported while the database was being read, by reading: its answer may have been given before that. */
  readonly #meanwhile = new Set<TakenOn[]>();
  readonly #stopping = new AbortController();
  #begun = false;
  /** The reading that callers wait for, and how often it had been doubted when it began. */
  #flight: { readonly doubts: number; readonly reading: Promise<unknown> } | undefined;
  /** When its failure was last logged. */
  #failedAt = -Infinity;

  constructor(parts: BrakesParts) {
    this.#parts = parts;
    this.#coins = parts.market.instruments().flatMap(({ spot, base }) => (spot === null ? [] : [base]));
  }

  /** Whether nothing is known that may be decided by: nothing was read yet or for long, or what was read is in doubt. */
  get isUnknown(): boolean {
    return this.ageMs >= knownMsMax;
  }

  /** The age of the reading; `Infinity` where there is none, or it is in doubt. */
  get ageMs(): number {
    return this.#parts.clock.elapsed() - this.#readAt;
  }

  /** Whether anything was ever read: the terms set by operators are not in doubt. */
  get wasRead(): boolean {
    return this.#terms !== undefined;
  }

  /** Reads again and again until `stop`, each time on one connection of the pool. */
  begin(db: Database): void {
    if (this.#begun) return;
    this.#begun = true;
    void this.#readOn(db, this.#stopping.signal);
  }

  /** No reading is started any more; one that is under way is not awaited. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Does nothing while the last reading is recent enough. */
  async read(db: Queryable): Promise<void> {
    if (this.ageMs >= readMs) await this.#readAnew(() => this.#ask(db));
  }

  /**
   * Until it is known what customers hold; rejects where that can't be read. All who wait for it at the same time wait for one reading, which
   * has begun after whatever was doubted.
   */
  async known(db: Database): Promise<void> {
    if (!this.isUnknown) return;
    if (this.#flight?.doubts !== this.#doubts) {
      const reading = this.#readBeside(db).catch((error: unknown) => {
        this.#failed(error);
        throw error;
      });
      const flight = { doubts: this.#doubts, reading };
      this.#flight = flight;
      const over = () => {
        if (this.#flight === flight) this.#flight = undefined;
      };
      reading.then(over, over);
    }
    await this.#flight?.reading;
  }

  /** The database has at least as long a rest of it as it took. Never rejects. */
  async #readOn(db: Database, signal: AbortSignal): Promise<void> {
    const rest = this.#parts.rest ?? ((ms: number) => pause(ms, undefined, { signal, ref: false }));
    while (!signal.aborted) {
      let restMs = readMs;
      try {
        const tookMs = await this.#readBeside(db, signal);
        restMs = Math.max(readMs - tookMs, tookMs);
      } catch (error) {
        if (!signal.aborted) this.#failed(error);
      }
      await rest(restMs, signal).catch(() => undefined);
    }
  }

  /** On a connection of the pool; answers how long it took since that was had. */
  async #readBeside(db: Database, signal?: AbortSignal): Promise<number> {
    const { clock } = this.#parts;
    let began = clock.elapsed();
    const asking = (tx: Queryable) => {
      signal?.throwIfAborted();
      began = clock.elapsed();
      return this.#ask(tx);
    };
    await this.#readAnew(() => db.transact(asking));
    return clock.elapsed() - began;
  }

  async #ask(db: Queryable): Promise<Asked> {
    const [terms, held, sold] = await Promise.all([readTerms(db), readHoldings(db), readSold(db, this.#coins)]);
    return { terms, sold, ...held };
  }

  /** What is answered is added up once the connection is given back: the database ends a transaction that keeps it waiting. */
  async #readAnew(ask: () => Promise<Asked>): Promise<void> {
    const doubts = this.#doubts;
    const meanwhile: TakenOn[] = [];
    this.#meanwhile.add(meanwhile);
    try {
      const { terms, sold, holdings, snapshot } = await ask();
      const held = await Sums.of(holdings);
      // From here on no message is handled in between. What this process has taken on since is counted however long that took.
      this.#readAt = doubts === this.#doubts ? this.#parts.clock.elapsed() : -Infinity;
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

  #failed(error: unknown): void {
    const now = this.#parts.clock.elapsed();
    if (now - this.#failedAt < failureMsMin) return;
    this.#failedAt = now;
    this.#parts.log.warn({ err: error }, 'what customers hold could not be read');
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

  /** To be reported once it is durable, and not before: what is rolled back would count until the next reading. */
  took(takings: readonly Taking[], transaction: bigint): void {
    const told = { takings, transaction };
    for (const each of this.#meanwhile) each.push(told);
    if (this.#snapshot !== '') this.#addTold(told);
  }

  /** What was taken on is unknown: the next caller reads it. */
  doubt(): void {
    this.#doubts += 1;
    this.#readAt = -Infinity;
  }

  /** A reading that includes it already has counted it. */
  #addTold({ takings, transaction }: TakenOn): void {
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

/** The largest new order, for callers outside an order. */
export function limitsBy(brakes: Brakes | undefined, db: Database): LimitsOf {
  return async (instrument) => {
    if (brakes?.wasRead === false) await brakes.known(db);
    return brakes?.limitsOf(instrument);
  };
}

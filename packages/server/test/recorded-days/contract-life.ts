import type { Contract, ContractCourse, PartCourse, Act } from './contract-course.ts';
import { nothingYet } from './contract-course.ts';
import { type Move, ceil, floor, least, most, moves, plain, units } from './money.ts';
import { type Prices, type Quote, day, hour, tradableAt } from './prices.ts';

/** A price that is held back may be confirmed for so long: until then nothing expires that it might fill. */
const heldMs = 60_000;

/** What happens to one contract; all money in millionths of a USDT. */
export class Life {
  readonly #order: Contract;
  /** Millionths of lots that are left. */
  #lots: bigint;
  #targets: NonNullable<Contract['targets']>;
  readonly #parts: PartCourse[] = [];
  readonly #one: bigint;
  readonly #quotes: string[] = [];
  readonly #moves: Move[] = [];
  readonly #triggers: string[] = [];
  #course: Partial<ContractCourse> = {};
  #held = 0n;
  #isTriggered = false;
  /** Null until it opens. */
  #openPrice: bigint | null = null;
  #margin = 0n;
  #maintenance = 0n;
  /** The best closing price since the trailing stop was set. */
  #best: bigint | null = null;
  #financedUntil = 0;
  #financing = 0n;

  constructor(order: Contract) {
    this.#order = order;
    this.#lots = units(order.lots, 6);
    this.#targets = order.targets ?? [];
    this.#one = 10n ** BigInt(order.prices.scale);
  }

  /** Millionths of the instrument's units. */
  get #quantity(): bigint {
    return this.#lots * this.#order.prices.lotSize;
  }

  told(): ContractCourse {
    return {
      ...nothingYet,
      ...this.#course,
      financing: this.#financing,
      triggers: this.#triggers,
      quotes: this.#quotes,
      moves: this.#moves,
      parts: this.#parts,
    };
  }

  /** Opens at the market or at a limit that is reached already; otherwise margin and fee at the limit are held. */
  begin(seen: Quote): void {
    const { at, limit, trigger, prices, trailing } = this.#order;
    const entry = trigger === undefined && this.#reachesLimit(seen) ? undefined : (limit ?? trigger);
    if (entry !== undefined) {
      this.#held = this.#marginAt(entry) + this.#share(entry, prices.fee);
      this.#decides('place', seen);
      this.#moves.push(...moves(at, 'contract.placed', [['available → order', this.#held]]));
      return;
    }
    const price = this.#opensAt(seen);
    this.#open(seen, at, this.#marginAt(price));
    this.#moves.push(
      ...moves(at, 'contract.opened', [
        ['available → margin', this.#margin],
        ['available → house:fees', this.#share(price, prices.fee)],
      ]),
    );
    if (trailing === undefined) return;
    this.#best = this.#closesAt(seen);
    this.#decides('amend', seen);
  }

  /** Meets the quotes after one moment and up to another, until one of them ends it. */
  live(quotes: readonly Quote[], from: number, to: number): void {
    for (const quote of quotes.filter(({ time }) => time > from && time <= to)) {
      if (this.#isOver()) return;
      this.#meet(quote);
    }
  }

  /** What somebody does about it, and what that is answered with where it does nothing. */
  act(act: Act): void {
    // A round has seen to what was over by then.
    const isOver = this.#isOver() || this.#expire(act.at - heldMs);
    const waits = !isOver && this.#openPrice === null;
    if (act.kind === 'closeAll' || act.kind === 'cancelAll') {
      if (isOver || waits !== (act.kind === 'cancelAll')) return;
      if (this.#end(act.at)) this.#course = { ...this.#course, endedBy: act };
      else this.#course = { ...this.#course, withstood: [...(this.#course.withstood ?? []), act] };
      return;
    }
    const tooLate = isOver || (waits && act.kind === 'turn');
    const endRefused = tooLate ? '11008' : this.#end(act.at) ? null : '10015';
    this.#course = { ...this.#course, endRefused };
  }

  /** The replay ends: what waits may be over, what is open has been charged. */
  last(until: number): void {
    if (!this.#isOver() && !this.#expire(until - heldMs)) this.charge(until);
  }

  #isOver(): boolean {
    const { status = 'awaiting' } = this.#course;
    return status !== 'awaiting' && status !== 'open';
  }

  #meet(quote: Quote): void {
    if (this.#openPrice === null) {
      if (!this.#expire(quote.time)) this.#wait(quote);
      return;
    }
    const reason = this.#reached(this.#openPrice, quote);
    if (reason === null || reason === 'takeProfit') this.#takeTargets(this.#openPrice, quote);
    if (reason !== null && !this.#isOver()) this.#close(this.#openPrice, quote, quote.time, reason);
  }

  /** Every target that the quote reaches has its part, the nearest first; one of all that is left ends the order itself. */
  #takeTargets(openPrice: bigint, quote: Quote): void {
    const price = this.#closesAt(quote);
    for (const target of this.#targets) {
      if (!this.#noBetter(target.price, price)) return;
      this.charge(quote.time);
      this.#targets = this.#targets.slice(1);
      const lots = units(target.lots, 6);
      if (lots >= this.#lots) this.#close(openPrice, quote, quote.time, 'takeProfit', target.price);
      else this.#part(openPrice, quote, lots, target.price);
    }
  }

  /** Its share of everything is rounded down, and the rest goes on with what is left. */
  #part(openPrice: bigint, quote: Quote, lots: bigint, target: bigint): void {
    const { scale, lotSize } = this.#order.prices;
    const shareOf = (all: bigint) => floor(all * lots, this.#lots);
    const margin = shareOf(this.#margin);
    const maintenance = shareOf(this.#maintenance);
    const financing = shareOf(this.#financing);
    const closePrice = this.#closesAt(quote);
    const ending = this.#ending(openPrice, closePrice, lots * lotSize, margin);
    const opening = this.#quotes.filter((each) => !/^(?:amend|close)/.test(each));
    this.#parts.push({
      lots: plain(lots, 6),
      closeTime: quote.time,
      closePrice,
      profit: ending.profit,
      financing,
      trigger: `trigger ${this.#isLong() ? 'bid' : 'ask'} ${plain(closePrice, scale)} takeProfit ${plain(target, scale)}`,
      quotes: [...opening, this.#asTold('close', quote)],
      moves: [...this.#moves, ...moves(quote.time, 'contract.closed', ending.ways)],
      before: this.#moves.length,
    });
    this.#lots -= lots;
    this.#margin -= margin;
    this.#maintenance -= maintenance;
    this.#financing -= financing;
  }

  /** Whether an order that waits is over by then. */
  #expire(by: number): boolean {
    const { expires = Infinity } = this.#order;
    if (this.#openPrice !== null || this.#held === 0n || by < expires) return false;
    this.#moves.push(...moves(expires, 'contract.expired', [['order → available', this.#held]]));
    this.#course = { ...this.#course, status: 'cancelled', closeReason: 'expired', closeTime: expires };
    return true;
  }

  /** The trigger comes first, the limit after it or with it; without a limit it opens at once. */
  #wait(quote: Quote): void {
    const { trigger, limit } = this.#order;
    if (trigger !== undefined && !this.#isTriggered) {
      const price = this.#opensAt(quote);
      if (!this.#noBetter(trigger, price)) return;
      this.#isTriggered = true;
      this.#reaches('entryTrigger', [this.#isLong() ? 'ask' : 'bid', price], ['triggerPrice', trigger]);
      if (limit !== undefined) this.#decides('trigger', quote);
    }
    if (limit === undefined || this.#reachesLimit(quote)) this.#fill(quote);
  }

  /** Its owner withdraws or closes it; false while nothing may be traded. */
  #end(time: number): boolean {
    if (this.#openPrice === null) {
      this.#moves.push(...moves(time, 'contract.cancelled', [['order → available', this.#held]]));
      this.#course = { ...this.#course, status: 'cancelled', closeReason: 'cancelled', closeTime: time };
      return true;
    }
    const last = tradableAt(this.#order.prices, time);
    if (last !== undefined) this.#close(this.#openPrice, last, time, 'manual');
    return last !== undefined;
  }

  /** Every 21:00 UTC since the opening takes what a day costs. */
  charge(through: number): void {
    if (this.#openPrice === null) return;
    const { prices, side } = this.#order;
    for (let due = nextCharge(this.#financedUntil); due <= through; due = nextCharge(due)) {
      const owed = this.#share(this.#openPrice, prices.financing[side] * daysOf(prices.hours, due));
      this.#moves.push(...moves(due, 'financing.charged', [['available → house:trading', owed]]));
      this.#financing += owed;
      this.#financedUntil = due;
    }
  }

  /** What was held pays margin and fee, and nothing else does; what it lacks for a stop order the balance pays. */
  #fill(quote: Quote): void {
    const price = this.#opensAt(quote);
    const fee = this.#share(price, this.#order.prices.fee);
    const whole = this.#marginAt(price);
    this.#open(quote, quote.time, this.#order.limit === undefined ? whole : least(whole, this.#held - fee));
    const bound = least(this.#held, this.#margin);
    const paid = least(this.#held - bound, fee);
    this.#moves.push(
      ...moves(quote.time, 'contract.filled', [
        ['order → margin', bound],
        ['available → margin', this.#margin - bound],
        ['order → house:fees', paid],
        ['available → house:fees', fee - paid],
        ['order → available', this.#held - bound - paid],
      ]),
    );
  }

  #open(quote: Quote, time: number, margin: bigint): void {
    this.#openPrice = this.#opensAt(quote);
    this.#margin = margin;
    this.#maintenance = this.#share(this.#openPrice, this.#order.prices.maintenance);
    this.#financedUntil = time;
    this.#course = { ...this.#course, status: 'open', openTime: time, openPrice: this.#openPrice };
    this.#decides('open', quote);
    const { limit } = this.#order;
    if (limit !== undefined)
      this.#reaches('fillTrigger', [this.#isLong() ? 'ask' : 'bid', this.#openPrice], ['limitPrice', limit]);
  }

  #close(openPrice: bigint, quote: Quote, time: number, reason: string, target?: bigint): void {
    this.charge(time);
    this.#decides('close', quote);
    const closePrice = this.#closesAt(quote);
    this.#endsBecause(reason, openPrice, closePrice, target);
    const liquidated = reason === 'liquidation';
    const { profit, ways } = this.#ending(openPrice, closePrice, this.#quantity, this.#margin);
    this.#moves.push(...moves(time, liquidated ? 'contract.liquidated' : 'contract.closed', ways));
    this.#course = {
      ...this.#course,
      status: liquidated ? 'liquidated' : reason === 'manual' ? 'closedEarly' : 'closed',
      closeReason: reason,
      closeTime: time,
      closePrice,
      profit,
    };
  }

  /** What so many units come to at a price, and the ways that the money takes. */
  #ending(openPrice: bigint, closePrice: bigint, quantity: bigint, margin: bigint) {
    const gain = floor(this.#gain(openPrice, closePrice, quantity), this.#one);
    const lost = least(most(-gain, 0n), margin);
    const left = margin - lost;
    const fee = least(this.#share(closePrice, this.#order.prices.fee, quantity), left + most(gain, 0n));
    const ways =
      gain < 0n
        ? ([
            ['margin → house:trading', lost],
            ['margin → house:fees', fee],
            ['margin → available', left - fee],
            ['house:insurance → house:trading', most(-gain - margin, 0n)],
          ] as const)
        : ([
            ['house:trading → available', gain],
            ['margin → available', margin],
            ['available → house:fees', fee],
          ] as const);
    return { profit: gain < 0n ? -lost : gain, ways };
  }

  /** The numbers that show what the closing price reached; its owner closes it at any. */
  #endsBecause(reason: string, openPrice: bigint, closePrice: bigint, target?: bigint): void {
    const { stopLoss = 0n, takeProfit = 0n, trailing = 0n, prices } = this.#order;
    const seen = [this.#isLong() ? 'bid' : 'ask', closePrice] as const;
    if (reason === 'stopLoss') this.#reaches('trigger', seen, ['stopLoss', stopLoss]);
    if (reason === 'takeProfit') this.#reaches('trigger', seen, ['takeProfit', target ?? takeProfit]);
    if (reason === 'trailingStop') this.#reaches('trigger', seen, ['best', this.#best ?? 0n], ['distance', trailing]);
    if (reason !== 'liquidation') return;
    const numbers = [
      `margin ${plain(this.#margin, 6)}`,
      `profit ${plain(this.#gain(openPrice, closePrice), 6 + prices.scale)}`,
      `closeFee ${plain(this.#quantity * closePrice * prices.fee, 12 + prices.scale)}`,
      `maintenance ${plain(this.#maintenance, 6)}`,
    ];
    this.#triggers.push(`trigger ${numbers.join(' ')}`);
  }

  #reaches(name: string, ...prices: readonly (readonly [name: string, ticks: bigint])[]): void {
    const { scale } = this.#order.prices;
    this.#triggers.push([name, ...prices.map(([each, ticks]) => `${each} ${plain(ticks, scale)}`)].join(' '));
  }

  /** Liquidation first; of the two stops the one that the price met first; then the take-profit. */
  #reached(openPrice: bigint, quote: Quote): string | null {
    const price = this.#closesAt(quote);
    const { stopLoss, takeProfit, trailing, prices } = this.#order;
    const left = (this.#margin - this.#maintenance) * this.#one + this.#gain(openPrice, price);
    if (left * 1_000_000n - this.#quantity * price * prices.fee <= 0n) return 'liquidation';
    if (trailing !== undefined && this.#best !== null) {
      if (!this.#noBetter(price, this.#best)) this.#best = price;
      const stop = this.#isLong() ? this.#best - trailing : this.#best + trailing;
      if (this.#noBetter(price, stop) && (stopLoss === undefined || this.#noBetter(stopLoss, stop))) return 'trailingStop';
    }
    if (stopLoss !== undefined && this.#noBetter(price, stopLoss)) return 'stopLoss';
    return takeProfit !== undefined && this.#noBetter(takeProfit, price) ? 'takeProfit' : null;
  }

  #isLong(): boolean {
    return this.#order.side === 'long';
  }

  #noBetter(a: bigint, b: bigint): boolean {
    return this.#isLong() ? a <= b : a >= b;
  }

  #reachesLimit(quote: Quote): boolean {
    const { limit } = this.#order;
    return limit !== undefined && this.#noBetter(this.#opensAt(quote), limit);
  }

  #opensAt(quote: Quote): bigint {
    return this.#isLong() ? quote.ask : quote.bid;
  }

  #closesAt(quote: Quote): bigint {
    return this.#isLong() ? quote.bid : quote.ask;
  }

  /** Of the notional at a price, in millionths, rounded up. */
  #share(price: bigint, millionths: bigint, quantity = this.#quantity): bigint {
    return ceil(quantity * price * millionths, this.#one * 1_000_000n);
  }

  #marginAt(price: bigint): bigint {
    return ceil(this.#quantity * price, this.#one * BigInt(this.#order.leverage));
  }

  /** Millionths of a USDT times `#one`, exact. */
  #gain(openPrice: bigint, closePrice: bigint, quantity = this.#quantity): bigint {
    return quantity * (this.#isLong() ? closePrice - openPrice : openPrice - closePrice);
  }

  #decides(moment: string, quote: Quote): void {
    this.#quotes.push(this.#asTold(moment, quote));
  }

  #asTold(moment: string, { time, bid, ask }: Quote): string {
    const { scale } = this.#order.prices;
    return `${moment} ${new Date(time).toISOString()} ${plain(bid, scale)} ${plain(ask, scale)}`;
  }
}

function nextCharge(time: number): number {
  const today = Math.floor(time / day) * day + 21 * hour;
  return today > time ? today : today + day;
}

/** Coins pay every day; everything else Monday to Friday, currencies and metals three days' worth on Wednesday. */
function daysOf(hours: Prices['hours'], time: number): bigint {
  const weekday = new Date(time).getUTCDay();
  if (hours === 'always') return 1n;
  if (weekday === 0 || weekday === 6) return 0n;
  return weekday === 3 && (hours === 'forex' || hours === 'metal') ? 3n : 1n;
}

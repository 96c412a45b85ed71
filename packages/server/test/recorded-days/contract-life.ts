import type { Act, Contract, ContractCourse, Deed, DeedRefused, PartCourse } from './contract-course.ts';
import { isDeed, nothingYet } from './contract-course.ts';
import { Sums, daysOf, nextCharge } from './contract-sums.ts';
import { type Move, floor, least, most, moves, plain, units } from './money.ts';
import { type Quote, tradableAt } from './prices.ts';

/** A price that is held back may be confirmed for so long: until then nothing expires that it might fill. */
const heldMs = 60_000;

/** What happens to one contract; all money in millionths of a USDT. */
export class Life {
  #order: Contract;
  readonly #sums: Sums;
  /** Millionths of lots that are left. */
  #lots: bigint;
  #targets: NonNullable<Contract['targets']>;
  readonly #parts: PartCourse[] = [];
  readonly #answers: DeedRefused[] = [];
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
    this.#sums = new Sums(order);
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
      answers: this.#answers,
      parts: this.#parts,
    };
  }

  /** Opens at the market or at a limit that is reached already; otherwise margin and fee at the limit are held. */
  begin(seen: Quote): void {
    const { at, limit, trigger, prices, trailing } = this.#order;
    const entry = trigger === undefined && this.#reachesLimit(seen) ? undefined : (limit ?? trigger);
    if (entry !== undefined) {
      this.#held = this.#sums.marginAt(entry, this.#quantity) + this.#sums.share(entry, prices.fee, this.#quantity);
      this.#decides('place', seen);
      this.#moves.push(...moves(at, 'contract.placed', [['available → order', this.#held]]));
      return;
    }
    const price = this.#sums.opensAt(seen);
    this.#open(seen, at, this.#sums.marginAt(price, this.#quantity));
    this.#moves.push(
      ...moves(at, 'contract.opened', [
        ['available → margin', this.#margin],
        ['available → house:fees', this.#sums.share(price, prices.fee, this.#quantity)],
      ]),
    );
    if (trailing === undefined) return;
    this.#best = this.#sums.closesAt(seen);
    this.#decides('amend', seen);
  }

  /** Meets the quotes after one moment and up to another, until one of them ends it. */
  live(quotes: readonly Quote[], from: number, to: number): void {
    for (const quote of quotes.filter(({ time }) => time > from && time <= to)) {
      if (this.#isOver()) return;
      this.#meet(quote);
    }
  }

  /** An act on it, and its refusal where it does nothing. */
  act(act: Act): void {
    // A round has seen to what was over by then.
    const isOver = this.#isOver() || this.#expire(act.at - heldMs);
    const waits = !isOver && this.#openPrice === null;
    if (isDeed(act)) {
      this.#answers.push(isOver ? '11008' : this.#do(act));
      return;
    }
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

  /** What its owner does to it, at the price of the moment; why not, where it can't be done. */
  #do(deed: Deed): DeedRefused {
    const seen = tradableAt(this.#order.prices, deed.at);
    if (deed.kind === 'terms')
      return this.#openPrice !== null ? '11306' : seen === undefined ? '10015' : this.#retermed(deed, seen);
    if (this.#openPrice === null) return deed.kind === 'part' ? '11301' : '11008';
    if (deed.kind === 'margin') return this.#moveMargin(deed, this.#openPrice, seen);
    if (seen === undefined) return '10015';
    const lots = units(deed.lots, 6);
    if (lots >= this.#lots) return '11300';
    this.charge(deed.at);
    this.#part(this.#openPrice, seen, lots, { time: deed.at, closeReason: 'manual', triggers: [] });
    return null;
  }

  /** It is held for as one that is placed with these terms, and rests until the next quote. */
  #retermed({ at, kind: _, lots, ...prices }: Extract<Deed, { kind: 'terms' }>, seen: Quote): null {
    this.#order = { ...this.#order, ...prices };
    if (lots !== undefined) this.#lots = units(lots, 6);
    const entry = this.#order.limit ?? this.#order.trigger ?? 0n;
    const before = this.#held;
    this.#held = this.#sums.marginAt(entry, this.#quantity) + this.#sums.share(entry, this.#order.prices.fee, this.#quantity);
    this.#moves.push(
      ...moves(at, 'contract.amended', [
        ['available → order', most(this.#held - before, 0n)],
        ['order → available', most(before - this.#held, 0n)],
      ]),
    );
    this.#decides('amend', seen);
    return null;
  }

  /** It comes in at any time, and out down to what opening these lots needed, while the market trades. */
  #moveMargin({ at, way, amount }: Extract<Deed, { kind: 'margin' }>, openPrice: bigint, seen: Quote | undefined): DeedRefused {
    const size = units(amount, 6);
    if (way === 'remove' && seen === undefined) return '10015';
    const beyond = this.#margin - this.#sums.marginAt(openPrice, this.#quantity);
    if (way === 'remove' && size > beyond) return '11302';
    this.charge(at);
    this.#margin += way === 'add' ? size : -size;
    const [from, to] = way === 'add' ? ['available', 'margin'] : ['margin', 'available'];
    this.#moves.push(...moves(at, way === 'add' ? 'margin.added' : 'margin.removed', [[`${from} → ${to}`, size]]));
    return null;
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
    const price = this.#sums.closesAt(quote);
    for (const target of this.#targets) {
      if (!this.#sums.noBetter(target.price, price)) return;
      this.charge(quote.time);
      this.#targets = this.#targets.slice(1);
      const lots = units(target.lots, 6);
      if (lots >= this.#lots) this.#close(openPrice, quote, quote.time, 'takeProfit', target.price);
      else {
        const { scale } = this.#order.prices;
        const seen = `${this.#sums.isLong ? 'bid' : 'ask'} ${plain(price, scale)}`;
        const triggers = [`trigger ${seen} takeProfit ${plain(target.price, scale)}`];
        this.#part(openPrice, quote, lots, { time: quote.time, closeReason: 'takeProfit', triggers });
      }
    }
  }

  /** Its share of everything is rounded down, and the rest goes on with what is left. */
  #part(
    openPrice: bigint,
    quote: Quote,
    lots: bigint,
    { time, ...told }: { readonly time: number } & Pick<PartCourse, 'closeReason' | 'triggers'>,
  ): void {
    const { lotSize } = this.#order.prices;
    const shareOf = (all: bigint) => floor(all * lots, this.#lots);
    const margin = shareOf(this.#margin);
    const maintenance = shareOf(this.#maintenance);
    const financing = shareOf(this.#financing);
    const closePrice = this.#sums.closesAt(quote);
    const ending = this.#sums.ending(openPrice, closePrice, lots * lotSize, margin);
    const opening = this.#quotes.filter((each) => !/^(?:amend|close)/.test(each));
    this.#parts.push({
      lots: plain(lots, 6),
      closeTime: time,
      closePrice,
      profit: ending.profit,
      financing,
      ...told,
      quotes: [...opening, this.#asTold('close', quote)],
      moves: [...this.#moves, ...moves(time, 'contract.closed', ending.ways)],
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
      const price = this.#sums.opensAt(quote);
      if (!this.#sums.noBetter(trigger, price)) return;
      this.#isTriggered = true;
      this.#reaches('entryTrigger', [this.#sums.isLong ? 'ask' : 'bid', price], ['triggerPrice', trigger]);
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
      const owed = this.#sums.share(this.#openPrice, prices.financing[side] * daysOf(prices.hours, due), this.#quantity);
      this.#moves.push(...moves(due, 'financing.charged', [['available → house:trading', owed]]));
      this.#financing += owed;
      this.#financedUntil = due;
    }
  }

  /** What was held pays margin and fee, and nothing else does; what it lacks for a stop order the balance pays. */
  #fill(quote: Quote): void {
    const price = this.#sums.opensAt(quote);
    const fee = this.#sums.share(price, this.#order.prices.fee, this.#quantity);
    const whole = this.#sums.marginAt(price, this.#quantity);
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
    this.#openPrice = this.#sums.opensAt(quote);
    this.#margin = margin;
    this.#maintenance = this.#sums.share(this.#openPrice, this.#order.prices.maintenance, this.#quantity);
    this.#financedUntil = time;
    this.#course = { ...this.#course, status: 'open', openTime: time, openPrice: this.#openPrice };
    this.#decides('open', quote);
    const { limit } = this.#order;
    if (limit !== undefined)
      this.#reaches('fillTrigger', [this.#sums.isLong ? 'ask' : 'bid', this.#openPrice], ['limitPrice', limit]);
  }

  #close(openPrice: bigint, quote: Quote, time: number, reason: string, target?: bigint): void {
    this.charge(time);
    this.#decides('close', quote);
    const closePrice = this.#sums.closesAt(quote);
    this.#endsBecause(reason, openPrice, closePrice, target);
    const liquidated = reason === 'liquidation';
    const { profit, ways } = this.#sums.ending(openPrice, closePrice, this.#quantity, this.#margin);
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

  /** The numbers that show what the closing price reached; its owner closes it at any. */
  #endsBecause(reason: string, openPrice: bigint, closePrice: bigint, target?: bigint): void {
    const { stopLoss = 0n, takeProfit = 0n, trailing = 0n, prices } = this.#order;
    const seen = [this.#sums.isLong ? 'bid' : 'ask', closePrice] as const;
    if (reason === 'stopLoss') this.#reaches('trigger', seen, ['stopLoss', stopLoss]);
    if (reason === 'takeProfit') this.#reaches('trigger', seen, ['takeProfit', target ?? takeProfit]);
    if (reason === 'trailingStop') this.#reaches('trigger', seen, ['best', this.#best ?? 0n], ['distance', trailing]);
    if (reason !== 'liquidation') return;
    const numbers = [
      `margin ${plain(this.#margin, 6)}`,
      `profit ${plain(this.#sums.gain(openPrice, closePrice, this.#quantity), 6 + prices.scale)}`,
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
    const price = this.#sums.closesAt(quote);
    const { stopLoss, takeProfit, trailing } = this.#order;
    const cover = { margin: this.#margin, maintenance: this.#maintenance };
    if (this.#sums.liquidates(cover, openPrice, price, this.#quantity)) return 'liquidation';
    if (trailing !== undefined && this.#best !== null) {
      if (!this.#sums.noBetter(price, this.#best)) this.#best = price;
      const stop = this.#sums.isLong ? this.#best - trailing : this.#best + trailing;
      if (this.#sums.noBetter(price, stop) && (stopLoss === undefined || this.#sums.noBetter(stopLoss, stop)))
        return 'trailingStop';
    }
    if (stopLoss !== undefined && this.#sums.noBetter(price, stopLoss)) return 'stopLoss';
    return takeProfit !== undefined && this.#sums.noBetter(takeProfit, price) ? 'takeProfit' : null;
  }

  #reachesLimit(quote: Quote): boolean {
    const { limit } = this.#order;
    return limit !== undefined && this.#sums.noBetter(this.#sums.opensAt(quote), limit);
  }

  #decides(moment: string, quote: Quote): void {
    this.#quotes.push(this.#asTold(moment, quote));
  }

  #asTold(moment: string, { time, bid, ask }: Quote): string {
    const { scale } = this.#order.prices;
    return `${moment} ${new Date(time).toISOString()} ${plain(bid, scale)} ${plain(ask, scale)}`;
  }
}

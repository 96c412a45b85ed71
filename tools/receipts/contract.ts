import { closingMoves } from './closing.ts';
import { heldFor } from './held.ts';
import { checkConversion, filling, unfilled } from './opening.ts';
import {
  type Decimal,
  type Receipt,
  type Recomputed,
  type Step,
  decimal,
  least,
  less,
  most,
  moves,
  must,
  one,
  paid,
  plus,
  quoteOf,
  quotient,
  rounded,
  received,
  sign,
  text,
  times,
  zero,
} from './reading.ts';
import { type Units, inUnits, isSplit, lowest, priceAfter, shown, unitsOf } from './splits.ts';
import { entryTrigger, fillTrigger, liquidates, statusOf, trigger } from './trigger.ts';

/** A leveraged contract, from its terms and quotes to its last transfer. */
export function recomputeContract(receipt: Receipt): Recomputed {
  return new Contract(receipt).recompute();
}

class Contract {
  readonly #receipt: Receipt;
  readonly #long: boolean;
  /** Of what has not been closed as a part yet; of a part's own receipt, in the end, of that part. */
  #lots: Decimal;
  #left: Decimal = zero;
  #maintenance: Decimal = zero;
  readonly #lotSize: Decimal;
  readonly #conversion: Decimal;
  readonly #feeRate: Decimal;
  readonly #leverage: Decimal;
  /** What one of its units had become when it opened, and by the end. */
  readonly #opened: Units;
  readonly #ended: Units;
  readonly #steps: Step[] = [];
  readonly #transfers: Recomputed['transfers'][number][] = [];

  constructor(receipt: Receipt) {
    const { terms } = receipt;
    must(terms['side'] === 'long' || terms['side'] === 'short', 'a contract is long or short');
    this.#receipt = receipt;
    this.#long = terms['side'] === 'long';
    this.#lots = decimal(terms['lots']);
    this.#lotSize = decimal(terms['lotSize']);
    this.#conversion = decimal(terms['conversion']);
    this.#feeRate = decimal(terms['feeRate']);
    this.#leverage = decimal(terms['leverage']);
    const { opened, ended } = unitsOf(receipt);
    this.#opened = opened;
    this.#ended = ended;
  }

  recompute(): Recomputed {
    const { terms, status } = this.#receipt;
    const open = quoteOf(this.#receipt, 'open');
    const limit = terms['limitPrice'];
    const waitedFor = limit ?? terms['triggerPrice'];
    checkConversion(this.#receipt, this.#conversion);
    const price = open === undefined ? decimal(waitedFor) : decimal(this.#long ? open.ask : open.bid);
    const { amount: held, ...had } = heldFor(this.#receipt);
    const fee = this.#share(price, this.#feeRate);
    const whole = quotient(this.#notional(price), this.#leverage, 6, 'up');
    // What a stop order lacks at the quote that crossed its trigger the balance has paid.
    const margin = held === null || limit === undefined ? whole : least(whole, less(held, fee));
    this.#transfers.push(...had.transfers);
    if (open === undefined && status === 'cancelled') this.#transfers.push(...unfilled(this.#receipt, held ?? zero));
    if (open !== undefined) this.#bookOpening(held, margin, fee);
    this.#left = margin;
    this.#maintenance = this.#share(price, decimal(terms['maintenanceRate']));
    const opening = this.#openingSteps(price, margin, fee);
    this.#course(price);
    this.#steps.unshift(...opening, ...this.#liquidationStep(price));
    if (open !== undefined && limit !== undefined) this.#steps.unshift(fillTrigger(this.#long, price, this.#limitAfter(limit)));
    this.#steps.unshift(...had.steps, ...this.#entryTrigger());
    const close = quoteOf(this.#receipt, 'close');
    if (close !== undefined) return this.#closing(price, decimal(this.#long ? close.bid : close.ask), this.#left);
    if (open !== undefined && status === 'cancelled') this.#voiding(this.#left);
    const ended =
      open === undefined
        ? statusOf(this.#receipt, 'awaiting', ['none', 'cancelled', 'expired', 'uncovered', 'void', 'reset'])
        : statusOf(this.#receipt, 'open', ['none', 'void', 'reset']);
    return { statuses: [ended], steps: this.#steps, transfers: this.#transfers };
  }

  /** The quote that reached its trigger; splits before that have moved the trigger to where the same worth reaches it. */
  #entryTrigger(): Step[] {
    const { terms, steps } = this.#receipt;
    const { triggerPrice, orderType } = terms;
    const open = quoteOf(this.#receipt, 'open');
    const quote = orderType === 'stop' && open !== undefined ? open : quoteOf(this.#receipt, 'trigger');
    if (triggerPrice === undefined || quote === undefined) return [];
    const places = triggerPrice.split('.')[1]?.length ?? 0;
    const waited = steps.filter(({ name }) => name === 'splitWaiting');
    const levels = [triggerPrice];
    for (const { numbers } of waited) {
      const units = { to: decimal(numbers['to']), from: decimal(numbers['from']) };
      levels.push(text(priceAfter(decimal(levels.at(-1)), places, units, this.#long ? 'up' : 'down')));
    }
    const told = steps.find(({ name }) => name === 'entryTrigger')?.numbers['triggerPrice'];
    const level = levels.find((each) => sign(less(decimal(each), decimal(told))) === 0);
    must(level !== undefined, `entryTrigger: ${told} is nothing that ${triggerPrice} has become`);
    return [entryTrigger(this.#long, decimal(this.#long ? quote.ask : quote.bid), told ?? '')];
  }

  get #quantity(): Decimal {
    return times(this.#lots, this.#lotSize);
  }

  /** At a price of the day on which it opened. */
  #notional(price: Decimal): Decimal {
    return inUnits(times(this.#quantity, price, this.#conversion), this.#opened, 'down');
  }

  /** Splits that it waited over have moved its limit to where the same worth reaches it. */
  #limitAfter(limit: string): string {
    const places = limit.split('.')[1]?.length ?? 0;
    return text(priceAfter(decimal(limit), places, this.#opened, this.#long ? 'down' : 'up'));
  }

  /**
   * What happened between opening and ending, in its order. Splits are as they were recorded; a dividend follows from the units
   * of its day, a charge and a part from what was left by then.
   */
  #course(price: Decimal): void {
    let units: Units = { to: one, from: one };
    for (const step of this.#receipt.steps) {
      const { name, numbers, result } = step;
      if (isSplit(step)) {
        units = { to: times(units.to, decimal(numbers['to'])), from: times(units.from, decimal(numbers['from'])) };
        const { to, from } = lowest(units);
        this.#steps.push({ name, numbers, result: `${to}/${from}` });
      }
      if (name === 'financing') this.#financing(price, numbers);
      if (name === 'dividend') this.#take(this.#dividend(numbers, result, units, this.#left));
      if (name === 'part') this.#part();
      if (name === 'marginAdded' || name === 'marginRemoved') this.#moveMargin(name, numbers, price);
    }
  }

  #take(amount: Decimal): void {
    this.#left = less(this.#left, amount);
  }

  /** What is taken out leaves what opening these lots needs at least. */
  #moveMargin(name: 'marginAdded' | 'marginRemoved', numbers: Step['numbers'], price: Decimal): void {
    const [margin, amount] = [this.#left, decimal(numbers['amount'])];
    must(sign(amount) > 0, `${name}: nothing, or less`);
    const adds = name === 'marginAdded';
    this.#take(adds ? less(zero, amount) : amount);
    const needed = quotient(this.#notionalAt(price, this.#opened, 'up'), this.#leverage, 6, 'up');
    must(adds || sign(less(this.#left, needed)) >= 0, `${name}: ${text(this.#left)} is left where ${text(needed)} is needed`);
    this.#steps.push({ name, numbers: { margin: text(margin), amount: text(amount) }, result: text(this.#left) });
    const [from, to] = adds ? ['available', 'margin'] : ['margin', 'available'];
    this.#transfers.push(...moves(adds ? 'margin.added' : 'margin.removed', [[`${from} → ${to}`, amount]]));
  }

  /** A part has its share of what is left, rounded down. Its own receipt goes on with that, every other with the rest. */
  #part(): void {
    const told = this.#receipt.steps.filter(({ name }) => name === 'part');
    const place = this.#steps.filter(({ name }) => name === 'part').length;
    const lots = decimal(told[place]?.numbers['lots']);
    const whole = this.#lots;
    must(sign(lots) > 0 && sign(less(whole, lots)) > 0, `part: ${text(lots)} is no part of ${text(whole)} lots`);
    const [margin, maintenance] = [this.#left, this.#maintenance];
    const [share, floor] = [margin, maintenance].map((all) => quotient(times(all, lots), whole, 6, 'down'));
    const numbers = { lots: text(lots), ofLots: text(whole), margin: text(margin), maintenance: text(maintenance) };
    this.#steps.push({ name: 'part', numbers, result: text(share ?? zero) });
    const isOwn = this.#receipt.terms['part'] === String(place + 1);
    must(!isOwn || place + 1 === told.length, 'part: something comes after the part that the receipt is of');
    this.#lots = isOwn ? lots : less(whole, lots);
    this.#left = isOwn ? (share ?? zero) : less(margin, share ?? zero);
    this.#maintenance = isOwn ? (floor ?? zero) : less(maintenance, floor ?? zero);
  }

  #dividend(numbers: Step['numbers'], told: string, units: Units, margin: Decimal): Decimal {
    const perUnit = decimal(numbers['perUnit']);
    const value = times(this.#quantity, perUnit, this.#conversion);
    const owed = rounded(inUnits(value, units, this.#long ? 'up' : 'down'), 6, this.#long ? 'up' : 'down');
    const given = {
      quantity: text(this.#quantity),
      ...shown(units),
      perUnit: text(perUnit),
      conversion: text(this.#conversion),
    };
    if (this.#long) {
      this.#steps.push({ name: 'dividend', numbers: given, result: text(less(zero, owed)) });
      this.#transfers.push(...moves('dividend.received', [['house:trading → available', owed]]));
      return zero;
    }
    const [fromBalance, fromMargin] = [decimal(numbers['fromBalance']), decimal(numbers['fromMargin'])];
    const sum = plus(fromBalance, fromMargin);
    const isShort = sign(less(sum, owed)) < 0;
    must(sign(fromBalance) >= 0 && sign(fromMargin) >= 0, `dividend: a share is below zero`);
    must(!isShort || sign(less(fromMargin, margin)) === 0, `dividend: ${told} of ${text(owed)}, with margin left`);
    must(isShort || sign(less(sum, owed)) === 0, `dividend: ${text(sum)} is more than ${text(owed)}`);
    const shares = { fromBalance: text(fromBalance), fromMargin: text(fromMargin) };
    this.#steps.push({ name: 'dividend', numbers: { ...given, ...shares }, result: text(sum) });
    this.#transfers.push(
      ...moves('dividend.charged', [
        ['available → house:trading', fromBalance],
        ['margin → house:trading', fromMargin],
      ]),
    );
    return fromMargin;
  }

  #share(price: Decimal, rate: Decimal): Decimal {
    return paid(times(this.#notional(price), rate));
  }

  #bookOpening(held: Decimal | null, margin: Decimal, fee: Decimal): void {
    this.#transfers.push(
      ...(held === null
        ? moves('contract.opened', [
            ['available → margin', margin],
            ['available → house:fees', fee],
          ])
        : moves('contract.filled', filling(held, margin, fee))),
    );
  }

  /**
   * A charge. Whether it comes from the balance or from the margin the rest of the account decides; what both give is the terms',
   * or less where nothing is left of the margin.
   */
  #financing(price: Decimal, numbers: Step['numbers']): void {
    const rate = this.#receipt.terms['financingRate'];
    const due = String(numbers['dueAt']);
    must(due.endsWith('T21:00:00.000Z'), `financing is charged at 21:00 UTC, not at ${due}`);
    const owed = paid(times(this.#notional(price), decimal(rate), decimal(numbers['days'])));
    const receives = sign(owed) < 0;
    const [fromBalance, fromMargin] = receives
      ? [zero, zero]
      : [decimal(numbers['fromBalance']), decimal(numbers['fromMargin'])];
    must(sign(fromBalance) >= 0 && sign(fromMargin) >= 0, `financing of ${due}: a share is below zero`);
    this.#take(fromMargin);
    const sum = plus(fromBalance, fromMargin);
    const isShort = !receives && sign(less(sum, owed)) < 0;
    must(!isShort || sign(this.#left) === 0, `financing of ${due}: ${text(sum)} of ${text(owed)}, with margin left`);
    const amount = isShort ? sum : owed;
    this.#steps.push({
      name: 'financing',
      numbers: {
        notional: text(this.#notional(price)),
        financingRate: String(rate),
        days: String(numbers['days']),
        dueAt: due,
        ...(receives ? {} : { fromBalance: text(fromBalance), fromMargin: text(fromMargin) }),
      },
      result: text(amount),
    });
    must(sign(less(sum, amount)) === 0 || receives, `financing of ${due}: ${text(sum)} is more than ${text(amount)}`);
    const charged = [
      ['available → house:trading', fromBalance],
      ['margin → house:trading', fromMargin],
    ] as const;
    this.#transfers.push(
      ...(receives
        ? moves('financing.received', [['house:trading → available', less(zero, owed)]], due)
        : moves('financing.charged', charged, due)),
    );
  }

  #openingSteps(price: Decimal, margin: Decimal, fee: Decimal): Step[] {
    const { lots = '', lotSize = '', feeRate = '', maintenanceRate = '', leverage = '' } = this.#receipt.terms;
    const notional = text(this.#notional(price));
    const [quantity, conversion, at] = [text(this.#quantity), text(this.#conversion), text(price)];
    const units = shown(this.#opened);
    return [
      { name: 'quantity', numbers: { lots, lotSize }, result: quantity },
      { name: 'notional', numbers: { quantity, ...units, price: at, conversion }, result: notional },
      { name: 'margin', numbers: { notional, leverage }, result: text(margin) },
      { name: 'openFee', numbers: { price: at, ...units, notional, feeRate }, result: text(fee) },
      { name: 'maintenance', numbers: { price: at, ...units, notional, maintenanceRate }, result: text(this.#maintenance) },
    ];
  }

  /** Where it is liquidated with what is left of it. A part has been closed already. */
  #liquidationStep(price: Decimal): Step[] {
    const { part, feeRate = '' } = this.#receipt.terms;
    const [left, maintenance] = [this.#left, this.#maintenance];
    const liquidation = this.#liquidationPrice(price, maintenance, left);
    const isTold = quoteOf(this.#receipt, 'open') !== undefined || !this.#isSplit();
    if (part !== undefined || sign(liquidation) <= 0 || !isTold) return [];
    const [quantity, conversion, units] = [text(this.#quantity), text(this.#conversion), shown(this.#ended)];
    const cover = { maintenance: text(maintenance), margin: text(left), price: text(price) };
    return [
      { name: 'liquidationPrice', numbers: { ...cover, quantity, ...units, conversion, feeRate }, result: text(liquidation) },
    ];
  }

  /** A tick has as many decimals as the receipt writes prices with. */
  #liquidationPrice(price: Decimal, maintenance: Decimal, left: Decimal): Decimal {
    const written = this.#receipt.steps.find(({ name }) => name === 'notional')?.numbers['price'];
    const { scale } = decimal(written);
    const unit = times(this.#quantity, this.#conversion);
    const side = this.#long ? 'down' : 'up';
    const notional = this.#notionalAt(price, this.#opened, side);
    const { to, from } = this.#ended;
    const floor = this.#long ? less(maintenance, left) : less(left, maintenance);
    const rate = this.#long ? less(one, this.#feeRate) : plus(one, this.#feeRate);
    return quotient(times(plus(floor, notional), from), times(unit, rate, to), scale, side);
  }

  #isSplit(): boolean {
    return this.#receipt.steps.some(isSplit);
  }

  #notionalAt(price: Decimal, units: Units, rounding: 'up' | 'down'): Decimal {
    return inUnits(times(this.#quantity, price, this.#conversion), units, rounding);
  }

  #closing(open: Decimal, close: Decimal, margin: Decimal): Recomputed {
    const { feeRate = '' } = this.#receipt.terms;
    const maintenance = this.#maintenance;
    const exact = this.#long
      ? less(this.#notionalAt(close, this.#ended, 'up'), this.#notionalAt(open, this.#opened, 'down'))
      : less(this.#notionalAt(open, this.#opened, 'up'), this.#notionalAt(close, this.#ended, 'down'));
    const notional = this.#notionalAt(close, this.#ended, 'down');
    const units = shown(this.#ended);
    const result = received(exact);
    const profit = most(result, less(zero, margin));
    const exactFee = times(notional, this.#feeRate);
    const fee = least(paid(exactFee), plus(margin, profit));
    const gap = less(profit, result);
    const at = text(close);
    const returned = less(plus(margin, profit), fee);
    const weighed = { margin, profit: exact, closeFee: exactFee, maintenance };
    const liquidated = liquidates(weighed);
    const reasons = liquidated ? ['liquidation', 'manual'] : ['stopLoss', 'takeProfit', 'trailingStop', 'manual'];
    const status = statusOf(this.#receipt, 'open', reasons);
    this.#steps.push(
      ...trigger(this.#receipt, this.#long, close, weighed),
      {
        name: 'profit',
        numbers: {
          openPrice: text(open),
          closePrice: at,
          quantity: text(this.#quantity),
          ...units,
          conversion: text(this.#conversion),
          margin: text(margin),
        },
        result: text(profit),
      },
      { name: 'closeFee', numbers: { price: at, ...units, notional: text(notional), feeRate }, result: text(fee) },
      {
        name: 'returned',
        numbers: { margin: text(margin), profit: text(profit), closeFee: text(fee) },
        result: text(returned),
      },
    );
    const insured = this.#insured(gap);
    // Closed by hand at a price that would have liquidated it is still closed by hand.
    const name = status === 'liquidated' ? 'contract.liquidated' : 'contract.closed';
    this.#transfers.push(...closingMoves(name, { margin, profit, fee, gap, insured }));
    return { statuses: [status], steps: this.#steps, transfers: this.#transfers };
  }

  /** What the insurance fund had is not this account's business; it gives no more than the gap. */
  #insured(gap: Decimal): Decimal {
    if (sign(gap) === 0) return zero;
    const told = this.#receipt.steps.find(({ name }) => name === 'gap')?.numbers['insurance'];
    const insured = decimal(told);
    must(sign(insured) >= 0 && sign(less(insured, gap)) <= 0, `insurance gave ${text(insured)} for a gap of ${text(gap)}`);
    this.#steps.push({ name: 'gap', numbers: { insurance: text(insured) }, result: text(gap) });
    return insured;
  }

  /** Ended without a price: the margin returns, and with it the fees where operators voided it. */
  #voiding(left: Decimal): void {
    const back = this.#receipt.transfers.find(({ reason, from }) => reason === 'contract.voided' && from === 'house:trading');
    this.#transfers.push(
      ...moves('contract.voided', [
        ['margin → available', left],
        ['house:trading → available', back === undefined ? zero : decimal(back.amount)],
      ]),
    );
  }
}

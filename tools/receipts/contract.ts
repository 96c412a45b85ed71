import {
  type Decimal,
  type Quote,
  type Receipt,
  type Recomputed,
  type Step,
  decimal,
  least,
  less,
  middle,
  most,
  moves,
  must,
  one,
  paid,
  plus,
  quoteOf,
  quotient,
  received,
  sign,
  text,
  times,
  zero,
} from './reading.ts';
import { fillTrigger, liquidates, statusOf, trigger } from './trigger.ts';

/** A leveraged contract, from its terms and quotes to its last transfer. */
export function recomputeContract(receipt: Receipt): Recomputed {
  return new Contract(receipt).recompute();
}

class Contract {
  readonly #receipt: Receipt;
  readonly #long: boolean;
  readonly #quantity: Decimal;
  readonly #conversion: Decimal;
  readonly #feeRate: Decimal;
  readonly #leverage: Decimal;
  readonly #steps: Step[] = [];
  readonly #transfers: Recomputed['transfers'][number][] = [];

  constructor(receipt: Receipt) {
    const { terms } = receipt;
    must(terms['side'] === 'long' || terms['side'] === 'short', 'a contract is long or short');
    this.#receipt = receipt;
    this.#long = terms['side'] === 'long';
    this.#quantity = times(decimal(terms['lots']), decimal(terms['lotSize']));
    this.#conversion = decimal(terms['conversion']);
    this.#feeRate = decimal(terms['feeRate']);
    this.#leverage = decimal(terms['leverage']);
  }

  recompute(): Recomputed {
    const { terms, status } = this.#receipt;
    const [open, place] = [quoteOf(this.#receipt, 'open'), quoteOf(this.#receipt, 'place')];
    const limit = terms['limitPrice'];
    this.#checkConversion();
    const price = open === undefined ? decimal(limit) : decimal(this.#long ? open.ask : open.bid);
    const held = place === undefined ? null : this.#heldAt(decimal(limit));
    const fee = this.#share(price, this.#feeRate);
    const whole = quotient(this.#notional(price), this.#leverage, 6, 'up');
    const margin = held === null ? whole : least(whole, less(held, fee));
    if (held !== null) this.#transfers.push(...moves('contract.placed', [['available → order', held]]));
    if (open === undefined && status === 'cancelled') {
      this.#transfers.push(...moves('contract.cancelled', [['order → available', held ?? zero]]));
    }
    if (open !== undefined) this.#bookOpening(held, margin, fee);
    const left = less(margin, this.#financing(price, margin));
    this.#openingSteps(price, margin, fee, left);
    if (open !== undefined && limit !== undefined) this.#steps.unshift(fillTrigger(this.#long, price, limit));
    const close = quoteOf(this.#receipt, 'close');
    if (close !== undefined) return this.#closing(price, decimal(this.#long ? close.bid : close.ask), left);
    if (open !== undefined && status === 'cancelled') this.#voiding(left);
    const ended =
      open === undefined
        ? statusOf(this.#receipt, 'awaiting', ['none', 'cancelled', 'void', 'reset'])
        : statusOf(this.#receipt, 'open', ['none', 'void', 'reset']);
    return { statuses: [ended], steps: this.#steps, transfers: this.#transfers };
  }

  /** The rate is that of the last quote of the currency's own pair; dollars need none. */
  #checkConversion(): void {
    const converted = this.#receipt.quotes.findLast(({ moment }) => moment === 'convert');
    const rate = converted === undefined ? one : rateOf(converted);
    must(
      text(rate) === text(this.#conversion),
      `conversion: ${text(rate)} by the quote, ${text(this.#conversion)} in the terms`,
    );
  }

  /** Margin and fee at the limit, by the conversion of the moment when it was placed. */
  #heldAt(limit: Decimal): Decimal {
    const converted = this.#receipt.quotes.find(({ moment }) => moment === 'convert');
    const rate = converted === undefined ? one : rateOf(converted);
    const notional = times(this.#quantity, limit, rate);
    return plus(quotient(notional, this.#leverage, 6, 'up'), paid(times(notional, this.#feeRate)));
  }

  #notional(price: Decimal): Decimal {
    return times(this.#quantity, price, this.#conversion);
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
        : moves('contract.filled', [
            ['order → margin', margin],
            ['order → house:fees', fee],
            ['order → available', less(less(held, margin), fee)],
          ])),
    );
  }

  /**
   * What all charges have taken from the margin. Whether one comes from the balance or from the margin the rest of the
   * account decides; what both give is the terms', or less where nothing is left of the margin.
   */
  #financing(price: Decimal, margin: Decimal): Decimal {
    const { steps, terms } = this.#receipt;
    let taken = zero;
    for (const { numbers } of steps.filter(({ name }) => name === 'financing')) {
      const due = String(numbers['dueAt']);
      must(due.endsWith('T21:00:00.000Z'), `financing is charged at 21:00 UTC, not at ${due}`);
      const owed = paid(times(this.#notional(price), decimal(terms['financingRate']), decimal(numbers['days'])));
      const receives = sign(owed) < 0;
      const [fromBalance, fromMargin] = receives
        ? [zero, zero]
        : [decimal(numbers['fromBalance']), decimal(numbers['fromMargin'])];
      must(sign(fromBalance) >= 0 && sign(fromMargin) >= 0, `financing of ${due}: a share is below zero`);
      taken = plus(taken, fromMargin);
      const sum = plus(fromBalance, fromMargin);
      const isShort = !receives && sign(less(sum, owed)) < 0;
      must(!isShort || sign(less(taken, margin)) === 0, `financing of ${due}: ${text(sum)} of ${text(owed)}, with margin left`);
      const amount = isShort ? sum : owed;
      this.#steps.push({
        name: 'financing',
        numbers: {
          notional: text(this.#notional(price)),
          financingRate: String(terms['financingRate']),
          days: String(numbers['days']),
          dueAt: due,
          ...(receives ? {} : { fromBalance: text(fromBalance), fromMargin: text(fromMargin) }),
        },
        result: text(amount),
      });
      must(sign(less(sum, amount)) === 0 || receives, `financing of ${due}: ${text(sum)} is more than ${text(amount)}`);
      this.#transfers.push(
        ...(receives
          ? moves('financing.received', [['house:trading → available', less(zero, owed)]], due)
          : moves(
              'financing.charged',
              [
                ['available → house:trading', fromBalance],
                ['margin → house:trading', fromMargin],
              ],
              due,
            )),
      );
    }
    return taken;
  }

  #openingSteps(price: Decimal, margin: Decimal, fee: Decimal, left: Decimal): void {
    const { lots = '', lotSize = '', feeRate = '', maintenanceRate = '', leverage = '' } = this.#receipt.terms;
    const notional = text(this.#notional(price));
    const [quantity, conversion, shown] = [text(this.#quantity), text(this.#conversion), text(price)];
    const maintenance = this.#share(price, decimal(maintenanceRate));
    const opening: Step[] = [
      { name: 'quantity', numbers: { lots, lotSize }, result: quantity },
      { name: 'notional', numbers: { quantity, price: shown, conversion }, result: notional },
      { name: 'margin', numbers: { notional, leverage }, result: text(margin) },
      { name: 'openFee', numbers: { price: shown, notional, feeRate }, result: text(fee) },
      { name: 'maintenance', numbers: { price: shown, notional, maintenanceRate }, result: text(maintenance) },
    ];
    const liquidation = this.#liquidationPrice(price, maintenance, left);
    if (sign(liquidation) > 0) {
      const numbers = { maintenance: text(maintenance), margin: text(left), price: shown, quantity, conversion, feeRate };
      opening.push({ name: 'liquidationPrice', numbers, result: text(liquidation) });
    }
    this.#steps.unshift(...opening);
  }

  /** A tick has as many decimals as the receipt writes prices with. */
  #liquidationPrice(price: Decimal, maintenance: Decimal, left: Decimal): Decimal {
    const written = this.#receipt.steps.find(({ name }) => name === 'notional')?.numbers['price'];
    const { scale } = decimal(written);
    const unit = times(this.#quantity, this.#conversion);
    const notional = this.#notional(price);
    return this.#long
      ? quotient(plus(less(maintenance, left), notional), times(unit, less(one, this.#feeRate)), scale, 'down')
      : quotient(plus(less(left, maintenance), notional), times(unit, plus(one, this.#feeRate)), scale, 'up');
  }

  #closing(open: Decimal, close: Decimal, margin: Decimal): Recomputed {
    const { feeRate = '', maintenanceRate } = this.#receipt.terms;
    const maintenance = this.#share(open, decimal(maintenanceRate));
    const move = this.#long ? less(close, open) : less(open, close);
    const exact = times(move, this.#quantity, this.#conversion);
    const result = received(exact);
    const profit = most(result, less(zero, margin));
    const fee = least(this.#share(close, this.#feeRate), plus(margin, profit));
    const gap = less(profit, result);
    const shown = text(close);
    const returned = less(plus(margin, profit), fee);
    const exactFee = times(this.#notional(close), this.#feeRate);
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
          closePrice: shown,
          quantity: text(this.#quantity),
          conversion: text(this.#conversion),
          margin: text(margin),
        },
        result: text(profit),
      },
      { name: 'closeFee', numbers: { price: shown, notional: text(this.#notional(close)), feeRate }, result: text(fee) },
      {
        name: 'returned',
        numbers: { margin: text(margin), profit: text(profit), closeFee: text(fee) },
        result: text(returned),
      },
    );
    const insured = this.#insured(gap);
    // Closed by hand at a price that would have liquidated it is still closed by hand.
    const name = status === 'liquidated' ? 'contract.liquidated' : 'contract.closed';
    this.#bookClosing(name, { margin, profit, fee, gap, insured });
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

  #bookClosing(name: string, { margin, profit, fee, gap, insured }: Closing): void {
    if (sign(profit) >= 0 && sign(gap) === 0) {
      this.#transfers.push(
        ...moves(name, [
          ['house:trading → available', profit],
          ['margin → available', margin],
          ['available → house:fees', fee],
        ]),
      );
      return;
    }
    const lost = less(zero, profit);
    this.#transfers.push(
      ...moves(name, [
        ['margin → house:trading', lost],
        ['margin → house:fees', fee],
        ['margin → available', less(less(margin, lost), fee)],
        ['house:insurance → house:trading', insured],
      ]),
    );
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

interface Closing {
  readonly margin: Decimal;
  readonly profit: Decimal;
  readonly fee: Decimal;
  readonly gap: Decimal;
  readonly insured: Decimal;
}

/** Dollars for one unit: the exact middle of EURUSD, or of USDJPY turned around with twelve decimals. */
function rateOf(quote: Quote): Decimal {
  const mid = middle(quote, decimal(quote.bid).scale + decimal(quote.ask).scale + 1);
  const code = quote.source.split(' ').at(-1) ?? '';
  return code.startsWith('USD') ? quotient(one, mid, 12, 'down') : mid;
}

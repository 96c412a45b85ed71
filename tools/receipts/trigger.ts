import { type Decimal, type Receipt, type Step, decimal, less, must, plus, sign, text, zero } from './reading.ts';

/** The status that each reason for ending leaves behind. */
const endings: Readonly<Record<string, string>> = {
  stopLoss: 'closed',
  takeProfit: 'closed',
  trailingStop: 'closed',
  liquidation: 'liquidated',
  manual: 'closedEarly',
  cancelled: 'cancelled',
  expired: 'cancelled',
  uncovered: 'cancelled',
  void: 'cancelled',
  reset: 'cancelled',
};

/** The status for the reported reason, if the events allow that reason; `none` if it has not ended. */
export function statusOf({ closeReason = 'none' }: Receipt, alive: string, allowed: readonly string[]): string {
  must(allowed.includes(closeReason), `closeReason: ${allowed.join(' or ')} recomputed, ${closeReason} on the receipt`);
  return endings[closeReason] ?? alive;
}

/** A limit order opens, or is filled, at its limit or better: a buy at the ask, a sell at the bid. */
export function fillTrigger(buys: boolean, price: Decimal, limit: string): Step {
  const beyond = less(price, decimal(limit));
  must(sign(beyond) * (buys ? 1 : -1) <= 0, `it was filled at ${text(price)}, beyond its limit of ${limit}`);
  return { name: 'fillTrigger', numbers: { [buys ? 'ask' : 'bid']: text(price), limitPrice: limit }, result: 'reached' };
}

/** A stop order opens, and a stop-limit order rests at its limit, once the price has risen to a long's trigger or fallen to a short's. */
export function entryTrigger(long: boolean, price: Decimal, level: string): Step {
  const beyond = less(price, decimal(level));
  must(sign(beyond) * (long ? 1 : -1) >= 0, `at ${text(price)} it had not reached its trigger of ${level}`);
  return { name: 'entryTrigger', numbers: { [long ? 'ask' : 'bid']: text(price), triggerPrice: level }, result: 'reached' };
}

/** The equity of a position at its closing price, in exact numbers. */
export interface Weighed {
  readonly margin: Decimal;
  readonly profit: Decimal;
  readonly closeFee: Decimal;
  readonly maintenance: Decimal;
}

export function liquidates({ margin, profit, closeFee, maintenance }: Weighed): boolean {
  return sign(less(less(plus(margin, profit), closeFee), maintenance)) <= 0;
}

/** The level is what its holder had set; whether the closing price has reached it is worked out here. */
export function trigger(receipt: Receipt, long: boolean, close: Decimal, weighed: Weighed): Step[] {
  const { closeReason = '', steps } = receipt;
  if (closeReason === 'manual') return [];
  if (closeReason === 'liquidation') {
    const { margin, profit, closeFee, maintenance } = weighed;
    const numbers = {
      margin: text(margin),
      profit: text(profit),
      closeFee: text(closeFee),
      maintenance: text(maintenance),
    };
    return [{ name: 'trigger', numbers, result: 'reached' }];
  }
  const told = steps.find(({ name }) => name === 'trigger')?.numbers ?? {};
  const names = closeReason === 'trailingStop' ? ['best', 'distance'] : [closeReason];
  const levels = names.map((name) => decimal(told[name]));
  for (const [place, level] of levels.entries()) must(sign(level) > 0, `trigger: ${names[place]} is not above zero`);
  const [level = zero, distance = zero] = levels;
  const stop = long ? less(level, distance) : plus(level, distance);
  // A take-profit lies on the winning side, everything else on the losing one.
  const losing = long !== (closeReason === 'takeProfit');
  const reached = sign(less(close, stop)) * (losing ? 1 : -1) <= 0;
  must(reached, `trigger: at ${text(close)} it had not reached a ${closeReason} of ${text(stop)}`);
  const shown = Object.fromEntries(names.map((name) => [name, told[name] ?? '']));
  return [{ name: 'trigger', numbers: { [long ? 'bid' : 'ask']: text(close), ...shown }, result: 'reached' }];
}

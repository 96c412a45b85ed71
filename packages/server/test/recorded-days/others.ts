import { type Move, ceil, floor, least, moves, plain, units } from './money.ts';
import { type Prices, type Quote, after, day, hour, isTrading, lastAt, minute, staleAfter, tradableAt } from './prices.ts';

export interface Option {
  readonly prices: Prices;
  readonly at: number;
  readonly direction: 'up' | 'down';
  readonly periodId: string;
  readonly stake: string;
}

export interface OptionCourse {
  readonly refused: '10015' | null;
  readonly status: 'open' | 'won' | 'lost' | 'tie' | 'void';
  readonly expiresAt: number;
  readonly strike: bigint;
  readonly settlement: bigint | null;
  readonly quotes: readonly string[];
  readonly moves: readonly Move[];
}

const lengths: Readonly<Record<string, number>> = { min: minute, hour, day };
/** Hundredths of the stake: crypto, shares and futures pay one table, currencies and metals another. */
const payouts = {
  common: { min: 80n, hour: 82n, day: 84n },
  major: { min: 84n, hour: 85n, day: 86n },
};

/** `settles` is when the server next looks at what has expired. */
export function optionCourse(option: Option, until: number, settles: (expiresAt: number) => number): OptionCourse {
  const { prices, at, direction } = option;
  const [, count = '', unit = ''] = /^(\d+)(min|hour|day)$/.exec(option.periodId) ?? [];
  const expiresAt = at + Number(count) * (lengths[unit] ?? 0);
  const seen = tradableAt(prices, at);
  const none = { strike: 0n, settlement: null, quotes: [], moves: [], expiresAt };
  if (seen === undefined || !isTrading(prices.hours, expiresAt)) return { ...none, refused: '10015', status: 'open' };
  const stake = units(option.stake, 6);
  const strike = seen.mid;
  const quotes = [shown('open', seen, prices)];
  const bought = moves(at, 'option.bought', [['available → order', stake]]);
  const settledAt = settles(expiresAt);
  if (settledAt > until) return { ...none, refused: null, status: 'open', strike, quotes, moves: bought };

  const last = lastAt(prices.quotes, expiresAt);
  const age = expiresAt - (last?.time ?? 0);
  // A quote that is too old to settle is evidence for ten minutes.
  if (last !== undefined && age <= 10 * minute) quotes.push(shown('settle', last, prices));
  const fresh = last !== undefined && age <= staleAfter;
  const move = fresh ? (direction === 'up' ? last.mid - strike : strike - last.mid) : 0n;
  const status = !fresh ? 'void' : move > 0n ? 'won' : move < 0n ? 'lost' : 'tie';
  const rates = prices.hours === 'forex' || prices.hours === 'metal' ? payouts.major : payouts.common;
  const rate = unit === 'min' ? rates.min : unit === 'hour' ? rates.hour : rates.day;
  const endings = {
    won: moves(settledAt, 'option.won', [
      ['order → available', stake],
      ['house:trading → available', floor(stake * rate, 100n)],
    ]),
    lost: moves(settledAt, 'option.lost', [['order → house:trading', stake]]),
    tie: moves(settledAt, 'option.tied', [['order → available', stake]]),
    void: moves(settledAt, 'option.voided', [['order → available', stake]]),
  };
  const settlement = fresh ? last.mid : null;
  return { refused: null, status, expiresAt, strike, settlement, quotes, moves: [...bought, ...endings[status]] };
}

export interface Spot {
  readonly prices: Prices;
  readonly at: number;
  readonly side: 'buy' | 'sell';
  /** Coins, or with `turnover` USDT. */
  readonly size: string;
  readonly by: 'quantity' | 'turnover';
  readonly limit?: bigint;
  /** A stop-limit order begins here. */
  readonly trigger?: bigint;
  /** Sells here too, whichever comes first: then the limit is a take-profit. */
  readonly stop?: bigint;
  /** Waits no longer than this. */
  readonly endsAt?: number;
  readonly cancelAt?: number;
}

export interface SpotCourse {
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly reason: 'takeProfit' | 'stopLoss' | 'expired' | 'cancelled' | null;
  readonly begunAt: number | null;
  /** At what it began to rest at its limit. */
  readonly begunPrice: bigint | null;
  readonly filledAt: number | null;
  readonly filledPrice: bigint | null;
  /** Hundred-millionths of the coin. */
  readonly quantity: bigint;
  readonly quotes: readonly string[];
  readonly moves: readonly Move[];
}

/** Decimals to which a turnover is turned into coins. */
const quantityScales: Readonly<Record<string, number>> = { BTCUSDT: 6, ETHUSDT: 5, LTCUSDT: 3 };

/** Follows a spot order; fees are a thousandth of what is received. Nobody here orders while nothing trades. */
export function spotCourse(order: Spot, until: number): SpotCourse {
  const { prices, at, side, limit, trigger, stop } = order;
  const seen = tradableAt(prices, at);
  if (seen === undefined) throw new Error('nothing trades at that moment');
  const one = 10n ** BigInt(prices.scale);
  const asset = prices.code.replace('USDT', '');
  const buys = side === 'buy';
  const fills = (quote: Quote) => (buys ? quote.ask : quote.bid);
  const meets = (quote: Quote) => limit === undefined || (buys ? fills(quote) <= limit : fills(quote) >= limit);
  const quantity = order.by === 'quantity' ? units(order.size, 8) : coinsFor(limit ?? fills(seen));
  function coinsFor(price: bigint): bigint {
    const scale = quantityScales[prices.code] ?? 0;
    return floor(units(order.size, 6) * one * 10n ** BigInt(scale), price * 1_000_000n) * 10n ** BigInt(8 - scale);
  }
  // Coins in hundred-millionths times ticks, as millionths of a USDT.
  const worth = (price: bigint) => [quantity * price, one * 100n] as const;
  const paidAt = (price: bigint) => (buys ? ceil(...worth(price)) : quantity);
  const paying = buys ? 'USDT' : asset;
  const receiving = buys ? asset : 'USDT';

  function deal(time: number, quote: Quote, held: bigint | null): Move[] {
    const price = fills(quote);
    const received = buys ? quantity : floor(...worth(price));
    const payer = held === null ? 'available' : 'order';
    return moves(time, 'spot.filled', [
      [`${payer} → house:trading`, paidAt(price), paying],
      ['house:trading → available', received, receiving],
      ['available → house:fees', ceil(received, 1000n), receiving],
      ['order → available', held === null ? 0n : held - paidAt(price), paying],
    ]);
  }

  if (trigger === undefined && stop === undefined && meets(seen)) {
    const filled = { status: 'filled', reason: null, filledAt: at, filledPrice: fills(seen), quantity } as const;
    return { ...filled, begunAt: null, begunPrice: null, quotes: [shown('fill', seen, prices)], moves: deal(at, seen, null) };
  }
  const held = paidAt(limit ?? 0n);
  const placed = moves(at, 'spot.placed', [['available → order', held, paying]]);
  const quotes = [shown('place', seen, prices)];
  const { cancelAt = Infinity, endsAt = Infinity } = order;
  const last = Math.min(until, cancelAt, endsAt - 1);
  const later = after(prices.quotes, at).filter(({ trades, time }) => trades && time <= last);
  const begins = (quote: Quote) => trigger !== undefined && (buys ? fills(quote) >= trigger : fills(quote) <= trigger);
  const begun = later.find(begins);
  if (begun !== undefined) quotes.push(shown('trigger', begun, prices));
  const begunAt = begun?.time ?? null;
  const begunPrice = begun === undefined ? null : fills(begun);
  const stops = (quote: Quote) => stop !== undefined && fills(quote) <= stop;
  const reached = later.find(
    (quote) => (trigger === undefined || quote.time >= (begunAt ?? Infinity)) && (meets(quote) || stops(quote)),
  );
  if (reached !== undefined) {
    const filledPrice = fills(reached);
    const reason = stop === undefined ? null : stops(reached) ? 'stopLoss' : 'takeProfit';
    return {
      ...({ status: 'filled', reason, begunAt, begunPrice, filledAt: reached.time, filledPrice, quantity } as const),
      quotes: [...quotes, shown('fill', reached, prices)],
      moves: [...placed, ...deal(reached.time, reached, held)],
    };
  }
  const unfilled = { begunAt, begunPrice, filledAt: null, filledPrice: null, quantity, quotes };
  const end = Math.min(cancelAt, endsAt);
  if (end > until) return { ...unfilled, status: 'open', reason: null, moves: placed };
  const back = moves(end, 'spot.cancelled', [['order → available', held, paying]]);
  return { ...unfilled, status: 'cancelled', reason: end === endsAt ? 'expired' : 'cancelled', moves: [...placed, ...back] };
}

/** A plan on the real account; rates in millionths. */
export interface Plan {
  readonly at: number;
  readonly amount: string;
  readonly days: number;
  readonly dailyYield: bigint;
  readonly penalty: bigint;
  readonly leaveAt?: number;
}

/** Income falls due a day after the second of opening and then daily; leaving is paid when the server next looks. */
export function planCourse(plan: Plan, until: number, settles: (time: number) => number): { status: string; moves: Move[] } {
  const principal = units(plan.amount, 6);
  const income = floor(principal * plan.dailyYield, 1_000_000n);
  const opened = Math.floor(plan.at / 1000) * 1000;
  const end = Math.min(until, plan.leaveAt ?? Infinity);
  const paid = Math.min(plan.days, Math.floor((end - opened) / day));
  const all = [
    ...moves(plan.at, 'plan.opened', [
      ['available → plan', principal],
      ['house:treasury → house:committed', income * BigInt(plan.days)],
    ]),
  ];
  for (let each = 1; each <= paid; each += 1) {
    all.push(...moves(opened + each * day, 'plan.income', [['house:committed → available', income]]));
  }
  if (paid === plan.days) {
    all.push(...moves(opened + paid * day, 'plan.matured', [['plan → available', principal]]));
    return { status: 'profitDivided', moves: all };
  }
  if (plan.leaveAt === undefined || plan.leaveAt > until) return { status: 'inIncome', moves: all };
  const forfeited = least(principal, ceil(principal * plan.penalty, 1_000_000n) + income * BigInt(paid));
  all.push(
    ...moves(settles(plan.leaveAt), 'plan.left', [
      ['plan → house:treasury', forfeited],
      ['plan → available', principal - forfeited],
      ['house:committed → house:treasury', income * BigInt(plan.days - paid)],
    ]),
  );
  return { status: 'closedSuccessfully', moves: all };
}

function shown(moment: string, { time, bid, ask }: Quote, { scale }: Prices): string {
  return `${moment} ${new Date(time).toISOString()} ${plain(bid, scale)} ${plain(ask, scale)}`;
}

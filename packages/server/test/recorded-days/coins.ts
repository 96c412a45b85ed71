import { type Move, ceil, floor, moves, plain, units } from './money.ts';
import { shown } from './others.ts';
import { type Prices, type Quote, after, tradableAt } from './prices.ts';

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
  /** Of one that waits at a limit alone: what it is from then on. */
  readonly amend?: { readonly at: number; readonly limit: bigint; readonly size?: string };
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
  /** Where it waited last. */
  readonly limit: bigint | undefined;
  /** Of an order that is to be amended: the code, or null where it was. */
  readonly amendRefused: '10015' | '11008' | null;
  readonly quotes: readonly string[];
  readonly moves: readonly Move[];
}

/** Decimals to which a turnover is turned into coins. */
const quantityScales: Readonly<Record<string, number>> = { BTCUSDT: 6, ETHUSDT: 5, LTCUSDT: 3 };

/** What an order is in numbers, from the quote of the moment at which it is placed or amended. */
function numbersOf({ prices, at, side, limit, by, size }: Spot, seen: Quote) {
  const one = 10n ** BigInt(prices.scale);
  const asset = prices.code.replace('USDT', '');
  const buys = side === 'buy';
  const fills = (quote: Quote) => (buys ? quote.ask : quote.bid);
  const meets = (quote: Quote) => limit === undefined || (buys ? fills(quote) <= limit : fills(quote) >= limit);
  const quantity = by === 'quantity' ? units(size, 8) : coinsFor(limit ?? fills(seen));
  function coinsFor(price: bigint): bigint {
    const scale = quantityScales[prices.code] ?? 0;
    return floor(units(size, 6) * one * 10n ** BigInt(scale), price * 1_000_000n) * 10n ** BigInt(8 - scale);
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

  /** What an amendment sets aside more, or gives back. */
  function changes(from: bigint, becomes: bigint): Move[] {
    const [more, less] = becomes > from ? [becomes - from, 0n] : [0n, from - becomes];
    return moves(at, 'spot.amended', [
      ['available → order', more, paying],
      ['order → available', less, paying],
    ]);
  }

  const placed = (holds: bigint) => moves(at, 'spot.placed', [['available → order', holds, paying]]);
  const back = (time: number, holds: bigint) => moves(time, 'spot.cancelled', [['order → available', holds, paying]]);
  return { quantity, fills, meets, paidAt, deal, changes, placed, back };
}

/**
 * Follows a spot order; fees are a thousandth of what is received. No order here is placed while nothing trades. `before` is
 * what one has set aside that is amended at that moment.
 */
export function spotCourse(order: Spot, until: number, before: bigint | null = null): SpotCourse {
  const { prices, at, side, limit, trigger, stop, amend, cancelAt = Infinity, endsAt = Infinity } = order;
  const seen = tradableAt(prices, at);
  if (seen === undefined) throw new Error('nothing trades at that moment');
  const buys = side === 'buy';
  const { quantity, fills, meets, paidAt, deal, changes, placed: asPlaced, back } = numbersOf(order, seen);
  const told = { quantity, limit, amendRefused: null } as const;
  if (trigger === undefined && stop === undefined && meets(seen)) {
    const paid = paidAt(fills(seen));
    const filled = { status: 'filled', reason: null, filledAt: at, filledPrice: fills(seen), ...told } as const;
    const fill = shown('fill', seen, prices);
    const none = { begunAt: null, begunPrice: null };
    if (before === null) return { ...filled, ...none, quotes: [fill], moves: deal(at, seen, null) };
    const quotes = [shown('amend', seen, prices), fill];
    return { ...filled, ...none, quotes, moves: [...changes(before, paid), ...deal(at, seen, paid)] };
  }
  const holds = paidAt(limit ?? 0n);
  const placed = before === null ? asPlaced(holds) : changes(before, holds);
  const quotes = [shown(before === null ? 'place' : 'amend', seen, prices)];
  const last = Math.min(until, cancelAt, endsAt - 1, amend?.at ?? Infinity);
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
      ...({ status: 'filled', reason, begunAt, begunPrice, filledAt: reached.time, filledPrice, ...told } as const),
      amendRefused: amend === undefined ? null : '11008',
      quotes: [...quotes, shown('fill', reached, prices)],
      moves: [...placed, ...deal(reached.time, reached, holds)],
    };
  }
  if (amend !== undefined && amend.at < Math.min(cancelAt, endsAt) && amend.at <= until) {
    const { amend: _, ...rest } = order;
    // While nothing trades it stays as it was.
    if (tradableAt(prices, amend.at) === undefined) return { ...spotCourse(rest, until, before), amendRefused: '10015' };
    const size = amend.size ?? plain(quantity, 8);
    const next = spotCourse({ ...rest, at: amend.at, limit: amend.limit, by: 'quantity', size }, until, holds);
    return { ...next, quotes: [...quotes, ...next.quotes], moves: [...placed, ...next.moves] };
  }
  const isLate = amend === undefined ? null : '11008';
  const unfilled = { begunAt, begunPrice, filledAt: null, filledPrice: null, ...told, amendRefused: isLate, quotes } as const;
  const end = Math.min(cancelAt, endsAt);
  if (end > until) return { ...unfilled, status: 'open', reason: null, moves: placed };
  const reason = end === endsAt ? 'expired' : 'cancelled';
  return { ...unfilled, status: 'cancelled', reason, moves: [...placed, ...back(end, holds)] };
}

/** Coins that are bought, and sold a minute later but for a little, which is converted after another. */
export interface Dust {
  readonly prices: Prices;
  readonly at: number;
  readonly bought: string;
  readonly sold: string;
}

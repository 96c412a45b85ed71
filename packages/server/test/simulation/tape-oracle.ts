import { deepEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type TapedQuote, lastPosition, readTape } from '../../src/market/recording/batches.ts';
import type { Database } from '../../src/platform/database.ts';
import { minute } from '../identity-app.ts';

/** As the market waits for a late quote before it closes a minute. */
const lateMsMax = 2_000;

/** A part that was booked later than one with a newer id has an id that is older by less than that. */
const lateIdsMax = 1_000;

/** An order as in its row; prices in ticks, times in milliseconds. */
interface Row {
  readonly key: string;
  readonly code: string;
  readonly long: boolean;
  readonly status: 'waits' | 'open' | 'ended';
  readonly limit: number | null;
  /** Of a stop entry, and when a stop-limit order rested at its limit. */
  readonly trigger: number | null;
  readonly triggered: number | null;
  /** Until when it waits. */
  readonly until: number | null;
  readonly stop: number | null;
  readonly target: number | null;
  /** Shares that take their profit before, nearest first. */
  readonly targets: readonly { readonly price: number; readonly lots: string }[] | null;
  readonly lots: string | null;
  /** Micro-USDT that a waiting order holds, of which its margin and its fee are paid; rates in millionths. */
  readonly hold: number | null;
  readonly leverage: number | null;
  readonly feeRate: number | null;
  readonly maintenanceRate: number | null;
  readonly liquidation: number | null;
  readonly distance: number | null;
  /** In ten-thousandths of the price at which a waiting order will open: its distance then. */
  readonly share: number | null;
  readonly best: number | null;
  readonly quotedAt: number;
  readonly version: number;
  readonly placedAt: number;
  readonly opened: number | null;
  readonly openedAt: number | null;
  readonly closed: number | null;
  readonly closedAt: number | null;
  readonly reason: string | null;
}

/** A share of a position that a target has taken. */
interface Part {
  readonly id: number;
  readonly orderNo: string;
  readonly code: string;
  readonly long: boolean;
  readonly target: number;
  readonly closed: number;
  readonly quotedAt: number;
  readonly closedAt: number;
  readonly openedAt: number;
  /** Its holder had set other terms at a price that is no older than that, before it was closed. */
  readonly amended: boolean;
}

/** An order as it was when it was last found right, and the quotes that have come since. */
interface Watched {
  row: Row;
  best: number | null;
  quotes: TapedQuote[];
}

const rows = `
  select 'contract ' || id as key, code, side = 'long' as long,
    case status when 'awaiting' then 'waits' when 'open' then 'open' else 'ended' end as status,
    limit_price as "limit", trigger_price as trigger, floor(extract(epoch from triggered_at) * 1000)::bigint as triggered,
    floor(extract(epoch from expires_at) * 1000)::bigint as until, stop_loss as stop, take_profit as target, targets, lots::text as lots, hold::float8 as hold,
    leverage, (fee_rate * 1000000)::int as "feeRate", (maintenance_rate * 1000000)::int as "maintenanceRate", liquidation_price as liquidation,
    trailing_distance as distance, trailing_bps as share, trailing_best as best, quoted_at as "quotedAt", version,
    floor(extract(epoch from created_at) * 1000)::bigint as "placedAt", open_price as opened,
    floor(extract(epoch from opened_at) * 1000)::bigint as "openedAt", close_price as closed,
    floor(extract(epoch from closed_at) * 1000)::bigint as "closedAt", close_reason as reason
  from positions where id = any($1::bigint[]) or status in ('awaiting', 'open')
  union all
  select 'spot ' || id, code, side = 'buy', case status when 'open' then 'waits' else 'ended' end,
    limit_price, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, quoted_at, version, floor(extract(epoch from created_at) * 1000)::bigint, filled_price,
    floor(extract(epoch from ended_at) * 1000)::bigint, null,
    floor(extract(epoch from ended_at) * 1000)::bigint, status
  from spot_orders where id = any($2::bigint[]) or status = 'open'`;

/** Endings that need no price. */
const byHand = new Set(['manual', 'cancelled', 'reset', 'void']);
/** Endings of orders that waited; that the balance did not cover one can't be derived from the tape. */
const waited = new Set(['cancelled', 'reset', 'uncovered']);
const byPrice = new Set(['stopLoss', 'takeProfit', 'trailingStop', 'liquidation']);

/**
 * Holds the tape and every order, and derives from them the state of each order: it ended at the first quote on the tape that
 * reached it. In plain words, and by none of what the product judges with.
 */
export class TapeOracle {
  readonly #db: Database;
  readonly #seen: (quote: TapedQuote) => void;
  readonly #watched = new Map<string, Watched>();
  /** Every price of the tape, and the parts whose own was found there. */
  readonly #prices = new Set<string>();
  readonly #parts = new Set<number>();
  #newestPart = 0;
  readonly #clockSets: ClockSet[] = [];
  readonly #last = new Map<string, TapedQuote>();
  #position = 0;
  /** How many orders ended at the quote that it had foreseen. */
  foreseen = 0;
  /** `seen` is called for every quote of the tape, once and in its order. */
  constructor(db: Database, seen: (quote: TapedQuote) => void) {
    this.#db = db;
    this.#seen = seen;
  }

  /** Must be called before the clock is set. Orders that have ended did so by earlier quotes, and are compared with those. */
  async clockSet(shown: number): Promise<void> {
    await this.check({ healed: false, raced: false });
    this.#clockSets.push({ shown, after: await lastPosition(this.#db) });
  }

  async checkBars(): Promise<void> {
    const { made, kept } = await barsOf(this.#db, this.#clockSets);
    deepEqual(kept, made, 'bars are not those of the tape');
  }

  /**
   * Compares all that has happened since the last time. `healed`: nothing is left to be done, so that every reached order has
   * ended. `raced`: people called while quotes came in, and may have come first.
   */
  async check({ healed, raced }: { readonly healed: boolean; readonly raced: boolean }): Promise<void> {
    const quotes: TapedQuote[] = [];
    for await (const batch of readTape(this.#db, this.#position)) quotes.push(...batch);
    this.#position = quotes.at(-1)?.position ?? this.#position;
    const news = quotes.filter((quote) => this.#isNews(quote));
    for (const quote of quotes) {
      this.#seen(quote);
      for (const side of ['bid', 'ask'] as const) this.#prices.add(`${quote.code} ${quote.time} ${side} ${quote[side]}`);
    }
    const ids = (kind: string) => [...this.#watched.keys()].flatMap((key) => (key.startsWith(kind) ? [key.split(' ')[1]] : []));
    const found = await this.#db.query<Row>(rows, [ids('contract'), ids('spot')]);
    for (const row of found) this.#compare(row, news, { healed, raced });
    await this.#checkParts();
  }

  /** The same price at the same time is a quote that was sent twice. */
  #isNews(quote: TapedQuote): boolean {
    const last = this.#last.get(quote.code);
    this.#last.set(quote.code, quote);
    return last?.time !== quote.time || last.bid !== quote.bid || last.ask !== quote.ask;
  }

  /** What a target has taken was closed at a quote of the tape that reached it, at the time of that, and the target was there by then. */
  async #checkParts(): Promise<void> {
    const parts = await this.#db.query<Part>(
      `select id, order_no as "orderNo", code, side = 'long' as long, take_profit as target, close_price as closed, quoted_at as "quotedAt",
         floor(extract(epoch from closed_at) * 1000)::bigint as "closedAt", floor(extract(epoch from opened_at) * 1000)::bigint as "openedAt",
         exists (
           select from quotes_used c, quotes_used a where c.reference = order_no and c.moment = 'close' and a.moment = 'amend'
             and a.reference = split_part(order_no, '/', 1) and a.id < c.id and a.time_ms >= c.time_ms
         ) as amended
       from positions where id > $1 and part_of is not null and close_reason = 'takeProfit'`,
      [this.#newestPart - lateIdsMax],
    );
    for (const { id, orderNo, code, long, target, closed, quotedAt, closedAt, openedAt, amended } of parts) {
      if (this.#parts.has(id)) continue;
      const isQuoted = this.#prices.has(`${code} ${quotedAt} ${long ? 'bid' : 'ask'} ${closed}`);
      const isReached = long ? closed >= target : closed <= target;
      if (!isQuoted || !isReached || closedAt !== Math.max(quotedAt, openedAt))
        throw new Error(`part ${orderNo} was not closed at a quote that reached its target`);
      if (amended) throw new Error(`part ${orderNo} was closed at a quote from before its target was set`);
      this.#parts.add(id);
      this.#newestPart = Math.max(this.#newestPart, id);
    }
  }

  /** How many shares of positions have taken their profit at targets. */
  get taken(): number {
    return this.#parts.size;
  }

  #compare(
    row: Row,
    news: readonly TapedQuote[],
    { healed, raced }: { readonly healed: boolean; readonly raced: boolean },
  ): void {
    const known = this.#watched.get(row.key) ?? { row: asPlaced(row), best: row.best, quotes: [] };
    known.quotes.push(...news.filter(({ code, acts }) => acts && code === row.code));
    if (!this.#watched.has(row.key)) known.quotes = known.quotes.filter(({ time }) => time > row.quotedAt);
    const before = follow(known.row, known.best, row, known.quotes);
    const isAmended = row.version !== known.row.version;
    const after = isAmended ? follow({ ...known.row, ...termsOf(row) }, row.best, row, known.quotes) : before;
    // What nothing has touched has every target that it had, and none of them was reached.
    const isForgotten = !isAmended && row.status === 'open' && before.taken > 0;
    const wrong =
      isForgotten || [before, after].map((course) => faultOf(course, row, raced)).every((fault) => fault !== undefined);
    if (wrong && !healed && row.status !== 'ended') return void this.#watched.set(row.key, known);
    if (wrong) {
      const told = { row, known: known.row, quotes: known.quotes.slice(-6), before, after };
      throw new Error(`${row.key}: ${faultOf(before, row, raced) ?? 'has a target that was reached'} ${JSON.stringify(told)}`);
    }
    if (before.end !== undefined || after.end !== undefined) this.foreseen += 1;
    if (row.status === 'ended') this.#watched.delete(row.key);
    else {
      const isSame = row.distance === known.row.distance && known.row.status === row.status;
      this.#watched.set(row.key, { row, best: isSame ? before.best : (after.best ?? row.best), quotes: [] });
    }
  }
}

/** An order that is seen for the first time, as it was before any quote came in. */
const asPlaced = (row: Row): Row => ({
  ...row,
  status: (row.limit ?? row.trigger) !== null && (row.status === 'waits' || row.openedAt === null) ? 'waits' : 'open',
});

const termsOf = ({ stop, target, targets, lots, hold, liquidation, distance, share, limit, trigger, until }: Row) => ({
  stop,
  target,
  targets,
  lots,
  hold,
  liquidation,
  distance,
  share,
  limit,
  trigger,
  until,
});

/** What quotes bring about: at which one it opens, at which one it ends, and how far its stop has followed. */
interface Course {
  fill?: TapedQuote;
  /** It is over by the tape, which has gone beyond its end. */
  over?: boolean;
  end?: TapedQuote;
  /** How many targets were reached. */
  taken: number;
  best: number | null;
}

function follow(from: Row, best: number | null, now: Row, quotes: readonly TapedQuote[]): Course {
  const course: Course = { best, taken: 0 };
  let targets = from.targets ?? [];
  let left = hundredths(from.lots);
  let { status } = from;
  let terms: Row = from;
  let isTriggered = from.triggered !== null;
  for (const quote of quotes) {
    const { bid, ask } = quote;
    if (status === 'waits') {
      if (from.until !== null && quote.time >= from.until) return { ...course, over: true };
      const price = from.long ? ask : bid;
      const sign = from.long ? 1 : -1;
      isTriggered ||= from.trigger === null || sign * price >= sign * from.trigger;
      if (!isTriggered || (from.limit !== null && sign * price > sign * from.limit)) continue;
      if (from.limit !== null && isLostAtOnce(from, quote)) continue;
      course.fill = quote;
      if (now.key.startsWith('spot')) return course;
      status = 'open';
      // Where it is liquidated is known once it is open, and how far a share of its price is.
      terms = { ...from, liquidation: now.liquidation, distance: distanceAt(from, quote) };
      course.best = from.distance === null ? null : from.long ? bid : ask;
      continue;
    }
    if (status === 'ended') return course;
    const price = from.long ? bid : ask;
    const sign = from.long ? 1 : -1;
    if (course.best !== null) course.best = sign * Math.max(sign * course.best, sign * price);
    const trailing = terms.distance === null || course.best === null ? null : course.best - sign * terms.distance;
    const losing = [terms.stop, terms.liquidation, trailing].some((limit) => limit !== null && sign * price <= sign * limit);
    const winning = terms.target !== null && sign * price >= sign * terms.target;
    const reached = losing ? [] : targets.filter((each) => sign * price >= sign * each.price);
    course.taken += reached.length;
    targets = targets.slice(reached.length);
    for (const { lots } of reached) left -= hundredths(lots);
    const isGone = reached.length > 0 && left <= 0;
    if (losing || winning || isGone) return { ...course, end: quote };
  }
  return course;
}

/**
 * Whether a limit order waits on because the very quote that reaches it would liquidate it: prices are in cents, a lot is a coin, and what
 * it holds is all that pays for it.
 */
function isLostAtOnce({ long, lots, hold, leverage, feeRate, maintenanceRate }: Row, { bid, ask }: TapedQuote): boolean {
  if (hold === null || leverage === null || feeRate === null || maintenanceRate === null) return false;
  const worth = (price: number) => price * hundredths(lots) * 100;
  const [opened, closed] = long ? [worth(ask), worth(bid)] : [worth(bid), worth(ask)];
  const margin = Math.min(Math.ceil(opened / leverage), hold - Math.ceil((opened * feeRate) / 1e6));
  const left = margin + (long ? closed - opened : opened - closed) - (closed * feeRate) / 1e6;
  return left <= Math.ceil((opened * maintenanceRate) / 1e6);
}

/** A share of the price at which an order opens, up to a tick; a long's stop is no lower than one. */
function distanceAt({ long, share, distance }: Row, { bid, ask }: TapedQuote): number | null {
  if (share === null) return distance;
  const whole = Math.ceil(((long ? ask : bid) * share) / 10_000);
  return Math.max(1, long ? Math.min(whole, bid - 1) : whole);
}

const hundredths = (lots: string | null) => Math.round(Number(lots ?? 0) * 100);

/** How an order differs from its course; undefined where it does not. */
function faultOf({ fill, end, over = false }: Course, row: Row, raced: boolean): string | undefined {
  const { long, reason } = row;
  if (row.key.startsWith('spot')) {
    if (row.status === 'waits') return fill === undefined ? undefined : 'waits though its limit was reached';
    if (reason === 'cancelled') return undefined;
    return fill === undefined || isAt(row.opened, long ? fill.ask : fill.bid) ? undefined : 'filled at another quote';
  }
  if (row.status === 'waits') return fill === undefined ? undefined : 'waits though its limit was reached';
  if (reason === 'expired')
    return fill === undefined && row.closedAt === row.until ? undefined : 'expired though its price was reached';
  if (over && row.openedAt !== null) return 'opened after its end';
  // What a quote of before an order brings about is booked with the order.
  const placedAt = Math.max(fill?.time ?? 0, row.placedAt);
  if (fill !== undefined && row.opened !== null && row.openedAt !== placedAt) return 'opened at another quote';
  if (row.status === 'open') return end === undefined ? undefined : 'is open though a price of it was reached';
  if (end === undefined) return byPrice.has(reason ?? '') ? 'ended though no price of it was reached' : undefined;
  if (reason === 'void' || waited.has(reason ?? '')) return undefined;
  if (byHand.has(reason ?? '')) return raced ? undefined : 'was closed by hand after a price of it had been reached';
  if (row.closedAt !== Math.max(end.time, row.openedAt ?? 0)) return 'ended at the time of another quote';
  return isAt(row.closed, long ? end.bid : end.ask) ? undefined : 'ended at another price';
}

const isAt = (price: number | null, quoted: number) => price === quoted;

interface Candle {
  readonly code: string;
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** That the clock was set: what it had shown, and the last batch by then. */
interface ClockSet {
  readonly shown: number;
  readonly after: number;
}

/** A quote of a minute that had ended before the clock was set back: whether it had been closed depends on when that was looked at. */
const isTooLate = ({ time, position }: TapedQuote, { shown, after }: ClockSet) =>
  position > after && time - (time % minute) + minute + lateMsMax <= shown;

const nameOf = ({ code, time }: Pick<Candle, 'code' | 'time'>) => `${code} ${time - (time % minute)}`;

function candleOf(quotes: readonly TapedQuote[]): Candle {
  const prices = quotes.map(({ bid, ask }) => Math.floor((bid + ask) / 2));
  const [open = 0] = prices;
  const [{ code, time } = { code: '', time: 0 }] = quotes;
  const [high, low] = [Math.max(...prices), Math.min(...prices)];
  return { code, time: time - (time % minute), open, high, low, close: prices.at(-1) ?? 0 };
}

/**
 * The bars of whole minutes, made of the tape in the plainest way, and those that were written down. A closed bar never changes: one
 * that was closed before the clock was set back does not have what came in its minute again.
 */
async function barsOf(
  db: Database,
  clockSets: readonly ClockSet[],
): Promise<{ readonly made: Candle[]; readonly kept: Candle[] }> {
  const quotes: TapedQuote[] = [];
  for await (const batch of readTape(db, 0)) quotes.push(...batch);
  const byMinute = Map.groupBy(quotes, nameOf);
  const kept = await db.query<Candle>(
    `select code, time_ms as time, open, high, low, close from bars where period = '1m' order by code, time_ms`,
  );
  const keptBy = new Map(kept.map((candle) => [nameOf(candle), candle]));
  const newest = new Set([...Map.groupBy(byMinute.keys(), (name) => name.split(' ')[0]).values()].map((names) => names.at(-1)));
  // The running minute of an instrument is no bar yet.
  const made = [...byMinute].flatMap(([name, own]): Candle[] => {
    const there = keptBy.get(name);
    if (newest.has(name) && there === undefined) return [];
    const before = clockSets.map((set) => own.filter((quote) => !isTooLate(quote, set)));
    const closed = before.filter(({ length }) => length > 0).map(candleOf);
    return [closed.find((candle) => isDeepStrictEqual(candle, there)) ?? candleOf(own)];
  });
  return { made: made.toSorted((a, b) => (a.code === b.code ? a.time - b.time : a.code < b.code ? -1 : 1)), kept };
}

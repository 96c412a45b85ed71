import type { Client } from '@assay/contract/client.ts';
import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database.ts';

interface Simulated<Trader> {
  readonly db: Database;
  readonly random: {
    next(): number;
    pick<T>(items: readonly T[]): T;
    chance(share: number): boolean;
  };
  /** The coin's price now, in cents. */
  readonly price: () => number;
  /** A step of the market, at most this share up or down. */
  readonly moveMarket: (share: number) => Promise<void>;
  readonly clientOf: (trader: Trader, book: Book) => Client;
  /** The answer, or the code of a refusal. */
  readonly attempt: <T>(call: Promise<T>) => Promise<T | string>;
  readonly key: () => string;
  /** False where calls may go without the answer that they should have. */
  readonly sure?: () => boolean;
  /** Market and limit orders alone, without an end. */
  readonly plain?: boolean | undefined;
}

/** An acknowledged order, as last returned, and its owner. */
interface Known<Trader> {
  readonly trader: Trader;
  readonly book: Book;
  readonly told: SpotOrder;
}

/** The part of the simulation that buys and sells coins, and that computes by itself at which quote each limit order fills. */
export function spotTraders<Trader>({ db, random, price, moveMarket, clientOf, attempt, key, ...more }: Simulated<Trader>) {
  /** Every order that was acknowledged, by id. */
  const known = new Map<string, Known<Trader>>();
  const oracle = spotOracle(db, known);
  const someBook = () => (random.chance(0.7) ? ('demo' as const) : ('real' as const));
  const near = () => (Math.max(1, Math.round(price() * (0.97 + random.next() * 0.06))) / 100).toFixed(2);

  const wanted = () => wantedOf({ random, plain: more.plain }, near, oracle.seenLast());

  function remember(trader: Trader, book: Book, answer: SpotOrder | string): void {
    if (typeof answer !== 'string') known.set(answer.id, { trader, book, told: answer });
  }

  async function submit(trader: Trader): Promise<void> {
    const book = someBook();
    remember(trader, book, await attempt(clientOf(trader, book)(order.submit, wanted(), { idempotencyKey: key() })));
  }

  /** The same request several times at once: one effect, one answer. */
  async function submitDoubled(trader: Trader): Promise<void> {
    const call = clientOf(trader, 'demo');
    const input = wanted();
    const idempotencyKey = key();
    const answers = await Promise.all([1, 2, 3].map(() => attempt(call(order.submit, input, { idempotencyKey }))));
    const isSure = more.sure?.() !== false;
    const told = new Set(answers.flatMap((answer) => (typeof answer !== 'string' ? [answer.id] : isSure ? [answer] : [])));
    if (isSure) expect(told.size, 'the same key was answered differently').toBe(1);
    expect(told.size, 'the same key had two effects').toBeLessThanOrEqual(1);
    for (const answer of answers) remember(trader, 'demo', answer);
  }

  async function cancel(trader: Trader): Promise<void> {
    if (known.size === 0) return;
    const one = random.pick([...known.values()]);
    const answer = await attempt(clientOf(trader, one.book)(order.cancelBb, { id: one.told.id }, { idempotencyKey: key() }));
    if (one.trader !== trader) expect(typeof answer, "somebody else's order was cancelled").toBe('string');
    remember(trader, one.book, answer);
  }

  /** Two cancellings, a price that may fill it, and a sale of what it would bring, all at once. */
  async function race(trader: Trader): Promise<void> {
    const own = [...known.values()].filter((one) => one.trader === trader && one.told.status === 'open');
    if (own.length === 0) return;
    const { book, told } = random.pick(own);
    const call = clientOf(trader, book);
    const cancellings = [1, 2].map(() => attempt(call(order.cancelBb, { id: told.id }, { idempotencyKey: key() })));
    const sale = attempt(
      call(order.submit, { code: coin.code, side: 'sell', type: 'market', quantity: '0.5' }, { idempotencyKey: key() }),
    );
    await moveMarket(0.03);
    const cancelled = (await Promise.all(cancellings)).filter((answer) => typeof answer !== 'string');
    expect(cancelled.length, 'an order was cancelled twice').toBeLessThanOrEqual(1);
    for (const answer of [...cancelled, await sale]) remember(trader, book, answer);
  }

  /** Changes a pending order; the answer has its new state, and only later quotes count for it. */
  async function amend(trader: Trader): Promise<void> {
    const waiting = [...known.values()].filter(({ told }) => told.status === 'open');
    if (waiting.length === 0) return;
    const one = random.pick(waiting);
    const change = random.pick([{ price: near() }, { quantity: '0.75' }, { trigger: near() }, { until: null }]);
    const input = { id: one.told.id, ...change };
    const answer = await attempt(clientOf(trader, one.book)(order.amendBb, input, { idempotencyKey: key() }));
    if (one.trader !== trader) expect(typeof answer, "somebody else's order was amended").toBe('string');
    remember(trader, one.book, answer);
  }

  /** All at once, each answered as what has become of it. */
  async function cancelAll(trader: Trader): Promise<void> {
    const book = someBook();
    const answer = await attempt(clientOf(trader, book)(order.cancelAllBb, {}, { idempotencyKey: key() }));
    if (typeof answer === 'string') return;
    for (const each of answer.items) remember(trader, book, each);
  }

  /**
   * What is left of a coin, sold. Half of them make sure that this is less than one USDT; it is refused where they have
   * more.
   */
  async function convert(trader: Trader): Promise<void> {
    const book = someBook();
    const call = clientOf(trader, book);
    if (random.chance(0.5)) {
      const sale = sellingAlmostAll(await attempt(call(userCalls.listBalances, {})), price());
      remember(trader, book, await attempt(call(order.submit, sale, { idempotencyKey: key() })));
    }
    const answer = await attempt(call(order.dust, { codes: [coin.code, coin.code] }, { idempotencyKey: key() }));
    for (const each of typeof answer === 'string' ? [] : answer.items) remember(trader, book, each);
  }

  async function look(trader: Trader): Promise<void> {
    const call = clientOf(trader, someBook());
    const page = await attempt(call(order.listBbOrder, {}));
    if (typeof page === 'string') throw new Error(`the list was refused with ${page}`);
    const [newest] = page.items;
    if (newest !== undefined) expect(await attempt(call(order.receipt, { id: newest.id }))).toMatchObject({ kind: 'spot' });
  }

  return { submit, submitDoubled, cancel, cancelAll, amend, convert, race, look, ...oracle };
}

/** Sells a coin but for what half a USDT buys. */
function sellingAlmostAll(own: ResultOf<typeof userCalls.listBalances> | string, price: number) {
  const coins = typeof own === 'string' ? undefined : own.find(({ asset }) => asset === coin.base);
  const quantity = Math.floor((Number(coins?.available ?? 0) - 50 / price) * 10_000) / 10_000;
  return { code: coin.code, side: 'sell', type: 'market', quantity: quantity.toFixed(4) } as const;
}

/** A request, valid or not. */
function wantedOf(
  { random, plain = false }: Pick<Simulated<unknown>, 'random' | 'plain'>,
  near: () => string,
  last: Quote | undefined,
) {
  const size = random.pick(['0.5', '1', '7.25', '40.0001', '300', '0.00001', '0', '-1', 'NaN', '99999', '0.001']);
  const types = ['market', 'limit', 'limit', 'stopLimit', 'oco'] as const;
  const type = random.pick(plain ? types.slice(0, 3) : types);
  const ends = !plain && last !== undefined && random.chance(0.2);
  return {
    code: coin.code,
    side: random.pick(['buy', 'sell'] as const),
    type,
    ...(random.chance(type === 'market' ? 0.05 : 0.95) && { price: near() }),
    ...((type === 'stopLimit' || type === 'oco') && { trigger: near() }),
    ...(ends && { until: new Date(last.time + 60_000 * (1 + Math.round(random.next() * 30))).toISOString() }),
    ...(random.chance(0.6) ? { quantity: size } : { turnover: random.pick(['10', '250.5', '4999.999999', size]) }),
  };
}

/** Holds the acknowledged orders and the quotes, and derives from them the state of every order. */
function spotOracle(db: Database, known: Map<string, Known<unknown>>) {
  /** Every quote on which something could be filled, over all restarts. */
  const seen: Quote[] = [];

  /** A quote that was believed while its instrument traded. */
  function see(quote: Quote): void {
    if (quote.code === coin.code) seen.push(quote);
  }

  /** All that was acknowledged is there; a limit order is filled at the first quote that reached it, and stays so. */
  async function check(): Promise<void> {
    const rows = await db.query<Row>(
      `select 's' || id as id, status, reason, filled_price as "filledPrice", (amendments -> -1 ->> 'at')::timestamptz as "amendedAt"
       from spot_orders`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const [id, one] of known) {
      const row = byId.get(id);
      if (row === undefined) throw new Error(`the acknowledged spot order ${id} is gone`);
      const { told } = one;
      if (told.status !== 'open') {
        expect(row.status, `spot order ${id} changed after its end`).toBe(told.status);
        continue;
      }
      if (row.status !== 'cancelled' || row.reason === 'expired') {
        expect(row.filledPrice, `spot order ${id}`).toBe(firstReaching(told, row.amendedAt));
      }
      if (row.status !== 'open') known.set(id, { ...one, told: { ...told, status: row.status } });
    }
    await checkCosts();
  }

  /** The price at which an acknowledged pending order must have been filled by now; null while nothing has reached it. */
  function firstReaching(told: SpotOrder, amendedAt: Date | null): number | null {
    const { side, type, price, triggerPrice, createdAt, expiresAt } = told;
    const ticks = (text: string | null) => Math.round(Number(text ?? NaN) * 100);
    const [limit, trigger] = [ticks(price), ticks(triggerPrice)];
    const from = Math.max(Date.parse(createdAt), amendedAt?.getTime() ?? 0);
    const until = expiresAt === null ? Infinity : Date.parse(expiresAt);
    const at = ({ bid, ask }: Quote) => (side === 'buy' ? ask : bid);
    let begun = type !== 'stopLimit' || told.triggeredAt !== null;
    for (const quote of seen) {
      if (quote.time <= from || quote.time >= until) continue;
      const paid = at(quote);
      begun ||= side === 'buy' ? paid >= trigger : paid <= trigger;
      const meets = side === 'buy' ? paid <= limit : paid >= limit;
      if (begun && (meets || (type === 'oco' && paid <= trigger))) return paid;
    }
    return null;
  }

  const seenLast = () => seen.at(-1);

  /** Where all coins were bought here, the coins that have a cost are the coins that there are. */
  async function checkCosts(): Promise<void> {
    const wrong = await db.query(
      `select c.user_id, c.quantity, sum(a.balance) as balance from spot_costs c
       join ledger_accounts a on a.owner = c.user_id::text and a.book = c.book and a.asset = c.asset
       group by c.user_id, c.book, c.asset having c.quantity <> sum(a.balance)`,
    );
    expect(wrong, 'the cost of coins is not of the coins that there are').toEqual([]);
    const miscounted = await db.query(
      `select c.user_id, c.book, c.cost, d.cost as dealt from spot_costs c, lateral (
         select coalesce(sum(case side when 'buy' then paid else -cost end), 0) as cost from spot_orders o
         join ledger_transactions t on t.reference = o.order_no and t.reason = 'spot.filled'
         where o.user_id = c.user_id and o.book = c.book and o.base = c.asset and t.id > (
           select coalesce(max(id), 0) from ledger_transactions
           where c.book = 'demo' and reason = 'demo.reset' and reference = 'demo:' || c.user_id)) d
       where c.cost <> d.cost`,
    );
    expect(miscounted, 'coins have not cost what was paid for them, less what those sold had cost').toEqual([]);
  }

  /** How orders have come out so far. */
  async function outcomes(): Promise<string[]> {
    const rows = await db.query<{ outcome: string }>(
      `select distinct side || '/' || order_type || '/' || status as outcome from spot_orders order by 1`,
    );
    return rows.map(({ outcome }) => outcome);
  }

  return { see, seenLast, check, outcomes };
}

interface Row {
  readonly id: string;
  readonly status: SpotOrder['status'];
  readonly reason: SpotOrder['reason'];
  readonly amendedAt: Date | null;
  readonly filledPrice: number | null;
}

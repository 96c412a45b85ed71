import type { Client } from '@assay/contract/client.ts';
import { type Position, order } from '@assay/contract/endpoints/order.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { expect } from 'vitest';
import type { Random } from './random.ts';

interface Simulated<Trader> {
  readonly random: Random;
  readonly traders: readonly Trader[];
  /** Instruments, one of them as often as it is to be chosen. */
  readonly codes: readonly string[];
  /** In cents. */
  readonly priceOf: (code: string) => number;
  /** A step of the market, at most this share up or down. */
  readonly moveMarket: (share: number) => Promise<void>;
  /** Business time. */
  readonly now: () => number;
  readonly clientOf: (trader: Trader, book: Book) => Client;
  /** The answer, or the code of a refusal. */
  readonly attempt: <T>(call: Promise<T>) => Promise<T | string>;
  readonly key: () => string;
  /** Only what can be carried out, with stops and near the price, so that much of it ends. */
  readonly fitting?: boolean;
  /** False where calls may go without the answer that they should have. */
  readonly sure?: () => boolean;
}

/** A customer who trades contracts. */
export interface ContractTrader {
  /** Every order that was acknowledged, by id: it must never be forgotten, and an ended one never live again. */
  readonly known: Map<string, Position>;
}

const cents = (ticks: number) => (Math.max(1, ticks) / 100).toFixed(2);

/** The part of the simulation that trades contracts. */
export function contractTraders<Trader extends ContractTrader>(simulated: Simulated<Trader>) {
  const { random, traders, priceOf, moveMarket, clientOf, attempt, key, sure = () => true, fitting = false } = simulated;
  const someBook = () => (random.chance(0.7) ? ('demo' as const) : ('real' as const));

  function remember(trader: Trader, answer: Position | string): void {
    if (typeof answer !== 'string') trader.known.set(answer.id, answer);
  }

  const { randomOrder, fittingOrder, wholeOrder } = orderMaker(simulated);
  const anyOrder = () => (fitting ? fittingOrder() : randomOrder());

  async function open(trader: Trader): Promise<void> {
    const book = someBook();
    remember(trader, await attempt(clientOf(trader, book)(order.buyU, anyOrder(), { idempotencyKey: key() })));
  }

  async function openWithAll(trader: Trader): Promise<void> {
    remember(trader, await attempt(clientOf(trader, 'demo')(order.buyU, wholeOrder(), { idempotencyKey: key() })));
  }

  /** The same request several times at once: one effect, one answer. */
  async function openDoubled(trader: Trader): Promise<void> {
    const call = clientOf(trader, 'demo');
    const wanted = anyOrder();
    const idempotencyKey = key();
    const answers = await Promise.all([1, 2, 3].map(() => attempt(call(order.buyU, wanted, { idempotencyKey }))));
    const told = new Set(answers.flatMap((answer) => (typeof answer !== 'string' ? [answer.id] : sure() ? [answer] : [])));
    if (sure()) expect(told.size, 'the same key was answered differently').toBe(1);
    expect(told.size, 'the same key had two effects').toBeLessThanOrEqual(1);
    for (const answer of answers) remember(trader, answer);
  }

  /** Everything at once on one order: two closings, an amendment and a price that may trigger it. */
  async function race(trader: Trader): Promise<void> {
    if (trader.known.size === 0) return;
    const position = random.pick([...trader.known.values()]);
    const call = clientOf(trader, 'demo');
    const closings = [{}, {}, { lots: '0.01' }].map((part) =>
      attempt(call(order.stopU, { id: position.id, ...part }, { idempotencyKey: key() })),
    );
    const stopLoss = cents(priceOf(position.code) - 150);
    const amendment = attempt(call(order.amendU, { id: position.id, stopLoss }, { idempotencyKey: key() }));
    await moveMarket(0.03);
    const closed = (await Promise.all(closings)).filter((answer) => typeof answer !== 'string');
    expect(new Set(closed.map(({ id }) => id)).size, 'an order, or a part of it, was closed twice').toBe(closed.length);
    for (const answer of [...closed, await amendment]) remember(trader, answer);
  }

  async function close(trader: Trader): Promise<void> {
    const owner = random.chance(0.9) ? trader : random.pick(traders);
    if (owner.known.size === 0) return;
    const { id } = random.pick([...owner.known.values()]);
    const part = random.chance(0.4) ? { lots: random.pick(['0.01', '0.2', '0.5', '1', '3.5', '20', '0.015']) } : {};
    const answer = await attempt(clientOf(trader, someBook())(order.stopU, { id, ...part }, { idempotencyKey: key() }));
    if (owner !== trader) expect(typeof answer, "somebody else's order was closed").toBe('string');
    remember(trader, answer);
  }

  async function hostile(trader: Trader): Promise<void> {
    const nonsense = random.pick(['-1', '0', 'NaN', 'Infinity', '1e309', '9007199254740993', '١٢', '0x10', '1,5', '', ' 1']);
    const wanted = { ...randomOrder(), lots: nonsense };
    const answer = await attempt(clientOf(trader, 'demo')(order.buyU, wanted, { idempotencyKey: key() }));
    expect(typeof answer, `lots of ${nonsense} were accepted`).toBe('string');
  }

  async function look(trader: Trader): Promise<void> {
    const call = clientOf(trader, someBook());
    await attempt(call(order.getProfitTotal, {}));
    const page = await attempt(call(order.listUOrder, { limit: random.integer(1, 20) }));
    if (typeof page === 'string') throw new Error(`the list was refused with ${page}`);
    const [newest] = page.items;
    if (newest !== undefined) expect(typeof (await attempt(call(order.receipt, { id: newest.id })))).toBe('object');
  }

  const moveMargin = marginMover(simulated, someBook, remember);
  const amend = amender(simulated, someBook, remember);
  const turn = turner(simulated, someBook, remember);
  const sweep = sweeper(simulated, someBook, remember);
  return { open, openWithAll, openDoubled, race, close, turn, sweep, moveMargin, amend, hostile, look };
}

/** Reverses a position: it opens the other side of what was closed, or is refused with a reason. */
function turner<Trader extends ContractTrader>(
  { random, clientOf, attempt, key }: Simulated<Trader>,
  someBook: () => Book,
  remember: (trader: Trader, answer: Position | string) => void,
) {
  return async (trader: Trader): Promise<void> => {
    if (trader.known.size === 0) return;
    const { id } = random.pick([...trader.known.values()]);
    const answer = await attempt(clientOf(trader, someBook())(order.reverse, { id }, { idempotencyKey: key() }));
    if (typeof answer === 'string') return;
    const { closed, opened, refused } = answer;
    remember(trader, closed);
    expect([closed.id, closed.status], 'what was turned around is not closed').toEqual([id, 'closedEarly']);
    expect(opened === null, 'the other side is neither opened nor refused').toBe(refused !== null);
    if (opened === null) return;
    remember(trader, opened);
    const other = {
      code: closed.code,
      side: closed.side === 'long' ? 'short' : 'long',
      lots: closed.lots,
      leverage: closed.leverage,
    };
    expect(opened, 'what was opened is not the other side').toMatchObject(other);
  };
}

/** Ends all orders, or those of one instrument: each has ended then, or is returned with a reason. */
function sweeper<Trader extends ContractTrader>(
  { random, codes, clientOf, attempt, key, fitting = false }: Simulated<Trader>,
  someBook: () => Book,
  remember: (trader: Trader, answer: Position | string) => void,
) {
  const living = { closeAll: 'open', cancelAll: 'awaiting' } as const;
  return async (trader: Trader): Promise<void> => {
    const call = clientOf(trader, someBook());
    const kind = random.pick(['closeAll', 'cancelAll'] as const);
    const code = random.chance(0.5) ? random.pick(codes) : undefined;
    const held = await attempt(call(order.listUOrder, { status: living[kind], limit: 100 }));
    const answer = await attempt(call(order[kind], code === undefined ? {} : { code }, { idempotencyKey: key() }));
    if (typeof answer === 'string' || typeof held === 'string') return;
    for (const each of answer.done) remember(trader, each);
    const alive = answer.done.filter(({ status }) => status === 'open' || status === 'awaiting');
    expect(alive, 'what is told to have ended stands').toEqual([]);
    // Among others who act something may have ended in between.
    if (fitting) return;
    const told = [...answer.done, ...answer.refused].map(({ id }) => id);
    const missed = held.items.filter((each) => (code ?? each.code) === each.code && !told.includes(each.id));
    expect(missed, 'something of what stood was left out').toEqual([]);
  };
}

/** Adds margin to a customer's order or takes some out, also where there is none to be moved. */
function marginMover<Trader extends ContractTrader>(
  { random, clientOf, attempt, key }: Simulated<Trader>,
  someBook: () => Book,
  remember: (trader: Trader, answer: Position | string) => void,
) {
  return async (trader: Trader): Promise<void> => {
    if (trader.known.size === 0) return;
    const { id } = random.pick([...trader.known.values()]);
    const amount = random.pick(['0.000001', '0.37', '5', '120', '99999999']);
    const way = random.pick(['add', 'add', 'remove'] as const);
    const call = clientOf(trader, someBook());
    remember(trader, await attempt(call(order.margin, { id, amount, way }, { idempotencyKey: key() })));
  };
}

/** Moves stops of a customer's order, and terms that only a pending order has. */
function amender<Trader extends ContractTrader>(
  simulated: Simulated<Trader>,
  someBook: () => Book,
  remember: (trader: Trader, answer: Position | string) => void,
) {
  const { random, priceOf, clientOf, attempt, key } = simulated;
  const { someEnd } = orderMaker(simulated);

  /** Terms that only a pending order has: for another order the call is refused. */
  function otherTerms(code: string) {
    const near = () => cents(Math.round(priceOf(code) * (0.97 + random.next() * 0.06)));
    return {
      ...(random.chance(0.5) && { price: near() }),
      ...(random.chance(0.3) && { lots: random.pick(['0.01', '0.5', '2', '30', '99999']) }),
      ...(random.chance(0.4) && { trigger: near() }),
      ...(random.chance(0.3) && { until: random.chance(0.3) ? null : someEnd() }),
    };
  }

  return async (trader: Trader): Promise<void> => {
    if (trader.known.size === 0) return;
    const { id, code } = random.pick([...trader.known.values()]);
    const near = () => (random.chance(0.2) ? null : cents(Math.round(priceOf(code) * (0.96 + random.next() * 0.08))));
    const change = {
      ...(random.chance(0.6) && { stopLoss: near() }),
      ...(random.chance(0.6) && { takeProfit: near() }),
      ...(random.chance(0.4) && { targets: random.chance(0.2) ? null : someTargets({ random, price: priceOf(code) }) }),
      ...(random.chance(0.3) && { trailingStop: random.chance(0.2) ? null : cents(random.integer(10, 300)) }),
      ...(random.chance(0.4) && otherTerms(code)),
    };
    const call = clientOf(trader, someBook());
    remember(trader, await attempt(call(order.amendU, { id, ...change }, { idempotencyKey: key() })));
  };
}

/** Prices anywhere near and lots of any size: often more than there is, or on the wrong side. */
function someTargets({ random, price }: { readonly random: Random; readonly price: number }) {
  return Array.from({ length: random.integer(1, 4) }, () => ({
    price: cents(Math.round(price * (0.97 + random.next() * 0.06))),
    lots: random.pick(['0.01', '0.2', '0.5', '1', '0.005']),
  }));
}

/** Random orders. */
function orderMaker({ random, codes, priceOf, now }: Pick<Simulated<unknown>, 'random' | 'codes' | 'priceOf' | 'now'>) {
  /** Soon, at the end of the day, or before now. */
  const someEnd = () =>
    random.chance(0.2) ? 'day' : new Date(now() + random.pick([-1, 900, 20_000, 3_600_000])).toISOString();

  function randomOrder() {
    const code = random.pick(codes);
    const price = priceOf(code);
    const side = random.pick(['long', 'short'] as const);
    const near = () => cents(Math.round(price * (0.97 + random.next() * 0.06)));
    return {
      code,
      side,
      type: random.pick(['market', 'market', 'limit', 'stop', 'stopLimit'] as const),
      lots: random.pick(['0.01', '0.5', '1', '7.25', '40', '1000', '99999', '0.001']),
      leverage: random.pick([1, 2, 5, 10, 20, 20, 3]),
      ...(random.chance(0.4) && { price: near() }),
      ...(random.chance(0.4) && { trigger: near() }),
      ...(random.chance(0.2) && { until: someEnd() }),
      ...(random.chance(0.1) && { trailingBps: random.integer(1, 300) }),
      ...(random.chance(0.3) && { stopLoss: near() }),
      ...(random.chance(0.3) && { takeProfit: near() }),
      ...(random.chance(0.2) && { targets: someTargets({ random, price }) }),
      ...(random.chance(0.2) && { seenPrice: near(), maxSlippageBps: random.integer(0, 500) }),
    };
  }

  /** With stops on the right sides, and at most two hundredths from the price. */
  function fittingOrder() {
    const code = random.pick(codes);
    const price = priceOf(code);
    const side = random.pick(['long', 'short'] as const);
    const down = side === 'long' ? -1 : 1;
    const away = (sign: number) => cents(Math.round(price * (1 + sign * (0.002 + random.next() * 0.018))));
    const kind = random.pick(['market', 'market', 'market', 'limit', 'limit', 'stop', 'stopLimit'] as const);
    const isStop = kind === 'stop' || kind === 'stopLimit';
    const isLimit = kind === 'limit' || kind === 'stopLimit';
    const trigger = away(-down * 0.2);
    const lots = random.pick(['0.01', '0.5', '1', '7.25']);
    // A fifth of the lots each: targets that lie apart from each other, before the take-profit or without one.
    const share = lots === '0.5' ? '0.1' : lots === '1' ? '0.2' : lots === '7.25' ? '1.45' : '0.01';
    const many = lots === '0.01' ? 1 : random.integer(1, 5);
    const targets = Array.from({ length: many }, (_, place) => {
      const far = 0.004 + place * 0.003 + random.next() * 0.002;
      return { price: cents(Math.round(price * (1 - down * far))), lots: share };
    });
    const takesProfit = random.next();
    return {
      code,
      side,
      type: kind,
      lots,
      leverage: random.pick([1, 5, 10, 20, 20]),
      ...(isStop && { trigger }),
      ...(isLimit && { price: kind === 'stopLimit' && random.chance(0.5) ? trigger : away(down * 0.3) }),
      ...(kind !== 'market' && random.chance(0.3) && { until: someEnd() }),
      ...(random.chance(0.2) && { trailingBps: random.integer(30, 200) }),
      ...(random.chance(0.7) && { stopLoss: cents(Math.round(price * (1 + down * (0.012 + random.next() * 0.02)))) }),
      ...(takesProfit < 0.4 && { takeProfit: away(-down) }),
      ...(takesProfit > 0.6 && { targets }),
    };
  }

  /** So much that nothing, or next to nothing, is left to pay financing from. */
  function wholeOrder() {
    const code = random.pick(codes);
    const dollars = random.pick([100_000, 99_000, 50_000]);
    const lots = cents(Math.floor((dollars * 100 * 100) / (priceOf(code) * 0.102)));
    return { code, side: random.pick(['long', 'short'] as const), type: 'market' as const, lots, leverage: 10 };
  }

  return { randomOrder, fittingOrder, wholeOrder, someEnd };
}

const ended = new Set(['closed', 'liquidated', 'closedEarly', 'cancelled']);

/** What was acknowledged is there, and what had ended has stayed as it was. */
export async function checkAcknowledged(
  db: { query: <Row extends object>(sql: string, values: readonly unknown[]) => Promise<Row[]> },
  traders: readonly ContractTrader[],
): Promise<void> {
  for (const { known } of traders) {
    const ids = [...known.keys()];
    const rows = await db.query<{ id: number; status: string }>(
      'select id, status from positions where id = any($1::bigint[])',
      [ids],
    );
    expect(rows.length, 'an acknowledged order is gone').toBe(ids.length);
    for (const { id, status } of rows) {
      const told = known.get(String(id));
      if (told !== undefined && ended.has(told.status)) expect(status, `order ${id} changed after its end`).toBe(told.status);
    }
  }
}

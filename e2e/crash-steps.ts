// A server killed in the middle of its work, and what must be true when it is back. The story does it once in each way, a
// drill many times.
import { randomBytes } from 'node:crypto';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { type Amount, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect } from 'vitest';
import { type AnyOrder, type Move, type Trader, isRefused, moveAll } from './crash-load.ts';
import { type OwnApp, auditOf, clientOf, registered, until } from './harness.ts';
import { ownApp } from './shared.ts';

const { login, order } = customerCalls;
const people = 6;
/** A customer of every sandbox, who begins with real money. */
const saver = 'sample';
/** The crash comes when so many moves have been acknowledged, in the middle of the next ones. */
export const acknowledgedMin = 120;

interface Acknowledged {
  readonly move: Move;
  readonly answer: AnyOrder;
}

/** What a status may have become by the engine or a round since it was answered; any other ends as it was answered. */
const later: Readonly<Record<string, readonly string[]>> = {
  awaiting: ['open', 'closed'],
  open: ['closed', 'won', 'lost', 'tie', 'void', 'filled'],
  inIncome: ['profitDivided'],
  closed: ['closedSuccessfully'],
};

type Page = { readonly items: readonly AnyOrder[]; readonly nextCursor: string | null };

async function allPages(page: (more: { limit: number; cursor?: string }) => Promise<Page>): Promise<AnyOrder[]> {
  const found: AnyOrder[] = [];
  let cursor: string | null = null;
  do {
    const { items, nextCursor }: Page = await page({ limit: 100, ...(cursor === null ? {} : { cursor }) });
    found.push(...items);
    cursor = nextCursor;
  } while (cursor !== null);
  return found;
}

async function ordersOf({ call, saves }: Trader): Promise<AnyOrder[]> {
  const lists = [
    allPages((more) => call(order.listUOrder, more)),
    allPages((more) => call(order.listOptionsOrder, more)),
    allPages((more) => call(order.listBbOrder, more)),
    ...(saves ? [allPages((more) => call(order.listSmartOrder, more))] : []),
  ];
  return (await Promise.all(lists)).flat();
}

async function availableOf({ call }: Trader): Promise<Amount> {
  return money((await call(order.getProfitTotal, {})).available);
}

function money(text: string): Amount {
  const value = parseAmount(text, usdt);
  if (value === undefined) throw new Error(`${text} is no amount`);
  return value;
}

/** What an order, as it is now, has added to its owner's free USDT since it was placed. */
function effectOf(one: AnyOrder): bigint {
  if ('direction' in one) return one.status === 'open' ? -money(one.amount) : money(one.profit ?? '0');
  if ('feeAsset' in one) {
    if (one.status === 'open') return one.heldAsset === usdt.code ? -money(one.held) : 0n;
    if (one.status === 'cancelled') return 0n;
    return one.side === 'buy' ? -money(one.turnover) : money(one.turnover) - money(one.fee);
  }
  if ('productId' in one) {
    const ended = { profitDivided: one.amount, closedSuccessfully: one.returnedIfExitedNow, expired: one.amount };
    const returned = one.status in ended ? ended[one.status as keyof typeof ended] : '0';
    return money(one.cumulativeIncome) + money(returned) - money(one.amount);
  }
  const paid = money(one.fee) + money(one.financing);
  if (one.status === 'cancelled') return 0n;
  return one.status === 'open' || one.status === 'awaiting' ? -money(one.marginUsed) - paid : money(one.profit) - paid;
}

/** What was agreed on when an order was placed, and never changes. */
function termsOf(one: AnyOrder): object {
  if ('direction' in one) return { code: one.code, direction: one.direction, amount: one.amount, strike: one.strike };
  if ('feeAsset' in one) return { code: one.code, side: one.side, price: one.price, quantity: one.quantity };
  if ('productId' in one) return { productId: one.productId, days: one.days, amount: one.amount };
  const { code, side, limitPrice, handCount } = one;
  return { code, side, limitPrice, handCount, ...(one.status === 'open' && { openPrice: one.openPrice }) };
}

/** Orders and money at one moment: what the engine does while we read is read again. */
async function standing(trader: Trader): Promise<{ orders: AnyOrder[]; available: Amount }> {
  return until('a moment without a change', async () => {
    const before = await availableOf(trader);
    const orders = await ordersOf(trader);
    return before === (await availableOf(trader)) ? { orders, available: before } : undefined;
  });
}

/** A customer's free balance without any order: it must never change, or money was lost or invented. */
const freeWithout = ({ orders, available }: { orders: readonly AnyOrder[]; available: Amount }): bigint =>
  orders.reduce((sum, one) => sum - effectOf(one), BigInt(available));

interface Before {
  readonly ids: ReadonlySet<string>;
  readonly free: bigint;
}

async function standingBefore(trader: Trader): Promise<Before> {
  const own = await standing(trader);
  return { ids: new Set(own.orders.map(({ id }) => id)), free: freeWithout(own) };
}

/** What was acknowledged to a person has happened, what was not has happened once or not at all, and nothing else. */
async function expectKept(trader: Trader, before: Before | undefined, acknowledged: readonly Acknowledged[]): Promise<void> {
  const own = await standing(trader);
  const last = new Map(
    acknowledged.flatMap(({ move, answer }) => (move.trader.name === trader.name ? [[answer.id, answer]] : [])),
  );
  const added = own.orders.filter(({ id }) => before?.ids.has(id) !== true);
  expect(added.map(({ id }) => id).toSorted()).toEqual([...last.keys()].toSorted());
  for (const one of added) {
    const told = last.get(one.id);
    if (told === undefined) continue;
    expect([told.status, ...(later[told.status] ?? [])]).toContain(one.status);
    expect(one).toMatchObject(termsOf(told));
  }
  expect(freeWithout(own)).toBe(before?.free);
}

/** People of this load alone with play money, and a customer whose real money lasts from one load to the next. */
async function tradersOf(app: OwnApp): Promise<Trader[]> {
  // It answers before it has said how to sign in.
  const password = await until(
    `the login of ${saver}`,
    async () => new RegExp(`sample customer +${saver} / (\\S+)`).exec(app.output())?.[1],
  );
  const { token } = await clientOf(app)(login.login, { account: saver, password });
  const trading = Array.from({ length: people }, async (): Promise<Trader> => {
    const { userName: name, call, token: own } = await registered(app);
    return { name, call, token: own, saves: false };
  });
  return [...(await Promise.all(trading)), { name: saver, call: clientOf(app, token, 'real'), token, saves: true }];
}

export interface Recovery {
  readonly app: OwnApp;
  /** From the start after the kill until it was ready. */
  readonly ms: number;
  readonly acknowledged: number;
}

export interface Crash {
  /** PostgreSQL dies with the server. */
  readonly database: boolean;
  /** How far the clock jumps in the middle of the load, so that options expire, and financing and incomes fall due. */
  readonly jumpMs?: number;
  /** How far it had jumped before. */
  readonly aheadMs?: number;
}

/** Lets people trade, kills the server in the middle of it, starts it again and looks at what it kept. */
export async function killUnderLoad(before: OwnApp, { database, jumpMs = 0, aheadMs = 0 }: Crash): Promise<Recovery> {
  const { dataFolder } = before;
  const traders = await tradersOf(before);
  const standings = new Map(
    await Promise.all(traders.map(async (trader) => [trader.name, await standingBefore(trader)] as const)),
  );
  const acknowledged: Acknowledged[] = [];
  let jumped: Promise<void> | undefined;
  let killed: Promise<void> | undefined;
  const unanswered = await moveAll(traders, randomBytes(4).toString('hex'), (move, answer) => {
    acknowledged.push({ move, answer });
    if (acknowledged.length === acknowledgedMin / 2 && jumpMs > 0) jumped = before.moveClock(jumpMs);
    if (acknowledged.length >= acknowledgedMin) killed ??= Promise.resolve(jumped).then(() => before.kill(database));
  });
  await killed;
  expect(unanswered).toHaveLength(traders.length);

  const begun = performance.now();
  const app = await ownApp({ dataFolder, env: { CLOCK_AHEAD_MS: String(aheadMs + jumpMs) } });
  const ms = performance.now() - begun;
  try {
    const returned = traders.map((trader) => ({
      ...trader,
      call: clientOf(app, trader.token, trader.saves ? 'real' : 'demo'),
    }));
    // A move without an answer has an unknown outcome; sent again under its key it has happened once.
    for (const move of unanswered) {
      const trader = returned.find(({ name }) => name === move.trader.name);
      const answer = await (trader &&
        move.send(trader.call, move.key).catch((error: unknown) => {
          if (!isRefused(error)) throw error;
        }));
      if (answer !== undefined) acknowledged.push({ move, answer });
    }
    for (const trader of returned) await expectKept(trader, standings.get(trader.name), acknowledged);
    expect(await auditOf(app)).toMatch(/^the books balance/m);
  } catch (error) {
    await app.stop();
    throw error;
  }
  return { app, ms, acknowledged: acknowledged.length };
}

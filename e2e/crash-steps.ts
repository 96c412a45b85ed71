// A server killed in the middle of its work, and what must be true when it is back. The story does it once in each way, a
// drill many times.
import { ApiRefusal } from '@assay/contract/client.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { type Amount, amount, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect } from 'vitest';
import { type OwnApp, type Person, auditOf, clientOf, registered } from './harness.ts';
import { ownApp } from './shared.ts';

const { order } = customerCalls;
const people = 6;
/** The crash comes when so many moves have been acknowledged, in the middle of the next ones. */
const acknowledgedMin = 120;
const codes = ['BTCUSDT', 'ETHUSDT', 'XRPUSDT', 'SOLUSDT'] as const;

interface Move {
  readonly person: Person;
  readonly key: string;
  readonly send: (person: Person, key: string) => Promise<Position>;
}

/** Everybody opens, places and closes without a pause until the server is gone. */
async function trade(everybody: readonly Person[], acknowledge: (move: Move, answer: Position) => void): Promise<Move[]> {
  const unanswered: Move[] = [];
  const one = async (person: Person): Promise<void> => {
    let latest: string | undefined;
    for (let number = 0; ; number += 1) {
      const move = { person, key: `move-${number}`, send: moveOf(number, latest) };
      try {
        const answer = await move.send(person, move.key);
        latest = answer.status === 'open' ? answer.id : undefined;
        acknowledge(move, answer);
      } catch (error) {
        if (error instanceof ApiRefusal) throw error;
        unanswered.push(move);
        return;
      }
    }
  };
  await Promise.all(everybody.map(one));
  return unanswered;
}

/** In turn: open at the market, close that again, wait far below the market. */
function moveOf(number: number, latest: string | undefined): Move['send'] {
  if (number % 3 === 1 && latest !== undefined) {
    return (person, idempotencyKey) => person.call(order.stopU, { id: latest }, { idempotencyKey });
  }
  const common = { code: codes[number % codes.length] ?? 'BTCUSDT', side: 'long', leverage: 10, lots: '0.1' } as const;
  const what = number % 3 === 2 ? ({ type: 'limit', price: '0.01' } as const) : ({ type: 'market' } as const);
  return (person, idempotencyKey) => person.call(order.buyU, { ...common, ...what }, { idempotencyKey });
}

async function ordersOf({ call }: Person): Promise<Position[]> {
  const found: Position[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: Position[]; nextCursor: string | null } = await call(order.listUOrder, {
      limit: 100,
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

/** What is free when these are all of a new person's orders: everything else would be a lost or invented amount. */
function availableAfter(orders: readonly Position[]): Amount {
  const money = (text: string): bigint => {
    const value = parseAmount(text, usdt);
    if (value === undefined) throw new Error(`${text} is no amount`);
    return value;
  };
  const effects = orders.map(({ status, marginUsed, fee, profit, financing }) => {
    const paid = money(fee) + money(financing);
    return status === 'closedEarly' ? money(profit) - paid : -money(marginUsed) - paid;
  });
  return amount(effects.reduce((sum, effect) => sum + effect, money('100000')));
}

/** Whatever a person was told has happened, what they were not told has happened once or not at all, and nothing else. */
async function expectKept(person: Person, acknowledged: readonly { move: Move; answer: Position }[]): Promise<void> {
  const orders = await ordersOf(person);
  const own = acknowledged.filter(({ move }) => move.person.token === person.token).map(({ answer }) => answer);
  const last = new Map(own.map((answer) => [answer.id, answer]));
  expect(orders.map(({ id }) => id).toSorted()).toEqual([...last.keys()].toSorted());
  for (const { id, status, openPrice, closePrice, marginUsed, fee } of orders) {
    expect(last.get(id)).toMatchObject({ status, openPrice, closePrice, marginUsed, fee });
  }
  const { available } = await person.call(order.getProfitTotal, {});
  expect(parseAmount(available, usdt)).toBe(availableAfter(orders));
}

export interface Recovery {
  readonly app: OwnApp;
  /** From the start after the kill until it was ready. */
  readonly ms: number;
  readonly acknowledged: number;
}

/** Lets new people trade, kills the server in the middle of it, and with `database` PostgreSQL too; starts it again. */
export async function killUnderLoad(before: OwnApp, database: boolean): Promise<Recovery> {
  const { dataFolder } = before;
  const everybody = await Promise.all(Array.from({ length: people }, () => registered(before)));
  const acknowledged: { move: Move; answer: Position }[] = [];
  let killed: Promise<void> | undefined;
  const unanswered = await trade(everybody, (move, answer) => {
    acknowledged.push({ move, answer });
    if (acknowledged.length >= acknowledgedMin) killed ??= before.kill(database);
  });
  await killed;
  expect(unanswered).toHaveLength(people);

  const begun = performance.now();
  const app = await ownApp({ dataFolder });
  const ms = performance.now() - begun;
  try {
    const returned = everybody.map((person) => ({ ...person, call: clientOf(app, person.token) }));
    const again = ({ person }: Move): Person => returned.find(({ token }) => token === person.token) ?? person;
    // Of a move without an answer nobody knows whether it happened; sent again under its key it has happened once.
    for (const move of unanswered) acknowledged.push({ move, answer: await move.send(again(move), move.key) });
    for (const person of returned) await expectKept(person, acknowledged);
    expect(await auditOf(app)).toMatch(/^the books balance/m);
  } catch (error) {
    await app.stop();
    throw error;
  }
  return { app, ms, acknowledged: acknowledged.length };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, it } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { testDatabase } from '../../test/database.ts';
import { type Spend, type What, now, spendingProcess } from '../../test/dealing/spending.ts';
import { expectSoundBooks, fund } from '../../test/trading.ts';
import { balances, openDemo } from '../ledger/index.ts';

const db = await testDatabase();
await fund(db, 'demo');

const whats: readonly What[] = ['contract', 'limit', 'option', 'coins'];

// This process, and one that the operating system knows as another.
const child = fork(join(import.meta.dirname, '../../test/dealing/spending.ts'), [db.url], { execArgv: [] });
const [own] = await Promise.all([spendingProcess(db.url), once(child, 'message')]);
atEnd(async () => {
  const ended = once(child, 'exit');
  child.disconnect();
  await Promise.all([own.close(), ended]);
});

/** Every other one in the other process, all at once. */
async function spend(spends: readonly Spend[]): Promise<string[]> {
  const there = once(child, 'message') as Promise<[string[]]>;
  child.send(spends.filter((_, place) => place % 2 === 1));
  const here = own.spend(spends.filter((_, place) => place % 2 === 0));
  const [answers, [others]] = await Promise.all([here, there]);
  return [...answers, ...others];
}

let people = 0;
/** A signed-in user with so much play money. */
async function somebody(available: bigint): Promise<Pick<Spend, 'userId' | 'sessionId'>> {
  people += 1;
  const [user] = await db.query<{ id: string }>(
    `insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
     values ($1, $2, 'none', now(), 'en', $3, now()) returning id::text`,
    [`spender${people}`, `spender${people}@example.com`, String(people).padStart(10, '0')],
  );
  const userId = user?.id ?? '';
  await db.transact((tx) => openDemo(tx, { userId, amount: amount(available), at: 0 }));
  return { userId, sessionId: await session(userId) };
}

async function session(userId: string): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `insert into sessions (token_hash, user_id, network, user_agent, created_at, last_used_at, expires_at)
     values (sha256(convert_to($1, 'UTF8')), $1::bigint, '192.0.2.', 'test', $2, $2, $2::timestamptz + interval '1 day')
     returning id::text`,
    [userId, new Date(now)],
  );
  return row?.id ?? '';
}

/** What was bought of all that there is. */
async function orders(userId: string): Promise<string[]> {
  const rows = await db.query<{ orderNo: string }>(
    `select order_no as "orderNo" from positions where user_id = $1
     union all select order_no from options where user_id = $1 union all select order_no from spot_orders where user_id = $1`,
    [userId],
  );
  return rows.map(({ orderNo }) => orderNo);
}

async function availableOf(userId: string): Promise<bigint | undefined> {
  return (await balances(db, 'demo', userId, [usdt]))[0]?.available;
}

const mixed = (count: number, person: Pick<Spend, 'userId' | 'sessionId'>) =>
  Array.from({ length: count }, (_, place): Spend => {
    // One after the other in either process.
    const what = whats[Math.floor(place / 2) % whats.length] ?? 'option';
    return { what, key: `own-${place}`, ...person };
  });

it('two hundred spends of one balance at once in two processes, a hundred of them under one key, have one effect', async () => {
  // Each spend takes more than half of it.
  const person = await somebody(6_000_000_000n);
  const same = Array.from({ length: 100 }, (): Spend => ({ what: 'option', key: 'same', ...person }));
  const answers = await spend(mixed(100, person).flatMap((each, place) => [...same.slice(place, place + 1), each]));
  const [bought, ...more] = await orders(person.userId);
  expect(more).toEqual([]);
  // Whichever it was: those of one key have one answer, all others are refused.
  const done = answers.filter((answer) => answer !== '10011');
  expect(new Set(done)).toEqual(new Set([bought]));
  expect([1, 100]).toContain(done.length);
  await expectSoundBooks(db);
});

it('a hundred times the same key at once in two processes buys one, whatever is left for more', async () => {
  const person = await somebody(1_000_000_000_000n);
  for (const what of whats) {
    const answers = await spend(Array.from({ length: 100 }, (): Spend => ({ what, key: 'again', ...person })));
    expect(answers).toHaveLength(100);
    expect(new Set(answers).size).toBe(1);
  }
  expect(await orders(person.userId)).toHaveLength(whats.length);
  await expectSoundBooks(db);
});

it('two hundred spends that nobody refuses have two hundred effects: the two processes do work beside each other', async () => {
  const person = await somebody(2_000_000_000_000n);
  const answers = await spend(mixed(200, person));
  expect((await orders(person.userId)).toSorted()).toEqual(answers.toSorted());
  // Fifty times 5,025 + 4,522.5 + 5,000 + 5,000.
  expect(await availableOf(person.userId)).toBe(1_022_625_000_000n);
});

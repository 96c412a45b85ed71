import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Posting, Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import {
  type AccountName,
  HouseAccounts,
  closeDay,
  makePartitions,
  nameOf,
  openAccounts,
  postMany,
  settledTransaction,
  takeCheckpoints,
} from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';

export { growChats, growLoans } from './asked.ts';
export { growCases } from './cases.ts';

/** Users that one statement makes, or posts for: a transaction of some hundred transfers is the quickest. */
const usersAtOnce = 200;
/** Transfers of one contract that is opened and closed. */
const transfersOfContract = 5;
const dayMs = 86_400_000;
/** What is lost with the machine is grown again. */
const quickly = { synchronous_commit: 'off', statement_timeout: '0' };

export interface Growth {
  readonly users: number;
  /** At least so many, deposits and demo accounts included. */
  readonly transfers: number;
  /** Days of business time over which they are spread, up to now; all but the last two are closed. */
  readonly days: number;
  /** Connections that post at the same time, each for customers of its own. */
  readonly writers: number;
}

/**
 * Fills the books with customers who deposit, and open and close contracts, by the functions that the product books with: so
 * the result is what trading would have left, chains, results of days and closes included. None of them can sign in. Nothing is
 * open at the end. Returns the ids of the new ones.
 */
export async function grow(db: Database, { users, transfers, days, writers }: Growth, now: number): Promise<string[]> {
  const firstDay = now - (days - 1) * dayMs;
  const ids = await makeUsers(db, users, firstDay);
  const groups = Array.from({ length: Math.ceil(ids.length / usersAtOnce) }, (_, group) =>
    ids.slice(group * usersAtOnce, (group + 1) * usersAtOnce),
  );
  const house = new HouseAccounts();
  await house.read(db);
  const traders = await eachOf(groups, writers, (group) => newcomers(db, house, group, firstDay));
  let left = Math.ceil((transfers - 2 * users) / transfersOfContract);
  for (let day = 0; day < days; day += 1) {
    const contracts = Math.ceil(left / (days - day));
    left -= contracts;
    await trade(db, traders, { contracts, day, writers, at: firstDay + day * dayMs });
    // Yesterday is closed with its seal.
    if (day < days - 2) await endDay(db, firstDay + day * dayMs);
  }
  return ids;
}

/** Works a list off, so many at a time. */
async function eachOf<Item, Done>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, place: number) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const rest = items.entries();
  const worker = async () => {
    for (const [place, item] of rest) done[place] = await work(item, place);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return done;
}

async function makeUsers(db: Database, users: number, at: number): Promise<string[]> {
  const rows = await db.transact(
    (tx) =>
      tx.query<{ id: string }>(
        // Numbered after the users grown before; no password has this hash.
        `with before as (select count(*) as grown from users where email like '%@grown.invalid')
         insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
         select 'grown' || before.grown + n, 'grown' || before.grown + n || '@grown.invalid', '!', $2, 'en',
           'G' || lpad((before.grown + n)::text, 9, '0'), $2
         from before, generate_series(1, $1::bigint) n returning id::text`,
        [users, new Date(at)],
      ),
    quickly,
  );
  return rows.map(({ id }) => id);
}

interface Traders {
  readonly users: readonly string[];
  readonly idOf: (account: AccountName) => number;
}

/** Opens their accounts and gives them their first money. */
async function newcomers(db: Database, house: HouseAccounts, users: readonly string[], at: number): Promise<Traders> {
  const names = users.flatMap((owner): AccountName[] => [
    { book: 'demo', owner, asset: usdt.code, kind: 'available' },
    { book: 'real', owner, asset: usdt.code, kind: 'available' },
    { book: 'real', owner, asset: usdt.code, kind: 'margin' },
  ]);
  await openAccounts(db, names);
  const rows = await db.query<AccountName & { id: number }>(
    'select id, book, owner, asset, kind from ledger_accounts where owner = any($1) and asset = $2',
    [users, usdt.code],
  );
  const ids = new Map(rows.map((row) => [nameOf(row), row.id]));
  const idOf = (account: AccountName) => {
    const id = ids.get(nameOf(account)) ?? house.idOf(account);
    if (id === undefined) throw new Error(`${nameOf(account)} is not open`);
    return id;
  };
  const traders = { users, idOf };
  await book(db, traders, [
    ...users.map((userId) =>
      posting('demo', `demo:${userId}`, at, recipes.demoOpened({ userId, amount: amount(100_000_000_000n) })),
    ),
    ...users.map((userId) => {
      const deposit = { userId, amount: amount(10_000_000_000n), asset: usdt };
      return posting('real', `grown:deposit:${userId}`, at, recipes.depositCompleted(deposit));
    }),
  ]);
  return traders;
}

const posting = (bookName: Posting['book'], reference: string, at: number, recipe: Recipe): Posting => ({
  book: bookName,
  reference,
  at,
  ...recipe,
});

async function book(db: Database, { idOf }: Traders, postings: readonly Posting[]): Promise<void> {
  await db.transact(async (tx) => postMany(tx, postings, idOf, () => null), quickly);
}

/** So many contracts of a day, one group of customers after the other. */
async function trade(
  db: Database,
  traders: readonly Traders[],
  { contracts, day, writers, at }: { contracts: number; day: number; writers: number; at: number },
): Promise<void> {
  const rounds = Math.ceil(contracts / (traders.length * usersAtOnce));
  for (let round = 0; round < rounds; round += 1) {
    const share = Math.ceil(contracts / rounds / traders.length);
    await eachOf(traders, writers, (group, place) => {
      const own = Array.from({ length: Math.min(share, group.users.length) }, (_, number) => {
        const userId = group.users[(day * share + number) % group.users.length] ?? '';
        return contractOf(userId, `grown:${day}:${round}:${place}:${number}`, at);
      });
      return book(db, group, own.flat());
    });
  }
}

/** Opened and closed again, some with a profit and some with a loss. */
function contractOf(userId: string, reference: string, at: number): Posting[] {
  const [margin, fee] = [amount(10_000_000n), amount(5_000n)];
  const profit = amount(BigInt((reference.length * 7 + Number(userId)) % 11) * 1_000n - 5_500n);
  return [
    posting('real', reference, at, recipes.contractOpened({ userId, margin, fee })),
    posting('real', reference, at, recipes.contractClosed({ userId, margin, profit, fee, liquidated: false })),
  ];
}

async function endDay(db: Database, at: number): Promise<void> {
  const through = await settledTransaction(db);
  if (through === undefined) throw new Error('somebody else is booking: the day does not come to rest');
  await db.transact((tx) => closeDay(tx, new Date(at).toISOString().slice(0, 10), through), quickly);
  await takeCheckpoints(db); // as every hour
  await makePartitions(db);
}

import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import type { Database } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import {
  type AccountRef,
  type HouseKind,
  type Transfer,
  type UserKind,
  audit,
  balances,
  houseAccount,
  houseBalance,
  lockBalances,
  openDemo,
  post,
  recipes,
  userAccount,
} from './index.ts';
import { lockAllBalances } from './post.ts';
import { reasons } from './recipes/recipe.ts';

const connections = 16;
const db = await testDatabase(connections);
const twin = await testDatabase(connections);

/** A second ledger whose `ledger_post` lacks one safeguard. */
async function breakPosting(change: (sql: string) => string): Promise<void> {
  const [row] = await db.query<{ sql: string }>("select pg_get_functiondef('ledger_post'::regproc) as sql");
  const sql = row?.sql ?? '';
  const broken = change(sql);
  expect(broken).not.toBe(sql);
  await twin.query(broken);
}

let users = 0;
const newUser = () => `user-${++users}`;

function move(from: AccountRef, to: AccountRef, units: bigint, asset = usdt): Transfer {
  return { from, to, asset, amount: amount(units) };
}

/** Posted, the refusal's code, or the error's message. */
async function outcomeOf(where: Database, transfers: readonly Transfer[], book: Book = 'demo'): Promise<string> {
  try {
    const posted = await where.transact((tx) =>
      post(tx, { book, reason: 'contract.opened', reference: 'test:1', at: 0, transfers }),
    );
    return isRefusal(posted) ? posted.code : 'posted';
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

describe('200 requests at once that each spend the whole balance', () => {
  async function spendAtOnce(where: Database): Promise<Record<string, number>> {
    const userId = newUser();
    await where.transact((tx) => openDemo(tx, { userId, amount: amount(1000n), at: 0 }));
    await warm(where, connections);
    const spend = [move(userAccount(userId, 'available'), userAccount(userId, 'margin'), 1000n)];
    return tally(await Promise.all(Array.from({ length: 200 }, () => outcomeOf(where, spend))));
  }

  test('succeed exactly once', async () => {
    expect(await spendAtOnce(db)).toEqual({ posted: 1, 10011: 199 });
    expect((await audit(db, {})).findings).toEqual([]);
  });

  test('would succeed more often without the locks, and the auditor would find it', async () => {
    // It also dwells a moment on the balances it has read: a busy machine might run the postings one by one by itself.
    await breakPosting((sql) =>
      sql
        .replace('perform pg_advisory_xact_lock(k.key) from', 'perform k.key from')
        .replace('for i in 1', 'perform pg_sleep(0.01); for i in 1'),
    );
    const outcomes = await spendAtOnce(twin);
    expect(outcomes['posted']).toBeGreaterThan(1);
    expect((await audit(twin, {})).findings).not.toEqual([]);
  });
});

describe('postings over the same accounts in any order', () => {
  /** 400 postings, each between two users in both directions, all at once. */
  async function crossAtOnce(where: Database): Promise<Record<string, number>> {
    const [first, second] = [newUser(), newUser()];
    await Promise.all(
      [first, second].map((userId) => where.transact((tx) => openDemo(tx, { userId, amount: amount(1_000_000n), at: 0 }))),
    );
    await warm(where, connections);
    const [mine, yours] = [userAccount(first, 'available'), userAccount(second, 'available')];
    const work = Array.from({ length: 400 }, async (_, turn) => {
      const [from, to] = turn % 2 === 0 ? [mine, yours] : [yours, mine];
      const transfers = [
        move(from, to, 3n),
        move(to, userAccount(to.owner, 'order'), 2n),
        move(from, houseAccount('insurance'), 1n),
      ];
      return where
        .transact(async (tx) => {
          await tx.query("set local deadlock_timeout = '10ms'");
          return post(tx, {
            book: 'demo',
            reason: 'contract.opened',
            reference: 'test:2',
            at: 0,
            transfers: turn % 3 === 0 ? transfers.toReversed() : transfers,
          });
        })
        .then(
          () => 'posted',
          (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
        );
    });
    return tally(await Promise.all(work));
  }

  test('never wait for each other in a circle, not even over accounts that are opened by them', async () => {
    expect(await crossAtOnce(db)).toEqual({ posted: 400 });
    expect((await audit(db, {})).findings).toEqual([]);
  });

  test('would, were the locks not taken in order', async () => {
    await breakPosting((sql) =>
      sql.replace('select distinct ledger_lock_key', 'select ledger_lock_key').replace('order by 1', 'order by n.number'),
    );
    expect(await crossAtOnce(twin)).toHaveProperty('deadlock detected');
  });
});

test('a posting that is refused halfway has written nothing, not even a new account', async () => {
  const userId = newUser();
  await db.transact((tx) => openDemo(tx, { userId, amount: amount(10n), at: 0 }));
  const count = async () =>
    db.query('select (select count(*) from ledger_accounts) as accounts, (select count(*) from ledger_transfers) as transfers');
  const before = await count();
  const available = userAccount(userId, 'available');
  const within = await db.transact(async (tx) => {
    const transfers = [move(available, userAccount(userId, 'bid'), 6n), move(available, userAccount(userId, 'plan'), 5n)];
    const refused = await post(tx, { book: 'demo', reason: 'contract.opened', reference: 'test:3', at: 0, transfers });
    expect(isRefusal(refused) && refused.code).toBe('10011');
    return tx.query(
      'select (select count(*) from ledger_accounts) as accounts, (select count(*) from ledger_transfers) as transfers',
    );
  });
  expect(within).toEqual(before);
  expect(await count()).toEqual(before);
});

test('locked balances stay as they are until the transaction ends', async () => {
  const userId = newUser();
  await db.transact((tx) => openDemo(tx, { userId, amount: amount(10n), at: 0 }));
  const accounts = [userAccount(userId, 'margin'), userAccount(userId, 'available')];
  const spend = [move(userAccount(userId, 'available'), userAccount(userId, 'margin'), 10n)];
  let spent: Promise<string> | undefined;
  await db.transact(async (tx) => {
    expect(await lockBalances(tx, 'demo', usdt, accounts)).toEqual([0n, 10n]);
    spent = outcomeOf(db, spend);
    expect(await outcomeOf(db, [move(houseAccount('trading'), houseAccount('fees'), 1n)])).toBe('posted');
    expect(await lockBalances(tx, 'demo', usdt, accounts)).toEqual([0n, 10n]);
  });
  expect(await spent).toBe('posted');
});

test('the job that pays out of the fees can take what is there, and no more', async () => {
  const userId = newUser();
  await db.transact((tx) => openDemo(tx, { userId, amount: amount(100n), at: 0 }));
  const eth = assetOf('ETH');
  await outcomeOf(db, [move(houseAccount('trading'), houseAccount('fees'), 30n, eth)]);
  expect(await outcomeOf(db, [move(houseAccount('fees'), houseAccount('referral'), 31n, eth)])).toContain(
    'fees of house has too little',
  );
  expect(await outcomeOf(db, [move(houseAccount('fees'), houseAccount('referral'), 30n, eth)])).toBe('posted');
  expect(await houseBalance(db, 'demo', 'fees', eth)).toBe(0n);
});

test('a posting without transfers, or with more than 500, is our own mistake', async () => {
  const line = move(houseAccount('trading'), houseAccount('fees'), 1n);
  expect(await outcomeOf(db, [])).toContain('0 transfers');
  expect(
    await outcomeOf(
      db,
      Array.from({ length: 501 }, () => line),
    ),
  ).toContain('501 transfers');
  expect(
    await outcomeOf(
      db,
      Array.from({ length: 500 }, () => line),
    ),
  ).toBe('posted');
});

describe('whatever is posted', () => {
  const owners = ['ann', 'ben'];
  const account = fc.oneof(
    fc.record({ owner: fc.constantFrom(...owners), kind: fc.constantFrom<UserKind>('available', 'margin', 'order') }),
    fc.record({ owner: fc.constant('house'), kind: fc.constantFrom<HouseKind>('trading', 'fees', 'insurance') }),
  );
  const transfer = fc
    .record({ from: account, to: account, units: fc.bigInt(1n, 100n), asset: fc.constantFrom('USDT', 'BTC') })
    .filter(({ from, to }) => from.owner !== to.owner || from.kind !== to.kind);
  const posting = fc.array(transfer, { minLength: 1, maxLength: 4 });

  /** What the books must come to: a plain sum, refused as soon as an account would owe that may not. */
  class Model {
    readonly balances = new Map<string, bigint>();

    apply(transfers: readonly Transfer[], prefix: string): AccountRef | undefined {
      const next = new Map(this.balances);
      const add = (ref: AccountRef, code: string, units: bigint) => {
        const name = `${prefix} ${ref.owner} ${ref.kind} ${code}`;
        next.set(name, (next.get(name) ?? 0n) + units);
        return next.get(name) ?? 0n;
      };
      for (const { from, to, asset, amount: units } of transfers) {
        if (add(from, asset.code, -units) < 0n && from.kind !== 'trading') return from;
        add(to, asset.code, units);
      }
      for (const [name, units] of next) this.balances.set(name, units);
      return undefined;
    }
  }

  test('the balances are the plain sums, refusals are exactly those of the rules, and the books balance', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(posting, { minLength: 10, maxLength: 30 }), async (postings) => {
        const prefix = `run-${++run}`;
        const named = (ref: AccountRef) => (ref.owner === 'house' ? ref : { ...ref, owner: `${prefix}-${ref.owner}` });
        const model = new Model();
        // Protected and checked accounts of the house are shared by all runs: the model starts from what they have.
        for (const code of ['USDT', 'BTC']) {
          for (const kind of ['fees', 'insurance'] as const) {
            model.balances.set(`${prefix} house ${kind} ${code}`, await houseBalance(db, 'demo', kind, assetOf(code)));
          }
        }
        for (const lines of postings) {
          const transfers = lines.map((line) => move(named(line.from), named(line.to), line.units, assetOf(line.asset)));
          const short = model.apply(transfers, prefix);
          const outcome = await outcomeOf(db, transfers);
          if (short === undefined) expect(outcome).toBe('posted');
          else if (short.kind === 'available') expect(outcome).toMatch(/^(10011|11013)$/);
          else expect(outcome).toContain(`${short.kind} of ${short.owner} has too little`);
        }
        for (const owner of owners) {
          for (const own of await balances(db, 'demo', `${prefix}-${owner}`)) {
            for (const kind of ['available', 'margin', 'order'] as const) {
              expect(own[kind]).toBe(model.balances.get(`${prefix} ${prefix}-${owner} ${kind} ${own.asset.code}`) ?? 0n);
            }
          }
        }
      }),
      { numRuns: 25 },
    );
    expect((await audit(db, {})).findings).toEqual([]);
  });
});

test('recipes post what they say', async () => {
  const userId = newUser();
  const posted = await db.transact((tx) => openDemo(tx, { userId, amount: amount(5n), at: 0 }));
  expect(isRefusal(posted) ? [] : posted.balances).toEqual([{ owner: userId, kind: 'available', asset: usdt, balance: 5n }]);
  expect(reasons).toContain('demo.opened');
});

test('locking all that a user has takes one lock for each account that exists, and no other', async () => {
  const userId = newUser();
  const account = { userId, amount: amount(1_000_000n), at: 0 };
  await db.transact((tx) => openDemo(tx, account));
  const order = { userId, margin: amount(10n), fee: amount(1n) };
  await db.transact((tx) => post(tx, { book: 'demo', reference: 'x', at: 0, ...recipes.contractOpened(order) }));
  const [locked, existing] = await db.transact(async (tx) => {
    await lockAllBalances(tx, 'demo', userId);
    return Promise.all([
      tx.query(
        `select (classid::bigint << 32 | objid::bigint)::text as key from pg_locks
         where locktype = 'advisory' and pid = pg_backend_pid() order by 1`,
      ),
      tx.query(
        `select ledger_lock_key(book, owner, asset, kind)::text as key from ledger_accounts
         where book = 'demo' and owner = $1 and kind in ('available', 'margin') order by 1`,
        [userId],
      ),
    ]);
  });
  expect(locked).toHaveLength(2);
  expect(locked).toEqual(existing);
});

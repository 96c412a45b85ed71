import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import {
  type AccountRef,
  type HouseKind,
  type Transfer,
  type UserKind,
  houseAccount,
  userAccount,
} from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { reasons } from '@assay/domain/ledger/recipes/recipe.ts';
import { amount, nothing } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import { type Database, unhurried } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { audit, balances, houseBalance, lockBalances, openDemo, post } from './index.ts';
import { lockAllBalances } from './post.ts';

const connections = 16;
const db = await testDatabase(connections);
const twin = await testDatabase(connections);

/** A second ledger whose `ledger_post_many` lacks one safeguard. */
async function breakPosting(change: (sql: string) => string): Promise<void> {
  const [row] = await db.query<{ sql: string }>("select pg_get_functiondef('ledger_post_many'::regproc) as sql");
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
  async function funded(where: Database): Promise<string> {
    const userId = newUser();
    await where.transact((tx) => openDemo(tx, { userId, amount: amount(1000n), at: 0 }));
    await warm(where, connections);
    return userId;
  }

  async function spendAtOnce(where: Database, userId: string): Promise<Record<string, number>> {
    const spend = [move(userAccount(userId, 'available'), houseAccount('fees'), 1000n)];
    return tally(await Promise.all(Array.from({ length: 200 }, () => outcomeOf(where, spend))));
  }

  test('succeed exactly once', async () => {
    expect(await spendAtOnce(db, await funded(db))).toEqual({ posted: 1, 10011: 199 });
    expect((await audit(db, {})).findings).toEqual([]);
  });

  test('would succeed more often without the locks, and the auditor would find it', async () => {
    const userId = await funded(twin);
    // The first waits until a second one has read the balances too: a busy machine might run the postings one by one by itself.
    await twin.query('create sequence readers');
    const both =
      "perform nextval('readers'); while (select last_value < 2 from readers) loop perform pg_sleep(0.001); end loop;";
    await breakPosting((sql) =>
      sql.replace('order by a.house, a.id for no key update', '').replace('for i in 1', `${both} for i in 1`),
    );
    const outcomes = await spendAtOnce(twin, userId);
    expect(outcomes['posted']).toBeGreaterThan(1);
    expect((await audit(twin, {})).findings).not.toEqual([]);
  });
});

describe('many postings by one statement', () => {
  /** Account ids of a user with 1,000 available, 100 in margin, and of the fees. */
  async function someAccounts(where: Database): Promise<number[]> {
    const userId = newUser();
    await where.transact((tx) => openDemo(tx, { userId, amount: amount(1100n), at: 0 }));
    const order = { userId, margin: amount(100n), fee: nothing };
    await where.transact((tx) => post(tx, { book: 'demo', reference: 'x', at: 0, ...recipes.contractOpened(order) }));
    const rows = await where.query<{ id: number }>(
      `select id from ledger_accounts where book = 'demo' and asset = 'USDT'
         and (owner = $1 and kind in ('available', 'margin') or owner = 'house' and kind = 'fees') order by owner = 'house', kind`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  interface Many {
    readonly accounts: readonly number[];
    readonly postings?: readonly number[];
    readonly transfers: readonly (readonly [from: number, to: number, units: string])[];
    readonly expected?: readonly (string | null)[];
    readonly books?: readonly string[];
  }

  /** Two postings by default; transfers belong to the first but for the last. */
  async function postMany(where: Database, { accounts, transfers, postings, expected, books = ['demo', 'demo'] }: Many) {
    const [row] = await where.query<{ posted: number[] | null; balances: string[]; lacking: number | null }>(
      `select posted::text[]::int[] as posted, balances::text[] as balances, lacking from ledger_post_many(
         $1, $2, array['contract.opened', 'contract.closed'], array['a', 'b'], array[now(), now()], $3, $4, $5, $6, $7)`,
      [
        accounts,
        books,
        postings ?? transfers.map((_, place) => (place === transfers.length - 1 ? 2 : 1)),
        transfers.map(([from]) => from),
        transfers.map(([, to]) => to),
        transfers.map(([, , units]) => units),
        expected ?? null,
      ],
    );
    return row;
  }

  test('carry balances from one to the next, and the chains verify', async () => {
    const accounts = await someAccounts(db);
    const transfers = [
      [1, 2, '1000'],
      [2, 3, '7'],
      [2, 1, '1093'],
    ] as const;
    const row = await postMany(db, { accounts, transfers, expected: ['1093', '0', null] });
    expect(row).toMatchObject({ balances: ['1093', '0', null], lacking: null });
    expect(row?.posted).toHaveLength(2);
    expect((await audit(db, {})).findings).toEqual([]);
  });

  test('would be told as others than they are, were their numbers not given in the order in which they are booked', async () => {
    await breakPosting((sql) => sql.replace('order by n.place returning id', 'order by n.place desc returning id'));
    const transfers = [
      [1, 2, '1'],
      [2, 1, '1'],
    ] as const;
    const accounts = await someAccounts(twin);
    const known = (await audit(twin, {})).findings.length;
    await postMany(twin, { accounts, transfers });
    expect((await audit(twin, {})).findings.length).toBeGreaterThan(known);
  });

  test('write nothing where one of them lacks something', async () => {
    const accounts = await someAccounts(db);
    const transfers = [
      [1, 2, '1000'],
      [1, 2, '1'],
    ] as const;
    expect(await postMany(db, { accounts, transfers })).toMatchObject({ posted: null, lacking: 1 });
    expect(await db.query('select from ledger_transfers where from_account = $1 and amount = 1000', [accounts[0]])).toEqual([]);
  });

  const one = [1, 2, '1'] as const;
  test.each<[string, (accounts: number[], real: number, coin: number) => Many, string]>([
    ['a balance that is not so', (accounts) => ({ accounts, transfers: [one, one], expected: ['999', null, null] }), 'not 999'],
    [
      'an account of the other book',
      (accounts, real) => ({ accounts: [...accounts, real], transfers: [one, [1, 4, '1']] }),
      'one book',
    ],
    ['another asset', (accounts, _, coin) => ({ accounts: [...accounts, coin], transfers: [one, [1, 4, '1']] }), 'one asset'],
    ['a posting in the other book', (accounts) => ({ accounts, transfers: [one, one], books: ['demo', 'real'] }), 'one book'],
    [
      'an account that is named twice',
      (accounts) => ({
        accounts: [...accounts, accounts[0] ?? 0],
        transfers: [
          [1, 2, '1000'],
          [4, 2, '1000'],
        ],
      }),
      'named once',
    ],
    ['an account that is not there', (accounts) => ({ accounts: [...accounts, 0], transfers: [one, one] }), 'that are open'],
    ['an account that is not named', (accounts) => ({ accounts, transfers: [one, [1, 9, '1']] }), 'one book'],
    ['a posting that is not named', (accounts) => ({ accounts, transfers: [one, one], postings: [1, 3] }), 'one book'],
    ['a posting without transfers', (accounts) => ({ accounts, transfers: [one, one], postings: [1, 1] }), 'has transfers'],
    [
      'transfers of postings in disorder',
      (accounts) => ({ accounts, transfers: [one, one], postings: [2, 1] }),
      'in the order',
    ],
    ['a part of a smallest unit', (accounts) => ({ accounts, transfers: [one, [1, 2, '1.0']] }), 'whole amount'],
    ['a negative amount', (accounts) => ({ accounts, transfers: [one, [1, 2, '-1']] }), 'something_moves'],
    ['a transfer to itself', (accounts) => ({ accounts, transfers: [one, [1, 1, '1']] }), 'two_accounts'],
  ])('are refused with %s', async (_, many, reason) => {
    const accounts = await someAccounts(db);
    await outcomeOf(db, [move(houseAccount('trading'), userAccount('someone', 'available'), 1n, assetOf('BTC'))]);
    await outcomeOf(db, [move(houseAccount('trading'), userAccount('someone', 'available'), 1n)], 'real');
    const idOf = async (book: Book, asset: string) => {
      const [row] = await db.query<{ id: number }>(
        "select id from ledger_accounts where book = $1 and owner = 'someone' and asset = $2 and kind = 'available'",
        [book, asset],
      );
      return row?.id ?? 0;
    };
    await expect(postMany(db, many(accounts, await idOf('real', 'USDT'), await idOf('demo', 'BTC')))).rejects.toThrow(reason);
    expect((await audit(db, {})).findings).toEqual([]);
  });

  test('would make money, were an account named twice: what one of its names has given the other still has', async () => {
    await breakPosting((sql) => sql.replace('elsif named <> cardinality(p_accounts) then', 'elsif false then'));
    const [margin = 0, available = 0] = await someAccounts(twin);
    const transfers = [
      [1, 2, '100'],
      [3, 2, '100'],
    ] as const;
    await postMany(twin, { accounts: [margin, available, margin], transfers });
    expect((await audit(twin, {})).findings).not.toEqual([]);
  });

  test('by names are refused in the same way, with accounts that are open or are not', async () => {
    const someone = newUser();
    await db.transact((tx) => openDemo(tx, { userId: someone, amount: amount(1000n), at: 0 }));
    const order = { userId: someone, margin: amount(100n), fee: nothing };
    await db.transact((tx) => post(tx, { book: 'demo', reference: 'x', at: 0, ...recipes.contractOpened(order) }));
    for (const kind of ['margin', 'bid']) {
      const posted = db.query(
        `select posted from ledger_post('demo', 'contract.opened', 'a', now(), array[$1, $1, $1],
           array['available', $2, 'available'], array['USDT', 'USDT', 'USDT'], array[1, 3], array[2, 2], array[900, 900])`,
        [someone, kind],
      );
      await expect(posted, kind).rejects.toThrow('named once');
    }
    expect((await audit(db, {})).findings).toEqual([]);
  });

  test.each<[string, (sql: string) => string, Omit<Many, 'accounts'>, string]>([
    [
      'crossing books',
      (sql) => sql.replace(/if books\[f\] is distinct[^]*?elsif/, 'if'),
      { transfers: [one, one], books: ['demo', 'real'] },
      'one book',
    ],
    [
      'what there is',
      (sql) => sql.replace('elsif balances[f] < units then', 'elsif false then'),
      { transfers: [one, [1, 2, '1000']] },
      'no_forbidden_negative',
    ],
  ])('are refused by the tables too, where the function does not look at %s', async (_, change, many, reason) => {
    await breakPosting(change);
    const accounts = await someAccounts(twin);
    await expect(postMany(twin, { accounts, ...many })).rejects.toThrow(reason);
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
    // It dwells on each lock that it has: a busy machine might run the postings one by one by itself.
    await breakPosting((sql) =>
      sql
        .replace('order by a.house, a.id for no key', 'order by array_position(p_accounts, a.id) for no key')
        .replace('perform a.id from', 'perform a.id, pg_sleep(0.001) from'),
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
  }, unhurried);
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

test('locking all that a user has holds up postings to any of it, and nothing else', async () => {
  const [userId, other] = [newUser(), newUser()];
  for (const each of [userId, other]) {
    await db.transact((tx) => openDemo(tx, { userId: each, amount: amount(1_000_000n), at: 0 }));
    const order = { userId: each, margin: amount(10n), fee: amount(1n) };
    await db.transact((tx) => post(tx, { book: 'demo', reference: 'x', at: 0, ...recipes.contractOpened(order) }));
  }
  const spend = (owner: string) => [move(userAccount(owner, 'margin'), houseAccount('fees'), 1n)];
  let ended = false;
  const held = await db.transact(async (tx) => {
    await lockAllBalances(tx, 'demo', userId);
    const waiting = outcomeOf(db, spend(userId)).finally(() => (ended = true));
    expect(await outcomeOf(db, spend(other))).toBe('posted');
    expect(ended).toBe(false);
    return { waiting };
  }, unhurried);
  expect(await held.waiting).toBe('posted');
});

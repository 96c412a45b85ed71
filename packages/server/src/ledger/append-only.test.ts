import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount, nothing } from '@assay/domain/money/amount.ts';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { missingGuards } from '../platform/schema/guards.ts';
import { ensureRights } from '../platform/schema/rights.ts';
import { audit, openDemo, post, resetDemo } from './index.ts';
import { makePartitions, takeCheckpoints } from './jobs.ts';

const db = await testDatabase();
await ensureRights(db);
await db.transact((tx) => openDemo(tx, { userId: 'ada', amount: amount(1000n), at: 0 }));
await db.transact((tx) => {
  const funds = { treasury: amount(5n), insurance: amount(5n), lending: nothing, trading: amount(5n) };
  return post(tx, { book: 'real', reference: 'house:1', at: 0, ...recipes.houseFunded(funds) });
});
await db.transact((tx) => {
  const coin = {
    from: { owner: 'house', kind: 'trading' as const },
    to: { owner: 'ada', kind: 'available' as const },
    asset: { code: 'BTC', scale: 8 },
    amount: amount(7n),
  };
  return post(tx, { book: 'demo', reason: 'contract.closed', reference: 'x', at: 0, transfers: [coin] });
});
await takeCheckpoints(db);

const account = (book: string, owner: string, kind: string, asset = 'USDT') =>
  `(select id from ledger_accounts where book = '${book}' and owner = '${owner}' and kind = '${kind}' and asset = '${asset}')`;

const insertTransfer = (from: string, to: string) => `
  insert into ledger_transfers (transaction_id, position, amount, from_account, to_account, from_hash, to_hash)
  values ((select min(id) from ledger_transactions where book = 'demo'), 9, 1, ${from}, ${to}, '', '')`;

describe('history', () => {
  test.each(['ledger_transactions', 'ledger_transfers', 'ledger_checkpoints'])(
    'of %s can neither be changed nor removed',
    async (table) => {
      const [column] = table === 'ledger_transactions' ? ['reason'] : table === 'ledger_transfers' ? ['amount'] : ['balance'];
      await expect(db.query(`update ${table} set ${column} = ${column}`)).rejects.toThrow('append-only');
      await expect(db.query(`delete from ${table}`)).rejects.toThrow('append-only');
      await expect(db.query(`truncate ${table} cascade`)).rejects.toThrow('append-only');
    },
  );

  test('keeps its accounts as they were opened', async () => {
    await expect(db.query("update ledger_accounts set owner = 'eve'")).rejects.toThrow('append-only');
    await expect(db.query("update ledger_accounts set book = 'real'")).rejects.toThrow('append-only');
    await expect(db.query('delete from ledger_accounts')).rejects.toThrow('append-only');
    await expect(db.query('truncate ledger_accounts cascade')).rejects.toThrow('append-only');
  });

  test('would change without these triggers', async () => {
    await db
      .transact(async (tx) => {
        await tx.query('alter table ledger_transfers disable trigger append_only');
        await tx.query('update ledger_transfers set amount = amount + 1');
        throw new Error('changed');
      })
      .catch((error: unknown) => expect(error).toHaveProperty('message', 'changed'));
  });
});

describe('a partition of the transfers', () => {
  const partition = 'ledger_transfers_0';
  const crossing = insertTransfer(account('demo', 'ada', 'available'), account('real', 'house', 'treasury'));

  test('keeps what the whole keeps, whoever names it', async () => {
    await expect(db.query(`update ${partition} set amount = amount`)).rejects.toThrow('append-only');
    await expect(db.query(`delete from ${partition}`)).rejects.toThrow('append-only');
    await expect(db.query(`truncate ${partition}`)).rejects.toThrow('append-only');
    await expect(db.query(crossing.replace('ledger_transfers', partition))).rejects.toThrow('one book and one asset');
  });

  test('would take anything without triggers of its own', async () => {
    const tamper = db.transact(async (tx) => {
      await tx.query(`alter table ${partition} disable trigger append_only, disable trigger within_one_book_and_asset`);
      await tx.query(crossing.replace('ledger_transfers', partition));
      await tx.query(`update ${partition} set amount = amount + 1`);
      throw new Error('changed');
    });
    await expect(tamper).rejects.toThrow('changed');
  });

  test('is there before anything is booked in it, and the books go on from one to the next', async () => {
    const books = await testDatabase(2);
    const open = (userId: string) => books.transact((tx) => openDemo(tx, { userId, amount: amount(1000n), at: 0 }));
    const partitions = () =>
      books.query<{ partition: string; rows: number }>(
        `select p.partition, (select count(*)::int from ledger_transfers t where t.tableoid = p.partition_oid) as rows from table_partitions p
         where p.whole = 'ledger_transfers' order by p.to_number`,
      );
    await open('ada');
    const first = [{ partition: 'ledger_transfers_0', rows: 1 }];
    expect(await partitions()).toEqual([...first, { partition: 'ledger_transfers_10000000', rows: 0 }]);
    expect(await makePartitions(books)).toBe(0);
    await books.query("select setval('ledger_transactions_id_seq', 10000000)");
    await open('bob');
    expect(await makePartitions(books)).toBe(1);
    expect(await makePartitions(books)).toBe(0);
    expect(await partitions()).toEqual([
      ...first,
      { partition: 'ledger_transfers_10000000', rows: 1 },
      expect.objectContaining({ rows: 0 }),
    ]);
    const [released] = await books.transact(async (tx) => {
      await resetDemo(tx, { userId: 'ada', amount: amount(7n), at: 1 });
      return tx.query<{ entries: number }>(
        `select count(*)::int as entries from ledger_entries e where e.account_id = ${account('demo', 'ada', 'available')}`,
      );
    });
    expect(released).toEqual({ entries: 3 });
    expect((await audit(books, {})).findings).toEqual([]);
    expect(await missingGuards(books)).toEqual(expect.not.arrayContaining([expect.stringContaining('nothing keeps')]));
  });

  test('lies ahead of the numbers that are drawn, also where nothing could be booked by them', async () => {
    const books = await testDatabase(2);
    const open = () => books.transact((tx) => openDemo(tx, { userId: 'ada', amount: amount(1000n), at: 0 }));
    const missing = 'no partition of ledger_transfers takes transaction 25000002, which is the next';
    await books.query("select setval('ledger_transactions_id_seq', 25000000)");
    await expect(open()).rejects.toThrow('no partition');
    expect(await missingGuards(books)).toContain(missing);
    // Those from 20 and from 30 million on.
    expect(await makePartitions(books)).toBe(2);
    expect(await makePartitions(books)).toBe(0);
    expect(await missingGuards(books)).not.toContain(missing);
    await open();
    expect((await audit(books, {})).findings).toEqual([]);
  });

  test('is one of a hundred at most that are made at a time', async () => {
    const books = await testDatabase(2);
    await books.query("select setval('ledger_transactions_id_seq', 1025000000)");
    // Up to 1,020 million, and the two from there on.
    expect(await makePartitions(books)).toBe(100);
    expect(await makePartitions(books)).toBe(2);
    expect(await makePartitions(books)).toBe(0);
  });
});

describe('the database refuses', () => {
  const crossing = 'one book and one asset';
  const chart = 'ledger_accounts_book_kind_house_fkey';
  const kept = "insert into ledger_accounts (book, owner, asset, kind, balance, version, hash) values ('demo',";
  const plain = 'insert into ledger_accounts (book, owner, asset, kind) values';
  test.each([
    [
      'a transfer from the demo book to the real one',
      insertTransfer(account('demo', 'ada', 'available'), account('real', 'house', 'treasury')),
      crossing,
    ],
    [
      'a transfer between two accounts of the other book',
      insertTransfer(account('real', 'house', 'treasury'), account('real', 'house', 'insurance')),
      crossing,
    ],
    [
      'a transfer from one asset to another',
      insertTransfer(account('demo', 'ada', 'available'), account('demo', 'ada', 'available', 'BTC')),
      crossing,
    ],
    ['a transfer to nobody', insertTransfer(account('demo', 'ada', 'available'), '0'), crossing],
    [
      'a transfer to itself',
      insertTransfer(account('demo', 'ada', 'available'), account('demo', 'ada', 'available')),
      'two_accounts',
    ],
    ['a balance below nothing', "update ledger_accounts set balance = -1 where owner = 'ada'", 'no_forbidden_negative'],
    ['play money in the real book', `${plain} ('real', 'house', 'USDT', 'issuance')`, chart],
    ['deposits in the demo book', `${plain} ('demo', 'house', 'USDT', 'outside:deposits')`, chart],
    ['a third book', `${plain} ('other', 'house', 'USDT', 'fees')`, chart],
    ['a treasury of a customer', `${kept} 'ada', 'USDT', 'treasury', 0, 0, '')`, chart],
    ['a margin of the house', `${kept} 'house', 'USDT', 'margin', 0, 0, '')`, chart],
    [
      'a customer account without a balance',
      `${plain} ('demo', 'eve', 'USDT', 'available')`,
      'locked_accounts_keep_their_state',
    ],
  ])('%s', async (_, sql, reason) => {
    await expect(db.query(sql)).rejects.toThrow(reason);
  });

  test.each([
    ['nothing', 0n],
    ['a negative amount', -1n],
  ])('to move %s', async (_, units) => {
    const transfers = [
      {
        from: { owner: 'house', kind: 'trading' as const },
        to: { owner: 'house', kind: 'fees' as const },
        asset: { code: 'USDT', scale: 6 },
        amount: amount(units),
      },
    ];
    const posted = db.transact((tx) => post(tx, { book: 'demo', reason: 'contract.closed', reference: 'x', at: 0, transfers }));
    await expect(posted).rejects.toThrow('something_moves');
  });

  test('to move a part of a smallest unit', async () => {
    const call =
      "select ledger_post('demo', 'x', 'x', now(), '{house,house}', '{trading,fees}', '{USDT,USDT}', '{1}', '{2}', '{0.5}')";
    await expect(db.query(call)).rejects.toThrow('whole amount');
  });
});

describe('the role of the application', () => {
  /** One statement as that role. */
  async function asApplication(sql: string): Promise<unknown> {
    return db.transact(async (tx) => {
      await tx.query('set local role assay_application');
      return tx.query(sql);
    });
  }

  test.each([
    'insert into ledger_checkpoints (account_id, through_transaction, balance) values (1, 99, 1)',
    "insert into ledger_accounts (book, owner, asset, kind) values ('demo', 'house', 'BTC', 'fees')",
    'update ledger_accounts set balance = balance + 1',
    'update ledger_transfers set amount = 1',
    'delete from ledger_transfers',
    'truncate ledger_transfers',
    'alter table ledger_transfers disable trigger append_only',
    insertTransfer('1', '2'),
  ])('has no right to %s', async (sql) => {
    await expect(asApplication(sql)).rejects.toThrow(/permission denied|must be owner/);
  });

  test('posts and reads', async () => {
    await db.transact(async (tx) => {
      await tx.query('set local role assay_application');
      await openDemo(tx, { userId: 'bob', amount: amount(3n), at: 0 });
    });
    expect(await asApplication("select balance from ledger_accounts where owner = 'bob'")).toEqual([{ balance: 3n }]);
    expect((await audit(db, {})).findings).toEqual([]);
  });

  test('puts nothing in front of a table that a function reads with more rights than it has', async () => {
    const credulous = await db.query(
      `with recursive in_triggers as (
         select oid from pg_proc where pronamespace = current_schema::regnamespace and prorettype = 'trigger'::regtype
         union
         select c.oid from in_triggers n join pg_proc f on f.oid = n.oid join pg_proc c on f.prosrc ~ ('\\m' || c.proname || '\\s*\\(')
         where c.pronamespace = current_schema::regnamespace
       )
       select oid::regprocedure::text as name from pg_proc
       where pronamespace = current_schema::regnamespace
         and (prosecdef or proconfig::text like '%search_path=%'
           or oid in (select oid from in_triggers) and prosrc ~ '\\m(select|perform|insert|update|delete|execute)\\M')
         and not exists (select from unnest(proconfig) setting where setting like 'search_path=%, pg_temp')`,
    );
    expect(credulous).toEqual([]);
    /** What the books say that Ada has, beside a temporary table with the name of theirs. */
    const seenBeside = async (alter: string): Promise<unknown> => {
      let seen: unknown;
      const work = db.transact(async (tx) => {
        await tx.query(alter);
        // It has no right to temporary tables, either: this is of what holds where a database cannot take it away.
        await tx.query(`grant temporary on database "${new URL(db.url).pathname.slice(1)}" to assay_application`);
        await tx.query('set local role assay_application');
        await tx.query("create temp table ledger_accounts as select * from ledger_accounts where owner = 'ada'");
        await tx.query('update ledger_accounts set balance = 5');
        seen = await tx.query("select balance from ledger_lock_many('{demo}', '{ada}', '{USDT}', '{available}')");
        throw new Error('undone');
      });
      await expect(work).rejects.toThrow('undone');
      return seen;
    };
    expect(await seenBeside('select')).toEqual([{ balance: 1000n }]);
    const before = 'alter function ledger_lock_many(text[], text[], text[], text[]) set search_path = public';
    expect(await seenBeside(before)).toEqual([{ balance: 5n }]);
  });

  test('makes no tables of its own, and hangs no guard on one', async () => {
    const hung = await db.query(
      `select oid::regprocedure::text as name from pg_proc where pronamespace = current_schema::regnamespace
         and prorettype = 'trigger'::regtype and has_function_privilege('assay_application', oid, 'execute')`,
    );
    expect(hung).toEqual([]);
    await expect(asApplication('create temp table mine (id bigint)')).rejects.toThrow('permission denied');
  });

  test('is held by a guard to what is kept, not to a table of its own', async () => {
    /** Whether an exclusion for good can be followed by a shorter one, beside a temporary table with the name of the choices. */
    const shortenedBeside = async (alter: string): Promise<unknown> => {
      const work = db.transact(async (tx) => {
        await tx.query(alter);
        const [user] = await tx.query<{ id: number }>(
          `insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
           values ('excluded', 'excluded@example.com', 'none', now(), 'en', $1, now()) returning id`,
          ['EXCLUDED00'],
        );
        await tx.query(`grant temporary on database "${new URL(db.url).pathname.slice(1)}" to assay_application`);
        await tx.query('set local role assay_application');
        const exclude = (until: string) =>
          tx.query(
            `insert into public.limit_choices (user_id, kind, until, chosen_at, effective_at)
             values ($1, 'exclusion', ${until}, now(), now())`,
            [user?.id],
          );
        await exclude('null');
        await tx.query('create temp table limit_choices (like public.limit_choices)');
        await exclude("now() + interval '1 day'");
        throw new Error('it can');
      });
      return work.catch((error: unknown) => (error as Error).message);
    };
    expect(await shortenedBeside('select')).toBe('a self-exclusion is never shortened');
    expect(await shortenedBeside('alter function exclusion_is_never_shortened() reset search_path')).toBe('it can');
  });
});

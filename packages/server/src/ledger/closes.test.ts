import { boundKinds, heldKinds, protectedKinds, unlockedKinds } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount, nothing } from '@assay/domain/money/amount.ts';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { type Finding, type HoldingsSource, auditDay, inspectNewest } from './audit.ts';
import { auditOlder } from './audit/older.ts';
import { audit, auditNewest, bookedByDay, closeDay, feesPaid, openDemo, post, resetDemo, settledTransaction } from './index.ts';
import { takeCheckpoints } from './jobs.ts';

const db = await testDatabase();
const at = (day: number, hour = 12) => Date.UTC(2030, 0, day, hour);

/** All customers' margin, as the slice of contracts would report it. */
const holdings: HoldingsSource[] = [
  { kind: 'margin', query: 'select reference, book, owner, asset, amount from open_contracts' },
];
await db.query('create table open_contracts (reference text, book text, owner text, asset text, amount numeric)');

async function open(userId: string, name: string, margin: bigint, day: number): Promise<void> {
  await db.transact(async (tx) => {
    const contract = recipes.contractOpened({ userId, margin: amount(margin), fee: amount(7n) });
    await post(tx, { book: 'demo', reference: `contract:${name}`, at: at(day), ...contract });
    await tx.query('insert into open_contracts values ($1, $2, $3, $4, $5)', [
      `contract:${name}`,
      'demo',
      userId,
      'USDT',
      margin,
    ]);
  });
}

async function close(userId: string, name: string, margin: bigint, day: number): Promise<void> {
  await db.transact(async (tx) => {
    const closing = { userId, margin: amount(margin), profit: nothing, fee: nothing, liquidated: false };
    await post(tx, { book: 'demo', reference: `contract:${name}`, at: at(day), ...recipes.contractClosed(closing) });
    await tx.query('delete from open_contracts where reference = $1', [`contract:${name}`]);
  });
}

async function endOfDay(day: number): Promise<number> {
  const through = await settledTransaction(db);
  if (through === undefined) throw new Error('the books did not come to rest');
  await db.transact((tx) => closeDay(tx, `2030-01-${String(day).padStart(2, '0')}`, through));
  return through;
}

const named = (findings: readonly Finding[]) => [...new Set(findings.map(({ check }) => check))].toSorted();

for (const user of ['ada', 'bob', 'cyd', 'dan'])
  await db.transact((tx) => openDemo(tx, { userId: user, amount: amount(1_000_000n), at: at(1) }));
await open('ada', 'a1', 1000n, 1);
await open('bob', 'b1', 2000n, 1);
await open('cyd', 'c1', 3000n, 1);
const first = await endOfDay(1);
await close('ada', 'a1', 1000n, 2);
await open('ada', 'a2', 500n, 2);
await db.transact(async (tx) => {
  await resetDemo(tx, { userId: 'cyd', amount: amount(1_000_000n), at: at(2) });
  await tx.query("delete from open_contracts where owner = 'cyd'");
});
const second = await endOfDay(2);
await takeCheckpoints(db); // as every hour: what unlocked accounts have is summed up from there
await open('bob', 'b2', 100n, 3);

describe('a day that is closed', () => {
  test('says what every account had that has moved, and nothing of others', async () => {
    const said = (through: number) =>
      db.query(
        `select a.owner, a.kind, k.balance from ledger_closings k join ledger_accounts a on a.id = k.account_id
         where k.through_transaction = $1 and a.owner in ('ada', 'bob') order by 1, 2`,
        [through],
      );
    expect(await said(first)).toEqual([
      { owner: 'ada', kind: 'available', balance: 998_993n },
      { owner: 'ada', kind: 'margin', balance: 1000n },
      { owner: 'bob', kind: 'available', balance: 997_993n },
      { owner: 'bob', kind: 'margin', balance: 2000n },
    ]);
    // 998,993 + 1,000 of the first contract, less 500 and 7 of the second.
    expect(await said(second)).toEqual([
      { owner: 'ada', kind: 'available', balance: 999_486n },
      { owner: 'ada', kind: 'margin', balance: 500n },
    ]);
  });

  test('says what accounts that keep no balance had', async () => {
    const rows = await db.query(
      `select k.through_transaction as through, k.balance from ledger_closings k join ledger_accounts a on a.id = k.account_id
       where a.book = 'demo' and a.kind = 'fees' order by 1`,
    );
    expect(rows).toEqual([
      { through: first, balance: 21n },
      { through: second, balance: 28n },
    ]);
  });

  test('says what was held at its end, and forgets what a reset has ended', async () => {
    const held = await db.query(
      'select a.owner, h.reference, h.amount from ledger_closed_holds h join ledger_accounts a on a.id = h.account_id order by 1',
    );
    expect(held).toEqual([
      { owner: 'ada', reference: 'contract:a2', amount: 500n },
      { owner: 'bob', reference: 'contract:b1', amount: 2000n },
    ]);
  });

  test('says who has paid which fees, and how much was booked', async () => {
    const fees = await db.query("select day::text, payer, fees from ledger_day_fees where book = 'demo' order by 1, 2");
    expect(fees).toEqual([
      { day: '2030-01-01', payer: 'ada', fees: 7n },
      { day: '2030-01-01', payer: 'bob', fees: 7n },
      { day: '2030-01-01', payer: 'cyd', fees: 7n },
      { day: '2030-01-02', payer: 'ada', fees: 7n },
    ]);
    expect(await db.query('select day::text, transactions, fees from ledger_day_totals order by 1')).toEqual([
      { day: '2030-01-01', transactions: 7, fees: 21n },
      { day: '2030-01-02', transactions: 3, fees: 7n },
    ]);
  });

  test('is read where fees and days are asked for, and the running day is added to it', async () => {
    expect(await bookedByDay(db, 'demo', new Date(at(1, 0)))).toEqual([
      { day: '2030-01-01', fees: 21n, transactions: 7 },
      { day: '2030-01-02', fees: 7n, transactions: 3 },
      { day: '2030-01-03', fees: 7n, transactions: 1 },
    ]);
    const of = { book: 'demo', from: at(2, 0), to: at(4, 0), reasons: ['contract.opened'], payers: ['ada', 'bob'] } as const;
    const paid = [
      { payer: 'ada', asset: 'USDT', amount: 7n },
      { payer: 'bob', asset: 'USDT', amount: 7n },
    ];
    expect(await feesPaid(db, of)).toEqual(paid);
    expect(await feesPaid(db, { ...of, to: at(3, 0) })).toEqual(paid.slice(0, 1));
    // What the close says counts, not the transfers: those are not read again.
    await undone(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('update ledger_day_fees set fees = 9');
      await tx.query('update ledger_day_totals set fees = 9');
      expect(await feesPaid(tx, { ...of, to: at(3, 0) })).toEqual([{ payer: 'ada', asset: 'USDT', amount: 9n }]);
      expect((await bookedByDay(tx, 'demo', new Date(at(2, 0)))).map(({ fees }) => fees)).toEqual([9n, 7n]);
    });
  });

  test('takes nothing more, whoever books', async () => {
    const late = `
      insert into ledger_transfers (transaction_id, position, amount, from_account, to_account, from_hash, to_hash)
      select $1, 9, 1, f.id, o.id, '', '' from ledger_accounts f, ledger_accounts o
      where f.book = 'demo' and f.kind = 'trading' and f.asset = 'USDT' and o.book = 'demo' and o.kind = 'fees' and o.asset = 'USDT'`;
    const refused = 'nothing is booked in a day that is closed';
    await expect(db.query(late, [first])).rejects.toThrow(refused);
    await expect(db.query(late, [second])).rejects.toThrow(refused);
    await undone(async (tx) => {
      await tx.query(late, [second + 1]); // of the day that runs
    });
    await undone(async (tx) => {
      await tx.query('alter table ledger_transfers disable trigger nothing_behind_a_close');
      await tx.query(late, [first]);
      expect(named(await dayIn(tx, '2030-01-01'))).toEqual(['chain', 'close', 'complete']);
    });
  });

  test.each([
    ['twice', '2030-01-02', second],
    ['after a later one', '2030-01-01', second],
    ['with less than the one before it', '2030-01-03', second - 1],
    ['ahead of what is booked', '2030-01-03', second + 1_000_000],
  ])('is not closed %s', async (_, day, through) => {
    await expect(db.transact((tx) => closeDay(tx, day, through))).rejects.toThrow(
      /the books are closed up to|has not been booked/,
    );
  });

  test('may be one without a posting', async () => {
    await undone(async (tx) => {
      const [last] = await tx.query<{ id: number }>('select max(id) as id from ledger_transactions');
      await closeDay(tx, '2030-01-03', last?.id ?? 0);
      await closeDay(tx, '2030-01-04', last?.id ?? 0);
      expect(named((await inspectNewest(tx, { holdings })).findings)).toEqual([]);
    });
  });
});

/** Rolls back whatever was done. */
async function undone(work: (tx: Transaction) => Promise<void>): Promise<void> {
  const back = new Error('undone');
  await expect(
    db.transact(async (tx) => {
      await work(tx);
      throw back;
    }),
  ).rejects.toBe(back);
}

/** The audit of one day in the state that a transaction sees. */
function dayIn(tx: Transaction, day: string): Promise<readonly Finding[]> {
  const seen: Database = { ...db, transact: (work) => work(tx) };
  return auditDay(seen, day);
}

describe('the auditor', () => {
  test('finds nothing in books that nobody has touched', async () => {
    expect((await audit(db, { holdings })).findings).toEqual([]);
    expect((await auditNewest(db, { holdings })).findings).toEqual([]);
    expect([await auditDay(db, '2030-01-01'), await auditDay(db, '2030-01-02')]).toEqual([[], []]);
  });

  test('goes through closed days again, each in its turn and once a month', async () => {
    const looked: string[] = [];
    const look = async (_: Database, day: string) => {
      looked.push(day);
      return [];
    };
    expect((await auditOlder(db, look, 0)).days).toEqual(['2030-01-01']);
    expect((await auditOlder(db, look, 0)).days).toEqual(['2030-01-02']);
    expect((await auditOlder(db, look, 60_000)).days).toEqual([]);
    await db.query("update ledger_audited_days set audited_at = now() - interval '31 days'");
    expect((await auditOlder(db, auditDay, 60_000)).days).toEqual(['2030-01-01', '2030-01-02']);
    expect(looked).toEqual(['2030-01-01', '2030-01-02']);
  });

  const accountOf = (owner: string, kind: string) =>
    `(select id from ledger_accounts where owner = '${owner}' and kind = '${kind}' and book = 'demo' and asset = 'USDT')`;
  const paid = (owner: string, reference: string) =>
    `from_account = ${accountOf(owner, 'available')} and to_account = ${accountOf('house', 'fees')}
     and transaction_id in (select id from ledger_transactions where reference = 'contract:${reference}')`;

  /** What the newest audit finds, and that of a day, after changes by a superuser of the database. */
  test.each<[string, string, readonly string[], string, readonly string[]]>([
    [
      'a posting after the close',
      `update ledger_transfers set amount = 8 where ${paid('bob', 'b2')}`,
      ['chain', 'zeroSum'],
      '2030-01-02',
      [],
    ],
    [
      'a posting of the last closed day',
      `update ledger_transfers set amount = 8 where ${paid('ada', 'a2')}`,
      ['chain', 'close'],
      '2030-01-02',
      ['chain', 'close'],
    ],
    [
      'a posting of an older day',
      `update ledger_transfers set amount = 8 where ${paid('bob', 'b1')}`,
      [],
      '2030-01-01',
      ['chain', 'close'],
    ],
    [
      'a posting of a day that was removed',
      `delete from ledger_transfers where ${paid('ada', 'a2')}`,
      ['balance', 'close', 'complete'],
      '2030-01-02',
      ['close', 'complete'],
    ],
    [
      'the balance of an account that rests',
      `update ledger_accounts set balance = balance + case owner when 'dan' then 1 else -1 end
       where id in (${accountOf('dan', 'available')}, ${accountOf('cyd', 'available')})`,
      ['balance', 'close'],
      '2030-01-01',
      [],
    ],
    [
      'a closing of the last closed day',
      `update ledger_closings set balance = balance + 1 where account_id = ${accountOf('ada', 'available')} and through_transaction = ${second}`,
      ['close'],
      '2030-01-02',
      ['close'],
    ],
    [
      'an older closing that is the last of its account',
      `update ledger_closings set balance = balance + 1 where account_id = ${accountOf('dan', 'available')}`,
      ['close'],
      '2030-01-01',
      ['close'],
    ],
    [
      'a closing that is missing',
      `delete from ledger_closings where account_id = ${accountOf('house', 'fees')} and through_transaction = ${second}`,
      ['close'],
      '2030-01-02',
      ['close'],
    ],
    ['a close', `update ledger_closes set transactions = 1 where day = '2030-01-01'`, ['close'], '2030-01-01', []],
    [
      'what was held',
      `update ledger_closed_holds set amount = 499 where reference = 'contract:a2'`,
      ['close', 'held'],
      '2030-01-02',
      [],
    ],
    [
      'what was paid',
      `update ledger_day_fees set fees = 1 where payer = 'ada' and day = '2030-01-02'`,
      ['close'],
      '2030-01-02',
      ['close'],
    ],
    ['the sums of a day', `update ledger_day_totals set fees = 1 where day = '2030-01-02'`, ['close'], '2030-01-02', ['close']],
  ])('finds %s that was tampered with', async (_, sql, newest, day, ofDay) => {
    await undone(async (tx) => {
      await tx.query('set local session_replication_role = replica'); // switches triggers off
      await tx.query(sql);
      expect(named((await inspectNewest(tx, { holdings })).findings)).toEqual(newest);
      expect(named(await dayIn(tx, day))).toEqual(ofDay);
    });
  });

  test('finds what is held for nothing, by what was held at the close and what came since', async () => {
    await undone(async (tx) => {
      await tx.query("delete from open_contracts where reference in ('contract:b1', 'contract:b2')");
      const { findings } = await inspectNewest(tx, { holdings });
      expect(findings.map(({ detail }) => detail)).toEqual([
        'holds 2000, its 0 open things need 0',
        'holds 100, its 0 open things need 0',
      ]);
    });
  });
});

test('the database binds the kinds of accounts that the rules bind', async () => {
  const kinds = ['available', ...heldKinds, 'loan', ...protectedKinds, ...unlockedKinds];
  const bound = await db.query<{ kind: string }>('select kind from unnest($1::text[]) kind where ledger_is_bound(kind)', [
    kinds,
  ]);
  expect(bound.map(({ kind }) => kind).toSorted()).toEqual([...boundKinds].toSorted());
});

import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { type Amount, amount, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { type Transaction, unhurried } from '../platform/database.ts';
import { type Finding, type HoldingsSource, inspect, inspectAfter } from './audit.ts';
import { audit, auditAccounts, houseBalance, openDemo, post, resetDemo } from './index.ts';
import { takeCheckpoints } from './jobs.ts';

const db = await testDatabase();
const million = amount(1_000_000n);

async function open(userId: string, margin: Amount): Promise<void> {
  const contract = recipes.contractOpened({ userId, margin, fee: amount(7n) });
  await db.transact((tx) => post(tx, { book: 'demo', reference: `contract:${userId}`, at: 1, ...contract }));
}

/** A demo customer with an open contract of 1,000 units. */
async function customer(userId: string): Promise<void> {
  await db.transact((tx) => openDemo(tx, { userId, amount: million, at: 0 }));
  await open(userId, amount(1000n));
}

await customer('ada');
await customer('bob');
await db.transact((tx) => {
  const funds = { treasury: million, insurance: million, lending: nothing, trading: million };
  return post(tx, { book: 'real', reference: 'house:1', at: 2, ...recipes.houseFunded(funds) });
});

/** Rolls the transaction back: every test finds the books as they were. */
class Undone extends Error {}

/** What the auditor finds after a superuser of the database has changed the books. */
async function foundAfter(tamper: (tx: Transaction) => Promise<unknown>): Promise<readonly Finding[]> {
  let findings: readonly Finding[] = [];
  const work = db.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica'); // switches triggers and foreign keys off
    await tamper(tx);
    ({ findings } = await inspect(tx, {}));
    throw new Undone();
  });
  await expect(work).rejects.toThrow(Undone);
  return findings;
}

const accountOf = (owner: string, kind: string) =>
  `(select id from ledger_accounts where owner = '${owner}' and kind = '${kind}' and book = 'demo')`;

describe('untouched books', () => {
  test('balance', async () => {
    expect((await audit(db, {})).findings).toEqual([]);
  });
});

test('an audit may take longer than a customer waits', async () => {
  // What this thing is called is the limit that the audit reads it under.
  const query = `select current_setting('statement_timeout') as reference, 'demo' as book, 'ada' as owner, 'USDT' as asset, 1 as amount`;
  const { findings } = await audit(db, { holdings: [{ kind: 'margin', query }] });
  const [limit] = await db.query("select current_setting('statement_timeout') as limit");
  expect(limit).toEqual({ limit: '30s' });
  expect(findings.map(({ about }) => about)).toContain('ada USDT margin 0');
});

describe('the auditor finds', () => {
  test.each([
    [
      'a balance that was changed',
      `update ledger_accounts set balance = balance + 1 where id = ${accountOf('ada', 'available')}`,
      ['balance', 'zeroSum'],
    ],
    [
      'money moved between two balances without a transfer',
      `update ledger_accounts set balance = balance + case owner when 'ada' then 1 else -1 end
       where owner in ('ada', 'bob') and kind = 'available'`,
      ['balance'],
    ],
    [
      'a version that was turned back',
      `update ledger_accounts set version = 1 where id = ${accountOf('ada', 'available')}`,
      ['balance'],
    ],
    [
      'a hash that was replaced',
      `update ledger_accounts set hash = sha256('x') where id = ${accountOf('ada', 'margin')}`,
      ['balance'],
    ],
    [
      'an amount that was changed',
      `update ledger_transfers set amount = amount + 1 where to_account = ${accountOf('ada', 'margin')}`,
      ['chain'],
    ],
    [
      'an amount that was changed together with all balances',
      `with moved as (
         update ledger_transfers set amount = amount + 5, from_balance = from_balance - 5, to_balance = to_balance + 5
         where to_account = ${accountOf('ada', 'margin')}),
       later as (
         update ledger_transfers set from_balance = from_balance - 5
         where from_account = ${accountOf('ada', 'available')} and position = 2)
       update ledger_accounts set balance = balance + case kind when 'margin' then 5 else -5 end where owner = 'ada'`,
      ['chain'],
    ],
    [
      'an amount between two accounts of the house',
      `update ledger_transfers set amount = amount + 1 where from_account in
      (select id from ledger_accounts where kind = 'capital') and to_account in (select id from ledger_accounts where kind = 'trading')`,
      ['chain'],
    ],
    [
      'a transfer that was removed',
      `delete from ledger_transfers where to_account = ${accountOf('ada', 'margin')}`,
      ['balance', 'chain', 'complete'],
    ],
    [
      'a transfer of the house that was removed',
      `delete from ledger_transfers where to_account in
      (select id from ledger_accounts where kind = 'trading')`,
      ['complete'],
    ],
    ['a transaction that was removed', "delete from ledger_transactions where reference = 'contract:ada'", ['crossing']],
    ['another reason', "update ledger_transactions set reason = 'contract.closed' where reference = 'contract:ada'", ['chain']],
    [
      'another reference',
      "update ledger_transactions set reference = 'contract:eve' where reference = 'contract:ada'",
      ['chain'],
    ],
    [
      'another time',
      "update ledger_transactions set at = at + interval '1 microsecond' where reference = 'contract:ada'",
      ['chain'],
    ],
    ['an account that was given to somebody else', "update ledger_accounts set owner = 'eve' where owner = 'ada'", ['chain']],
    [
      'a transfer from the demo book into the real one',
      `update ledger_transfers set to_account = (select id from ledger_accounts where book = 'real' and kind = 'insurance')
       where to_account = ${accountOf('ada', 'margin')}`,
      ['balance', 'chain', 'crossing'],
    ],
    [
      'an entry whose hash was replaced',
      `update ledger_transfers set from_hash = sha256('x') where from_account = ${accountOf('ada', 'available')}`,
      ['balance', 'chain'],
    ],
  ])('%s', async (_, sql, checks) => {
    const findings = await foundAfter((tx) => tx.query(sql));
    expect([...new Set(findings.map((finding) => finding.check))].toSorted()).toEqual(checks);
  });

  test('a balance below nothing, even without the constraint', async () => {
    const findings = await foundAfter(async (tx) => {
      await tx.query('alter domain ledger_kept drop constraint no_forbidden_negative');
      await tx.query(`update ledger_accounts set balance = -1 where id = ${accountOf('ada', 'available')}`);
    });
    expect(findings.map((finding) => finding.check)).toContain('negative');
  });

  test('a checkpoint that says something else than the entries', async () => {
    await takeCheckpoints(db);
    const findings = await foundAfter((tx) =>
      tx.query(
        'update ledger_checkpoints set balance = balance + 1 where account_id in (select id from ledger_accounts where kind = $1)',
        ['fees'],
      ),
    );
    expect(findings.map((finding) => [finding.check, finding.about])).toEqual([
      ['zeroSum', 'USDT'],
      ['checkpoint', 'house USDT fees'],
    ]);
  });
});

describe('every held amount belongs to exactly one open thing', () => {
  const things = (...rows: string[]): HoldingsSource[] => [
    { kind: 'margin', query: `select * from (values ${rows.join(', ')}) t (reference, book, owner, asset, amount)` },
  ];
  const ada = "('contract:ada', 'demo', 'ada', 'USDT', 1000::numeric)";
  const bob = "('contract:bob', 'demo', 'bob', 'USDT', 1000::numeric)";
  const heldFindings = async (holdings: HoldingsSource[]) =>
    (await audit(db, { holdings })).findings.map((finding) => `${finding.about}: ${finding.detail}`);

  test('and then nothing is found', async () => {
    expect(await heldFindings(things(ada, bob))).toEqual([]);
  });

  test('money held for a thing that has ended is found', async () => {
    expect(await heldFindings(things(bob))).toEqual(['ada USDT margin contract:ada: holds 1000, its 0 open things need 0']);
  });

  test('a thing that holds too little is found, also when another one holds as much too much', async () => {
    const less = "('contract:ada', 'demo', 'ada', 'USDT', 999::numeric)";
    const more = "('contract:bob', 'demo', 'bob', 'USDT', 1001::numeric)";
    expect(await heldFindings(things(less, more))).toHaveLength(2);
  });

  test('an open thing without any money is found', async () => {
    const free = "('contract:eve', 'demo', 'eve', 'USDT', 5::numeric)";
    expect(await heldFindings(things(ada, bob, free))).toEqual([
      'eve USDT margin contract:eve: holds 0, its 1 open things need 5',
    ]);
  });

  test('two things under one reference are found', async () => {
    const half = "('contract:ada', 'demo', 'ada', 'USDT', 500::numeric)";
    expect(await heldFindings(things(half, half, bob))).toHaveLength(1);
  });

  test('after a demo reset only what was opened since counts', async () => {
    await customer('cyd');
    await db.transact((tx) => resetDemo(tx, { userId: 'cyd', amount: million, at: 3 }));
    expect(await heldFindings(things(ada, bob))).toEqual([]);
    await open('cyd', amount(300n));
    expect(await heldFindings(things(ada, bob, "('contract:cyd', 'demo', 'cyd', 'USDT', 300::numeric)"))).toEqual([]);
    await db.transact((tx) => resetDemo(tx, { userId: 'cyd', amount: million, at: 4 }));
  });
});

describe('auditing only what is new', () => {
  test('goes on from the last entry that was looked at', async () => {
    const { through } = await audit(db, {});
    await open('ada', amount(10n));
    const step = await auditAccounts(db, { after: through });
    expect(step).toEqual({ findings: [], through: through + 1 });
    await db.transact((tx) =>
      post(tx, {
        book: 'demo',
        reference: 'contract:ada',
        at: 5,
        ...recipes.contractClosed({ userId: 'ada', margin: amount(10n), profit: nothing, fee: nothing, liquidated: false }),
      }),
    );
  });

  test('finds what is wrong there', async () => {
    const { through } = await audit(db, {});
    let checks: string[] = [];
    const work = db.transact(async (tx) => {
      await post(tx, {
        book: 'demo',
        reference: 'contract:bob',
        at: 5,
        ...recipes.contractOpened({ userId: 'bob', margin: amount(9n), fee: nothing }),
      });
      await tx.query("update ledger_accounts set balance = balance + 1 where owner = 'bob' and kind = 'margin'");
      const { findings } = await inspectAfter(tx, { after: through, holdings: [] });
      checks = findings.map((finding) => finding.check);
      throw new Undone();
    });
    await expect(work).rejects.toThrow(Undone);
    expect(checks).toEqual(['balance', 'held']);
  });
});

describe('a checkpoint', () => {
  test('changes no balance, and what is booked after it counts on top', async () => {
    const fees = await houseBalance(db, 'demo', 'fees', usdt);
    expect(await takeCheckpoints(db)).toBeGreaterThan(0);
    expect(await houseBalance(db, 'demo', 'fees', usdt)).toBe(fees);
    await customer('dan');
    expect(await houseBalance(db, 'demo', 'fees', usdt)).toBe(fees + 7n);
    expect(await takeCheckpoints(db)).toBeGreaterThan(0);
    expect(await houseBalance(db, 'demo', 'fees', usdt)).toBe(fees + 7n);
    expect((await audit(db, {})).findings).toEqual([]);
  });

  /** A posting that has its number and is not committed yet while a later one is; answers how to let it finish. */
  async function overtaken(late: string, early: string): Promise<() => Promise<void>> {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = db.transact(async (tx) => {
      await openDemo(tx, { userId: late, amount: million, at: 6 });
      begun.resolve();
      await goOn.promise;
    }, unhurried);
    await begun.promise;
    await customer(early);
    return async () => {
      goOn.resolve();
      await slow;
    };
  }

  test('waits for a posting that is still under way', async () => {
    const finish = await overtaken('fay', 'gus');
    const [taken] = await Promise.all([takeCheckpoints(db), finish()]);
    expect(taken).toBeGreaterThan(0);
    expect((await audit(db, {})).findings).toEqual([]);
  });

  test('that did not wait would be found by the auditor', async () => {
    const finish = await overtaken('hal', 'ida');
    const work = db.transact(async (tx) => {
      await tx.query('select ledger_take_checkpoints(max(id)) from ledger_transactions');
      await finish();
      const { findings } = await inspect(tx, {});
      expect(findings.map((finding) => `${finding.check} ${finding.about}`)).toEqual([
        'zeroSum USDT',
        'checkpoint house USDT issuance',
      ]);
      throw new Undone();
    }, unhurried);
    await expect(work).rejects.toThrow(Undone);
  });
});

import { houseAccount } from '@assay/domain/ledger/accounts.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, it } from 'vitest';
import { lockBalances } from '../../src/ledger/index.ts';
import type { Transaction } from '../../src/platform/database.ts';
import { testDatabase } from '../database.ts';
import { watchingLocks } from './order.ts';

const own = await testDatabase();
await own.query(`
  create table lefts (id bigint primary key, name text);
  create table rights (id bigint primary key, left_id bigint references lefts);
  insert into lefts values (1), (2);
  insert into rights values (1), (2)`);

type Step = (tx: Transaction) => unknown;
const left: Step = (tx) => tx.query("update lefts set name = 'x' where id = $1", [1]);
const right: Step = (tx) => tx.query('update rights set left_id = null where id = $1', [1]);
const rightAtLast: Step = (tx) => tx.withCommit('update rights set left_id = null where id = $1', [1]);
const added: Step = (tx) =>
  tx.query('insert into rights (id, left_id) values ($1, 1) on conflict (id) do update set left_id = 1', [1]);
const houses: Step = (tx) => lockBalances(tx, 'real', usdt, [houseAccount('insurance')]);
const locked =
  (table: string, id: number, how = 'update'): Step =>
  (tx) =>
    tx.query(`select id from ${table} where id = $1 for ${how}`, [id]);

/** What is found about transactions that take these steps, one after the other. */
async function watched(...transactions: readonly (readonly Step[])[]) {
  const { db, broken, rings, nested } = watchingLocks(own);
  // What it has not seen before might be new.
  for (const steps of [[houses], ...transactions]) {
    await db.transact(async (tx) => {
      for (const step of steps) await step(tx);
    });
  }
  const found = rings().map((ring) => ring.map((step) => step.split(':', 1)[0] ?? '').toSorted((a, b) => (a < b ? -1 : 1)));
  return { broken: broken.map((each) => each.split(':', 1)[0]), rings: found, nested, db };
}

it('two tables that are changed now in one order and now in the other are found, selected before or not', async () => {
  const ring = [['lefts, then rights', 'rights, then lefts']];
  expect(await watched([left, right], [right, left])).toMatchObject({ rings: ring });
  expect(await watched([left, rightAtLast], [right, left])).toMatchObject({ rings: ring });
  expect(await watched([locked('lefts', 1), rightAtLast], [locked('rights', 1), left])).toMatchObject({ rings: ring });
  expect(await watched([left, right], [left, rightAtLast])).toMatchObject({ rings: [] });
  // What is held already is not taken again.
  expect(await watched([locked('lefts', 1), locked('rights', 1), left], [left, right])).toMatchObject({ rings: [] });
});

it('so are the house’s accounts, when something is changed now before and now after them', async () => {
  const ring = [["lefts, then the house's accounts", "the house's accounts, then lefts"]];
  expect(await watched([houses, left], [left, houses])).toMatchObject({ rings: ring, broken: [] });
  expect(await watched([houses, locked('lefts', 1)])).toMatchObject({ broken: ['lefts 1 after real|house|USDT|insurance'] });
});

it('a row that refers to another one shares that with all but those who lock it whole', async () => {
  const whole = [locked('lefts', 1), houses];
  expect(await watched([houses, added], whole)).toMatchObject({
    rings: [["lefts, then the house's accounts", "the house's accounts, then lefts"]],
  });
  expect(await watched([houses, added], [locked('lefts', 1, 'no key update'), houses])).toMatchObject({ rings: [] });
  // A holder that excludes all but these first, and everything at last, waits for these alone.
  const upgraded = [locked('lefts', 1, 'no key update'), houses, locked('lefts', 1)];
  expect(await watched([houses, added], upgraded)).toMatchObject({ rings: [] });
});

it('nobody waits for a row that a transaction has added itself, whatever it does with it', async () => {
  const add: Step = (tx) => tx.query('insert into lefts (id) select coalesce(max(id), 0) + $1 from lefts returning id', [1]);
  const newest: Step = async (tx) => {
    const [row] = await tx.query<{ id: number }>('select max(id) as id from lefts where id > $1', [2]);
    await locked('lefts', Number(row?.id))(tx);
  };
  expect(await watched([add, newest, right], [right, left])).toMatchObject({ rings: [], broken: [] });
  expect(await watched([left, right], [right, left])).toMatchObject({ rings: [['lefts, then rights', 'rights, then lefts']] });
});

it('rows of one table are locked by id, and many at once in an order', async () => {
  expect(await watched([locked('lefts', 2), locked('lefts', 1)])).toMatchObject({ broken: ['lefts 2, 1'] });
  expect(await watched([locked('lefts', 1), locked('lefts', 2)])).toMatchObject({ broken: [] });
  const many: Step = (tx) => tx.query('update lefts set name = null where id = any($1)', [[1, 2]]);
  expect(await watched([many])).toMatchObject({ broken: ['lefts in no order'] });
  const held: Step = (tx) => tx.query('select id from lefts where id = any($1) order by id for update', [[1, 2]]);
  expect(await watched([held, many])).toMatchObject({ broken: [] });
});

it('what a savepoint has let go of is not held any more', async () => {
  const savepoint: Step = (tx) => tx.query('savepoint here');
  const back: Step = (tx) => tx.query('rollback to savepoint here');
  expect(await watched([savepoint, left, back, right], [right, left])).toMatchObject({ rings: [] });
});

it('asking for a connection while holding one is detected', async () => {
  const { db, nested } = await watched();
  await db.transact((tx) => tx.query('select $1::int', [1]));
  expect(nested).toEqual([]);
  await db.transact(() => db.query('select 1'));
  await db.transact(() => db.transact((tx) => tx.query('select 2')));
  expect(nested).toEqual(['select 1', 'a transaction']);
});

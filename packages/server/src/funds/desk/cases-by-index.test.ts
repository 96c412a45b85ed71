import { beforeAll, expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { rowsLookedAt, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { minute } from '../../../test/identity-app.ts';
import type { Queryable } from '../../platform/database.ts';
import { listDepositCases } from './deposit-cases.ts';
import { listWithdrawalCases } from './withdrawal-cases.ts';

// Twenty thousand cases that are over, of which three of the oldest are asked for: a plan that walks them newest first reads
// them all.
const many = 20_000;

const db = await testDatabase();
const { clock, customer } = await funding(db, { waitMs: minute });
const { operatorWith } = await consoleApp(db, clock);
const [busy, seldom] = [await operatorWith(['finance']), await operatorWith(['finance'])];

beforeAll(async () => {
  const { userId } = await customer('many_cases', '10');
  await db.transact(async (tx) => {
    // As if they had come in over years: without approvals and pictures, which this test does not need.
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into withdrawal_methods (user_id, kind, coin, network_id, address, label, created_at, usable_from)
       select $1::bigint, 'coin', coin, id, 'address ' || place || ' of ' || id, 'wallet', '2020-01-01', '2020-01-01'
       from networks cross join generate_series(0, 499) place where id = 'TRC20' or id = 'ETH' and place = 0`,
      [userId],
    );
    await tx.query(
      `insert into withdrawals (withdrawal_no, user_id, method_id, coin, amount, fee_rate, fee, actual, value, created_at, status,
         decided_by, ended_at)
       select 'W200101-' || lpad(n::text, 10, '0'), $1::bigint, m.id, m.coin, 1000000 + n, 0, 0, 1000000 + n, 1000000 + n, '2020-01-01',
         'rejected', case when n <= 3 then $3::bigint else $2::bigint end, '2020-01-02'
       from generate_series(1, $4::int) n join withdrawal_methods m
         on m.address = case when n between 4 and 6 then 'address 0 of ETH' else 'address ' || n % 500 || ' of TRC20' end`,
      [userId, busy.id, seldom.id, many],
    );
    await tx.query(
      `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, proof_id, created_at, status,
         decided_by, ended_at)
       select 'D200101-' || lpad(n::text, 10, '0'), $1::bigint, 'USDT', 'TRC20', 'tron', 'an address', 1000000 + n,
         lpad(to_hex(n), 64, '0'), gen_random_uuid(), '2020-01-01', 'rejected',
         case when n <= 3 then $3::bigint else $2::bigint end, '2020-01-02'
       from generate_series(1, $4::int) n`,
      [userId, busy.id, seldom.id, many],
    );
  });
  await db.query('analyze deposits, withdrawals, withdrawal_methods');
});

/** How many rows of a table are looked at for a list. */
async function rowsRead(table: string, list: (heard: Queryable) => Promise<{ items: readonly unknown[] }>) {
  const sent: { sql: string; values: readonly unknown[] }[] = [];
  const { items } = await list({
    query: (sql, values = []) => {
      sent.push({ sql, values });
      return db.query(sql, values);
    },
  });
  let rows = 0;
  for (const { sql, values } of sent.filter((one) => one.sql.includes('limit $2')))
    rows += await rowsLookedAt(db, table, sql, values);
  // What is listed was looked at: fewer means that nothing was counted.
  expect(rows).toBeGreaterThanOrEqual(items.length);
  return { items: items.length, rows };
}

const asked = { status: 'all', mine: 'NO', todo: 'NO', limit: 20 } as const;
const operator = (id: string) => ({ id, name: '', roles: [] });
const now = clock.wall();

it('what one operator has decided is found without reading what others have', async () => {
  for (const filter of [{ by: seldom.name }, { mine: 'YES' }] as const) {
    const outgoing = await rowsRead('withdrawals', (heard) =>
      listWithdrawalCases(heard, now, { ...asked, ...filter }, operator(seldom.id)),
    );
    const incoming = await rowsRead('deposits', (heard) =>
      listDepositCases(heard, now, { ...asked, ...filter }, operator(seldom.id)),
    );
    for (const { items, rows } of [outgoing, incoming]) {
      expect(items).toBe(3);
      expect(rows).toBeLessThan(100);
    }
  }
});

it('withdrawals over a network that few use are found without reading all', async () => {
  const found = await rowsRead('withdrawals', (heard) =>
    listWithdrawalCases(heard, now, { ...asked, network: 'ETH' }, operator(busy.id)),
  );
  expect(found.items).toBe(3);
  expect(found.rows).toBeLessThan(100);
});

it('the newest of whoever has decided nearly all are read from the end', async () => {
  const found = await rowsRead('withdrawals', (heard) =>
    listWithdrawalCases(heard, now, { ...asked, by: busy.name, network: 'TRC20' }, operator(busy.id)),
  );
  expect(found.items).toBe(20);
  expect(found.rows).toBeLessThan(100);
});

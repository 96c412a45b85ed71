import { payoutDeskCalls as desk } from '@assay/contract/endpoints/console/withdrawals.ts';
import { expect, test } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { anvilProgram, evmNode } from '../../test/nodes/evm-node.ts';
import { paying } from '../../test/paying.ts';
import { closingJobs, eraseAccount } from './erase.ts';

const program = anvilProgram();

test.skipIf(program === undefined)('where somebody was paid is in no table once the account is erased', async () => {
  const node = await evmNode(program ?? '');
  const db = await testDatabase();
  const { site, first, mine, holder, give } = await paying(db, node);
  const { clock, identity, market } = site;
  const one = await holder();
  const id = await one.approved('1000');
  const batch = await give([id], '990');
  expect(batch.file?.toLowerCase()).toBe(`${id.toLowerCase()},erc20,${one.wallet},990\n`);
  const hash = await node.sendToken(one.wallet, 990_000_000n);
  await first.call(desk.signed, { id: batch.id, hashes: [{ id, hash }] });
  await mine(12);
  expect(await one.has()).toEqual(['0', '0']);

  const held = await tablesWith(one.wallet);
  expect(held).toContain('withdrawal_methods.address');
  const open = `update proposal_lines set line = '', salt = ''`;
  await expect(db.query(open)).rejects.toThrow('is open');
  await db.query('insert into account_closings (user_id, asked_at, due_at) values ($1, $2, $3)', [
    one.userId,
    new Date(clock.wall() - 1),
    new Date(clock.wall()),
  ]);
  const context = {
    db,
    clock,
    log: silent,
    market,
    identity,
    coolingOffMs: 0,
    secret: 'unused',
    endDemoOrders: async () => undefined,
  };
  expect(await db.transact((tx) => eraseAccount(context, tx, one.userId))).toBe('erased');
  // The law demands to keep where money went for five years.
  clock.advance(5 * 366 * 24 * 60 * 60_000);
  for (const job of closingJobs(context)) await job.run();
  expect(await tablesWith(one.wallet)).toEqual([]);
  // The approved address can't be found by trying addresses: the value to compare with is erased with the line.
  const agreed = await db.query<{ digest: string; lines: null }>(
    `select payload -> 'lines' ->> 0 as digest, proposal_lines_of(id) as lines from proposals where kind = 'payout.batch'`,
  );
  expect(agreed).toMatchObject([{ lines: null }]);
  expect(agreed[0]?.digest).toMatch(/^[0-9a-f]{64}$/);

  /** Answers kept for repeated requests are deleted after two days, whatever their content. */
  async function tablesWith(wallet: string): Promise<string[]> {
    const columns = await db.query<{ table: string; column: string }>(
      `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name <> 'idempotency'
         and c.data_type in ('text', 'jsonb', 'json', 'ARRAY')`,
    );
    const found: string[] = [];
    for (const { table, column } of columns) {
      const rows = await db.query(`select from "${table}" where strpos(lower("${column}"::text), $1) > 0 limit 1`, [
        wallet.toLowerCase(),
      ]);
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  }
});

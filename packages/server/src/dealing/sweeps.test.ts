import { order } from '@assay/contract/endpoints/order.ts';
import { expect, it } from 'vitest';
import { rowsLookedAt, testDatabase } from '../../test/database.ts';
import { fund, trading } from '../../test/trading.ts';
import type { Database, Queryable, Settings, Transaction } from '../platform/database.ts';
import { readUnjudged } from './unjudged.ts';

const db = await testDatabase();
/** What the groups send that names accounts, and the settings under which they are planned. */
const sent: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
let settings: Settings = {};
const listening = (tx: Transaction): Transaction => ({
  afterCommit: (action) => tx.afterCommit(action),
  withCommit: (sql, values, then) => tx.withCommit(sql, values, then),
  query: (sql, values = []) => {
    if (/ positions /.test(sql) && sql.includes('unnest($3')) sent.push({ sql, values });
    return tx.query(sql, values);
  },
});
const transact: Database['transact'] = (work, own = {}) => {
  if (!('plan_cache_mode' in own)) return db.transact(work, own);
  settings = own;
  return db.transact((tx) => work(listening(tx)), own);
};
const { quote, person } = await trading({ ...db, transact });
await fund(db, 'demo');

/** How many rows of positions a statement looks at. */
async function rowsRead({ sql, values }: (typeof sent)[number]): Promise<number> {
  return db.transact(async (tx) => {
    for (const [name, value] of Object.entries(settings)) await tx.query('select set_config($1, $2, true)', [name, value]);
    return rowsLookedAt(tx, 'positions', sql, values);
  });
}

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const ended = 500;

it('ending all looks at what lives, however much has ended before', async () => {
  const { demo, userId } = await person('veteran');
  await quote(10_000);
  const { id } = await demo(order.buyU, long, { idempotencyKey: 'ended' });
  await demo(order.stopU, { id }, { idempotencyKey: 'stop' });
  const columns = await db.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'positions'::regclass and attnum > 0 and not attisdropped
     and attname not in ('id', 'order_no') and attgenerated = ''`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await db.query(
    `insert into positions (order_no, ${names})
     select 'C300107-' || lpad(n::text, 10, '0'), ${names} from positions, generate_series(1, ${ended}) n where id = $1`,
    [id],
  );
  await db.query('analyze positions');
  await demo(order.buyU, long, { idempotencyKey: 'alive' });
  expect((await demo(order.closeAll, {})).done).toHaveLength(1);
  expect(sent).toHaveLength(2);
  await demo(order.buyU, long, { idempotencyKey: 'next' });
  // Each finds the one order that lives in an index of those, and then the order; what is parked is looked for beside it.
  for (const statement of sent) expect([1, 2, 3]).toContain(await rowsRead(statement));

  const asked: typeof sent = [];
  const listen: Queryable = {
    query: async (sql, values = []) => {
      asked.push({ sql, values });
      return [];
    },
  };
  const owners = [{ userId, book: 'demo' }] as const;
  await readUnjudged(listen, { table: 'positions', topic: 'positions' }, [], { owners, alive: 'true' });
  for (const statement of asked) expect(await rowsRead(statement)).toBeGreaterThan(ended);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { order } from '@assay/contract/endpoints/order.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../database.ts';
import { wholeServer } from '../whole-server.ts';

// What docs/scale.md says that an order writes is what it writes.

const db = await testDatabase(12);
const server = await wholeServer(db);
const wanted = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const pairs = 20;
/** What time and prices bring about, beside them. */
const passing = new Set(['lead_leases', 'market_state', 'quote_batches', 'tape_marks', 'bars', 'sessions']);

/** Rows that were added to tables and changed there since the beginning, in transactions that have ended. */
async function written(): Promise<Map<string, readonly [number, number]>> {
  await db.query('select pg_stat_force_next_flush()');
  const rows = await db.query<{ name: string; added: number; changed: number }>(
    `select regexp_replace(relname, '^ledger_transfers_.*', 'ledger_transfers') as name,
       sum(n_tup_ins)::int as added, sum(n_tup_upd)::int as changed from pg_stat_user_tables group by 1`,
  );
  return new Map(rows.map(({ name, added, changed }) => [name, [added, changed]]));
}

const said = new Map(
  [
    ...readFileSync(join(import.meta.dirname, '../../../../docs/scale.md'), 'utf8').matchAll(
      /^\| `(\w+)` \| (\d+) \| (\d+) \|/gm,
    ),
  ].map(([, name = '', added, changed]) => [name, [Number(added), Number(changed)]] as const),
);

test('a contract that is opened and closed writes the rows that the page names, and no others', async () => {
  const priced = async (price: string) => {
    server.clock.advance(1000);
    await server.quote(price);
  };
  const { demo } = await server.person('measured');
  const trade = async (name: string) => {
    await priced('100.00');
    const { id } = await demo(order.buyU, wanted, { idempotencyKey: `${name}-opened` });
    // What it has brought is booked too.
    await priced('101.00');
    await demo(order.stopU, { id }, { idempotencyKey: `${name}-closed` });
  };
  // Accounts are opened by the first.
  await trade('first');
  const before = await written();
  for (let pair = 0; pair < pairs; pair += 1) await trade(`pair-${pair}`);
  const wrote = async () => {
    const found = new Map<string, readonly number[]>();
    for (const [name, [added, changed]] of await written()) {
      if (passing.has(name)) continue;
      const [addedBefore, changedBefore] = before.get(name) ?? [0, 0];
      // Of one pair. A connection may report the first only now.
      const more = [added - addedBefore, changed - changedBefore].map((rows) => Math.round(rows / pairs));
      if (Math.max(...more) > 0) found.set(name, more);
    }
    return found;
  };
  // Each connection reports what it has written when it gets to it.
  await expect.poll(wrote).toEqual(said);
});

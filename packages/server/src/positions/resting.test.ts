import { order } from '@assay/contract/endpoints/order.ts';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { fund, trading } from '../../test/trading.ts';
import { unhurried } from '../platform/database.ts';
import { saveTrailing } from './resting.ts';

const db = await testDatabase();
const { quote, person } = await trading(db);
await fund(db, 'demo');

it('how far stops have followed is written down in the order in which orders are locked', async () => {
  const { demo } = await person('trails');
  await quote(10_000);
  const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
  const ids: number[] = [];
  for (const key of ['first', 'second']) {
    const { id } = await demo(order.buyU, long, { idempotencyKey: key });
    await demo(order.amendU, { id, trailingStop: '2' }, { idempotencyKey: key });
    ids.push(Number(id));
  }
  const improved = ids.toReversed().map((id) => ({ id, version: 2, best: 10_400, quotedAt: 1 }));
  const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const held = await db.transact(async (tx) => {
    await tx.query('select from positions where id = $1 for update', [ids[0]]);
    const saving = saveTrailing(db, improved);
    await expect.poll(() => db.query(waits)).toHaveLength(1);
    // A caller waiting for the first has not taken the second.
    await tx.query('select from positions where id = $1 for update nowait', [ids[1]]);
    return { saving };
  }, unhurried);
  await held.saving;
  const saved = await db.query('select trailing_best as best from positions where id = any($1) order by id', [ids]);
  expect(saved).toEqual([{ best: 10_400 }, { best: 10_400 }]);
});

import { order } from '@assay/contract/endpoints/order.ts';
import { expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { minute } from '../../test/identity-app.ts';
import { watchingLocks } from '../../test/locks/order.ts';
import { fund, trading } from '../../test/trading.ts';
import { endDemoOrders } from '../ledger/index.ts';
import { closingJobs } from './index.ts';

it('an erasure ends demo orders in the order in which orders lock: neither waits for the other for ever', async () => {
  const { db, broken, rings } = watchingLocks(await testDatabase());
  const { clock, market, identity, person, quote, demoOrders } = await trading(db);
  await fund(db, 'demo');
  await quote(10_000);
  const { demo, userId } = await person('leaves');
  await demo(order.buyU, { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 });
  const now = clock.wall();
  await db.query('insert into account_closings (user_id, asked_at, due_at) values ($1, $2, $3)', [
    userId,
    new Date(now - minute),
    new Date(now),
  ]);
  const jobs = closingJobs({
    db,
    clock,
    log: silent,
    market,
    identity,
    coolingOffMs: minute,
    secret: 'a secret of this test alone, long enough',
    endDemoOrders: (tx, id) => endDemoOrders(tx, id, demoOrders),
  });
  for (const job of jobs) await job.run();
  expect(await db.query('select status from positions where user_id = $1', [userId])).toEqual([{ status: 'cancelled' }]);
  expect(await db.query('select from users where id = $1 and closed_at is not null', [userId])).toHaveLength(1);
  expect(broken).toEqual([]);
  expect(rings().filter((ring) => ring.some((step) => step.includes('accounts')))).toEqual([]);
});

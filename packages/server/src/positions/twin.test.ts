import { order } from '@assay/contract/endpoints/order.ts';
import { expect, it } from 'vitest';
import { withoutGuards } from '../../test/broken-twin.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { fund, trading } from '../../test/trading.ts';
import { audit } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { createProducts } from '../products.ts';
import { holdings } from './holdings.ts';
import { actOnQuote } from './submit.ts';

it('the auditor catches a version without row lock and status checks, in which two quotes settle one position', async () => {
  const db = await testDatabase();
  const { bus, market, quote, clock, person } = await trading(db);
  await fund(db, 'demo');
  const { demo } = await person('twin');
  const settleTwice = async (database: Database, key: string) => {
    await quote(10_000);
    const { id } = await demo(
      order.buyU,
      { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10, stopLoss: '98' },
      { idempotencyKey: key },
    );
    await quote(9790);
    const crossed = { code: 'COINUSDT', bid: 9790, ask: 9790, time: clock.now(), volume: 0 };
    // Two processes of the same deployment.
    const acts = [1, 2].map(() => {
      const parts = { db: database, bus, clock, market, mode: 'sandbox', log: silent, origin: '' } as const;
      return actOnQuote(createProducts(parts).positions, Number(id), crossed, null);
    });
    await Promise.allSettled(acts);
    return (await audit(db, { holdings })).findings;
  };
  // A second position whose margin lies in the same account: it is what the second settlement would take.
  await quote(10_000);
  await demo(order.buyU, { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 });
  expect(await settleTwice(db, 'guarded')).toEqual([]);
  await db.query('alter table positions disable trigger positions_guard');
  expect(await settleTwice(withoutGuards(db, 2), 'unguarded')).not.toEqual([]);
});

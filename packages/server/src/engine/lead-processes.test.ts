import { fork } from 'node:child_process';
import { on } from 'node:events';
import { join } from 'node:path';
import { order } from '@assay/contract/endpoints/order.ts';
import { expect, it } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { silent, testDatabase } from '../../test/database.ts';
import type { ProcessMessage } from '../../test/lead/process.ts';
import { ledAlready } from '../../test/leading.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { Lead } from '../platform/lead/lead.ts';
import { readLease } from '../platform/lead/lease.ts';
import { createMetrics } from '../platform/metrics.ts';
import { startEngine } from './index.ts';

const db = await testDatabase(12);
const lead = new Lead();
const { bus, market, quote, person, sources } = await trading(db, { lead });
await fund(db, 'demo');
const led = ledAlready({ onQuote: market.onQuote.bind(market) });

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10, stopLoss: '98' } as const;

/** Another process, which the operating system can stop. */
async function otherLeads() {
  const child = fork(join(import.meta.dirname, '../../test/lead/process.ts'), [db.url], { execArgv: [] });
  atEnd(() => child.kill('SIGKILL'));
  const inbox = on(child, 'message') as AsyncIterator<[ProcessMessage]>;
  const heard = async (): Promise<ProcessMessage | undefined> => {
    const next: IteratorResult<[ProcessMessage], unknown> = await inbox.next();
    return next.done === true ? undefined : next.value[0];
  };
  expect(await heard()).toHaveProperty('began');
  return { child, heard };
}

/** This process stands by with the real engine, and takes over. */
function standBy() {
  const standby = startEngine({ db, bus, market: led, lead, log: silent, metrics: createMetrics(), sources, rounds: [] });
  atEnd(() => standby.stop());
  const takenOver = () => expect.poll(() => lead.here, { interval: 5 }).toBe(true);
  return { ...standby, takenOver };
}

it('a leader that is killed is replaced at once, one that hangs when its lease of five seconds is over, and wakes up to nothing', async () => {
  const { demo } = await person('protected');
  const killed = await otherLeads();
  const here = standBy();
  await expect.poll(() => lead.anywhere).toBe(true);
  await quote(10_000);
  const { id } = await demo(order.buyU, long, { idempotencyKey: 'killed' });
  killed.child.kill('SIGKILL');
  // His lease would last for an hour yet: its end is not awaited.
  await db.query("update lead_leases set until = clock_timestamp() + interval '1 hour' where term = 1");
  await here.takenOver();
  await expect.poll(() => here.engine.size).toBe(1);
  await quote(9_790);
  await here.engine.settled();
  expect((await demo(order.listUOrder, {})).items).toMatchObject([{ id, closeReason: 'stopLoss', closePrice: '97.90' }]);
  await here.stop();

  const hung = await otherLeads();
  const again = standBy();
  await expect.poll(() => lead.term).toBe(3n);
  await quote(10_000);
  const next = await demo(order.buyU, long, { idempotencyKey: 'stopped' });
  hung.child.kill('SIGSTOP');
  expect((await readLease(db)).leftMs).toBeLessThanOrEqual(5_000);
  await again.takenOver();
  await expect.poll(() => again.engine.size).toBe(1);
  hung.child.send('act');
  hung.child.kill('SIGCONT');
  expect([await hung.heard(), await hung.heard()]).toEqual(expect.arrayContaining([{ acted: false }, { ended: '3' }]));
  await quote(9_790);
  await again.engine.settled();
  expect((await demo(order.listUOrder, {})).items[0]).toMatchObject({
    id: next.id,
    closeReason: 'stopLoss',
    closePrice: '97.90',
  });
  await expectSoundBooks(db);
});

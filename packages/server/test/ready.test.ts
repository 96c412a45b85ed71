import { order } from '@assay/contract/endpoints/order.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect, test } from 'vitest';
import { unhurried } from '../src/platform/database.ts';
import { testDatabase } from './database.ts';
import { wholeServer } from './whole-server.ts';

const db = await testDatabase(12);
const server = await wholeServer(db);

/** Until the transaction ends the tables can't be written; the database still answers. */
async function whileLocked(table: string, look: () => Promise<void>): Promise<void> {
  await db.transact(async (tx) => {
    await tx.query(`lock table ${table} in exclusive mode`);
    await look();
  }, unhurried);
}

async function readiness() {
  const { statusCode, json } = await server.site.inject('/readyz');
  return { statusCode, ...json<Record<string, boolean>>() };
}

test('a server whose prices do not get to the tape is not ready until they do', async () => {
  await expect.poll(() => server.health.lead.watching).toBe(true);
  expect(await readiness()).toEqual({
    statusCode: 200,
    ready: true,
    database: true,
    bus: true,
    led: true,
    watching: true,
    taped: true,
    books: true,
    stays: true,
    held: true,
  });
  let quoted: Promise<void> | undefined;
  await whileLocked('quote_batches', async () => {
    quoted = server.quote('100.01');
    const lag = () => {
      server.clock.advance(100);
      return server.market.tapeLagMs();
    };
    await expect.poll(lag, { interval: 1 }).toBeGreaterThan(2_000);
    expect(await readiness()).toMatchObject({ statusCode: 503, ready: false, database: true, taped: false });
  });
  await quoted;
  await expect.poll(readiness).toMatchObject({ statusCode: 200, taped: true });
});

test('a group that is being booked is seen by who asks whether the server is ready', async () => {
  await server.quote();
  const { demo } = await server.person('booked');
  const wanted = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
  let opened: Promise<unknown> | undefined;
  await whileLocked('positions', async () => {
    opened = demo(order.buyU, wanted, { idempotencyKey: 'booked' }).catch(() => undefined);
    await expect.poll(() => server.health.bookingMs(), { interval: 1 }).toBeGreaterThan(0);
  });
  await opened;
  await expect.poll(() => server.health.bookingMs()).toBe(0);
});

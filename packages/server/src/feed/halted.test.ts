import type { AddressInfo } from 'node:net';
import { feedPath } from '@assay/contract/paths.ts';
import type { HaltInForce } from '@assay/contract/vocabulary/halts.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { connectTo } from '../../test/feed-client.ts';
import { handFeed, listed, standingClock, testMarket } from '../../test/market.ts';
import { haltsTopic } from '../halts/index.ts';
import { createLocalBus } from '../platform/bus.ts';
import { createFastify } from '../platform/fastify.ts';
import { createMetrics } from '../platform/metrics.ts';
import { LiveFeed } from './index.ts';

const db = await testDatabase();
const readMs = 5000;

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

const stop = (scope: HaltInForce['scope']): HaltInForce => ({
  scope,
  subject: null,
  since: '2030-01-07T12:00:00.000Z',
  until: null,
  message: null,
});

/** A feed that reads what the test says is stopped, as soon as the test lets it. */
async function open() {
  const catalogue = listed('BTCUSDT');
  const clock = standingClock(Date.UTC(2030, 0, 7, 12));
  const market = await testMarket(db, { clock, catalogue, feeds: [handFeed(clock, catalogue)] });
  await market.start();
  const metrics = createMetrics();
  const app = await createFastify({ log: silent, metrics, live: false, trustProxy: undefined });
  const bus = createLocalBus(silent);
  const table = {
    inForce: [] as HaltInForce[],
    reads: [] as ((answer: readonly HaltInForce[]) => void)[],
    held: false,
    asked: 0,
  };
  const halts = (): Promise<readonly HaltInForce[]> => {
    table.asked += 1;
    return table.held ? new Promise((answer) => table.reads.push(answer)) : Promise.resolve(table.inForce);
  };
  const authenticate = () => Promise.resolve(undefined);
  const parts = { market, bus, clock, authenticate, log: silent, metrics, halts, socketsPerAddress: 20, origins: [] };
  const feed = new LiveFeed(parts);
  await feed.register(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  feed.start();
  onTestFinished(async () => {
    await app.close();
    await market.stop();
  });
  const { port } = app.server.address() as AddressInfo;
  const connect = async () => {
    const client = connectTo(`ws://127.0.0.1:${port}${feedPath}`, {});
    await client.quotes();
    return client;
  };
  return { app, bus, table, connect };
}

test('what is stopped and resumed is told by what is read of it, though nobody on the bus says so', async () => {
  const { table, connect } = await open();
  const client = await connect();
  table.inForce = [stop('openings')];
  vi.advanceTimersByTime(readMs);
  expect(await client.event()).toEqual({ event: 'halts', data: [stop('openings')] });
  expect(await (await connect()).event()).toEqual({ event: 'halts', data: [stop('openings')] });
  table.inForce = [];
  vi.advanceTimersByTime(readMs);
  expect(await client.event()).toEqual({ event: 'halts', data: [] });
  await (await connect()).expectQuiet();
});

test('a message of the bus has it read at once, and is not believed', async () => {
  const { bus, table, connect } = await open();
  const client = await connect();
  table.inForce = [stop('withdrawals')];
  bus.publish(haltsTopic, [stop('openings')]);
  expect(await client.event()).toEqual({ event: 'halts', data: [stop('withdrawals')] });
  await client.expectQuiet();
});

test('of two reads the one that began later counts, whichever is answered first', async () => {
  const { bus, table, connect } = await open();
  const client = await connect();
  table.held = true;
  bus.publish(haltsTopic, null);
  bus.publish(haltsTopic, null);
  const [earlier, later] = table.reads;
  later?.([stop('openings')]);
  expect(await client.event()).toEqual({ event: 'halts', data: [stop('openings')] });
  earlier?.([]);
  await client.expectQuiet();
  expect(await (await connect()).event()).toEqual({ event: 'halts', data: [stop('openings')] });
});

test('nothing is read for nobody; who comes then has it read, and at the end nothing is read any more', async () => {
  const { app, table, connect } = await open();
  expect(table.asked).toBe(1);
  vi.advanceTimersByTime(10 * readMs);
  expect(table.asked).toBe(1);
  table.inForce = [stop('openings')];
  const [client] = [await connect(), await connect()];
  expect(await client.event()).toEqual({ event: 'halts', data: [stop('openings')] });
  expect(table.asked).toBe(2);
  await app.close();
  vi.advanceTimersByTime(10 * readMs);
  expect(table.asked).toBe(2);
});

import { Agent, get } from 'node:http';
import { expect, it, vi } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { silent } from '../../test/database.ts';
import { createFastify } from './fastify.ts';
import { serveHealth } from './lead/health.ts';
import { Lead } from './lead/lead.ts';
import { createLifecycle } from './lifecycle.ts';
import { createMetrics } from './metrics.ts';

/** A server that listens, with a call that takes until the test lets it end. */
async function listening(finishMsMax?: number) {
  const lifecycle = createLifecycle(silent);
  const options = finishMsMax === undefined ? {} : { finishMsMax };
  const app = await createFastify({
    log: silent,
    metrics: createMetrics(),
    live: false,
    trustProxy: undefined,
    leaving: () => lifecycle.leaving,
    ...options,
  });
  serveHealth(app, {
    db: { query: async () => [{ standby: false }] as never },
    bus: { connected: true },
    lead: new Lead(),
    stands: false,
    tapeLagMs: () => 0,
    bookingMs: () => 0,
    held: () => true,
    leaving: () => lifecycle.leaving,
  });
  const call = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  app.get('/long', async () => {
    begun.resolve();
    await call.promise;
    return { done: true };
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  lifecycle.onStop('http', () => app.close());
  atEnd(() => {
    call.resolve();
    return lifecycle.stop();
  });
  /** By a connection that is kept, as proxies do. */
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const connections: (string | undefined)[] = [];
  const asked = (path: string, by = agent) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(origin + path, { agent: by }, (answer) => {
        connections.push(answer.headers.connection);
        answer.resume().once('end', () => resolve(answer.statusCode));
      }).once('error', reject);
    });
  const closing = () => expect.poll(() => app.server.listening, { interval: 1 }).toBe(false);
  return { lifecycle, asked, connections, begun: begun.promise, finish: call.resolve, closing };
}

it('a server that is asked to go says so and still answers, until whoever sends it calls has had the time to hear it', async () => {
  const { lifecycle, asked, connections } = await listening();
  expect(await asked('/readyz')).toBe(200);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  atEnd(() => vi.useRealTimers());
  let over = false;
  const left = lifecycle.leave(1_000).then(() => (over = true));
  expect(await asked('/readyz')).toBe(503);
  expect(await asked('/healthz')).toBe(200);
  // A connection that is about to be closed is not reused.
  expect(connections).toEqual(['keep-alive', 'close', 'close']);
  await vi.advanceTimersByTimeAsync(999);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await left;
});

it('then it takes no new connection, finishes the call that is under way, and does not wait for another by the same connection', async () => {
  const { lifecycle, asked, begun, finish, closing } = await listening();
  const long = asked('/long');
  await begun;
  const stopped = lifecycle.stop();
  await closing();
  finish();
  expect(await long).toBe(200);
  const since = performance.now();
  await stopped;
  // Fastify keeps a connection for 72 s.
  expect(performance.now() - since).toBeLessThan(30_000);
  await expect(asked('/healthz', new Agent())).rejects.toThrow('ECONNREFUSED');
});

it('a call that does not end is cut off in the end', async () => {
  const { lifecycle, asked, begun } = await listening(100);
  const long = asked('/long');
  await begun;
  const [cut] = await Promise.allSettled([long, lifecycle.stop()]);
  expect(cut).toMatchObject({ status: 'rejected', reason: { message: 'socket hang up' } });
});

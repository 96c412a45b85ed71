import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createMetrics, serveMetrics } from './metrics.ts';

test('with a key the figures are told from anywhere to whoever has it, and to nobody else on this machine either', async () => {
  const app = fastify();
  serveMetrics(app, createMetrics(), 'a key of at least thirty-two characters');
  const asked = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const { statusCode, body } = await app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress: '203.0.113.5' });
    return [statusCode, body.includes('process_cpu')];
  };
  expect(await asked('Bearer a key of at least thirty-two characters')).toEqual([200, true]);
  for (const wrong of [
    undefined,
    '',
    'Bearer ',
    'Bearer a key of at least thirty-two characterS',
    'a key of at least thirty-two characters',
  ])
    expect(await asked(wrong)).toEqual([404, false]);
  expect((await app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404);
  await app.close();
});

test('what watches the process is one for all servers in it: it can never be ended, and would keep each of them', async () => {
  const [one, other] = [createMetrics().registry, createMetrics().registry];
  const own = ['nodejs_gc_duration_seconds', 'nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total'];
  for (const name of own) {
    expect(one.getSingleMetric(name), name).toBeDefined();
    expect(one.getSingleMetric(name), name).toBe(other.getSingleMetric(name));
  }
});

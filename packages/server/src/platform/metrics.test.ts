import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createMetrics, serveMetrics } from './metrics.ts';

test('with a key its holders read the figures from anywhere, and nobody else does, on this machine either', async () => {
  const app = fastify();
  serveMetrics(app, createMetrics(), { key: 'a key of at least thirty-two characters', mode: 'live' });
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

test('without a key a sandbox tells them to its own machine alone, and live mode to nobody: a proxy there may keep silent for whom it asks', async () => {
  for (const [mode, here] of [
    ['sandbox', 200],
    ['live', 404],
  ] as const) {
    const app = fastify();
    serveMetrics(app, createMetrics(), { key: undefined, mode });
    const asked = async (headers = {}, remoteAddress = '127.0.0.1') =>
      (await app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })).statusCode;
    expect(await asked()).toBe(here);
    expect(await asked({ authorization: 'Bearer undefined' })).toBe(here);
    expect(await asked({ 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    expect(await asked({ forwarded: 'for=127.0.0.1' })).toBe(404);
    expect(await asked({ host: 'assay.example' })).toBe(404);
    expect(await asked({}, '203.0.113.5')).toBe(404);
    await app.close();
  }
});

import { existsSync } from 'node:fs';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { realTime } from './clock.ts';
import { serveSite } from './site.ts';

const built = existsSync(new URL('../../../web/dist/index.html', import.meta.url));

test.skipIf(!built)('people get the page, machines get refusals, and nothing outside of the build is ever served', async () => {
  const app = fastify();
  app.setNotFoundHandler((_, reply) => reply.status(404).send({ code: '404' }));
  const prices = { instruments: () => [], items: () => [] };
  await serveSite(app, { prices, log: app.log, clock: realTime, live: false });
  const ask = async (url: string) => {
    const { statusCode, headers } = await app.inject({ method: 'GET', url });
    return [statusCode, String(headers['content-type']).split(';')[0], headers['cache-control'] ?? null];
  };
  const page = [200, 'text/html', 'public, max-age=0'];
  // For this moment, and for this caller.
  expect(await ask('/')).toEqual([200, 'text/html', 'no-store']);
  // The worker's files are the same for all users, and so are pages but home.
  for (const url of ['/index.html', '/market', '/service.html?language=en', '/no/such/page', '/..%2fpackage.json']) {
    expect(await ask(url), url).toEqual(page);
  }
  const refused = [404, 'application/json', null];
  for (const url of [
    '/swx/customer/x',
    '/assets/none.js',
    '/none.js',
    '/assets/..%2f..%2fpackage.json',
    '/docs/x',
    '/metrics',
  ]) {
    expect(await ask(url), url).toEqual(refused);
  }
  const shells = await Promise.all(
    ['/index.html', '/market'].map(async (url) => (await app.inject({ method: 'GET', url })).body),
  );
  for (const shell of shells) expect(shell).toContain('<div id="root"></div>');
  expect(await ask('/first-page/filling.js')).toEqual(page);
  const { body } = await app.inject({ method: 'GET', url: '/' });
  const asset = /\/assets\/[\w.-]+\.js/.exec(body)?.[0] ?? '';
  expect(await ask(asset)).toEqual([200, 'application/javascript', 'public, max-age=31536000, immutable']);
});

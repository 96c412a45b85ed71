import { existsSync } from 'node:fs';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { serveSite } from './site.ts';

const built = existsSync(new URL('../../../web/dist/index.html', import.meta.url));

test.skipIf(!built)('people get the page, machines get refusals, and nothing outside of the build is ever served', async () => {
  const app = fastify();
  app.setNotFoundHandler((_, reply) => reply.status(404).send({ code: '404' }));
  await serveSite(app);
  const ask = async (url: string) => {
    const { statusCode, headers } = await app.inject({ method: 'GET', url });
    return [statusCode, String(headers['content-type']).split(';')[0], headers['cache-control'] ?? null];
  };
  const page = [200, 'text/html', 'public, max-age=0'];
  for (const url of ['/', '/market', '/service.html?language=en', '/no/such/page', '/..%2fpackage.json']) {
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
  const { body } = await app.inject({ method: 'GET', url: '/' });
  const asset = /\/assets\/[\w.-]+\.js/.exec(body)?.[0] ?? '';
  expect(await ask(asset)).toEqual([200, 'application/javascript', 'public, max-age=31536000, immutable']);
});

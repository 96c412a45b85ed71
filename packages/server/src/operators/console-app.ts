import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../platform/metrics.ts';

const file = (name: string) => readFile(new URL(`../../../console/src/${name}`, import.meta.url), 'utf8');

/**
 * The operator's side, on its own port: another origin, never reachable with a customer's token. Until the console is
 * built it shows a sign-in page that says so. Figures for the machine room live here, away from customers.
 */
export async function serveConsole(app: FastifyInstance, metrics: Metrics): Promise<void> {
  const [page, style] = await Promise.all([file('sign-in.html'), file('sign-in.css')]);
  app.get('/', (_, reply) => reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page));
  app.get('/sign-in.css', (_, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get('/metrics', async (_, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()));
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import { FirstPages, type FirstPrices } from './first-page/first-pages.ts';
import type { Logger } from './log.ts';

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
/** Paths of machines, not of people: an unknown one is a 404, never the site. */
const machinePath = /^\/(swx|websocket|docs|sandbox|logos|assets|metrics|healthz|readyz)(\/|$|\?)/;

const fileName = /^[\w-]+(?:\.[\w-]+)+$/;
/** Files of the build beside the page; their names carry no hash. The chat's `/service.html` is a page of the router. */
const plainFile = /^\/([\w.-]+\.(?:js|css|svg|png|ico|txt|json|webmanifest))(?:\?|$)/;

/** What home begins with. */
export interface HomeParts {
  readonly prices: FirstPrices;
  readonly log: Pick<Logger, 'warn'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly live: boolean;
}

/**
 * Serves the built site: hashed files for ever, the page itself fresh each time. Home is sent as it looks, to be taken over by its
 * code; where that is not possible it is the page that all others are. Unknown paths get that page, whose
 * router sends them to the home page. Files are looked up when asked for, so a new build takes effect at once.
 */
export async function serveSite(app: FastifyInstance, home: HomeParts): Promise<void> {
  if (!existsSync(join(built, 'index.html'))) return;
  await app.register(staticFiles, { root: built, serve: false, preCompressed: true });
  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const { file } = request.params;
    return fileName.test(file) ? reply.sendFile(`assets/${file}`, { maxAge: '365d', immutable: true }) : reply.callNotFound();
  });
  const firstPages = new FirstPages({ ...home, site: built, elapsed: () => home.clock.elapsed() });
  app.get('/', async (request, reply) => {
    if (await firstPages.send(request, reply)) return reply;
    return reply.sendFile('index.html', { maxAge: 0 });
  });
  app.get('/*', async (request, reply) => {
    if (machinePath.test(request.url)) return reply.callNotFound();
    return reply.sendFile(plainFile.exec(request.url)?.[1] ?? 'index.html', { maxAge: 0 });
  });
}

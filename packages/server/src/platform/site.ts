import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
/** Paths of machines, not of people: an unknown one is a 404, never the site. */
const machinePath = /^\/(swx|websocket|docs|sandbox|logos|assets|metrics|healthz|readyz)(\/|$|\?)/;

/**
 * Serves the built site: hashed files for ever, the page itself fresh each time. Unknown paths get the page, whose
 * router sends them to the home page.
 */
export async function serveSite(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(built, 'index.html'))) return;
  await app.register(staticFiles, {
    root: built,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      response.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', async (request, reply) => {
    if (machinePath.test(request.url)) return reply.callNotFound();
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html');
  });
}

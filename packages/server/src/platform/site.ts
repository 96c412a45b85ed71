import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
/** Paths of machines, not of people: an unknown one is a 404, never the site. */
const machinePath = /^\/(swx|websocket|docs|sandbox|logos|assets|metrics|healthz|readyz)(\/|$|\?)/;

const fileName = /^[\w-]+(?:\.[\w-]+)+$/;
/** Files of the build beside the page; their names carry no hash. The chat's `/service.html` is a page of the router. */
const plainFile = /^\/([\w.-]+\.(?:js|css|svg|png|ico|txt|json|webmanifest))(?:\?|$)/;

/**
 * Serves the built site: hashed files for ever, the page itself fresh each time. Unknown paths get the page, whose
 * router sends them to the home page. Files are looked up when asked for, so a new build takes effect at once.
 */
export async function serveSite(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(built, 'index.html'))) return;
  await app.register(staticFiles, { root: built, serve: false, preCompressed: true });
  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const { file } = request.params;
    return fileName.test(file) ? reply.sendFile(`assets/${file}`, { maxAge: '365d', immutable: true }) : reply.callNotFound();
  });
  app.get('/*', async (request, reply) => {
    if (machinePath.test(request.url)) return reply.callNotFound();
    return reply.sendFile(plainFile.exec(request.url)?.[1] ?? 'index.html', { maxAge: 0 });
  });
}

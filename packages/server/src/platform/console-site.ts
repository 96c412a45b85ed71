import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const built = fileURLToPath(new URL('../../../console/dist/', import.meta.url));
const machinePath = /^\/(swx|assets|metrics)(\/|$|\?)/;
const fileName = /^[\w-]+(?:\.[\w-]+)+$/;
/** The placeholder of nonces in the built page. */
const placeholder = '__CSP_NONCE__';

/** The styles of the console's components are written by script; a nonce of each answer lets in those and nothing else. */
const policy = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Serves the built console: hashed files for ever, the page itself fresh each time, for every path that is not a file's. */
export async function serveConsoleSite(app: FastifyInstance): Promise<void> {
  const page = join(built, 'index.html');
  if (existsSync(join(built, 'assets'))) {
    await app.register(staticFiles, { root: built, serve: false, preCompressed: true });
    app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
      const { file } = request.params;
      return fileName.test(file) ? reply.sendFile(`assets/${file}`, { maxAge: '365d', immutable: true }) : reply.callNotFound();
    });
  }
  app.get('/*', async (request, reply) => {
    if (machinePath.test(request.url)) return reply.callNotFound();
    const html = await readFile(page, 'utf8').catch(() => undefined);
    if (html === undefined) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('Content-Security-Policy', policy(nonce))
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll(placeholder, nonce));
  });
}

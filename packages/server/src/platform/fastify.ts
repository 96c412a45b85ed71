import type { Code } from '@assay/contract/vocabulary/codes.ts';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { languageOf } from './http.ts';
import { inMegabytes } from './intake.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { refuse } from './refusal.ts';
import { sendRefusal } from './reply.ts';

/** JSON bodies are small; uploads have their own limit where they are taken in. */
const bodyBytesMax = 64 * 1024;

/** Fastify's own refusals in our envelope; whatever is not a client's fault is ours and reads "unknown error". */
const codeByStatus: Readonly<Record<number, Code>> = { 400: '400', 404: '404', 413: '413', 415: '415', 429: '429' };

export interface FastifyOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly live: boolean;
  readonly trustProxy: string | undefined;
}

/** The bare HTTP server: limits, security headers, envelope for every error, one log line and one figure per request. */
export async function createFastify({ log, metrics, live, trustProxy }: FastifyOptions): Promise<FastifyInstance> {
  const requestLog: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance: requestLog,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesMax,
    requestTimeout: 90_000,
    routerOptions: { maxParamLength: 200 },
    trustProxy: trustProxy ?? false,
    return503OnClosing: true,
    forceCloseConnections: true,
  });
  const seconds = metrics.histogram(
    'http_request_seconds',
    'Time to answer, by route and status',
    [0.005, 0.02, 0.1, 0.5, 2, 10],
    ['route', 'status'],
  );

  await app.register(helmet, {
    strictTransportSecurity: live ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(live && { upgradeInsecureRequests: [] }),
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  await app.register(compress, { threshold: 1400, encodings: ['br', 'gzip'] });

  app.decorateRequest('arrivedAt', 0);
  app.addHook('onRequest', async (request) => {
    request.arrivedAt = performance.now();
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    request.log.info(
      { route, method: request.method, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const code = codeByStatus[error.statusCode ?? 500] ?? '500';
    if (code === '500') request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
    const values: Record<string, string> = code === '413' ? { limit: inMegabytes(bodyBytesMax) } : {};
    return sendRefusal(reply, refuse(code, {}, values), languageOf(request));
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(reply, refuse('404'), languageOf(request)));
  return app;
}

import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import compress from '@fastify/compress';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { languageOf } from './http.ts';
import { inMegabytes } from './intake.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { notDone, notKnown, refuse } from './refusal.ts';
import { sendRefusal } from './reply.ts';
import { CommitInDoubt, ConnectionLost } from './statements/lost-connection.ts';

/** JSON bodies are small; uploads have their own limit where they are taken in. */
const bodyBytesMax = 64 * 1024;

/** Fastify's own refusals in our envelope; whatever is not a client's fault is ours and reads "unknown error". */
const codeByStatus: Readonly<Record<number, Code>> = { 400: '400', 404: '404', 413: '413', 415: '415', 429: '429' };

export interface FastifyOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly live: boolean;
  readonly trustProxy: string | undefined;
  /** Whether this process is stopping: then each connection is closed with its next answer, so that clients do not reuse it. */
  readonly leaving?: () => boolean;
  /** What is under way when it is closed is cut off after that. */
  readonly finishMsMax?: number;
}

/** A call is answered within eight seconds or refused with nothing done; few take longer than this. */
const finishedMsMax = 5_000;
/** Connections are kept open for the next call: those of a server that stops are looked for so often. */
const idleLookMs = 50;

/** The bare HTTP server: limits, security headers, envelope for every error, one log line and one figure per request. */
export async function createFastify(options: FastifyOptions): Promise<FastifyInstance> {
  const { log, metrics, live, trustProxy, leaving = () => false, finishMsMax = finishedMsMax } = options;
  const requestLog: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance: requestLog,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesMax,
    requestTimeout: 90_000,
    routerOptions: { maxParamLength: 200 },
    trustProxy: trustProxy ?? false,
    // Whatever still comes by an open connection is answered like any other call, and the connection is closed after it.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  finishBeforeClosing(app, finishMsMax);
  const seconds = metrics.histogram(
    'http_request_seconds',
    'Time to answer, by route and status',
    [0.005, 0.02, 0.1, 0.5, 2, 10],
    ['route', 'status'],
  );

  const refused = metrics.counter('http_refusals_total', 'Calls that were refused, by code', ['code']);

  await app.register(compress, { threshold: 1400, encodings: ['br', 'gzip'] });

  const headers = securityHeaders(live);
  app.decorateRequest('arrivedAt', 0);
  app.decorateRequest('sentBody', '');
  app.decorateReply('refusedWith', '');
  keepSentBodies(app);
  // Hooks that promise nothing: every request passes them, and a promise costs more than what they do.
  app.addHook('onRequest', (request, reply, done) => {
    request.arrivedAt = performance.now();
    reply.headers(headers);
    if (leaving()) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    if (reply.refusedWith !== '') refused.inc({ code: reply.refusedWith });
    if (log.isLevelEnabled('info')) {
      request.log.info(
        { route, method: request.method, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'answered',
      );
    }
    done();
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const code = codeByStatus[error.statusCode ?? 500] ?? '500';
    if (code === '500') request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
    if (error instanceof ConnectionLost) {
      return sendRefusal(reply, error instanceof CommitInDoubt ? notKnown() : notDone(), languageOf(request));
    }
    const values: Record<string, string> = code === '413' ? { limit: inMegabytes(bodyBytesMax) } : {};
    return sendRefusal(reply, refuse(code, {}, values), languageOf(request));
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(reply, refuse('404'), languageOf(request)));
  return app;
}

/**
 * A stopping process accepts no new connection, and closes each of the others when its call is answered: no call is cut off in
 * the middle.
 */
function finishBeforeClosing(app: FastifyInstance, msMax: number): void {
  const { server } = app;
  let look: NodeJS.Timeout | undefined;
  let cut: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    look = setInterval(() => server.closeIdleConnections(), idleLookMs);
    cut = setTimeout(() => server.closeAllConnections(), msMax);
    done();
  });
  app.addHook('onClose', (_, done) => {
    clearInterval(look);
    clearTimeout(cut);
    done();
  });
}

/** Programs sign what they send, letter for letter: it is kept beside what was read of it. */
function keepSentBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.sentBody = String(body);
    void parse(request, request.sentBody, done);
  });
}

/** What may be loaded into a page, and from where; beside files of our own, scripts and styles of a page that these hashes are of. */
export function contentPolicy(live: boolean, scripts: readonly string[] = [], styles: readonly string[] = []): string {
  const sources = [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(live ? ['upgrade-insecure-requests'] : []),
  ];
  return sources.join(';');
}

/** The same for every answer, so it is written down once. */
function securityHeaders(live: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentPolicy(live),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // Of all browser permissions, pictures of documents need the camera.
    'permissions-policy':
      'accelerometer=(), camera=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    ...(live && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The filter that old browsers had let pages be read across origins.
    'x-xss-protection': '0',
  };
}

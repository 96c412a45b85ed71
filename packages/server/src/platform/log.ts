import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** JSON lines without secrets, tokens or personal data: requests are logged by route and user id only. */
export function createLogger(level: string, to: DestinationStream = pino.destination(1)): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: shownError },
    redact: {
      paths: ['req.headers', 'req.body', 'password', 'token', 'code', 'email', '*.password', '*.token', '*.code', '*.email'],
      remove: true,
    },
  };
  return pino(options, to);
}

/** No other property of an error: PostgreSQL, for example, puts rejected values in `detail`. */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const constraint = 'constraint' in error ? error.constraint : undefined;
  return { type: error.name, message: error.message, stack: error.stack, constraint };
}

import pino, { type Logger } from 'pino';

export type { Logger };

/** JSON lines without secrets, tokens or personal data: requests are logged by route and user id only. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['req.headers', 'req.body', 'password', 'token', 'code', 'email', '*.password', '*.token', '*.code', '*.email'],
      remove: true,
    },
  });
}

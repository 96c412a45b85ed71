import { consolePrefix, sessionHeader } from '@assay/contract/paths.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

// The console in a browser holds its session in a cookie, which no script reads and every tab sends. Cookies do not distinguish
// ports: what keeps the site's origin on the same host, and any other, from asking in an operator's name is a header that no
// form sends, and that names the operator whom the page shows. A tab that shows another one is refused, and never acts in a
// name that it does not show.

const name = 'operator';

/** Whether the page asks for its session as a cookie, and the operator it shows: `0` before sign-in. */
function shown(request: FastifyRequest): string | undefined {
  const value = request.headers[sessionHeader];
  return typeof value === 'string' && /^[0-9]{1,18}$/.test(value) ? value : undefined;
}

/** The token of a request's cookie with the operator that its page shows; undefined where either is missing. */
export function cookieSession(request: FastifyRequest): { readonly token: string; readonly operatorId: string } | undefined {
  const operatorId = shown(request);
  const cookies = (request.headers.cookie ?? '').split('; ').filter((one) => one.startsWith(`${name}=`));
  const token = cookies.length === 1 ? cookies[0]?.slice(name.length + 1) : undefined;
  return operatorId === undefined || token === undefined ? undefined : { token, operatorId };
}

type Mode = 'sandbox' | 'live';

/** Where money is real it goes over TLS alone, also behind a proxy that does not say that it speaks it. */
const cookie = (request: FastifyRequest, mode: Mode, value: string, seconds: number) =>
  [
    `${name}=${value}`,
    `Path=${consolePrefix}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(mode === 'live' || request.protocol === 'https' ? ['Secure'] : []),
  ].join('; ');

/** Sets a token as the cookie where the page has asked for that, and returns what the page must hold: then an empty token. */
export function keepToken(reply: FastifyReply, mode: Mode, token: string, livesMs: number): string {
  const { request } = reply;
  if (shown(request) === undefined) return token;
  void reply.header('Set-Cookie', cookie(request, mode, token, Math.floor(livesMs / 1000)));
  return '';
}

/** Takes the cookie away. */
export function dropToken(reply: FastifyReply, mode: Mode): void {
  if (shown(reply.request) !== undefined) void reply.header('Set-Cookie', cookie(reply.request, mode, '', 0));
}

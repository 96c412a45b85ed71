import { type Client, createClient } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { consolePrefix } from '@assay/contract/paths.ts';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import {
  Desk,
  type DeskParts,
  createEnrolledOperator,
  openOperatorSession,
  serveOperatorsCore,
} from '../src/operators/index.ts';
import type { Clock } from '../src/platform/clock.ts';
import { newSharedSecret } from '../src/platform/credentials/totp.ts';
import type { Database } from '../src/platform/database.ts';
import { createFastify } from '../src/platform/fastify.ts';
import { createRateLimiter } from '../src/platform/limits/rate-limit.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { silent } from './database.ts';
import { lightPasswords } from './identity-app.ts';

const wide = { max: 1_000_000, windowMs: 1000 };
const secret = 'a secret of this test alone, long enough';

/** The console with the desks that `serve` adds, and operators who are signed in. */
export async function consoleApp(
  db: Database,
  clock: Clock,
  serve: (desk: Desk) => void = () => undefined,
  more: Partial<DeskParts> = {},
) {
  const app = await createFastify({ log: silent, metrics: createMetrics(), live: false, trustProxy: 'loopback' });
  const limits = { perOperator: wide, perAddress: wide };
  const desk = new Desk({ app, db, clock, limit: createRateLimiter(clock), limits, secret, mode: 'sandbox', ...more });
  serveOperatorsCore(desk);
  serve(desk);

  /** The typed client of a caller with this token. */
  function from(ip: string, token?: string): Client {
    return createClient({
      origin: '',
      prefix: consolePrefix,
      headers: () => ({ 'Accept-Language': 'en', ...(token !== undefined && { Authorization: token }) }),
      fetch: async (url, init) => {
        const answer = await app.inject({
          method: init.method === 'POST' ? 'POST' : 'GET',
          url,
          headers: init.headers as Record<string, string>,
          remoteAddress: ip,
          ...(typeof init.body === 'string' && { payload: init.body }),
        });
        return new Response(answer.body, {
          status: answer.statusCode,
          headers: new Headers(answer.headers as Record<string, string>),
        });
      },
    });
  }

  let operators = 0;
  /** An operator with these roles, signed in. */
  async function operatorWith(roles: readonly OperatorRole[], name = `operator${(operators += 1)}`) {
    const shared = newSharedSecret();
    const password = 'an operator 1';
    await createEnrolledOperator(db, secret, clock.wall(), { name, roles, password, shared, passwordCost: lightPasswords });
    const [row] = await db.query<{ id: number; password_hash: string }>(
      'select id, password_hash from operators where name = $1',
      [name],
    );
    if (row === undefined) throw new Error(`${name} was not made`);
    const id = String(row.id);
    const caller = { ip: '192.0.2.50', userAgent: 'test' };
    const session = await openOperatorSession(db, clock.wall(), caller, { id, passwordHash: row.password_hash });
    if (session === undefined) throw new Error(`${name} was not let in`);
    const { token } = session;
    const call = from('192.0.2.50', token);
    /** Is shown an identification and each of its pictures, as the desk shows them. */
    async function lookAt(caseId: string): Promise<void> {
      const { caseNo, images } = await call(consoleCalls.kyc.detail, { id: caseId });
      for (const image of Object.values(images).filter((one) => one !== null)) {
        const url = `${consolePrefix}${consoleCalls.images.image.path.replace('{id}', image)}?caseNo=${caseNo}`;
        const shown = await app.inject({ url, headers: { authorization: token } });
        if (shown.statusCode !== 200) throw new Error(`picture ${image}: ${shown.statusCode}`);
      }
    }
    return { id, name, password, shared, token, call, lookAt };
  }
  return { app, desk, from, operatorWith };
}

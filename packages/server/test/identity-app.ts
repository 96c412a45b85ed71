import { type Client, createClient } from '@assay/contract/client.ts';
import { login } from '@assay/contract/endpoints/login.ts';
import { type Identity, type IdentityOptions, createIdentity, wordedMailer } from '../src/identity/index.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import { createFastify } from '../src/platform/fastify.ts';
import type { Http } from '../src/platform/http.ts';
import { serveImages } from '../src/platform/images/own-images.ts';
import { createRateLimiter } from '../src/platform/limits/rate-limit.ts';
import { outboxMailer } from '../src/platform/mail.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { acceptInvitation } from '../src/referral/index.ts';
import { serveSettings } from '../src/settings/index.ts';
import { silent } from './database.ts';
import { testImages } from './images.ts';

/** All times stand still until the test moves them. Only forth does time pass; back, the clock was set. */
export function standingClock(start = Date.UTC(2030, 0, 7, 12)): Clock & { advance(ms: number): void } {
  let time = start;
  let passed = 0;
  return {
    now: () => time,
    wall: () => time,
    elapsed: () => passed,
    advance: (ms) => {
      time += ms;
      passed += Math.max(0, ms);
    },
  };
}

const wide = { max: 1_000_000, windowMs: 1000 };
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
export const password = 'correct horse 1';
/** The least that the library takes: hundreds of people register in these tests, and none of them is attacked. */
export const lightPasswords = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Another process of the same deployment has the same database and secret, and nothing else in common. */
export async function identityApp(
  db: Database,
  clock: Clock,
  options: Partial<IdentityOptions> = {},
  { ownPasswordCost = false } = {},
) {
  const bus = createLocalBus(silent);
  const limit = createRateLimiter(clock);
  const identity: Identity = createIdentity({
    db,
    clock,
    bus,
    limit,
    mailer: wordedMailer(db, outboxMailer(db)),
    log: silent,
    secret: 'a secret of this test alone, long enough',
    origin: 'https://assay.example',
    deviceCodes: false,
    endDemoOrders: async () => undefined,
    acceptInvitation,
    ...(!ownPasswordCost && { passwordCost: lightPasswords }),
    ...options,
  });
  const app = await createFastify({
    log: options.log ?? silent,
    metrics: createMetrics(),
    live: false,
    trustProxy: 'loopback',
  });
  const http: Http = {
    app,
    db,
    clock,
    limit,
    images: testImages(db, clock),
    authenticate: identity.authenticate,
    recognise: identity.recognise,
    keys: identity.keys,
    limits: { perUser: wide, perAddress: wide },
    opened: new Set(),
  };
  identity.register(http);
  serveImages(http);
  serveSettings(http, new Map([['mode', () => 'sandbox']]));

  /** The typed client of a caller with this token, from this address. */
  function from(ip: string, token?: string, headers: Record<string, string> = {}): Client {
    return createClient({
      origin: '',
      headers: () => ({ 'Accept-Language': 'en', ...(token !== undefined && { Authorization: token }), ...headers }),
      fetch: async (url, init) => {
        const answer = await app.inject({
          method: init.method === 'POST' ? 'POST' : 'GET',
          url,
          remoteAddress: ip,
          ...(await payloadOf(init)),
        });
        return new Response(answer.body, {
          status: answer.statusCode,
          headers: new Headers(answer.headers as Record<string, string>),
        });
      },
    });
  }
  const call = from('192.0.2.1');

  /** A person with a mailed code, registered. */
  async function register(userName: string, more: { inviteCode?: string } = {}) {
    const email = `${userName}@example.com`;
    await call(login.sendCode, { email, purpose: 'register' });
    const code = await mailedCode(db, email);
    return { ...(await call(login.register, { userName, email, password, code, ...more })), address: email, code };
  }
  return { app, http, bus, identity, call, from, register };
}

/** As a browser would put it on the wire: form data gets its boundary. */
export async function payloadOf({ headers, body }: RequestInit) {
  const named = headers as Record<string, string>;
  if (!(body instanceof FormData)) return { headers: named, ...(typeof body === 'string' && { payload: body }) };
  const written = new Response(body);
  const form = { 'content-type': written.headers.get('content-type') ?? '' };
  return { headers: { ...named, ...form }, payload: Buffer.from(await written.arrayBuffer()) };
}

export async function newestMail(db: Database, to: string): Promise<{ subject: string; body: string }> {
  const [mail] = await db.query<{ subject: string; body: string }>(
    'select subject, body from outbox where recipient = $1 order by id desc limit 1',
    [to],
  );
  if (mail === undefined) throw new Error(`nothing was mailed to ${to}`);
  return mail;
}

export async function mailedCode(db: Database, to: string): Promise<string> {
  const code = /^\d{6}$/m.exec((await newestMail(db, to)).body)?.[0];
  if (code === undefined) throw new Error(`the newest mail to ${to} has no code`);
  return code;
}

/** Six digits that are not the code. */
export const otherThan = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');

/** The code of a refusal; fails on success. */
export async function refusalOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    (result) => Promise.reject(new Error(`no refusal but ${JSON.stringify(result)}`)),
    (refusal: { code: string }) => refusal.code,
  );
}

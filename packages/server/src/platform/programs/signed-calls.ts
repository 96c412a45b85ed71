// Calls that programs sign with a key of their owner's, in place of a session.
import { createHash } from 'node:crypto';
import type { Endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { signedText } from '@assay/contract/signing.ts';
import { type KeyBook, type KeyRight, signatureWindowMs } from '@assay/contract/vocabulary/api-keys.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Limit, RateLimiter } from '../limits/rate-limit.ts';
import { type Refusal, isRefusal, refuse, tooMany } from '../refusal.ts';
import type { SignedInUser } from '../signed-in-user.ts';

/** The claimed signer of a request, before anything is verified. */
export interface Signed {
  readonly keyId: string;
  /** Milliseconds since 1970, as the program's clock has it. */
  readonly time: number;
  readonly windowMs: number;
  readonly text: string;
  readonly signature: Buffer;
  readonly ip: string;
}

/** Whose key has signed, and what it may do. */
export interface KeyHolder {
  readonly user: SignedInUser;
  readonly keyId: string;
  readonly right: KeyRight;
  readonly book: KeyBook;
}

/** How a key was used. */
export interface KeyUse {
  readonly call: string;
  readonly ip: string;
  readonly refused: boolean;
}

/** Keys of customers' programs, as the identity slice keeps them. */
export interface Keys {
  /**
   * The signer. `remembered` is for commands, which are decided under locks where the key is checked again. Refused with 11380,
   * 11382 (expired), 11383 (another network), and 429 after many wrong signatures from one network.
   */
  holderOf(signed: Signed, remembered?: boolean): Promise<KeyHolder | Refusal>;
  /** Whether the key is still good. */
  stillHolds(holder: KeyHolder): Promise<boolean>;
  /** Writes down what a key was used for; in a while, together with its other uses. */
  used(holder: KeyHolder, use: KeyUse): void;
  /** Writes down now what this process has not yet. */
  settle(): Promise<void>;
}

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

export function isSigned(request: FastifyRequest): boolean {
  return request.headers['api-key'] !== undefined;
}

const keyIdShape = /^[A-Za-z0-9_-]{1,64}$/;
const timeShape = /^[0-9]{13}$/;
const windowShape = /^(?:|[1-9][0-9]{0,4})$/;
const signatureShape = /^[A-Za-z0-9+/]{43,86}={0,2}$/;

/** Reads what the three headers, or the fields of a message, say. Refused with 400 by the name of the field that is malformed. */
export function readSigned(
  said: { readonly key: string; readonly time: string; readonly window: string; readonly signature: string },
  names: { readonly key: string; readonly time: string; readonly window: string; readonly signature: string },
): Omit<Signed, 'text' | 'ip'> | Refusal {
  const malformed = (name: string) => refuse('400', { [name]: '400' });
  if (!keyIdShape.test(said.key)) return malformed(names.key);
  if (!timeShape.test(said.time)) return malformed(names.time);
  const windowMs = said.window === '' ? signatureWindowMs.fallback : Number(said.window);
  if (!windowShape.test(said.window) || windowMs > signatureWindowMs.max) return malformed(names.window);
  if (!signatureShape.test(said.signature)) return malformed(names.signature);
  return { keyId: said.key, time: Number(said.time), windowMs, signature: Buffer.from(said.signature, 'base64') };
}

/** Refused with 11381 when it is too old, or from too far ahead, at a moment of the server's clock. */
export function refuseUntimely({ time, windowMs }: Pick<Signed, 'time' | 'windowMs'>, now: number): Refusal | undefined {
  return Math.abs(now - time) > windowMs ? refuse('11381', {}, { time: String(Math.round(now)) }) : undefined;
}

const headers = { key: 'Api-Key', time: 'Api-Time', window: 'Api-Window', signature: 'Api-Signature' } as const;

function signedBy(request: FastifyRequest, clock: Clock): Signed | Refusal {
  // A call that carries both is ambiguous.
  if (request.headers.authorization !== undefined) return refuse('400', { Authorization: '400' });
  const said = { key: 'api-key', time: 'api-time', window: 'api-window', signature: 'api-signature' };
  const read = readSigned(
    {
      key: header(request, said.key),
      time: header(request, said.time),
      window: header(request, said.window),
      signature: header(request, said.signature),
    },
    headers,
  );
  if (isRefusal(read)) return read;
  // The body may have taken its time; what counts is when the headers were here.
  const untimely = refuseUntimely(read, clock.wall() - (performance.now() - request.arrivedAt));
  if (untimely !== undefined) return untimely;
  const text = signedText({
    method: request.method,
    target: request.raw.url ?? '',
    time: header(request, said.time),
    window: header(request, said.window),
    virtually: header(request, 'virtually'),
    idempotencyKey: header(request, 'idempotency-key'),
    deadline: header(request, 'deadline'),
    bodySha256: createHash('sha256').update(request.sentBody).digest('hex'),
  });
  return { ...read, text, ip: request.ip };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it was sent; empty where there was none. */
    sentBody: string;
  }
}

interface Door {
  readonly clock: Clock;
  readonly limit: RateLimiter;
  /** How much one key may read, order and end, each for itself. */
  readonly perKey: Limit;
  readonly keys: Keys;
}

/** Which of a key's three budgets a call uses. */
const purseOf = ({ ends, keys }: Pick<Endpoint, 'ends' | 'keys'>) => (ends ? 'end' : keys === 'trade' ? 'order' : 'read');

/** The headers about the budget that the call used. */
function tellBudget(reply: FastifyReply, purse: string, { max, windowMs }: Limit, left: number): void {
  reply.headers({
    'RateLimit-Policy': `"${purse}";q=${max};w=${windowMs / 1000}`,
    RateLimit: `"${purse}";r=${left};t=${Math.ceil(((max - left) * windowMs) / max / 1000)}`,
  });
}

/**
 * Whose program calls, if it may. Refused with 400 (headers), 11381 (time), what `holderOf` refuses with, 11384 (no right to the
 * call, or to the account), 11385 (no idempotency key) and 429 (budget).
 */
export async function readSignedCall(
  { clock, limit, perKey, keys }: Door,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { book, remembered }: { readonly book: Book | undefined; readonly remembered: boolean },
): Promise<SignedInUser | Refusal> {
  const signed = signedBy(request, clock);
  if (isRefusal(signed)) return signed;
  const holder = await keys.holderOf(signed, remembered);
  if (isRefusal(holder)) return holder;
  const purse = purseOf(endpoint);
  const bucket = `key:${holder.keyId}:${purse}`;
  const waitMs = limit(bucket, perKey);
  tellBudget(reply, purse, perKey, limit.left(bucket, perKey));
  const refused = refusalOf(endpoint, request, holder, book) ?? (waitMs > 0 ? tooMany(waitMs / 1000) : undefined);
  keys.used(holder, { call: `${endpoint.method} ${endpoint.path}`, ip: request.ip, refused: refused !== undefined });
  return refused ?? { ...holder.user, keyRight: holder.right };
}

function refusalOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  { right, book: allowed }: KeyHolder,
  book: Book | undefined,
): Refusal | undefined {
  const mayCall = endpoint.keys === 'read' || (endpoint.keys === 'trade' && right === 'trade');
  if (!mayCall) return refuse('11384');
  if (book !== undefined && allowed !== 'both' && allowed !== book) return refuse('11384', { virtually: '11384' });
  const keyed = header(request, 'idempotency-key') !== '';
  return endpoint.moves && !keyed ? refuse('11385', { 'Idempotency-Key': '11385' }) : undefined;
}

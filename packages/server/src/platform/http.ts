import type { Endpoint, ImageParts, InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import { customerPrefix } from '@assay/contract/endpoints/registry.ts';
import { knownByPattern } from '@assay/contract/known-by.ts';
import { pickLanguage, type Language } from '@assay/contract/vocabulary/languages.ts';
import { idempotencyKeyCharsMax } from '@assay/contract/vocabulary/limits.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Clock } from './clock.ts';
import { type Call as Asked, waitMsMax } from './counter/command.ts';
import type { Database, Transaction } from './database.ts';
import { faulty, unstorable } from './faulty.ts';
import { bodyHashOf, idempotently, keyOf } from './idempotency.ts';
import type { Images, TakenImage } from './images/images.ts';
import { formLimits, missingImages, readForm } from './intake.ts';
import type { Limit, RateLimiter } from './limits/rate-limit.ts';
import { networkOf } from './networks.ts';
import { type Keys, isSigned, readSignedCall } from './programs/signed-calls.ts';
import { type Refusal, isRefusal, refuse, refuseFrozen, tooMany } from './refusal.ts';
import { Download, Written, sendDownload, sendRefusal, sendWritten } from './reply.ts';
import type { SignedInUser } from './signed-in-user.ts';
import { asReader } from './standby/standby.ts';

export type Authenticate = (token: string) => Promise<SignedInUser | undefined>;

/** What every handler may know of its caller. */
export interface PublicCall {
  readonly language: Language;
  readonly ip: string;
  readonly token: string | undefined;
  readonly userAgent: string;
  /** What the caller's browser has made up to be known by; programs have none. */
  readonly knownBy?: string | undefined;
}
export interface UserCall extends PublicCall {
  readonly user: SignedInUser;
}
export interface AccountCall extends UserCall {
  /** The account that the `virtually` header chose; pinned for this request. */
  readonly book: Book;
}

type CallOf<E extends Endpoint> = E['auth'] extends 'public' ? PublicCall : E['auth'] extends 'user' ? UserCall : AccountCall;
/** The pictures that came with a multipart call. */
type ImagesOf<P extends ImageParts> = {
  readonly [K in keyof P]: P[K] extends 'required' ? TakenImage : TakenImage | undefined;
};
type MoveCall<E extends Endpoint> = AccountCall & { readonly images: ImagesOf<E['images']> };
type Replied<E extends Endpoint> = ResultOf<E> | Refusal | Written | Download;
type Answer<E extends Endpoint> = Replied<E> | Promise<Replied<E>>;

/** What a slice needs to offer its calls. */
export interface Http {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  /** The user as cached a moment ago: for commands, which are decided under locks where the session is checked again. */
  readonly recognise: Authenticate;
  readonly limit: RateLimiter;
  /** Keys of customers' programs; left out where none are taken. */
  readonly keys?: Keys | undefined;
  /** The rate limits per user, API key and address; the same again for calls that close orders. */
  readonly limits: { readonly perUser: Limit; readonly perAddress: Limit };
  /** Takes in the pictures of multipart calls. */
  readonly images: Images;
  /** Paths that slices have opened; the rest of the registry answers "not yet open". */
  readonly opened: Set<string>;
}

export function languageOf(request: FastifyRequest): Language {
  return pickLanguage(request.headers['accept-language']);
}

/** What a request says of its caller, before anything of it is believed. */
export function callerOf(request: FastifyRequest): PublicCall {
  return {
    language: languageOf(request),
    ip: request.ip,
    token: tokenOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
    knownBy: knownByPattern.exec(request.headers.cookie ?? '')?.[1],
  };
}

/** Headers that appear twice arrive joined or as a list; both are refused where the header decides something. */
function countOf(request: FastifyRequest, name: string): number {
  return request.raw.rawHeaders.filter((header, position) => position % 2 === 0 && header.toLowerCase() === name).length;
}

function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined || header === '') return undefined;
  return header.startsWith('Bearer ') ? header.slice(7) : header;
}

function bookOf(request: FastifyRequest): Book | undefined {
  if (countOf(request, 'virtually') !== 1) return undefined;
  const value = request.headers['virtually'];
  return value === 'NO' ? 'demo' : value === 'YES' ? 'real' : undefined;
}

async function readCall(
  http: Http,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  recognised: boolean,
): Promise<PublicCall | AccountCall | Refusal> {
  // Closing and cancelling stay possible beyond the limit: they are counted separately.
  const purse = endpoint.ends ? 'ending:' : '';
  const waitMs = http.limit(`${purse}network:${networkOf(request.ip)}`, http.limits.perAddress);
  if (waitMs > 0) return tooMany(waitMs / 1000);
  const base = callerOf(request);
  if (endpoint.auth === 'public') return base;
  const book = bookOf(request);
  const user = await callingUser(http, endpoint, { request, reply, token: base.token, book, recognised });
  if (isRefusal(user)) return user;
  // Frozen: looking is allowed, acting is not. `user` calls only touch one's own session and settings.
  if (user.frozen && endpoint.method === 'POST' && endpoint.auth !== 'user') return refuseFrozen('10008', user.freezeReason);
  if (endpoint.auth === 'user') return { ...base, user, book: book ?? 'demo' };
  if (book === undefined) return refuse('11003', { virtually: '11003' });
  if (endpoint.auth === 'real' && book !== 'real') return refuse('11002');
  return { ...base, user, book };
}

interface Calling {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly token: string | undefined;
  readonly book: Book | undefined;
  readonly recognised: boolean;
}

/** The caller, by session or by key, within the rate limits. */
async function callingUser(
  http: Http,
  endpoint: Endpoint,
  { request, reply, token, book, recognised }: Calling,
): Promise<SignedInUser | Refusal> {
  if (http.keys !== undefined && isSigned(request)) {
    const door = { clock: http.clock, limit: http.limit, perKey: http.limits.perUser, keys: http.keys };
    return readSignedCall(door, endpoint, request, reply, { book, remembered: recognised });
  }
  const user = token === undefined ? undefined : await (recognised ? http.recognise : http.authenticate)(token);
  if (user === undefined) return refuse('401');
  const waitMs = http.limit(`${endpoint.ends ? 'ending:' : ''}user:${user.id}`, http.limits.perUser);
  return waitMs > 0 ? tooMany(waitMs / 1000) : user;
}

/** Path, query or body in the shape that was declared. Refused as `faulty` says, before anything is kept under a key. */
export function readInput(
  endpoint: Pick<Endpoint, 'method' | 'input'>,
  request: FastifyRequest,
  sent: unknown = request.body ?? {},
): Record<string, unknown> | Refusal {
  const body = endpoint.method === 'GET' ? request.query : sent;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse('400');
  const given = { ...body, ...(request.params as object) };
  const parsed = endpoint.input.safeParse(given);
  return parsed.success ? (unstorable(parsed.data) ?? parsed.data) : faulty(parsed.error, given);
}

const readerOf = (call: PublicCall) => ('user' in call ? `user:${(call as UserCall).user.id}` : undefined);

const fastifyPath = (endpoint: Endpoint) => customerPrefix + endpoint.path.replace(/\{(\w+)\}/g, ':$1');

type SentImages = Readonly<Record<string, TakenImage>>;
type Handler = (call: never, input: never, request: FastifyRequest, images: SentImages) => unknown;

/** A picture costs most of a second of processor time, even if it is rejected. */
const picturesPerSender: Limit = { max: 60, windowMs: 3_600_000 };

/**
 * Runs a multipart call: its pictures are read, made anew, sealed and stored before the handler begins, and thrown away after
 * it unless it has kept them. After a throw it is not known what was committed: a job clears up then.
 */
function takeIn(
  http: Http,
  endpoint: Endpoint,
  handler: Handler,
  call: PublicCall,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { ip, user } = call as PublicCall & { readonly user?: { readonly id: string } };
  const network = networkOf(ip);
  const sender = { person: user?.id ?? network, network };
  return http.images.receive(sender, async () => {
    const form = await readForm(request, reply, endpoint.images, await http.images.bytesMax());
    if (isRefusal(form)) return form;
    const input = readInput(endpoint, request, form.fields);
    const missing = missingImages(endpoint.images, form.files);
    // Pictures come last in a form, so a wrong entry is rejected at once.
    if (isRefusal(input)) return refuse(input.code, { ...input.fields, ...missing?.fields }, input.values);
    if (missing !== undefined) return missing;
    for (const _ of form.files) {
      const waitMs = http.limit(`pictures:${sender.person}`, picturesPerSender);
      if (waitMs > 0) return tooMany(waitMs / 1000);
    }
    const taken = await http.images.take(form.files, sender);
    if (isRefusal(taken)) return taken;
    const images = Object.fromEntries(taken.byName);
    const result = await handler({ ...call, images } as never, input as never, request, images);
    await taken.discard();
    return result;
  });
}

/** Who may go on, before a form is read. */
type Admit = (call: PublicCall) => Promise<unknown>;

interface Registering {
  readonly admit?: Admit;
  /** The caller may be known from a moment ago: it is looked at once more, under locks. */
  readonly recognised?: boolean;
}

function register(http: Http, endpoint: Endpoint, handler: Handler, registering: Registering = {}): void {
  const { admit, recognised = false } = registering;
  http.opened.add(`${endpoint.method} ${endpoint.path}`);
  const answer = async (call: PublicCall, request: FastifyRequest, reply: FastifyReply) => {
    const admitted = await admit?.(call);
    if (isRefusal(admitted)) return admitted;
    if (admitted !== undefined) Object.assign(call, { admitted });
    if (endpoint.body === 'multipart') return takeIn(http, endpoint, handler, call, request, reply);
    const input = readInput(endpoint, request);
    return isRefusal(input) ? input : handler(call as never, input as never, request, {});
  };
  const route: RouteOptions = {
    method: endpoint.method,
    url: fastifyPath(endpoint),
    handler: async (request, reply) => {
      const call = await readCall(http, endpoint, request, reply, recognised);
      if (isRefusal(call)) return sendRefusal(reply, call, languageOf(request));
      const result = await asReader(http.db, endpoint.method, readerOf(call), () => answer(call, request, reply));
      if (isRefusal(result)) return sendRefusal(reply, result, call.language);
      if (result instanceof Written) return sendWritten(request, reply, result);
      if (result instanceof Download) {
        return sendDownload(reply, result);
      }
      return reply
        .header('Cache-Control', endpoint.auth === 'public' && endpoint.method === 'GET' ? 'no-cache' : 'no-store')
        .send({ code: '200', result });
    },
  };
  if (endpoint.body === 'json') http.app.route(route);
  // Form data is understood by these calls alone; everywhere else it is refused with 415.
  else {
    void http.app.register(async (scope) => {
      await scope.register(multipart, { limits: formLimits });
      scope.route(route);
    });
  }
}

/** Offers a call that reads, or that keeps its own transactions. */
export function serve<E extends Endpoint>(
  http: Http,
  endpoint: E,
  handler: (call: CallOf<E>, input: InputOf<E>) => Answer<E>,
): void {
  register(http, endpoint, handler);
}

/**
 * Offers a multipart call to callers without a session: `admit` says who they are, or refuses, before anything of the form is
 * read. Nothing here makes a repeat harmless: the handler does.
 */
export function servePublicForm<E extends Endpoint, P extends object>(
  http: Http,
  endpoint: E,
  admit: (call: PublicCall) => Promise<P | Refusal>,
  handler: (admitted: P, input: InputOf<E>, images: ImagesOf<E['images']>) => Answer<E>,
): void {
  type Call = PublicCall & { readonly admitted: P; readonly images: ImagesOf<E['images']> };
  register(http, endpoint, ({ admitted, images }: Call, input: InputOf<E>) => handler(admitted, input, images), { admit });
}

/** The caller's own key; undefined when there is none. Refused with 400 when it is malformed. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined | Refusal {
  const key = request.headers['idempotency-key'];
  const fits =
    key === undefined || (typeof key === 'string' && /^[A-Za-z0-9_-]+$/.test(key) && key.length <= idempotencyKeyCharsMax);
  return fits ? key : refuse('400', { 'Idempotency-Key': '400' });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When the headers had arrived, on the monotonic clock of `performance`. */
    arrivedAt: number;
  }
}

/**
 * Milliseconds that were left, when its headers arrived, of the time in which the caller wants a request done: until a moment in
 * server time. Without a deadline there is no end to them; a malformed one is refused with 400.
 */
function msLeft(request: FastifyRequest, clock: Clock): number | Refusal {
  const deadline = request.headers['deadline'];
  if (deadline === undefined) return Infinity;
  if (typeof deadline !== 'string' || !/^[0-9]{1,15}$/.test(deadline)) return refuse('400', { Deadline: '400' });
  return Number(deadline) - (clock.wall() - (performance.now() - request.arrivedAt));
}

/** Whether a request came too late for its caller. Judged when its headers arrive: pictures may take their time after that. */
export function isLate(request: FastifyRequest, clock: Clock): boolean | Refusal {
  const left = msLeft(request, clock);
  return isRefusal(left) ? left : left < 0;
}

/** Whose call it was: the same key of another user, account or call is another key. */
export function scopeOf({ user, book }: AccountCall, { path }: Pick<Endpoint, 'path'>): string {
  return `${user.id}:${book}:${path}`;
}

/** The answer that an earlier try has had, or that there will be none. */
function tooLate<T>({ db }: Http, scope: string, key: string | undefined, input: unknown): Promise<T | Refusal> {
  return idempotently<T>(db, { scope, key, input, late: true }, () => Promise.reject(new Error('begun too late')));
}

/** Offers a call that creates or moves something: one transaction, at most once per idempotency key. */
export function serveMove<E extends Endpoint>(
  http: Http,
  endpoint: E,
  handler: (call: MoveCall<E>, input: InputOf<E>, tx: Transaction) => Promise<ResultOf<E> | Refusal>,
): void {
  serveMovePrepared(http, endpoint, async () => undefined, handler);
}

/**
 * As `serveMove`. What `prepare` answers is given to the handler: it runs before the transaction takes a connection, counts
 * attempts for good, and asks what may be slow. A repeat prepares again, so it must not use anything up.
 */
export function serveMovePrepared<E extends Endpoint, P>(
  http: Http,
  endpoint: E,
  prepare: (call: MoveCall<E>, input: InputOf<E>) => Promise<P>,
  handler: (call: MoveCall<E>, input: InputOf<E>, tx: Transaction, prepared: P) => Promise<ResultOf<E> | Refusal>,
): void {
  if (!endpoint.moves) throw new Error(`${endpoint.path} does not move anything: use serve`);
  register(http, endpoint, async (call: MoveCall<E>, input: InputOf<E>, request: FastifyRequest, images: SentImages) => {
    const key = idempotencyKeyOf(request);
    if (isRefusal(key)) return key;
    const late = isLate(request, http.clock);
    if (isRefusal(late)) return late;
    const scope = scopeOf(call, endpoint);
    // The same pictures are the same request.
    const digests = Object.fromEntries(Object.entries(images).map(([name, { sha256 }]) => [name, sha256]));
    const sent = endpoint.body === 'multipart' ? { input, images: digests } : input;
    // Nothing is prepared for what will not be done: that may use up attempts.
    if (late) return tooLate(http, scope, key, sent);
    const prepared = await prepare(call, input);
    return idempotently(http.db, { scope, key, input: sent }, (tx) => handler(call, input, tx, prepared));
  });
}

/**
 * Offers a call that moves something in a group with others: what is submitted has an effect at most once per idempotency key,
 * and is decided under the locks of its group, where the session is checked again.
 */
export function serveCommand<E extends Endpoint>(
  http: Http,
  endpoint: E,
  submit: (call: AccountCall, input: InputOf<E>, asked: Asked) => Promise<ResultOf<E> | Refusal>,
): void {
  if (!endpoint.moves || endpoint.body !== 'json') throw new Error(`${endpoint.path} is no command`);
  const handler = async (call: AccountCall, input: InputOf<E>, request: FastifyRequest) => {
    const key = idempotencyKeyOf(request);
    if (isRefusal(key)) return key;
    const left = msLeft(request, http.clock);
    if (isRefusal(left)) return left;
    const scope = scopeOf(call, endpoint);
    if (left < 0) return tooLate(http, scope, key, input);
    const bodyHash = bodyHashOf(input);
    const { sessionId } = call.user;
    // Nor is it begun later than its caller would have it.
    const until = request.arrivedAt + Math.min(left, waitMsMax);
    return submit(call, input, { scope, key: keyOf(key, bodyHash), keyed: key !== undefined, bodyHash, sessionId, until });
  };
  register(http, endpoint, handler, { recognised: true });
}

/** Calls of the registry that no slice has opened answer 503 `11001`, each behind its own sign-in rule. */
export function serveNotYetOpen(http: Http, endpoints: readonly Endpoint[]): void {
  for (const endpoint of endpoints) {
    if (!http.opened.has(`${endpoint.method} ${endpoint.path}`)) register(http, endpoint, () => refuse('11001'));
  }
}

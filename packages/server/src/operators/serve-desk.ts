import type { DeskCall, DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { consolePrefix } from '@assay/contract/paths.ts';
import { personalFilters } from '@assay/contract/vocabulary/operators.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Transaction } from '../platform/database.ts';
import { type PublicCall, callerOf, idempotencyKeyOf, isLate, languageOf, readInput } from '../platform/http.ts';
import { idempotently } from '../platform/idempotency.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal, refuse, tooMany } from '../platform/refusal.ts';
import { Download, sendDownload, sendRefusal } from '../platform/reply.ts';
import { asReader } from '../platform/standby/standby.ts';
import { cookieSession } from './access/cookie.ts';
import { authenticateOperator } from './access/sessions.ts';
import type { Audit, AuditEntry } from './audit-entry.ts';
import { actorOf, appendAudit } from './audit-log.ts';
import type { Desk, OperatorCall } from './desk.ts';
import { fileOf } from './list-file.ts';

type Replied<E> = DeskResult<E> | Refusal | Download;
type Handler = (call: never, input: never, request: FastifyRequest, reply: FastifyReply) => unknown;

async function readCaller(
  desk: Desk,
  { roles }: DeskCall,
  request: FastifyRequest,
): Promise<PublicCall | OperatorCall | Refusal> {
  const { db, clock, parts } = desk;
  const waitMs = parts.limit(`network:${networkOf(request.ip)}`, parts.limits.perAddress);
  if (waitMs > 0) return tooMany(waitMs / 1000);
  const base = callerOf(request);
  if (roles === 'public') return base;
  // A program says its token; a page in a browser sends a cookie, and of whom it is.
  const cookie = base.token === undefined ? cookieSession(request) : undefined;
  const token = base.token ?? cookie?.token;
  const session = token === undefined ? undefined : await authenticateOperator(db, clock, token);
  if (session === undefined || (cookie !== undefined && session.operator.id !== cookie.operatorId)) return refuse('401');
  const ownWaitMs = parts.limit(`operator:${session.operator.id}`, parts.limits.perOperator);
  if (ownWaitMs > 0) return tooMany(ownWaitMs / 1000);
  if (!roles.some((role) => session.operator.roles.includes(role))) return refuse('403');
  return { ...base, token, ...session };
}

function register(desk: Desk, call: DeskCall, handler: Handler, suffix = ''): void {
  desk.opened.add(`${call.method} ${call.path}${suffix}`);
  desk.app.route({
    method: call.method,
    url: consolePrefix + call.path.replace(/\{(\w+)\}/g, ':$1') + suffix,
    handler: async (request, reply): Promise<FastifyReply> => {
      const caller = await readCaller(desk, call, request);
      if (isRefusal(caller)) return sendRefusal(reply, caller, languageOf(request));
      const input = readInput(call, request);
      if (isRefusal(input)) return sendRefusal(reply, input, caller.language);
      const reader = 'operator' in caller ? `operator:${caller.operator.id}` : undefined;
      const result = await asReader(desk.db, call.method, reader, async () =>
        handler(caller as never, input as never, request, reply),
      );
      if (isRefusal(result)) return sendRefusal(reply, result, caller.language);
      if (result instanceof Download) return sendDownload(reply, result);
      return reply.header('Cache-Control', 'no-store').send({ code: '200', result });
    },
  });
}

/**
 * What a list was narrowed down to; not to whom, or what was typed about them: the log is permanent, and more people read it.
 */
export function filterOf(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !personalFilters.includes(name)));
}

/**
 * Offers a call that reads. A list that can be exported is offered as a file, too, which the audit log records.
 * `lookOf` gives the log entry before the answer is read; a file has its own entry.
 */
export function serveDesk<E extends DeskCall>(
  desk: Desk,
  call: E,
  handler: (call: OperatorCall, input: DeskInput<E>) => Replied<E> | Promise<Replied<E>>,
  lookOf?: (input: DeskInput<E>, found: DeskResult<E>) => AuditEntry | undefined,
): void {
  if (call.moves) throw new Error(`${call.path} moves something: use serveDeskMove`);
  if (call.roles === 'public') throw new Error(`${call.path} comes before a session: use servePublic`);
  register(desk, call, async (caller: OperatorCall, input: DeskInput<E>) => {
    const found = await handler(caller, input);
    if (lookOf === undefined || isRefusal(found) || found instanceof Download) return found;
    const entry = lookOf(input, found);
    const now = desk.clock.wall();
    if (entry === undefined || desk.looks.isKnown(caller, entry, now)) return found;
    await appendAudit(desk.db, now, actorOf(caller), entry);
    desk.looks.keep(caller, entry, now);
    return found;
  });
  if (!call.csv) return;
  // The call declares its input; the next page's input has been parsed.
  desk.lists.set(call.path, { call, read: async (caller, input) => handler(caller, input as DeskInput<E>) });
  register(
    desk,
    { ...call, roles: call.csvRoles ?? call.roles },
    async (caller: OperatorCall, input: DeskInput<E>) => {
      // The rows of a list are read a page at a time by the handler of the list itself.
      // The input of a list that can be taken away has a cursor: there it begins.
      const { cursor: begin } = z.object({ cursor: z.string().optional() }).parse(input);
      const read = (cursor: string | undefined) => handler(caller, { ...input, limit: 100, cursor });
      const file = fileOf(call, read, desk.clock.wall(), begin);
      const entry = { action: 'list.exported', subject: `list:${call.path}`, details: { filter: filterOf(input) } };
      await appendAudit(desk.db, desk.clock.wall(), actorOf(caller), entry);
      return new Download(file.name, 'text/csv; charset=utf-8', file.content);
    },
    '.csv',
  );
}

/** Offers a call that comes before a session. */
export function servePublic<E extends DeskCall>(
  desk: Desk,
  call: E,
  handler: (call: PublicCall, input: DeskInput<E>, reply: FastifyReply) => Promise<DeskResult<E> | Refusal>,
): void {
  register(desk, call, (caller: PublicCall, input: DeskInput<E>, _: FastifyRequest, reply: FastifyReply) =>
    handler(caller, input, reply),
  );
}

/**
 * Offers a call that acts: one transaction, at most once per idempotency key, and in the audit log, which is written last. A
 * success without an entry is our own mistake and throws. `answering` adds to the answer of what was done.
 */
export function serveDeskMove<E extends DeskCall>(
  desk: Desk,
  call: E,
  handler: (call: OperatorCall, input: DeskInput<E>, tx: Transaction, audit: Audit) => Promise<DeskResult<E> | Refusal>,
  answering?: (reply: FastifyReply) => void,
): void {
  if (!call.moves) throw new Error(`${call.path} does not move anything: use serveDesk`);
  register(desk, call, async (caller: OperatorCall, input: DeskInput<E>, request: FastifyRequest, reply: FastifyReply) => {
    const key = idempotencyKeyOf(request);
    if (isRefusal(key)) return key;
    const late = isLate(request, desk.clock);
    if (isRefusal(late)) return late;
    const result = await idempotently(desk.db, { scope: scopeOf(caller, call), key, input, late }, (tx) =>
      audited(desk, caller, tx, (audit) => handler(caller, input, tx, audit)),
    );
    if (!isRefusal(result)) answering?.(reply);
    return result;
  });
}

/** The same key of another operator or call is another key. */
export function scopeOf({ operator }: OperatorCall, { path }: Pick<DeskCall, 'path'>): string {
  return `operator:${operator.id}:${path}`;
}

/** Work of an operator who is shown to the database first; its traces are written at its end, in its transaction. */
export async function audited<T>(
  { clock }: Desk,
  caller: OperatorCall,
  tx: Transaction,
  work: (audit: Audit) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  await tx.query('select operator_present($1, $2)', [caller.token, new Date(clock.wall())]);
  const entries: AuditEntry[] = [];
  const result = await work((entry) => entries.push(entry));
  if (isRefusal(result)) return result;
  if (entries.length === 0) throw new Error('an act of an operator left no trace in the audit log');
  for (const entry of entries) await appendAudit(tx, clock.wall(), { operatorId: caller.operator.id, ip: caller.ip }, entry);
  return result;
}

/** Calls of the registry that no slice has opened answer 503 `11001`, each behind its own roles. */
export function serveDesksNotYetOpen(desk: Desk, calls: readonly DeskCall[]): void {
  for (const call of calls) {
    if (!desk.opened.has(`${call.method} ${call.path}`)) register(desk, call, () => refuse('11001'));
  }
}

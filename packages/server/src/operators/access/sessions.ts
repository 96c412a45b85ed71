import { createHash, randomBytes } from 'node:crypto';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { PublicCall } from '../../platform/http.ts';
import { coarseNetworkOf } from '../../platform/networks.ts';
import type { Operator } from '../desk.ts';

const minuteMs = 60_000;
const idleMsMax = 30 * minuteMs;
const absoluteMsMax = 12 * 60 * minuteMs;
/** How exact the idle limit is: a session's use is written down at most this often. */
const touchMs = minuteMs;
/** Browsers of one operator at most; the one that was idle longest is signed out. */
const sessionsMax = 10;

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** The token has 256 random bits, so a plain hash can't be searched; only the hash is stored. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Signs an operator in. Undefined when they were disabled, or their password was changed, since it was checked. */
export async function openOperatorSession(
  tx: Queryable,
  now: number,
  { ip, userAgent }: Pick<PublicCall, 'ip' | 'userAgent'>,
  operator: { readonly id: string; readonly passwordHash: string },
): Promise<{ token: string; expiresAt: Date } | undefined> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now + absoluteMsMax);
  const [opened] = await tx.query<{ done: boolean }>('select operator_session_open($1, $2, $3, $4, $5, $6, $7) as done', [
    operator.id,
    operator.passwordHash,
    token,
    coarseNetworkOf(ip),
    userAgent,
    new Date(now),
    expiresAt,
  ]);
  if (opened?.done !== true) return undefined;
  await tx.query(
    `delete from operator_sessions where id in
       (select id from operator_sessions where operator_id = $1 order by last_used_at desc, id desc offset $2)`,
    [operator.id, sessionsMax],
  );
  return { token, expiresAt };
}

export interface OperatorSession {
  readonly operator: Operator;
  readonly sessionId: string;
  readonly sessionExpiresAt: Date;
}

/**
 * The operator of a token, with the current roles. Asks the database every time, so that a session which ends anywhere has
 * ended everywhere; an operator who was disabled has none.
 */
export async function authenticateOperator(db: Database, clock: Clock, token: string): Promise<OperatorSession | undefined> {
  if (!tokenShape.test(token)) return undefined;
  const now = clock.wall();
  const [row] = await db.query<{
    id: number;
    operator_id: number;
    name: string;
    roles: OperatorRole[];
    last_used_at: Date;
    expires_at: Date;
  }>(
    `select s.id, s.operator_id, s.last_used_at, s.expires_at, o.name, o.roles
     from operator_sessions s join operators o on o.id = s.operator_id and o.disabled_at is null
     where s.token_hash = $1 and s.expires_at > $2 and s.last_used_at > $3`,
    [hashToken(token), new Date(now), new Date(now - idleMsMax)],
  );
  if (row === undefined) return undefined;
  if (row.last_used_at.getTime() <= now - touchMs) {
    await db.query('update operator_sessions set last_used_at = $2 where id = $1 and last_used_at < $2', [
      row.id,
      new Date(now),
    ]);
  }
  return {
    operator: { id: String(row.operator_id), name: row.name, roles: row.roles },
    sessionId: String(row.id),
    sessionExpiresAt: row.expires_at,
  };
}

interface LivingSession {
  readonly id: number;
  readonly network: string;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly last_used_at: Date;
}

/** An operator's sessions that `authenticateOperator` would accept, last used first. */
export function livingSessions(db: Queryable, now: number, operatorId: string): Promise<LivingSession[]> {
  return db.query<LivingSession>(
    `select id, network, user_agent, created_at, last_used_at from operator_sessions
     where operator_id = $1 and expires_at > $2 and last_used_at > $3 order by last_used_at desc, id desc`,
    [operatorId, new Date(now), new Date(now - idleMsMax)],
  );
}

/** Ends one session of an operator. False when there is none such. */
export async function endOperatorSession(db: Queryable, operatorId: string, sessionId: string): Promise<boolean> {
  const ended = await db.query('delete from operator_sessions where id = $1 and operator_id = $2 returning id', [
    sessionId,
    operatorId,
  ]);
  return ended.length > 0;
}

/** Ends the sessions of an operator but the one named; answers how many there were. */
export async function endOperatorSessions(db: Queryable, operatorId: string, except?: string): Promise<number> {
  const ended = await db.query(
    'delete from operator_sessions where operator_id = $1 and id is distinct from $2::bigint returning id',
    [operatorId, except ?? null],
  );
  return ended.length;
}

/** Removes expired sessions; `authenticateOperator` no longer accepts them anyway. */
export async function purgeOperatorSessions(db: Queryable, now: number): Promise<void> {
  await db.query('delete from operator_sessions where expires_at <= $1 or last_used_at <= $2', [
    new Date(now),
    new Date(now - idleMsMax),
  ]);
}

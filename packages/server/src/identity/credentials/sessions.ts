import { createHash, randomBytes } from 'node:crypto';
import type { FreezeReason } from '@assay/contract/vocabulary/operators.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import type { PublicCall } from '../../platform/http.ts';
import { coarseNetworkOf } from '../../platform/networks.ts';
import type { SignedInUser } from '../../platform/signed-in-user.ts';
import { keyOfSession, keyStandings, revokeAllKeys } from '../keys/row.ts';

const dayMs = 86_400_000;
const idleMsMax = 7 * dayMs;
const absoluteMsMax = 30 * dayMs;
/** How exact the idle limit is: a session's use is written down at most this often. */
const touchMs = 60_000;
/** Devices at most; the one that was idle longest is signed out. */
const sessionsMax = 100;

/** After which moments a session that still lives expires and was last used. */
export const livesAfter = (now: number): readonly [expires: Date, used: Date] => [new Date(now), new Date(now - idleMsMax)];

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** The token has 256 random bits, so a plain hash can't be searched; only the hash is stored. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Signs a user in and answers the token. Undefined when the password that was checked is no longer the user's, or the
 * user was frozen meanwhile: the row is read under a lock that a change of password waits for, and such a change ends
 * all sessions, so that none opened with an old password is left. Runs within a transaction.
 */
export async function openSession(
  tx: Transaction,
  now: number,
  call: PublicCall,
  user: { readonly id: string; readonly passwordHash: string },
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const opened = await tx.query(
    `insert into sessions (token_hash, user_id, network, user_agent, created_at, last_used_at, expires_at)
     select $1, id, $2, $3, $4, $4, $5 from users where id = $6 and password_hash = $7 and not frozen for no key update
     returning id`,
    [
      hashToken(token),
      coarseNetworkOf(call.ip),
      call.userAgent,
      new Date(now),
      new Date(now + absoluteMsMax),
      user.id,
      user.passwordHash,
    ],
  );
  if (opened.length === 0) return undefined;
  await tx.query(
    `delete from sessions where id in
       (select id from sessions where user_id = $1 order by last_used_at desc, id desc offset $2)`,
    [user.id, sessionsMax],
  );
  return token;
}

interface SessionRow {
  readonly id: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly frozen: boolean;
  readonly freeze_reason: FreezeReason | null;
  readonly last_used_at: Date;
}

/**
 * Who a token belongs to. Asks the database every time, by an index, so that a session which ends anywhere has ended
 * everywhere; at most once a minute it also writes down that the session is in use.
 */
export async function authenticate(db: Database, clock: Clock, token: string): Promise<SignedInUser | undefined> {
  if (!tokenShape.test(token)) return undefined;
  const now = clock.wall();
  const [row] = await db.query<SessionRow>(
    `select s.id, s.user_id, s.last_used_at, u.user_name, u.frozen, u.freeze_reason from sessions s join users u on u.id = s.user_id
     where s.token_hash = $1 and s.expires_at > $2 and s.last_used_at > $3`,
    [hashToken(token), ...livesAfter(now)],
  );
  if (row === undefined) return undefined;
  if (row.last_used_at.getTime() <= now - touchMs) {
    await db.query('update sessions set last_used_at = $2 where id = $1 and last_used_at < $2', [row.id, new Date(now)]);
  }
  const { user_name: userName, frozen, freeze_reason: freezeReason } = row;
  return { id: String(row.user_id), userName, sessionId: String(row.id), frozen, freezeReason };
}

/** Of sessions, and of API keys used in place of one, those that are still valid. */
export async function standingsOf(
  db: Queryable,
  now: number,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<SignedInUser, 'frozen' | 'freezeReason'>>> {
  const keyIds = sessionIds.flatMap((id) => keyOfSession(id) ?? []);
  const [sessions, keys] = await Promise.all([
    sessionStandings(
      db,
      now,
      sessionIds.filter((id) => keyOfSession(id) === undefined),
    ),
    keyStandings(db, now, keyIds),
  ]);
  return new Map([...sessions, ...keys]);
}

type Standing = Pick<SignedInUser, 'frozen' | 'freezeReason'>;

async function sessionStandings(db: Queryable, now: number, sessionIds: readonly string[]): Promise<[string, Standing][]> {
  if (sessionIds.length === 0) return [];
  const rows = await db.query<{ id: number; frozen: boolean; freeze_reason: FreezeReason | null }>(
    `select s.id, u.frozen, u.freeze_reason from sessions s join users u on u.id = s.user_id
     where s.id = any($1::bigint[]) and s.expires_at > $2 and s.last_used_at > $3`,
    [sessionIds, ...livesAfter(now)],
  );
  return rows.map(({ id, frozen, freeze_reason: freezeReason }) => [String(id), { frozen, freezeReason }]);
}

/** Users whose rows another transaction has locked at this moment: anything opened for them waits for it. */
export async function heldUsers(db: Queryable, userIds: readonly string[]): Promise<Set<string>> {
  const free = await db.query<{ id: string }>(
    'select id::text from users where id = any($1::bigint[]) for key share skip locked',
    [userIds],
  );
  return new Set(userIds).difference(new Set(free.map(({ id }) => id)));
}

interface LivingSession {
  readonly id: number;
  readonly network: string;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly last_used_at: Date;
}

/** A user's sessions that `authenticate` would accept, last used first. */
export function livingSessions(db: Queryable, now: number, userId: string): Promise<LivingSession[]> {
  return db.query<LivingSession>(
    `select id, network, user_agent, created_at, last_used_at from sessions
     where user_id = $1 and expires_at > $2 and last_used_at > $3 order by last_used_at desc, id desc`,
    [userId, ...livesAfter(now)],
  );
}

export async function endSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query('delete from sessions where id = $1', [sessionId]);
}

/** Signs a user out everywhere, and ends their API keys too: a thief of the password may have made some. */
export async function endAllSessions(db: Queryable, userId: string, now: number): Promise<void> {
  await db.query('delete from sessions where user_id = $1', [userId]);
  await revokeAllKeys(db, userId, now);
}

/** Removes expired sessions; `authenticate` no longer accepts them anyway. */
export async function purgeSessions(db: Queryable, now: number): Promise<void> {
  await db.query('delete from sessions where expires_at <= $1 or last_used_at <= $2', livesAfter(now));
}

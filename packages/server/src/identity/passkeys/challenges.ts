import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

export const challengeMs = 5 * 60_000;

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest();

/** The name that passkeys are bound to, and the only address that may use them. */
export interface Site {
  readonly rpId: string;
  readonly origin: string;
}

/**
 * WebAuthn takes names alone. A site on this machine has one besides its number: localhost, at the same port. Undefined for
 * other numbers.
 */
export function siteOf(origin: string): Site | undefined {
  const { protocol, hostname, port } = new URL(origin);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return { rpId: hostname, origin };
  const loopback = hostname.startsWith('127.') || hostname === '[::1]';
  return loopback ? { rpId: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` } : undefined;
}

/** For signing in, or for registering a passkey of this user. */
export async function issueChallenge(db: Queryable, now: number, userId: string | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await db.query('insert into passkey_challenges (hash, user_id, expires_at) values ($1, $2, $3)', [
    hashOf(challenge),
    userId,
    new Date(now + challengeMs),
  ]);
  return challenge;
}

/**
 * Uses up the challenge that an answer names, before the answer is looked at: of several callers with one challenge all but the
 * first are refused with 11117, even if the first fails.
 */
export async function takeChallenge(
  db: Queryable,
  now: number,
  clientDataJson: string,
  userId: string | null,
): Promise<string | Refusal> {
  const challenge = challengeIn(clientDataJson);
  if (challenge === undefined) return refuse('11117');
  const taken = await db.query(
    `delete from passkey_challenges where hash = $1 and expires_at > $2 and user_id is not distinct from $3::bigint
     returning hash`,
    [hashOf(challenge), new Date(now), userId],
  );
  return taken.length === 1 ? challenge : refuse('11117');
}

function challengeIn(clientDataJson: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString());
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return undefined;
    return typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Challenges that were never answered. */
export async function purgeChallenges(db: Queryable, now: number): Promise<void> {
  await db.query('delete from passkey_challenges where expires_at <= $1', [new Date(now)]);
}

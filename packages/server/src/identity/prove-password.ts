import { createHash } from 'node:crypto';
import { clearAttempts, takeAttempt } from '../platform/credentials/attempts.ts';
import type { GuessLimits } from '../platform/credentials/guesses.ts';
import { passwordFits } from '../platform/credentials/passwords.ts';
import type { PublicCall } from '../platform/http.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, refuse, refuseFrozen } from '../platform/refusal.ts';
import type { IdentityLimits, IdentityParts } from './parts.ts';
import { type User, readUser } from './queries.ts';

/** What failed passwords of one account use up at the door. */
export const passwordLimits = (limits: IdentityLimits): GuessLimits => ({
  perNetwork: limits.loginsPerAccountAndNetwork,
  strangers: limits.loginsPerAccount,
  besieged: limits.loginsBesieged,
});

export const passwordKey = (account: string): string => `password:${account}`;

/**
 * Asks a signed-in user for the password again: a stolen session must not allow changes to what protects the account, nor
 * unlimited guesses. Counted per session, so that other people's attempts can't lock the owner out. Refused with 10004 on the
 * field named, 10008 (frozen) and 429.
 */
export async function provePassword(
  { db, clock, limits }: IdentityParts,
  call: PublicCall,
  userId: string,
  field: string,
  password: string,
): Promise<User | Refusal> {
  const session = call.token === undefined ? networkOf(call.ip) : createHash('sha256').update(call.token).digest('base64url');
  const budgets = [{ key: `password:${userId}:session:${session}`, ...limits.loginsPerAccountAndNetwork }];
  const spent = await takeAttempt(db, clock.wall(), budgets);
  if (spent !== undefined) return spent;
  const user = await readUser(db, userId);
  if (!(await passwordFits(user.password_hash, password))) return refuse('10004', { [field]: '10004' });
  await clearAttempts(db, budgets);
  return user.frozen ? refuseFrozen('10008', user.freeze_reason) : user;
}

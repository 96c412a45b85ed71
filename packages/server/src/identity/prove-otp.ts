import { returnAttempt, takeAttempt } from '../platform/credentials/attempts.ts';
import type { PublicCall } from '../platform/http.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { spendOtp } from './credentials/authenticators.ts';
import { knowsDevice } from './credentials/devices.ts';
import type { IdentityParts } from './parts.ts';

/** Uses up a code of the user's authenticator, or a recovery code. Refused with 11022, and with 429 after many wrong ones. */
export function proveOtp(parts: IdentityParts, call: PublicCall, userId: string, otp: string): Promise<true | Refusal> {
  const { db, clock, secret } = parts;
  return guessedAtMost(parts, call, userId, async () => {
    return (await spendOtp(db, secret, clock.wall(), userId, otp)) ? true : refuse('11022', { otp: '11022' });
  });
}

/** Counts an attempt to enter a code before it is made; only failed ones use up the budgets. */
export async function guessedAtMost<T>(
  { db, clock, limits }: IdentityParts,
  call: PublicCall,
  userId: string,
  attempt: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  // A stranger with the password may guess from elsewhere until that budget is spent, without using up that of the owner's
  // devices.
  const known = await knowsDevice(db, call, userId);
  const budgets = [
    { key: known ? `otp:${userId}:known` : `otp:${userId}`, ...limits.otpsPerAccount },
    { key: `otp:${userId}:${networkOf(call.ip)}`, ...limits.otpsPerAccountAndNetwork },
  ];
  const spent = await takeAttempt(db, clock.wall(), budgets);
  if (spent !== undefined) return spent;
  const outcome = await attempt();
  if (!isRefusal(outcome)) await returnAttempt(db, budgets);
  return outcome;
}

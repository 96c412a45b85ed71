import { returnAttempt, takeAttempt } from '../platform/credentials/attempts.ts';
import type { PublicCall } from '../platform/http.ts';
import { coarseNetworkOf, networkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { type CodeFor, type CodePurpose, checkCode } from './credentials/codes.ts';
import type { IdentityParts } from './parts.ts';

/**
 * What a code is bound to that anybody may ask for: it stays in the browser that has made a ticket up for it, else in the network that it
 * was asked for from.
 */
export function codeFor(call: PublicCall, email: string, purpose: 'register' | 'reset', ticket?: string): CodeFor {
  return { email, purpose, from: coarseNetworkOf(call.ip), ...(ticket !== undefined && { ticket }) };
}

/** What a code of somebody signed in is bound to: whoever else asks for one to the same address has another. */
export function codeOf(userId: string, email: string, purpose: Exclude<CodePurpose, 'register' | 'reset' | 'signIn'>): CodeFor {
  return { email, purpose, from: `account ${userId}` };
}

/** Compares a mailed code and answers its id. Refused with 10091, and with 429 after many wrong ones from one network. */
export async function proveCode(
  { db, clock, secret, limits }: IdentityParts,
  call: PublicCall,
  target: CodeFor,
  code: string,
): Promise<number | Refusal> {
  const now = clock.wall();
  const ofNetwork = [{ key: `wrong-codes:${networkOf(call.ip)}`, ...limits.wrongCodesPerNetwork }];
  const spent = await takeAttempt(db, now, ofNetwork);
  if (spent !== undefined) return spent;
  const codeId = await checkCode(db, secret, now, target, code);
  if (!isRefusal(codeId)) await returnAttempt(db, ofNetwork);
  return codeId;
}

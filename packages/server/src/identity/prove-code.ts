import { returnAttempt, takeAttempt } from '../platform/credentials/attempts.ts';
import type { PublicCall } from '../platform/http.ts';
import { coarseNetworkOf, networkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { type CodeFor, type CodePurpose, checkCode } from './credentials/codes.ts';
import type { IdentityParts } from './parts.ts';

/** What a code of this caller is bound to. Anybody may ask for one to register or to set a new password, so those stay where they were asked for. */
export function codeFor(call: PublicCall, email: string, purpose: CodePurpose): CodeFor {
  const isAnybodys = purpose === 'register' || purpose === 'reset';
  return { email, purpose, from: isAnybodys ? coarseNetworkOf(call.ip) : '' };
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

import { returnAttempt, takeAttempt } from '../platform/credentials/attempts.ts';
import type { PublicCall } from '../platform/http.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { type CodeFor, checkCode } from './credentials/codes.ts';
import type { IdentityParts } from './parts.ts';

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

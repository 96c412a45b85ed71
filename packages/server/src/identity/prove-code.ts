import { returnAttempt, takeAttempt } from '../platform/credentials/attempts.ts';
import type { PublicCall } from '../platform/http.ts';
import { coarseNetworkOf, networkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { type CodeFor, type CodePurpose, boundTo, checkCode } from './credentials/codes.ts';
import type { IdentityParts } from './parts.ts';

/**
 * What a code of an anonymous request is bound to: the ticket that was issued for it, else the browser that requested it, else
 * the network. Neighbours have neither. How many are mailed to register is counted by wide networks, since there is no account
 * yet that strangers could share a budget of.
 */
export function codeFor(call: PublicCall, email: string, purpose: 'register' | 'reset', ticket = call.knownBy): CodeFor {
  if (purpose === 'register') return { email, purpose, from: coarseNetworkOf(call.ip), ticket };
  return { email, purpose, from: ticket === undefined ? networkOf(call.ip) : boundTo(ticket), ticket };
}

/** What a signed-in user's code is bound to: another requester of a code to the same address gets another code. */
export function codeOf(userId: string, email: string, purpose: Exclude<CodePurpose, 'register' | 'reset' | 'signIn'>): CodeFor {
  const from = `account ${userId}`;
  return { email, purpose, from, guesser: from };
}

/** Compares a mailed code and answers its id. Refused with 10091, and with 429 after many wrong ones from one network, account or browser. */
export async function proveCode(
  { db, clock, secret, limits }: IdentityParts,
  call: PublicCall,
  target: CodeFor,
  code: string,
): Promise<number | Refusal> {
  const now = clock.wall();
  const ofGuesser = [{ key: `wrong-codes:${target.guesser ?? networkOf(call.ip)}`, ...limits.wrongCodesPerNetwork }];
  const spent = await takeAttempt(db, now, ofGuesser);
  if (spent !== undefined) return spent;
  const codeId = await checkCode(db, secret, now, target, code);
  if (!isRefusal(codeId)) await returnAttempt(db, ofGuesser);
  return codeId;
}

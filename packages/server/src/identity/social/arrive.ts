import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Arrival, login as calls } from '@assay/contract/endpoints/login.ts';
import { takeAttempt, returnAttempt } from '../../platform/credentials/attempts.ts';
import type { PublicCall } from '../../platform/http.ts';
import { networkOf } from '../../platform/networks.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { isOn } from '../credentials/authenticators.ts';
import { enter } from '../enter.ts';
import type { IdentityParts } from '../parts.ts';
import { proveOtp } from '../prove-otp.ts';
import { readUser } from '../queries.ts';
import { type Outside, issueTicket, linkedUser, readTicket, spendTicket } from './tickets.ts';

/** Counts what a network tries before the proof is looked at; only what fails uses the budget up. */
export async function proven<T>(
  { db, clock, limits }: IdentityParts,
  call: PublicCall,
  prove: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const budget = [{ key: `social:${networkOf(call.ip)}`, ...limits.loginsPerNetwork }];
  const spent = await takeAttempt(db, clock.wall(), budget);
  if (spent !== undefined) return spent;
  const outcome = await prove();
  if (!isRefusal(outcome)) await returnAttempt(db, budget);
  return outcome;
}

/**
 * Continues after an authentication elsewhere: signed in, when it is linked to an account without an authenticator; else with a
 * ticket. A mail address alone never signs in. Refused with 10005 when the account is frozen.
 */
export async function arrive(
  parts: IdentityParts,
  call: PublicCall,
  outside: Outside & { readonly email: string },
  wantsLink: boolean,
): Promise<Arrival | Refusal> {
  const { db, clock } = parts;
  const { email, label } = outside;
  const now = clock.wall();
  const goOn = async (next: 'otp' | 'account' | 'link') => ({
    ticket: await issueTicket(db, now, outside),
    next,
    email,
    label,
  });
  if (wantsLink) return goOn('link');
  const userId = await linkedUser(db, outside);
  if (userId === undefined) return goOn('account');
  if (await isOn(db, userId)) return goOn('otp');
  return enter(parts, call, await readUser(db, userId));
}

/** The second step of a user with an authenticator. Refused with 11114, 11022, 10005 and 429. */
export async function finishSignIn(
  parts: IdentityParts,
  call: PublicCall,
  { ticket, otp }: InputOf<typeof calls.finishSignIn>,
): Promise<ResultOf<typeof calls.finishSignIn> | Refusal> {
  const { db, clock } = parts;
  const outside = await proven(parts, call, () => readTicket(db, clock.wall(), ticket));
  if (isRefusal(outside)) return outside;
  const userId = await linkedUser(db, outside);
  if (userId === undefined) return refuse('11114', { ticket: '11114' });
  const proved = await proveOtp(parts, call, userId, otp);
  if (isRefusal(proved)) return proved;
  return enter(parts, call, await readUser(db, userId), async (tx) => {
    const spent = await spendTicket(tx, clock.wall(), ticket);
    return isRefusal(spent) ? spent : undefined;
  });
}

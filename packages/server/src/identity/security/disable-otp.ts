import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Security, securityCalls } from '@assay/contract/endpoints/security.ts';
import type { UserCall } from '../../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { isOn, remove } from '../credentials/authenticators.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import type { IdentityParts } from '../parts.ts';
import { proveOtp } from '../prove-otp.ts';
import { provePassword } from '../prove-password.ts';
import { markSecurityChanged } from '../queries.ts';
import { getSecurity } from './get-security.ts';

/** Turns the authenticator off. Refused with 10004 (password), 11022 (code), 10008, 429, and 11023 when it is off. */
export async function disableOtp(
  parts: IdentityParts,
  call: UserCall,
  { password, otp }: InputOf<typeof securityCalls.disableOtp>,
): Promise<Security | Refusal> {
  const { db, clock } = parts;
  const userId = call.user.id;
  const user = await provePassword(parts, call, userId, 'password', password);
  if (isRefusal(user)) return user;
  if (!(await isOn(db, userId))) return refuse('11023');
  const proved = await proveOtp(parts, call, userId, otp);
  if (isRefusal(proved)) return proved;
  const removed = await db.transact(async (tx) => {
    if (!(await remove(tx, userId))) return refuse('11023');
    await markSecurityChanged(tx, userId, clock.wall());
    return undefined;
  });
  if (isRefusal(removed)) return removed;
  await tellOwner(parts, call, user, 'authenticatorOff');
  return getSecurity(parts, call);
}

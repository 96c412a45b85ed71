import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { securityCalls } from '@assay/contract/endpoints/security.ts';
import type { UserCall } from '../../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { enrol } from '../credentials/authenticators.ts';
import type { IdentityParts } from '../parts.ts';
import { provePassword } from '../prove-password.ts';

type Endpoint = typeof securityCalls.enrolOtp;

/** Makes a secret for an authenticator. Refused with 10004, 10008, 429, and with 11023 when one is on already. */
export async function enrolOtp(
  parts: IdentityParts,
  call: UserCall,
  { password }: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  const { db, clock, secret } = parts;
  const user = await provePassword(parts, call, call.user.id, 'password', password);
  if (isRefusal(user)) return user;
  return (await enrol(db, secret, clock.wall(), call.user)) ?? refuse('11023');
}

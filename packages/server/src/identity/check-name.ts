import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login } from '@assay/contract/endpoints/login.ts';
import type { PublicCall } from '../platform/http.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, refuse, tooMany } from '../platform/refusal.ts';
import type { IdentityParts } from './parts.ts';
import { accountKind, findUser } from './queries.ts';

type Endpoint = typeof login.checkUserNameOrPhone;

/** Says whether a user name or mail address is free. What is neither is refused with 10003, or 10002 when it has an @. */
export async function checkName(
  { db, limit, limits }: IdentityParts,
  call: PublicCall,
  { value }: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  // The specification requires this call, which reveals who is registered: so long lists are rate-limited.
  const waitMs = limit(`check-name:${networkOf(call.ip)}`, limits.namesPerNetwork);
  if (waitMs > 0) return tooMany(waitMs / 1000);
  if (accountKind(value) === undefined) {
    const code = value.includes('@') ? '10002' : '10003';
    return refuse(code, { value: code });
  }
  return { available: (await findUser(db, value)) === undefined };
}

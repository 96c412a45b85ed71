import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Security, securityCalls } from '@assay/contract/endpoints/security.ts';
import type { UserCall } from '../../platform/http.ts';
import { type Refusal, isRefusal } from '../../platform/refusal.ts';
import type { IdentityParts } from '../parts.ts';
import { provePassword } from '../prove-password.ts';
import { getSecurity } from './get-security.ts';

/**
 * Sets or removes the word that every mail to the caller carries from now on: a stolen session must not allow forged mails to
 * look right. Refused as `provePassword`.
 */
export async function setMailWord(
  parts: IdentityParts,
  call: UserCall,
  { word, password }: InputOf<typeof securityCalls.setMailWord>,
): Promise<Security | Refusal> {
  const user = await provePassword(parts, call, call.user.id, 'password', password);
  if (isRefusal(user)) return user;
  await parts.db.query('update users set mail_word = $2 where id = $1', [call.user.id, word]);
  return getSecurity(parts, call);
}

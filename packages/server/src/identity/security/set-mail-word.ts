import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Security, securityCalls } from '@assay/contract/endpoints/security.ts';
import type { UserCall } from '../../platform/http.ts';
import type { IdentityParts } from '../parts.ts';
import { getSecurity } from './get-security.ts';

/** Sets or removes the word that every mail to the caller carries from now on. */
export async function setMailWord(
  parts: IdentityParts,
  call: UserCall,
  { word }: InputOf<typeof securityCalls.setMailWord>,
): Promise<Security> {
  await parts.db.query('update users set mail_word = $2 where id = $1', [call.user.id, word]);
  return getSecurity(parts, call);
}

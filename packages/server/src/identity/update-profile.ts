import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { UserInfo } from '@assay/contract/endpoints/login.ts';
import type { user as calls } from '@assay/contract/endpoints/user.ts';
import type { UserCall } from '../platform/http.ts';
import type { IdentityParts } from './parts.ts';
import { readUser, toUserInfo } from './queries.ts';

/** Sets the language in which the user is written to. */
export async function updateProfile(
  { db }: IdentityParts,
  { user }: UserCall,
  { language }: InputOf<typeof calls.updateProfile>,
): Promise<UserInfo> {
  await db.query('update users set language = $2 where id = $1', [user.id, language]);
  return toUserInfo(await readUser(db, user.id));
}

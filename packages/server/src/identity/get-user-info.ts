import type { UserInfo } from '@assay/contract/endpoints/login.ts';
import type { UserCall } from '../platform/http.ts';
import type { IdentityParts } from './parts.ts';
import { readUser, toUserInfo } from './queries.ts';

export async function getUserInfo({ db }: IdentityParts, { user }: UserCall): Promise<UserInfo> {
  return toUserInfo(await readUser(db, user.id));
}

import { userName as userNameSchema, email as emailSchema, type UserInfo } from '@assay/contract/endpoints/login.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { FreezeReason } from '@assay/contract/vocabulary/operators.ts';
import type { Queryable } from '../platform/database.ts';

/** A user as the database has it. */
export interface User {
  readonly id: number;
  readonly user_name: string;
  readonly email: string;
  readonly password_hash: string;
  readonly language: Language;
  readonly kyc_status: string;
  readonly invite_code: string;
  readonly frozen: boolean;
  /** As operators coded it; null also for what was frozen by hand. */
  readonly freeze_reason: FreezeReason | null;
  readonly created_at: Date;
}

const columns = 'id, user_name, email, password_hash, language, kyc_status, invite_code, frozen, freeze_reason, created_at';

/** A user name or mail address as typed: one of the two, or undefined when it is neither. */
export function accountKind(account: string): 'userName' | 'email' | undefined {
  if (userNameSchema.safeParse(account).success) return 'userName';
  return emailSchema.safeParse(account).success ? 'email' : undefined;
}

/** By user name or mail address, in any case. No user name contains an @, so the two never meet. */
export async function findUser(db: Queryable, account: string): Promise<User | undefined> {
  const [user] = await db.query<User>(`select ${columns} from users where lower(user_name) = $1 or lower(email) = $1`, [
    account.toLowerCase(),
  ]);
  return user;
}

export async function readUser(db: Queryable, userId: string): Promise<User> {
  const [user] = await db.query<User>(`select ${columns} from users where id = $1`, [userId]);
  if (user === undefined) throw new Error('a session without its user');
  return user;
}

/** A changed password, authenticator or way to sign in: withdrawals wait for a while after it. */
export async function markSecurityChanged(db: Queryable, userId: string, now: number): Promise<void> {
  await db.query('update users set security_changed_at = $2 where id = $1', [userId, new Date(now)]);
}

/** ISO 3166 codes of the countries that people are known to live in; null where that is not known. */
export async function countriesOf(db: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.query<{ id: string; country: string | null }>(
    'select id::text, country from users where id = any($1::bigint[])',
    [userIds],
  );
  return new Map(rows.map(({ id, country }) => [id, country]));
}

/** What a browser may keep: the mail address shows its first character and its host. */
export function toUserInfo(user: User): UserInfo {
  return {
    id: String(user.id),
    userName: user.user_name,
    email: user.email.replace(/(?<=^.).*(?=@)/, '***'),
    language: user.language,
    kycStatus: user.kyc_status,
    inviteCode: user.invite_code,
    createdAt: user.created_at.toISOString(),
  };
}

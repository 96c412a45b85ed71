import type { Security } from '@assay/contract/endpoints/security.ts';
import type { UserCall } from '../../platform/http.ts';
import type { IdentityParts } from '../parts.ts';

/** What protects the caller's account. */
export async function getSecurity({ db }: IdentityParts, { user }: UserCall): Promise<Security> {
  const [row] = await db.query<{ authenticator: boolean; codes: number; mail_word: string | null; changed_at: Date | null }>(
    `select u.mail_word, u.security_changed_at as changed_at, a.confirmed_at is not null as authenticator,
       (select count(*) from recovery_codes where user_id = u.id) as codes
     from users u left join authenticators a on a.user_id = u.id where u.id = $1`,
    [user.id],
  );
  if (row === undefined) throw new Error('a session without its user');
  return {
    authenticator: row.authenticator,
    recoveryCodesLeft: row.codes,
    mailWord: row.mail_word,
    changedAt: row.changed_at?.toISOString() ?? null,
  };
}

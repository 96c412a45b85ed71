import type { Transaction } from '../platform/database.ts';
import type { PublicCall } from '../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { isGoodOtp, isOn, spendOtp } from './credentials/authenticators.ts';
import { returnTry, spendCode } from './credentials/codes.ts';
import type { IdentityParts } from './parts.ts';
import { codeOf, proveCode } from './prove-code.ts';
import { guessedAtMost } from './prove-otp.ts';
import { readUser } from './queries.ts';

/** Uses the proven code up, together with what it allows. Of several callers with one code all but the first are refused. */
export type SpendProof = (tx: Transaction) => Promise<Refusal | undefined>;

/** Where the code comes from that proves a withdrawal. */
export async function proofOf(parts: Pick<IdentityParts, 'db'>, userId: string): Promise<'authenticator' | 'mail'> {
  return (await isOn(parts.db, userId)) ? 'authenticator' : 'mail';
}

/**
 * Checks the code of a withdrawal, or of a step about the account itself: that of the authenticator where it is on, since
 * access to the mailbox may mean access to the password; else a mailed one. Counts what is guessed for good, and uses nothing
 * up: that is done by what is answered, at the end of the transaction that the code allows. Refused with 11022 or 10091, and
 * with 429 after many wrong ones.
 */
export async function proveOwner(
  parts: IdentityParts,
  call: PublicCall,
  userId: string,
  code: string,
  purpose: 'withdraw' | 'account' = 'withdraw',
): Promise<SpendProof | Refusal> {
  const { db, clock, secret } = parts;
  if ((await proofOf(parts, userId)) === 'authenticator') {
    const wrong = refuse('11022', { code: '11022' });
    const good = await guessedAtMost(parts, call, userId, async () => {
      return (await isGoodOtp(db, secret, clock.wall(), userId, code)) ? true : wrong;
    });
    if (isRefusal(good)) return good;
    return async (tx) => ((await spendOtp(tx, secret, clock.wall(), userId, code)) ? undefined : wrong);
  }
  const { email } = await readUser(db, userId);
  const codeId = await proveCode(parts, call, codeOf(userId, email, purpose), code);
  if (isRefusal(codeId)) return codeId;
  await returnTry(db, codeId);
  return (tx) => spendCode(tx, codeId, clock.wall());
}

import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user as calls } from '@assay/contract/endpoints/user.ts';
import { forgetGuesses } from '../platform/credentials/guesses.ts';
import { hashPassword } from '../platform/credentials/passwords.ts';
import { refuseWeak } from '../platform/credentials/strength.ts';
import type { PublicCall } from '../platform/http.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal, refuse, refuseFrozen } from '../platform/refusal.ts';
import { returnTry, spendCode } from './credentials/codes.ts';
import { browserOf } from './credentials/devices.ts';
import { authenticate, endAllSessions } from './credentials/sessions.ts';
import { tellOwner } from './mail/tell-owner.ts';
import type { IdentityParts } from './parts.ts';
import { tellSignedOut } from './private-events.ts';
import { codeFor, proveCode } from './prove-code.ts';
import { passwordKey, passwordLimits, provePassword } from './prove-password.ts';
import { type User, findUser, markSecurityChanged } from './queries.ts';

type Endpoint = typeof calls.repassword;

/** Who may change a password, and the mailed code that this spends. */
interface Proof {
  readonly user: User;
  readonly codeId: number | undefined;
}

/**
 * Changes the password: signed in with the old one, otherwise with a mailed code. Both end every session, this one too, and
 * every API key, and notify the owner by mail. Refused with 400 when the fields are neither of the two sets, 401, 10004 (old
 * password), 10091 (code), 10008 (frozen), 11267 and 11268 (new password), 429.
 */
export async function repassword(
  parts: IdentityParts,
  call: PublicCall,
  input: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  const { db, clock, bus, limits } = parts;
  const proof = await prove(parts, call, input);
  if (isRefusal(proof)) return proof;
  const { user, codeId } = proof;
  if (user.frozen) return refuseFrozen('10008', user.freeze_reason);
  const userId = String(user.id);
  const now = clock.wall();
  const weak = await refuseWeak('newPassword', input.newPassword, [user.user_name, ...user.email.split('@')]);
  if (weak !== undefined) {
    // Choosing another keeps the same code.
    if (codeId !== undefined) await returnTry(db, codeId);
    return weak;
  }
  const passwordHash = await hashPassword(input.newPassword, parts.passwordCost);

  const changed = await db.transact(async (tx) => {
    const spent = codeId === undefined ? undefined : await spendCode(tx, codeId, now);
    if (spent !== undefined) return spent;
    // Only in place of the password that was checked: of two changes at once the second has not shown the new one.
    const rows = await tx.query(
      'update users set password_hash = $2, password_changed_at = $3 where id = $1 and password_hash = $4 returning id',
      [user.id, passwordHash, new Date(now), user.password_hash],
    );
    if (rows.length === 0) return refuse('10004', { oldPassword: '10004' });
    await markSecurityChanged(tx, userId, now);
    await endAllSessions(tx, userId, now);
    tx.afterCommit(() => tellSignedOut(bus, userId, null));
    return undefined;
  });
  if (isRefusal(changed)) return changed;
  const guesser = { account: passwordKey(userId), network: networkOf(call.ip), known: true };
  await forgetGuesses(db, guesser, passwordLimits(limits));
  await tellOwner(parts, call, user, 'passwordChanged');
  return { notice: '20005' };
}

function prove(
  parts: IdentityParts,
  call: PublicCall,
  { oldPassword, email, code, ticket }: InputOf<Endpoint>,
): Promise<Proof | Refusal> {
  if (oldPassword !== undefined && email === undefined && code === undefined) return proveByPassword(parts, call, oldPassword);
  if (oldPassword === undefined && email !== undefined && code !== undefined)
    return proveByCode(parts, call, { email, code, ticket });
  return Promise.resolve(refuse('400', { oldPassword: '400', email: '400', code: '400' }));
}

async function proveByPassword(parts: IdentityParts, call: PublicCall, oldPassword: string): Promise<Proof | Refusal> {
  const { db, clock } = parts;
  const caller = call.token === undefined ? undefined : await authenticate(db, clock, call.token);
  if (caller === undefined) return refuse('401');
  const user = await provePassword(parts, call, caller.id, 'oldPassword', oldPassword);
  return isRefusal(user) ? user : { user, codeId: undefined };
}

interface Typed {
  readonly email: string;
  readonly code: string;
  readonly ticket: string | undefined;
}

async function proveByCode(parts: IdentityParts, call: PublicCall, { email, code, ticket }: Typed): Promise<Proof | Refusal> {
  const user = await findUser(parts.db, email);
  const guesser = await browserOf(parts.db, call, user);
  const codeId = await proveCode(parts, call, { ...codeFor(call, email, 'reset', ticket), guesser }, code);
  if (isRefusal(codeId)) return codeId;
  // An address without a user has a code that was never mailed; guessing it reveals nothing.
  return user === undefined ? refuse('10091', { code: '10091' }) : { user, codeId };
}

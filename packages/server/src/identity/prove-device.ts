import { createHash } from 'node:crypto';
import { takeAttempt } from '../platform/credentials/attempts.ts';
import type { PublicCall } from '../platform/http.ts';
import { coarseNetworkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { isOn } from './credentials/authenticators.ts';
import { type CodeFor, issueCode, returnTry, spendCode, withdrawCode } from './credentials/codes.ts';
import { deviceOf, knownByOf } from './credentials/devices.ts';
import { codeMail } from './mail/compose.ts';
import type { IdentityParts } from './parts.ts';
import { proveCode } from './prove-code.ts';
import type { SpendProof } from './prove-owner.ts';
import type { User } from './queries.ts';

/**
 * Asks for a mailed code when the right password comes from a device that the account does not know. Users with an
 * authenticator are not asked: that is the better second factor. Refused with 11269 once the code is mailed, with 10091 where
 * it is wrong, with 503 where it can't be mailed and with 429.
 */
export async function proveDevice(
  parts: IdentityParts,
  call: PublicCall,
  user: User,
  { known, code }: { readonly known: boolean; readonly code: string | undefined },
): Promise<SpendProof | Refusal> {
  const { db, clock, deviceCodes } = parts;
  if (!deviceCodes || known || (await isOn(db, String(user.id)))) return async () => undefined;
  // The requester: another person with the password neither voids the owner's code nor uses its attempts up.
  const from = call.knownBy === undefined ? `${coarseNetworkOf(call.ip)} ${deviceOf(call.userAgent)}` : knownByOf(call);
  const target: CodeFor = { email: user.email, purpose: 'signIn', from };
  if (code === undefined) return mailCode(parts, user, target);
  const codeId = await proveCode(parts, call, target, code);
  if (isRefusal(codeId)) return codeId;
  await returnTry(db, codeId);
  return (tx) => spendCode(tx, codeId, clock.wall());
}

/**
 * A few a day for one password: a thief of it may not try code after code from network after network. A new password, which the owner can
 * set at any time, has a budget of its own; devices that the account knows need none.
 */
async function mailCode(parts: IdentityParts, user: User, target: CodeFor): Promise<Refusal> {
  const { db, clock, secret, limits, mailer, log, origin } = parts;
  const now = clock.wall();
  const issued = await issueCode(db, secret, now, target);
  if (isRefusal(issued)) return (await isOutstanding(parts, target)) ? asked : issued;
  const ofPassword = createHash('sha256').update(`${user.id} ${user.password_hash}`).digest('base64url');
  const spent = await takeAttempt(db, now, [{ key: `device-codes:${ofPassword}`, ...limits.deviceCodes }]);
  if (spent !== undefined) {
    await withdrawCode(db, issued.id);
    return spent;
  }
  const { language, email: to } = user;
  try {
    await mailer.send(codeMail({ language, to, purpose: 'signIn', code: issued.code, origin }));
  } catch (error) {
    log.error({ err: error, userId: user.id }, 'a code to sign in could not be mailed');
    await withdrawCode(db, issued.id);
    return refuse('503');
  }
  return asked;
}

const asked = refuse('11269', { code: '11269' });

/** A second request within a minute leaves the code valid. */
async function isOutstanding({ db, clock }: IdentityParts, { email, purpose, from }: CodeFor): Promise<boolean> {
  const good = await db.query(
    `select from mail_codes
     where email = $1 and purpose = $2 and asked_from = $3 and used_at is null and expires_at > $4 and tries_left > 0 limit 1`,
    [email.toLowerCase(), purpose, from, new Date(clock.wall())],
  );
  return good.length > 0;
}

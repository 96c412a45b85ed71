import { createHash } from 'node:crypto';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login } from '@assay/contract/endpoints/login.ts';
import { takeAttempt } from '../platform/credentials/attempts.ts';
import type { PublicCall } from '../platform/http.ts';
import type { Mail } from '../platform/mail.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { issueCode, withdrawCode } from './credentials/codes.ts';
import { knowsDevice } from './credentials/devices.ts';
import { authenticate } from './credentials/sessions.ts';
import { codeMail, noAccountMail } from './mail/compose.ts';
import type { IdentityParts } from './parts.ts';
import { codeFor } from './prove-code.ts';
import { type User, findUser, readUser } from './queries.ts';

type Endpoint = typeof login.sendCode;
type Purpose = InputOf<Endpoint>['purpose'];

/** Codes that go to the caller's own address and nowhere else. */
const ofOwnAddress: readonly Purpose[] = ['withdraw', 'account', 'oldEmail'];

/**
 * Mails a code of six digits. Refused with 10007 when the address to register or to move to belongs to somebody, with 401
 * when a code of a signed-in user is asked for without a session, with 10002 when it is not that user's address or is
 * left out for anything but what goes to the own one, with 429 when asked too often, and with 503 when the mail can't be handed over.
 *
 * A reset of an unknown address is answered like any other, so that this call does not say who is registered. The owner
 * of the address is told by mail that there is no account, which also keeps the time of both answers alike.
 */
export async function sendCode(
  parts: IdentityParts,
  call: PublicCall,
  { email: named, purpose }: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  const { db, clock, secret, limits, mailer, log, origin } = parts;
  const now = clock.wall();
  const spent = await takeAttempt(db, now, [{ key: `codes:${networkOf(call.ip)}`, ...limits.codesPerNetwork }]);
  if (spent !== undefined) return spent;
  const email = named ?? (ofOwnAddress.includes(purpose) ? await ownAddress(parts, call) : refuse('10002', { email: '10002' }));
  if (isRefusal(email)) return email;
  const owner = await findUser(db, email);
  const refused = await mayAsk(parts, call, purpose, owner);
  if (refused !== undefined) return refused;

  const flooded = purpose === 'reset' ? await takeReset(parts, call, email, owner) : undefined;
  if (flooded !== undefined) return flooded;
  const issued = await issueCode(db, secret, now, codeFor(call, email, purpose));
  if (isRefusal(issued)) return issued;
  const language = owner?.language ?? call.language;
  // As the owner registered it, not as somebody typed it now: only that mailbox has been shown to be his.
  const to = owner?.email ?? email;
  const mail: Mail =
    purpose === 'reset' && owner === undefined
      ? noAccountMail({ language, to, origin })
      : codeMail({ language, to, purpose, code: issued.code, origin });
  try {
    await mailer.send(mail);
  } catch (error) {
    log.error({ err: error, purpose }, 'a code could not be mailed');
    await withdrawCode(db, issued.id);
    return refuse('503');
  }
  return { sent: true, expiresAt: issued.expiresAt.toISOString() };
}

/**
 * Strangers who ask for codes share a few a day of each address, and with them the guesses at those; a device that the account
 * knows is not held up by them. An address without an account is counted alike.
 */
async function takeReset(
  { db, clock, limits }: IdentityParts,
  call: PublicCall,
  email: string,
  owner: User | undefined,
): Promise<Refusal | undefined> {
  if (await knowsDevice(db, call, owner === undefined ? null : String(owner.id))) return undefined;
  const address = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  return takeAttempt(db, clock.wall(), [{ key: `resets:${address}`, ...limits.resetsOfStrangers }]);
}

/** The caller's own mail address, which is not told: the code goes there, and nowhere else. */
async function ownAddress({ db, clock }: IdentityParts, call: PublicCall): Promise<string | Refusal> {
  const caller = call.token === undefined ? undefined : await authenticate(db, clock, call.token);
  return caller === undefined ? refuse('401') : (await readUser(db, caller.id)).email;
}

async function mayAsk(
  { db, clock, limits }: IdentityParts,
  call: PublicCall,
  purpose: Purpose,
  owner: User | undefined,
): Promise<Refusal | undefined> {
  if (purpose === 'reset') return undefined;
  const taken = owner === undefined ? undefined : refuse('10007', { email: '10007' });
  if (purpose === 'register') return taken;
  const caller = call.token === undefined ? undefined : await authenticate(db, clock, call.token);
  if (caller === undefined) return refuse('401');
  if (purpose === 'email')
    return taken ?? takeAttempt(db, clock.wall(), [{ key: `new-addresses:${caller.id}`, ...limits.addressesPerAccount }]);
  return String(owner?.id) === caller.id ? undefined : refuse('10002', { email: '10002' });
}

import { createHash } from 'node:crypto';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login } from '@assay/contract/endpoints/login.ts';
import { takeAttempt } from '../platform/credentials/attempts.ts';
import type { PublicCall } from '../platform/http.ts';
import type { Mail } from '../platform/mail.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import type { SignedInUser } from '../platform/signed-in-user.ts';
import { type CodeFor, issueCode, withdrawCode } from './credentials/codes.ts';
import { browserOf } from './credentials/devices.ts';
import { authenticate } from './credentials/sessions.ts';
import { codeMail, noAccountMail } from './mail/compose.ts';
import type { IdentityParts } from './parts.ts';
import { codeFor, codeOf } from './prove-code.ts';
import { type User, findUser, readUser } from './queries.ts';

type Endpoint = typeof login.sendCode;
type Purpose = InputOf<Endpoint>['purpose'];

/** Codes that go to the caller's own address and nowhere else. */
const ofOwnAddress: readonly Purpose[] = ['withdraw', 'account', 'oldEmail'];

/**
 * Mails a code of six digits. Refused with 10007 when the address to register or to move to is taken, with 401 when a code of a
 * signed-in user is requested without a session, with 10002 when it is not that user's address or is left out for anything but
 * what goes to the own one, with 429 when requested too often, and with 503 when the mail can't be sent.
 *
 * A reset of an unknown address is answered like any other, so that this call does not say who is registered. A mail informs
 * the owner of the address that there is no account, which also keeps the time of both answers alike.
 */
export async function sendCode(
  parts: IdentityParts,
  call: PublicCall,
  { email: named, purpose, ticket }: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  const { db, clock, secret, limits, mailer, log, origin } = parts;
  const now = clock.wall();
  const caller = await callerOf(parts, call, purpose);
  const browser = purpose === 'reset' && named !== undefined ? await browserOf(db, call, await findUser(db, named)) : undefined;
  // Known users have a budget of their own, which others behind the same address can't use up.
  const asker = caller === undefined ? (browser ?? networkOf(call.ip)) : `account ${caller.id}`;
  const spent = await takeAttempt(db, now, [{ key: `codes:${asker}`, ...limits.codesPerNetwork }]);
  if (spent !== undefined) return spent;
  const email = named ?? (await ownAddress(parts, caller, purpose));
  if (isRefusal(email)) return email;
  const owner = await findUser(db, email);
  const target = await boundTo(parts, call, { email, purpose, ticket }, { owner, caller });
  if (isRefusal(target)) return target;

  const flooded = purpose === 'reset' ? await takeReset(parts, email, browser) : undefined;
  if (flooded !== undefined) return flooded;
  const issued = await issueCode(db, secret, now, target);
  if (isRefusal(issued)) return issued;
  const language = owner?.language ?? call.language;
  // As the owner registered it, not as typed now: only that mailbox is proven to be the owner's.
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
 * Strangers who ask for codes share a few a day of each address, with waits that grow, and with them the guesses at those. A browser that
 * has signed in to the account has a budget of its own, which no neighbour uses up who merely looks like it. An address without
 * an account is counted alike.
 */
function takeReset({ db, clock, limits }: IdentityParts, email: string, browser?: string): Promise<Refusal | undefined> {
  const budgets =
    browser === undefined
      ? limits.resetsOfStrangers.map((limit) => ({ key: `resets:${hashed(email)}:${limit.windowMs}`, ...limit }))
      : [{ key: `resets:${browser}`, ...limits.resetsOfBrowser }];
  return takeAttempt(db, clock.wall(), budgets);
}

/** The signed-in user, for codes that only they may request. */
async function callerOf({ db, clock }: IdentityParts, call: PublicCall, purpose: Purpose): Promise<SignedInUser | undefined> {
  if (purpose === 'register' || purpose === 'reset' || call.token === undefined) return undefined;
  return authenticate(db, clock, call.token);
}

/** The caller's own mail address, which is not revealed: the code goes there, and nowhere else. */
async function ownAddress(
  { db }: IdentityParts,
  caller: SignedInUser | undefined,
  purpose: Purpose,
): Promise<string | Refusal> {
  if (!ofOwnAddress.includes(purpose)) return refuse('10002', { email: '10002' });
  return caller === undefined ? refuse('401') : (await readUser(db, caller.id)).email;
}

/** What a code of this caller is bound to, where it may be requested. */
async function boundTo(
  parts: IdentityParts,
  call: PublicCall,
  { email, purpose, ticket }: Pick<InputOf<Endpoint>, 'purpose' | 'ticket'> & { readonly email: string },
  { owner, caller }: { readonly owner: User | undefined; readonly caller: SignedInUser | undefined },
): Promise<CodeFor | Refusal> {
  if (purpose === 'reset') return codeFor(call, email, purpose, ticket);
  const taken = owner === undefined ? undefined : refuse('10007', { email: '10007' });
  if (purpose === 'register') return taken ?? codeFor(call, email, purpose);
  if (caller === undefined) return refuse('401');
  const own = codeOf(caller.id, email, purpose);
  if (purpose === 'email') return taken ?? (await takeNewAddress(parts, caller.id, email)) ?? own;
  return String(owner?.id) === caller.id ? own : refuse('10002', { email: '10002' });
}

/** One account moves to few addresses, and few accounts to one address: this limits mails to strangers in our name. */
async function takeNewAddress(
  { db, clock, limits }: IdentityParts,
  userId: string,
  email: string,
): Promise<Refusal | undefined> {
  return takeAttempt(db, clock.wall(), [
    { key: `new-addresses:${userId}`, ...limits.addressesPerAccount },
    { key: `moves-to:${hashed(email)}`, ...limits.movesToAddress },
  ]);
}

/** An address as it is counted: hashed, so that it can't be read there. */
function hashed(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login } from '@assay/contract/endpoints/login.ts';
import { isHalted } from '../halts/index.ts';
import { hashPassword } from '../platform/credentials/passwords.ts';
import { refuseWeak } from '../platform/credentials/strength.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import type { PublicCall } from '../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { createUser } from './create-user.ts';
import { returnTry, spendCode } from './credentials/codes.ts';
import { meetDevice } from './credentials/devices.ts';
import { refuseExcluded } from './credentials/excluded.ts';
import { openSession } from './credentials/sessions.ts';
import type { IdentityParts } from './parts.ts';
import { codeFor, proveCode } from './prove-code.ts';
import { type User, toUserInfo } from './queries.ts';
import { link, spendTicket } from './social/tickets.ts';

type Endpoint = typeof login.register;

/**
 * Creates a user with a funded demo account and an empty real one, and signs the user in; all of it or nothing. Refused with
 * 10091 (code), 11015 (invitation), 10006 (name taken), 10007 (address taken), 11114 and 11113 (a linked sign-in), 11267 and
 * 11268 (password), 11410 (operators have stopped registrations), 11137 and 11138 (who closed an account while excluded).
 */
export async function register(
  parts: IdentityParts,
  call: PublicCall,
  input: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  const { db, clock } = parts;
  const { userName, email, password } = input;
  const now = clock.wall();
  if (await isHalted(db, 'registrations', now)) return refuse('11410');
  // The code comes first: nothing is revealed, and no time spent on hashing, before the address is proved.
  const codeId = await proveCode(parts, call, codeFor(call, email, 'register'), input.code);
  if (isRefusal(codeId)) return codeId;
  const excluded = await refuseExcluded(db, parts.secret, email, now);
  if (excluded !== undefined) return excluded;
  const weak = await refuseWeak('password', password, [userName, ...email.split('@')]);
  if (weak !== undefined) {
    // Choosing another keeps the same code.
    await returnTry(db, codeId);
    return weak;
  }
  const passwordHash = await hashPassword(password, parts.passwordCost);

  return db.transact(async (tx) => {
    const spent = await spendCode(tx, codeId, now);
    if (spent !== undefined) return spent;
    const invitedBy = await findInviter(tx, input.inviteCode);
    if (isRefusal(invitedBy)) return invitedBy;
    const user = await createUser(parts, tx, { userName, email, passwordHash, language: call.language, invitedBy });
    if (isRefusal(user)) return user;
    await keepAcceptedTerms(tx, user, input.termsVersion);
    const linked = input.ticket === undefined ? undefined : await linkTicket(tx, now, String(user.id), input.ticket);
    if (linked !== undefined) return linked;
    const token = await openSession(tx, now, call, { id: String(user.id), passwordHash });
    await meetDevice(tx, now, call, String(user.id));
    if (token === undefined) throw new Error('a new user could not be signed in');
    return { ...toUserInfo(user), token };
  });
}

async function linkTicket(tx: Transaction, now: number, userId: string, ticket: string): Promise<Refusal | undefined> {
  const outside = await spendTicket(tx, now, ticket);
  return isRefusal(outside) ? outside : link(tx, now, userId, outside);
}

/** Writes down which terms were accepted: those that were read, where there ever were such, else those in force. */
async function keepAcceptedTerms(tx: Transaction, user: User, read: number | undefined): Promise<void> {
  await tx.query(
    `update users u set terms_version = coalesce(v.version, t.version), terms_language = t.language
     from contents c join content_texts t on t.content_id = c.id and t.language = $2
     left join content_versions v on v.content_id = c.id and v.language = t.language and v.version = $3 and v.version <= t.version
     where u.id = $1 and c.slug = 'terms-of-use' and c.published_at <= now() and t.version is not null`,
    [user.id, user.language, read ?? null],
  );
}

async function findInviter(tx: Queryable, inviteCode: string | undefined): Promise<number | null | Refusal> {
  if (inviteCode === undefined || inviteCode === '') return null;
  const unknown = refuse('11015', { inviteCode: '11015' });
  if (!/^[A-Za-z0-9]+$/.test(inviteCode)) return unknown;
  const [inviter] = await tx.query<{ id: number }>('select id from users where invite_code = $1', [inviteCode.toUpperCase()]);
  return inviter?.id ?? unknown;
}

import { createHash } from 'node:crypto';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login as calls } from '@assay/contract/endpoints/login.ts';
import type { PublicCall } from '../platform/http.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { type Budget, clearAttempts, returnAttempt, takeAttempt } from './credentials/attempts.ts';
import { passwordFits } from './credentials/passwords.ts';
import { openSession } from './credentials/sessions.ts';
import type { IdentityLimits, IdentityParts } from './parts.ts';
import { accountKind, findUser, toUserInfo } from './queries.ts';

type Endpoint = typeof calls.login;

/**
 * Signs in by user name or mail address. Refused with 10009 (no such user), 10004 (wrong password), 10005 (frozen; told
 * only to who knows the password) and 429. The specification tells an unknown user from a wrong password; so that nobody
 * can try whole lists of names here, both cost the same time and the same budgets.
 */
export async function login(
  { db, clock, limits }: IdentityParts,
  call: PublicCall,
  { account, password }: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  if (accountKind(account) === undefined) return refuse('400', { account: '10001' });
  const now = clock.wall();
  const user = await findUser(db, account);
  const network = networkOf(call.ip);
  const ofAccount = accountBudgets(limits, user === undefined ? unknownKey(account) : String(user.id), network);
  const ofNetwork = [{ key: `login:${network}`, ...limits.loginsPerNetwork }];
  const spent = await takeAttempt(db, now, [...ofAccount, ...ofNetwork]);
  if (spent !== undefined) return spent;

  const fits = await passwordFits(user?.password_hash, password);
  if (user === undefined) return refuse('10009', { account: '10009' });
  if (!fits) return refuse('10004', { password: '10004' });
  await clearAttempts(db, ofAccount);
  await returnAttempt(db, ofNetwork);
  if (user.frozen) return refuse('10005');
  const token = await db.transact((tx) =>
    openSession(tx, now, call, { id: String(user.id), passwordHash: user.password_hash }),
  );
  // Password or status changed between the check and now.
  if (token === undefined) return refuse('10004', { password: '10004' });
  return { ...toUserInfo(user), token };
}

/** Names come from outside and may be long; under a hash they take little room and say nothing. */
function unknownKey(account: string): string {
  return createHash('sha256').update(account.toLowerCase()).digest('base64url');
}

/** What failed passwords of one account use up, here and wherever else its password is asked for. */
export function accountBudgets(limits: IdentityLimits, accountKey: string, network: string): Budget[] {
  return [
    { key: `password:${accountKey}`, ...limits.loginsPerAccount },
    { key: `password:${accountKey}:${network}`, ...limits.loginsPerAccountAndNetwork },
  ];
}

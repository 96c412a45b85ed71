import { createHash } from 'node:crypto';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login as calls } from '@assay/contract/endpoints/login.ts';
import { forgiveGuess, takeGuess } from '../platform/credentials/guesses.ts';
import { passwordFits } from '../platform/credentials/passwords.ts';
import type { PublicCall } from '../platform/http.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal, refuse, refuseFrozen } from '../platform/refusal.ts';
import { isOn } from './credentials/authenticators.ts';
import { knowsDevice, meetDevice } from './credentials/devices.ts';
import { openSession } from './credentials/sessions.ts';
import { tellOwner } from './mail/tell-owner.ts';
import type { IdentityParts } from './parts.ts';
import { proveDevice } from './prove-device.ts';
import { proveOtp } from './prove-otp.ts';
import { passwordKey, passwordLimits } from './prove-password.ts';
import { type User, accountKind, findUser, toUserInfo } from './queries.ts';

type Endpoint = typeof calls.login;

/**
 * Signs in by user name or mail address. Refused with 10001 (neither of the two), 10009 (no such user), 10004 (wrong password),
 * 10005 (frozen; shown only after the right password), 11021 (the authenticator's code is needed), 11022 (it is wrong), 11269
 * (the device is new: a code was mailed), 10091 (that code is wrong), 503 (it can't be mailed) and 429. Whether there is an
 * authenticator is also shown only after the right password. The specification distinguishes an unknown user from a wrong
 * password; to prevent trying whole lists of names, both cost the same time and the same budgets.
 */
export async function login(
  parts: IdentityParts,
  call: PublicCall,
  { account, password, otp, code }: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  const { db, clock, limits } = parts;
  if (accountKind(account) === undefined) return refuse('10001', { account: '10001' });
  const now = clock.wall();
  const user = await findUser(db, account);
  const network = networkOf(call.ip);
  const guesser = {
    account: passwordKey(user === undefined ? unknownKey(account) : String(user.id)),
    network,
    // Also done for an unknown user, so that both take the same time.
    known: await knowsDevice(db, call, user === undefined ? null : String(user.id)),
  };
  const ofNetwork = [{ key: `login:${network}`, ...limits.loginsPerNetwork }];
  const guess = await takeGuess(db, now, guesser, passwordLimits(limits), ofNetwork);
  if (isRefusal(guess)) return guess;

  const fits = await passwordFits(user?.password_hash, password);
  if (user === undefined) return refuse('10009', { account: '10009' });
  if (!fits) return refuse('10004', { password: '10004' });
  await forgiveGuess(db, guess);
  if (user.frozen) return refuseFrozen('10005', user.freeze_reason);
  const second = await proveSecondFactor(parts, call, user, otp);
  if (isRefusal(second)) return second;
  const device = await proveDevice(parts, call, user, { known: guesser.known, code });
  if (isRefusal(device)) return device;
  const opened = await db.transact(async (tx) => {
    const unspent = await device(tx);
    if (unspent !== undefined) return unspent;
    const token = await openSession(tx, now, call, { id: String(user.id), passwordHash: user.password_hash });
    return token === undefined ? undefined : { token, newDevice: await meetDevice(tx, now, call, String(user.id)) };
  });
  // Password or status changed between the check and now.
  if (opened === undefined) return refuse('10004', { password: '10004' });
  if (isRefusal(opened)) return opened;
  if (opened.newDevice) await tellOwner(parts, call, user, 'newDevice');
  return { ...toUserInfo(user), token: opened.token };
}

async function proveSecondFactor(
  parts: IdentityParts,
  call: PublicCall,
  user: User,
  otp: string | undefined,
): Promise<true | Refusal> {
  const userId = String(user.id);
  if (!(await isOn(parts.db, userId))) return true;
  if (otp === undefined || otp.trim() === '') return refuse('11021', { otp: '11021' });
  return proveOtp(parts, call, userId, otp);
}

/** Names come from outside and may be long; under a hash they take little room and say nothing. */
function unknownKey(account: string): string {
  return createHash('sha256').update(account.toLowerCase()).digest('base64url');
}

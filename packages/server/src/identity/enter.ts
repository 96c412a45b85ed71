import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login as calls } from '@assay/contract/endpoints/login.ts';
import type { Transaction } from '../platform/database.ts';
import type { PublicCall } from '../platform/http.ts';
import { type Refusal, isRefusal, refuse, refuseFrozen } from '../platform/refusal.ts';
import { meetDevice } from './credentials/devices.ts';
import { openSession } from './credentials/sessions.ts';
import { tellOwner } from './mail/tell-owner.ts';
import type { IdentityParts } from './parts.ts';
import { type User, toUserInfo } from './queries.ts';

/**
 * Signs in a user who was authenticated without a password; `first` uses up the proof, in the same transaction. Refused with
 * 10005 when the account is frozen, and with what `first` refuses.
 */
export async function enter(
  parts: IdentityParts,
  call: PublicCall,
  user: User,
  first: (tx: Transaction) => Promise<Refusal | undefined> = async () => undefined,
): Promise<ResultOf<typeof calls.finishSignIn> | Refusal> {
  const { db, clock } = parts;
  if (user.frozen) return refuseFrozen('10005', user.freeze_reason);
  const now = clock.wall();
  const userId = String(user.id);
  const opened = await db.transact(async (tx) => {
    const refused = await first(tx);
    if (refused !== undefined) return refused;
    const token = await openSession(tx, now, call, { id: userId, passwordHash: user.password_hash });
    // Frozen, or another password, since the account was read: as good as not arrived.
    return token === undefined ? refuse('10005') : { token, newDevice: await meetDevice(tx, now, call, userId) };
  });
  if (isRefusal(opened)) return opened;
  if (opened.newDevice) await tellOwner(parts, call, user, 'newDevice');
  return { ...toUserInfo(user), token: opened.token };
}

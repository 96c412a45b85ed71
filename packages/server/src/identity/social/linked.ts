import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { SignIn, securityCalls } from '@assay/contract/endpoints/security.ts';
import type { SignInKind } from '@assay/contract/vocabulary/sign-ins.ts';
import type { Queryable } from '../../platform/database.ts';
import type { UserCall } from '../../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { isOn } from '../credentials/authenticators.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import type { IdentityParts } from '../parts.ts';
import { proveOtp } from '../prove-otp.ts';
import { provePassword } from '../prove-password.ts';
import { markSecurityChanged } from '../queries.ts';
import { link, spendTicket } from './tickets.ts';

export async function listSignIns(db: Queryable, userId: string): Promise<SignIn[]> {
  const rows = await db.query<{ id: number; kind: SignInKind; label: string; createdAt: Date }>(
    'select id, kind, label, created_at as "createdAt" from linked_sign_ins where user_id = $1 order by id',
    [userId],
  );
  return rows.map(({ id, createdAt, ...row }) => ({ id: String(id), createdAt: createdAt.toISOString(), ...row }));
}

/**
 * Links what a ticket shows to one's own account; withdrawals wait for a while after it. Refused with 10004, 11021 and 11022
 * (authenticator), 11114 (ticket), 11113, 11115, 10008 and 429.
 */
export async function linkSignIn(
  parts: IdentityParts,
  call: UserCall,
  { ticket, password, otp }: InputOf<typeof securityCalls.linkSignIn>,
): Promise<SignIn[] | Refusal> {
  const { db, clock } = parts;
  const userId = call.user.id;
  const user = await provePassword(parts, call, userId, 'password', password);
  if (isRefusal(user)) return user;
  if (await isOn(db, userId)) {
    if (otp === undefined) return refuse('11021', { otp: '11021' });
    const proved = await proveOtp(parts, call, userId, otp);
    if (isRefusal(proved)) return proved;
  }
  const now = clock.wall();
  const linked = await db.transact(async (tx) => {
    const outside = await spendTicket(tx, now, ticket);
    if (isRefusal(outside)) return outside;
    const refused = await link(tx, now, userId, outside);
    if (refused !== undefined) return refused;
    await markSecurityChanged(tx, userId, now);
    return outside;
  });
  if (isRefusal(linked)) return linked;
  await tellOwner(parts, call, user, 'signInLinked', linked.label);
  return listSignIns(db, userId);
}

/** Ends a link; the password goes on working. Refused with 10004, 404, 10008 and 429. */
export async function unlinkSignIn(
  parts: IdentityParts,
  call: UserCall,
  { id, password }: InputOf<typeof securityCalls.unlinkSignIn>,
): Promise<SignIn[] | Refusal> {
  const { db, clock } = parts;
  const userId = call.user.id;
  const user = await provePassword(parts, call, userId, 'password', password);
  if (isRefusal(user)) return user;
  const removed = await db.transact(async (tx) => {
    const number = /^[1-9][0-9]{0,14}$/.test(id) ? id : '0';
    const [row] = await tx.query<{ label: string }>(
      'delete from linked_sign_ins where id = $1 and user_id = $2 returning label',
      [number, userId],
    );
    if (row === undefined) return refuse('404', { id: '404' });
    await markSecurityChanged(tx, userId, clock.wall());
    return row;
  });
  if (isRefusal(removed)) return removed;
  await tellOwner(parts, call, user, 'signInUnlinked', removed.label);
  return listSignIns(db, userId);
}

import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { securityCalls } from '@assay/contract/endpoints/security.ts';
import type { Transaction } from '../../platform/database.ts';
import type { UserCall } from '../../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { returnTry, spendCode } from '../credentials/codes.ts';
import { refuseExcluded } from '../credentials/excluded.ts';
import { revokeAllKeys } from '../keys/row.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import type { IdentityParts } from '../parts.ts';
import { tellSignedOut } from '../private-events.ts';
import { codeOf, proveCode } from '../prove-code.ts';
import { type SpendProof, proofOf, proveOwner } from '../prove-owner.ts';
import { provePassword } from '../prove-password.ts';
import { type User, findUser, markSecurityChanged, readUser, toUserInfo } from '../queries.ts';

type Endpoint = typeof securityCalls.changeEmail;
type Input = InputOf<Endpoint>;

/**
 * Moves the caller's account to another mail address: both have confirmed it by a code. All other devices are signed
 * out, all API keys end, withdrawals wait for a while, and the former address is notified. A refusal uses no code up.
 * Refused with 10004 (password), 10008 (frozen), 11021 and 11022 (authenticator), 10091 (code, on its field), 10002
 * (the same address), 10007 (taken), 11137 and 11138 (excluded), 429.
 */
export async function changeEmail(
  parts: IdentityParts,
  call: UserCall,
  { email, code, oldCode, password, otp }: Input,
): Promise<ResultOf<Endpoint> | Refusal> {
  const { db, secret, clock } = parts;
  const userId = call.user.id;
  const user = await provePassword(parts, call, userId, 'password', password);
  if (isRefusal(user)) return user;
  const factor = await proveFactor(parts, call, userId, otp);
  if (isRefusal(factor)) return factor;
  if (email.toLowerCase() === user.email.toLowerCase()) return refuse('10002', { email: '10002' });
  const codes = await proveBoth(parts, call, { from: user.email, to: email }, { code, oldCode });
  if (isRefusal(codes)) return codes;
  const excluded = await refuseExcluded(db, secret, email, clock.wall());
  if (excluded !== undefined) return excluded;
  const moved = await db
    .transact(async (tx) => {
      for (const id of codes) {
        const spent = await spendCode(tx, id, clock.wall());
        if (spent !== undefined) return spent;
      }
      return (await move(parts, tx, call, user, email)) ?? factor(tx);
    })
    .catch(takenMeanwhile);
  if (isRefusal(moved)) return moved;
  const info = toUserInfo(await readUser(db, userId));
  await tellOwner(parts, call, user, 'emailChanged', info.email);
  return info;
}

/** Of two concurrent changes to one address, the unique index refuses one. */
function takenMeanwhile(error: unknown): Refusal {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'users_by_email')
    return refuse('10007', { email: '10007' });
  throw error;
}

/** The code of the authenticator, where it is on. */
async function proveFactor(
  parts: IdentityParts,
  call: UserCall,
  userId: string,
  otp: string | undefined,
): Promise<SpendProof | Refusal> {
  if ((await proofOf(parts, userId)) === 'mail') return async () => undefined;
  if (otp === undefined || otp.trim() === '') return refuse('11021', { otp: '11021' });
  const wrong = refuse('11022', { otp: '11022' });
  const proved = await proveOwner(parts, call, userId, otp, 'account');
  if (isRefusal(proved)) return proved.code === '11022' ? wrong : proved;
  return async (tx) => ((await proved(tx)) === undefined ? undefined : wrong);
}

/** Compares the codes of both addresses and uses neither up. */
async function proveBoth(
  parts: IdentityParts,
  call: UserCall,
  { from, to }: { readonly from: string; readonly to: string },
  { code, oldCode }: Pick<Input, 'code' | 'oldCode'>,
): Promise<readonly number[] | Refusal> {
  const { db } = parts;
  const left = await proveCode(parts, call, codeOf(call.user.id, from, 'oldEmail'), oldCode);
  if (isRefusal(left)) return left.code === '10091' ? refuse('10091', { oldCode: '10091' }) : left;
  await returnTry(db, left);
  const reached = await proveCode(parts, call, codeOf(call.user.id, to, 'email'), code);
  if (isRefusal(reached)) return reached;
  await returnTry(db, reached);
  return [left, reached];
}

/** In place of the address that has confirmed it alone: of two changes at once the second has not shown the new one. */
async function move(
  { clock, bus }: IdentityParts,
  tx: Transaction,
  { user: { id, sessionId } }: UserCall,
  { email: before }: User,
  email: string,
): Promise<Refusal | undefined> {
  const owner = await findUser(tx, email);
  if (owner !== undefined) return refuse('10007', { email: '10007' });
  const changed = await tx.query('update users set email = $2 where id = $1 and email = $3 and not frozen returning id', [
    id,
    email,
    before,
  ]);
  if (changed.length === 0) return refuse('10091', { oldCode: '10091' });
  await markSecurityChanged(tx, id, clock.wall());
  const ended = await tx.query<{ id: number }>('delete from sessions where user_id = $1 and id <> $2 returning id', [
    id,
    sessionId,
  ]);
  const keys = await revokeAllKeys(tx, id, clock.wall());
  const gone = [...ended.map((session) => String(session.id)), ...keys];
  tx.afterCommit(() => gone.forEach((session) => tellSignedOut(bus, id, session)));
  return undefined;
}

import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { securityCalls } from '@assay/contract/endpoints/security.ts';
import type { UserCall } from '../../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { confirm } from '../credentials/authenticators.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import type { IdentityParts } from '../parts.ts';
import { guessedAtMost } from '../prove-otp.ts';
import { markSecurityChanged, readUser } from '../queries.ts';

type Endpoint = typeof securityCalls.confirmOtp;

/** Turns the authenticator on. Refused with 11022 (code), 429, and 11023 when none is being set up. */
export async function confirmOtp(
  parts: IdentityParts,
  call: UserCall,
  { otp }: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  const { db, clock, secret } = parts;
  const userId = call.user.id;
  const now = clock.wall();
  const recoveryCodes = await guessedAtMost(parts, call, userId, () =>
    db.transact(async (tx) => {
      const confirmed = await confirm(tx, secret, now, userId, otp);
      if (confirmed === 'gone') return refuse('11023');
      if (confirmed === 'wrong') return refuse('11022', { otp: '11022' });
      await markSecurityChanged(tx, userId, now);
      return [...confirmed];
    }),
  );
  if (isRefusal(recoveryCodes)) return recoveryCodes;
  await tellOwner(parts, call, await readUser(db, userId), 'authenticatorOn');
  return { recoveryCodes };
}

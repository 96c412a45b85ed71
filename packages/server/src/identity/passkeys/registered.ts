import { createHmac } from 'node:crypto';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Passkey, passkeyCalls } from '@assay/contract/endpoints/passkeys.ts';
import { passkeysMax } from '@assay/contract/vocabulary/sign-ins.ts';
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { UserCall } from '../../platform/http.ts';
import { type Refusal, isRefusal, refuse, refuseFrozen } from '../../platform/refusal.ts';
import { isOn } from '../credentials/authenticators.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import type { IdentityParts } from '../parts.ts';
import { proveOtp } from '../prove-otp.ts';
import { provePassword } from '../prove-password.ts';
import { markSecurityChanged, readUser } from '../queries.ts';
import { type Site, challengeMs, issueChallenge, siteOf, takeChallenge } from './challenges.ts';

/** EdDSA, ES256 and RS256 (COSE), which every passkey of today knows one of. */
const algorithms = [-8, -7, -257];

/** What a device keeps of a user beside the key: the same for all passkeys of one account, and no number of ours. */
export function handleOf(secret: string, userId: string): string {
  return createHmac('sha256', secret).update(`passkey-user:${userId}`).digest('base64url');
}

export async function listPasskeys(db: Queryable, userId: string): Promise<Passkey[]> {
  const rows = await db.query<{ id: number; name: string; created_at: Date; last_used_at: Date | null }>(
    'select id, name, created_at, last_used_at from passkeys where user_id = $1 order by id',
    [userId],
  );
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id: String(id),
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }));
}

/**
 * What the browser needs to make a passkey. Refused with 11116 (no name), 10004, 11021 and 11022 (authenticator), 11118
 * (too many), 10008 and 429.
 */
export async function enrolPasskey(
  parts: IdentityParts,
  call: UserCall,
  { password, otp }: InputOf<typeof passkeyCalls.enrolPasskey>,
): Promise<ResultOf<typeof passkeyCalls.enrolPasskey> | Refusal> {
  const { db, clock, secret, origin } = parts;
  const userId = call.user.id;
  const site = siteOf(origin);
  if (site === undefined) return refuse('11116');
  const user = await provePassword(parts, call, userId, 'password', password);
  if (isRefusal(user)) return user;
  if (await isOn(db, userId)) {
    if (otp === undefined) return refuse('11021', { otp: '11021' });
    const proved = await proveOtp(parts, call, userId, otp);
    if (isRefusal(proved)) return proved;
  }
  const known = await db.query<{ id: string; transports: string[] }>(
    'select credential_id as id, transports from passkeys where user_id = $1',
    [userId],
  );
  if (known.length >= passkeysMax) return refuse('11118');
  return {
    challenge: await issueChallenge(db, clock.wall(), userId),
    rp: { id: site.rpId, name: 'Assay' },
    user: { id: handleOf(secret, userId), name: user.user_name, displayName: user.user_name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMs,
    attestation: 'none',
    excludeCredentials: known.map((one) => ({ type: 'public-key', ...one })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

type Answer = InputOf<typeof passkeyCalls.addPasskey>['credential'];
type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/** Registers what the browser has made; withdrawals wait for a while after it. Refused with 11116, 11117, 11118 and 10008. */
export async function addPasskey(
  parts: IdentityParts,
  call: UserCall,
  { name, credential }: InputOf<typeof passkeyCalls.addPasskey>,
): Promise<Passkey[] | Refusal> {
  const { db, clock, origin } = parts;
  const userId = call.user.id;
  const site = siteOf(origin);
  if (site === undefined) return refuse('11116');
  const challenge = await takeChallenge(db, clock.wall(), credential.response.clientDataJSON, userId);
  if (isRefusal(challenge)) return challenge;
  const registration = await verified(parts, site, challenge, credential);
  if (registration === undefined) return refuse('11117');
  const user = await readUser(db, userId);
  if (user.frozen) return refuseFrozen('10008', user.freeze_reason);
  const transports = credential.response.transports ?? [];
  const refused = await db.transact((tx) => insert(tx, clock.wall(), userId, { name, registration, transports }));
  if (refused !== undefined) return refused;
  await tellOwner(parts, call, user, 'signInLinked', labelOf(name));
  return listPasskeys(db, userId);
}

/** The library throws for whatever does not fit; for a caller it is all the same. */
async function verified(
  { log }: IdentityParts,
  site: Site,
  expectedChallenge: string,
  { id, rawId, response: { transports: _, ...response } }: Answer,
): Promise<Registration | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, response, type: 'public-key', clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo;
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was not accepted');
    return undefined;
  }
}

async function insert(
  tx: Transaction,
  now: number,
  userId: string,
  { name, registration, transports }: { name: string; registration: Registration; transports: readonly string[] },
): Promise<Refusal | undefined> {
  // The owner's row makes two of them at once wait for each other, so that they are counted.
  await tx.query('select from users where id = $1 for no key update', [userId]);
  const { id, publicKey, counter } = registration.credential;
  const added = await tx.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
     select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from passkeys where user_id = $1) < $8
     on conflict (credential_id) do nothing returning id`,
    [userId, id, Buffer.from(publicKey), counter, transports, name, new Date(now), passkeysMax],
  );
  if (added.length === 0) return refuse('11118');
  await markSecurityChanged(tx, userId, now);
  return undefined;
}

/** Refused with 10004, 404 (also when it is another's), 10008 and 429. */
export async function removePasskey(
  parts: IdentityParts,
  call: UserCall,
  { id, password }: InputOf<typeof passkeyCalls.removePasskey>,
): Promise<Passkey[] | Refusal> {
  const { db, clock } = parts;
  const userId = call.user.id;
  const user = await provePassword(parts, call, userId, 'password', password);
  if (isRefusal(user)) return user;
  const removed = await db.transact(async (tx) => {
    const number = /^[1-9][0-9]{0,14}$/.test(id) ? id : '0';
    const [row] = await tx.query<{ name: string }>('delete from passkeys where id = $1 and user_id = $2 returning name', [
      number,
      userId,
    ]);
    if (row === undefined) return refuse('404', { id: '404' });
    await markSecurityChanged(tx, userId, clock.wall());
    return row;
  });
  if (isRefusal(removed)) return removed;
  await tellOwner(parts, call, user, 'signInUnlinked', labelOf(removed.name));
  return listPasskeys(db, userId);
}

const labelOf = (name: string) => `Passkey · ${name}`;

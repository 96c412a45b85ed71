import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login as calls } from '@assay/contract/endpoints/login.ts';
import type { PublicCall } from '../../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { enter } from '../enter.ts';
import type { IdentityParts } from '../parts.ts';
import { readUser } from '../queries.ts';
import { proven } from '../social/arrive.ts';
import { challengeMs, issueChallenge, siteOf, takeChallenge } from './challenges.ts';
import { handleOf } from './registered.ts';

/** What a passkey has to sign. Refused with 11116 where the site has no name. */
export async function passkeyConfig({
  db,
  clock,
  origin,
}: IdentityParts): Promise<ResultOf<typeof calls.passkeyConfig> | Refusal> {
  const site = siteOf(origin);
  if (site === undefined) return refuse('11116');
  const challenge = await issueChallenge(db, clock.wall(), null);
  return { challenge, rpId: site.rpId, timeout: challengeMs, userVerification: 'required' };
}

/**
 * Signs in by a passkey. It is held and has verified its owner, which is two factors, so that no code of an authenticator is
 * required. Refused with 11116, 11117, 11119 (unknown here), 10005 (frozen) and 429.
 */
export async function loginByPasskey(
  parts: IdentityParts,
  call: PublicCall,
  { credential }: InputOf<typeof calls.loginByPasskey>,
): Promise<ResultOf<typeof calls.loginByPasskey> | Refusal> {
  const { db, clock } = parts;
  const used = await proven(parts, call, () => use(parts, credential));
  if (isRefusal(used)) return used;
  return enter(parts, call, await readUser(db, used.userId), async (tx) => {
    // Two uses at once may have read the same counter; a device that counts cannot have counted the same twice.
    const counted = await tx.query(
      `update passkeys set counter = $2, last_used_at = $3 where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))
       returning id`,
      [used.id, used.counter, new Date(clock.wall())],
    );
    return counted.length === 1 ? undefined : refuse('11117');
  });
}

interface Row {
  readonly id: number;
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
}

type Answer = InputOf<typeof calls.loginByPasskey>['credential'];

/** Whose passkey has signed, and its new counter, which is not written down yet. */
async function use(
  { db, clock, log, secret, origin }: IdentityParts,
  { id, rawId, response: { userHandle, ...response } }: Answer,
): Promise<Omit<Row, 'publicKey'> | Refusal> {
  const site = siteOf(origin);
  if (site === undefined) return refuse('11116');
  const challenge = await takeChallenge(db, clock.wall(), response.clientDataJSON, null);
  if (isRefusal(challenge)) return challenge;
  const [row] = await db.query<Row>(
    `select id, user_id::text as "userId", public_key as "publicKey", counter from passkeys where credential_id = $1`,
    [id],
  );
  if (row === undefined) return refuse('11119');
  if (typeof userHandle === 'string' && userHandle !== handleOf(secret, row.userId)) return refuse('11117');
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, response, type: 'public-key', clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: { id, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
      requireUserVerification: true,
    });
    if (!verified) return refuse('11117');
    return { id: row.id, userId: row.userId, counter: authenticationInfo.newCounter };
  } catch (error) {
    // A counter that has not grown is thrown, too: there may be a copy of the passkey.
    log.warn({ reason: error instanceof Error ? error.message : 'unknown', passkey: row.id }, 'a passkey was not accepted');
    return refuse('11117');
  }
}

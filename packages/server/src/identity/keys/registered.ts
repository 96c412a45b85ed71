import { randomBytes } from 'node:crypto';
import type { ApiKey, ApiKeyUse, apiKeyCalls } from '@assay/contract/endpoints/api-keys.ts';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import { apiKeysMax, keyTermFits } from '@assay/contract/vocabulary/api-keys.ts';
import { createNotify } from '../../notifications/index.ts';
import type { Transaction } from '../../platform/database.ts';
import type { UserCall } from '../../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { isOn } from '../credentials/authenticators.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import type { IdentityParts } from '../parts.ts';
import { tellSignedOut } from '../private-events.ts';
import { proveOtp } from '../prove-otp.ts';
import { provePassword } from '../prove-password.ts';
import { ownerOf } from './door.ts';
import { listKeys, sessionOfKey } from './row.ts';
import { newSecret, readPublicKey, sealSecret } from './signature.ts';
import { listUses } from './uses.ts';

type Make = typeof apiKeyCalls.makeApiKey;

const dayMs = 86_400_000;

/** What a new key signs with: a secret that is shown this once, or a public key of its owner's. */
interface NewKey {
  readonly publicId: string;
  readonly secret: string | null;
  readonly publicKey: Buffer | null;
}

/**
 * Makes a key, and notifies its owner by mail and on the screen. Refused with 11388 (term), 11389 (public key), 10004,
 * 11021 and 11022 (authenticator), 11386 (too many), 10008 and 429.
 */
export async function makeApiKey(
  parts: IdentityParts,
  call: UserCall,
  { password, otp, publicKey, ...terms }: InputOf<Make>,
): Promise<ResultOf<Make> | Refusal> {
  const { db, clock } = parts;
  const userId = call.user.id;
  if (!keyTermFits(terms)) return refuse('11388', { days: '11388' });
  const ownKey = publicKey === undefined ? null : readPublicKey(publicKey);
  if (ownKey === undefined) return refuse('11389', { publicKey: '11389' });
  const user = await provePassword(parts, call, userId, 'password', password);
  if (isRefusal(user)) return user;
  if (await isOn(db, userId)) {
    if (otp === undefined) return refuse('11021', { otp: '11021' });
    const proved = await proveOtp(parts, call, userId, otp);
    if (isRefusal(proved)) return proved;
  }
  const publicId = `ak_${randomBytes(12).toString('base64url')}`;
  const made: NewKey = { publicId, secret: ownKey === null ? newSecret() : null, publicKey: ownKey };
  const refused = await db.transact((tx) => insert(parts, tx, userId, made, terms));
  if (refused !== undefined) return refused;
  await tellOwner(parts, call, user, 'apiKeyMade', terms.name);
  const keys = await listKeys(db, clock.wall(), userId);
  const key = keys.find(({ id }) => id === publicId);
  if (key === undefined) throw new Error('a key was made and is not there');
  return { key, secret: made.secret, keys };
}

async function insert(
  { bus, clock, secret: serverSecret }: IdentityParts,
  tx: Transaction,
  userId: string,
  { publicId, secret, publicKey }: NewKey,
  { name, right, book, networks, days }: Omit<InputOf<Make>, 'password' | 'otp' | 'publicKey'>,
): Promise<Refusal | undefined> {
  const now = clock.wall();
  // The owner's row makes two of them at once wait for each other, so that they are counted.
  await tx.query('select from users where id = $1 for no key update', [userId]);
  const added = await tx.query(
    `insert into api_keys (user_id, public_id, name, right_to, book, networks, sealed_secret, public_key, created_at, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
     where (select count(*) from api_keys where user_id = $1 and revoked_at is null and expires_at > $9) < $11 returning id`,
    [
      userId,
      publicId,
      name,
      right,
      book,
      [...new Set(networks)],
      secret === null ? null : sealSecret(serverSecret, ownerOf(userId, publicId), secret),
      publicKey,
      new Date(now),
      new Date(now + days * dayMs),
      apiKeysMax,
    ],
  );
  if (added.length === 0) return refuse('11386');
  const values = { keyName: name, right };
  createNotify(bus)(tx, { userId, book: null, at: clock.now(), kind: 'apiKeyMade', values });
  return undefined;
}

/** Ends a key at once, its sockets too. Refused with 10004, 404 (also when it is another's), 10008 and 429. */
export async function revokeApiKey(
  parts: IdentityParts,
  call: UserCall,
  { id, password }: InputOf<typeof apiKeyCalls.revokeApiKey>,
): Promise<ApiKey[] | Refusal> {
  const { db, bus, clock } = parts;
  const userId = call.user.id;
  const user = await provePassword(parts, call, userId, 'password', password);
  if (isRefusal(user)) return user;
  const [revoked] = await db.query<{ id: number; name: string }>(
    `update api_keys set revoked_at = $3, sealed_secret = null
     where public_id = $1 and user_id = $2 and revoked_at is null returning id, name`,
    [id, userId, new Date(clock.wall())],
  );
  if (revoked === undefined) return refuse('404', { id: '404' });
  tellSignedOut(bus, userId, sessionOfKey(revoked.id));
  await tellOwner(parts, call, user, 'apiKeyRevoked', revoked.name);
  return listKeys(db, clock.wall(), userId);
}

/** Refused with 404, also when it is another's. */
export function apiKeyUses({ db }: IdentityParts, call: UserCall, id: string): Promise<ApiKeyUse[] | Refusal> {
  return listUses(db, call.user.id, id);
}

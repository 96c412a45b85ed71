import type { ApiKey } from '@assay/contract/endpoints/api-keys.ts';
import type { KeyBook, KeyRight } from '@assay/contract/vocabulary/api-keys.ts';
import type { FreezeReason } from '@assay/contract/vocabulary/operators.ts';
import type { Queryable } from '../../platform/database.ts';
import { within } from '../../platform/networks.ts';

/** How a key replaces a session where commands are decided. */
const prefix = 'key:';
export const sessionOfKey = (id: number): string => `${prefix}${id}`;
export const keyOfSession = (sessionId: string): string | undefined =>
  sessionId.startsWith(prefix) ? sessionId.slice(prefix.length) : undefined;

interface Row {
  readonly id: number;
  readonly public_id: string;
  readonly name: string;
  readonly right_to: KeyRight;
  readonly book: KeyBook;
  readonly networks: string[];
  readonly by_secret: boolean;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly last_network: string | null;
  readonly wrong_signatures: number;
  readonly wrong_at: Date | null;
}

const columns = `id, public_id, name, right_to, book, networks, public_key is null as by_secret, created_at, expires_at, revoked_at,
  last_used_at, last_network, wrong_signatures, wrong_at`;

function toWire(row: Row, now: number): ApiKey {
  return {
    id: row.public_id,
    name: row.name,
    right: row.right_to,
    book: row.book,
    networks: row.networks,
    signs: row.by_secret ? 'secret' : 'publicKey',
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: row.expires_at.getTime() <= now,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastNetwork: row.last_network,
    wrongSignatures: row.wrong_signatures,
    wrongAt: row.wrong_at?.toISOString() ?? null,
  };
}

/** Keys that their owner has not revoked, newest first; an expired one shows why a program has stopped. */
export async function listKeys(db: Queryable, now: number, userId: string): Promise<ApiKey[]> {
  const rows = await db.query<Row>(
    `select ${columns} from api_keys where user_id = $1 and revoked_at is null order by id desc`,
    [userId],
  );
  return rows.map((row) => toWire(row, now));
}

/** All keys that there ever were, newest first, for operators. Nothing of what they sign with. */
export async function everyKey(db: Queryable, now: number, userId: string): Promise<(ApiKey & { revokedAt: string | null })[]> {
  const rows = await db.query<Row>(`select ${columns} from api_keys where user_id = $1 order by id desc limit 100`, [userId]);
  return rows.map((row) => ({ ...toWire(row, now), revokedAt: row.revoked_at?.toISOString() ?? null }));
}

/** What a signature is checked with. */
export interface Key {
  readonly id: number;
  readonly userId: string;
  readonly userName: string;
  readonly frozen: boolean;
  readonly freezeReason: FreezeReason | null;
  readonly right: KeyRight;
  readonly book: KeyBook;
  /** Whether it may be used from this address. */
  readonly allows: (ip: string) => boolean;
  readonly sealedSecret: Buffer | null;
  readonly publicKey: Buffer | null;
  readonly expiresAt: number;
}

/** A key that is not revoked. */
export async function findKey(db: Queryable, publicId: string): Promise<Key | undefined> {
  const [row] = await db.query<Omit<Key, 'allows' | 'expiresAt'> & { readonly networks: string[]; readonly expires_at: Date }>(
    `select k.id, k.user_id::text as "userId", u.user_name as "userName", u.frozen, u.freeze_reason as "freezeReason",
       k.right_to as "right", k.book, k.networks, k.sealed_secret as "sealedSecret", k.public_key as "publicKey", k.expires_at
     from api_keys k join users u on u.id = k.user_id where k.public_id = $1 and k.revoked_at is null`,
    [publicId],
  );
  if (row === undefined) return undefined;
  const { expires_at: expiresAt, networks, ...key } = row;
  return { ...key, expiresAt: expiresAt.getTime(), allows: networks.length === 0 ? () => true : within(networks) };
}

/** Of these keys those that are still good, as `standingsOf` says it of sessions. */
export async function keyStandings(
  db: Queryable,
  now: number,
  ids: readonly string[],
): Promise<[string, { frozen: boolean; freezeReason: FreezeReason | null }][]> {
  if (ids.length === 0) return [];
  const rows = await db.query<{ id: number; frozen: boolean; freezeReason: FreezeReason | null }>(
    `select k.id, u.frozen, u.freeze_reason as "freezeReason" from api_keys k join users u on u.id = k.user_id
     where k.id = any($1::bigint[]) and k.revoked_at is null and k.expires_at > $2`,
    [ids, new Date(now)],
  );
  return rows.map(({ id, ...standing }) => [sessionOfKey(id), standing]);
}

/** Ends all keys of a user: a key made while the account was in other hands must not survive. Returns what they stood for. */
export async function revokeAllKeys(db: Queryable, userId: string, now: number): Promise<string[]> {
  const revoked = await db.query<{ id: number }>(
    'update api_keys set revoked_at = $2, sealed_secret = null where user_id = $1 and revoked_at is null returning id',
    [userId, new Date(now)],
  );
  return revoked.map(({ id }) => sessionOfKey(id));
}

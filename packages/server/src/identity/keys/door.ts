import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { RateLimiter } from '../../platform/limits/rate-limit.ts';
import type { Logger } from '../../platform/log.ts';
import { networkOf } from '../../platform/networks.ts';
import type { KeyHolder, Keys, Signed } from '../../platform/programs/signed-calls.ts';
import { type Refusal, refuse, tooMany } from '../../platform/refusal.ts';
import { type Key, findKey, keyStandings, sessionOfKey } from './row.ts';
import { hasSigned } from './signature.ts';
import { KeyUses } from './uses.ts';

/** How long a key is known without asking again; as long as a session is, and for the same calls. */
const knownMsMax = 5000;
const keysMax = 20_000;
/** Wrong signatures for one key from one network, before they are answered more slowly than they are made. */
const wrongPerKeyAndNetwork = { max: 20, windowMs: 60_000 };

interface DoorParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limit: RateLimiter;
  readonly secret: string;
}

/**
 * Checks what programs sign. A right signature is never kept out by wrong ones: it can't be guessed, and otherwise anyone who
 * has seen the name of a key could lock its owner out.
 */
export function createKeyDoor(parts: DoorParts): Keys {
  const { db, clock, secret } = parts;
  const uses = new KeyUses(db, clock, parts.log);
  const known = new Map<string, { readonly key: Key; readonly until: number }>();

  async function find(publicId: string, remembered: boolean): Promise<Key | undefined> {
    const kept = known.get(publicId);
    if (remembered && kept !== undefined && kept.until > performance.now()) return kept.key;
    known.delete(publicId);
    const key = await findKey(db, publicId);
    if (key === undefined || key.frozen) return key;
    const [oldest] = known.keys();
    if (known.size >= keysMax && oldest !== undefined) known.delete(oldest);
    known.set(publicId, { key, until: performance.now() + knownMsMax });
    return key;
  }

  async function refuseWrong({ keyId, ip }: Signed, key: Key | undefined): Promise<Refusal> {
    const waitMs = parts.limit(`wrong-signature:${keyId}:${networkOf(ip)}`, wrongPerKeyAndNetwork);
    if (waitMs > 0) return tooMany(waitMs / 1000);
    if (key !== undefined) {
      await db.query('update api_keys set wrong_signatures = wrong_signatures + 1, wrong_at = $2 where id = $1', [
        key.id,
        new Date(clock.wall()),
      ]);
    }
    return refuse('11380');
  }

  return {
    settle: () => uses.write(),
    async holderOf(signed, remembered = false) {
      const key = await find(signed.keyId, remembered);
      if (key === undefined || !hasSigned(secret, ownerOf(key.userId, signed.keyId), key, signed.text, signed.signature))
        return refuseWrong(signed, key);
      const holder = holderBy(key);
      const refused = refusalOf(key, signed.ip, clock.wall());
      if (refused !== undefined) uses.note(key.id, { call: 'turned away', ip: signed.ip, refused: true });
      return refused ?? holder;
    },
    async stillHolds({ user }) {
      const standings = await keyStandings(db, clock.wall(), [user.sessionId.replace(/^key:/, '')]);
      return standings.length > 0;
    },
    used: ({ user }, use) => uses.note(Number(user.sessionId.replace(/^key:/, '')), use),
  };
}

/** What a sealed secret is bound to. */
export const ownerOf = (userId: string, publicId: string): string => `${userId}:${publicId}`;

function holderBy({ id, userId, userName, frozen, freezeReason, right, book }: Key): KeyHolder {
  const user = { id: userId, userName, sessionId: sessionOfKey(id), frozen, freezeReason };
  return { user, keyId: String(id), right, book };
}

function refusalOf({ expiresAt, allows }: Key, ip: string, now: number): Refusal | undefined {
  if (expiresAt <= now) return refuse('11382');
  return allows(ip) ? undefined : refuse('11383');
}

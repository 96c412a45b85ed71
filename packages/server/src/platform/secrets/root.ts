import { randomBytes } from 'node:crypto';
import { ConfigurationError } from '../config.ts';
import type { Database, Queryable } from '../database.ts';
import { deriveKey, seal, unseal } from '../seal.ts';

export interface Secrets {
  readonly secret: string;
  /** The one before, while it is being replaced. */
  readonly previousSecret: string | undefined;
}

const owner = 'secret root';
const sealed = (secret: string, root: string) => seal(deriveKey(secret, owner), owner, Buffer.from(root));

/**
 * The value from which all keys of the installation follow: random, made at the first start, and kept in the database sealed
 * under `SECRET`. Refuses in a sentence where that is not the one it was sealed under.
 */
export async function openRoot(db: Queryable, secrets: Secrets): Promise<string> {
  const kept = await readRoot(db, secrets);
  if (kept !== undefined) return kept.root;
  // Where something was sealed before there was a root, it was under SECRET itself.
  const [begun] = await db.query<{ begun: boolean }>(
    'select exists (select from users) or exists (select from operators) or exists (select from excluded_addresses) as begun',
  );
  const root = begun?.begun === true ? (secrets.previousSecret ?? secrets.secret) : randomBytes(32).toString('base64url');
  // Of two first starts one is first; the other then reads what it has kept.
  await db.query('insert into secret_root (sealed) values ($1) on conflict do nothing', [sealed(secrets.secret, root)]);
  const made = await readRoot(db, secrets);
  if (made === undefined) throw new Error('the root of the secrets was written and is not there');
  return made.root;
}

/**
 * Seals the root under `SECRET` where it still is under the previous one; returns whether it was. Running processes
 * continue with the root in memory.
 */
export async function rotateSecret(db: Database, secrets: Secrets): Promise<boolean> {
  return db.transact(async (tx) => {
    await tx.query('lock table secret_root in share row exclusive mode');
    const kept = await readRoot(tx, secrets);
    if (kept === undefined) throw new ConfigurationError('this database has no secrets yet: start the server once');
    if (kept.current) return false;
    await tx.query('update secret_root set sealed = $1, sealed_at = clock_timestamp()', [sealed(secrets.secret, kept.root)]);
    // Words under seal are found by marks under a key of its own number: they are worked out anew under the next.
    await tx.query('insert into search_keys default values');
    return true;
  });
}

interface Root {
  readonly root: string;
  /** Sealed under `SECRET`, not under the one before. */
  readonly current: boolean;
}

async function readRoot(db: Queryable, { secret, previousSecret }: Secrets): Promise<Root | undefined> {
  const [row] = await db.query<{ sealed: Buffer }>('select sealed from secret_root');
  if (row === undefined) return undefined;
  for (const [tried, current] of [[secret, true] as const, [previousSecret, false] as const]) {
    const root = tried === undefined ? undefined : opened(tried, row.sealed);
    if (root !== undefined) return { root, current };
  }
  throw new ConfigurationError(
    'SECRET is not the one of this database: set the one that it was begun with, or, to replace that, name it in SECRET_PREVIOUS and run npm run rotate-secret',
  );
}

/** Undefined when it was sealed under another secret; nothing else can be wrong with it but its bytes. */
function opened(secret: string, bytes: Buffer): string | undefined {
  try {
    return unseal(deriveKey(secret, owner), owner, bytes).toString();
  } catch {
    return undefined;
  }
}

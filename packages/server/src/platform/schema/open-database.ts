import { join } from 'node:path';
import { type Config, ConfigurationError } from '../config.ts';
import { startEmbeddedDatabase } from '../embedded-database.ts';
import { deriveKey } from '../seal.ts';

export interface OpenDatabase {
  /** Of the login that the product works with. */
  readonly url: string;
  /** Past the pooler that `url` leads to; undefined where there is none. */
  readonly directUrl?: string | undefined;
  /** The login that owns the tables, for migrations; undefined where that is the same login, or is not configured. */
  readonly ownerUrl: string | undefined;
  /** Disconnects from the database, and stops the embedded one when no other process uses it. */
  stop(): Promise<void>;
}

/** As the owner and without a pooler: for commands, and for changes of tables. */
export const straightTo = ({ url, directUrl, ownerUrl }: Omit<OpenDatabase, 'stop'>): string => ownerUrl ?? directUrl ?? url;

/** What is worked on: the database of the installation, or that of a replay as the last one left it, or empty. */
type Which = 'own' | 'kept replay' | 'fresh replay';

/** `DATABASE_URL`, or the embedded PostgreSQL of the data folder; a replay has a database of its own in that. */
export async function openDatabase(config: Config, which: Which = 'own'): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    if (which !== 'own') throw new ConfigurationError('a replay has a database of its own: unset DATABASE_URL');
    const { databaseUrl: url, DATABASE_DIRECT_URL: directUrl, DATABASE_OWNER_URL: ownerUrl } = config;
    return { url, directUrl, ownerUrl, stop: async () => undefined };
  }
  const embedded = await startEmbeddedDatabase(join(config.dataDir, 'postgres'), config.embeddedPassword);
  const urls = {
    own: async () => embedded.url,
    'kept replay': async () => embedded.openKept('replay'),
    'fresh replay': async () => embedded.openFresh('replay'),
  };
  const ownerUrl = await urls[which]();
  return { url: applicationUrl(ownerUrl, config.embeddedPassword), ownerUrl, stop: () => embedded.stop() };
}

/**
 * The embedded database as the product works on it. The password follows from that of the owner, which the data folder keeps:
 * so a folder of before has one too, and the owner's does not follow from it.
 */
function applicationUrl(ownerUrl: string, ownerPassword: string): string {
  const url = new URL(ownerUrl);
  url.username = 'assay_server';
  url.password = deriveKey(ownerPassword, 'login of the application').toString('base64url');
  return url.href;
}

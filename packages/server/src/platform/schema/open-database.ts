import { join } from 'node:path';
import { type Config, ConfigurationError } from '../config.ts';
import { startEmbeddedDatabase } from '../embedded-database.ts';

export interface OpenDatabase {
  /** Of the login that the product works with. */
  readonly url: string;
  /** Of who owns the tables: for whoever makes them, and for what nobody does in the product. */
  readonly ownerUrl: string;
  /** Leaves the database, and ends the embedded one when nobody else is there. */
  stop(): Promise<void>;
}

/** What is worked on: the database of the installation, or that of a replay as the last one left it, or empty. */
type Which = 'own' | 'kept replay' | 'fresh replay';

/** `DATABASE_URL`, or the embedded PostgreSQL of the data folder; a replay has a database of its own in that. */
export async function openDatabase(config: Config, which: Which = 'own'): Promise<OpenDatabase> {
  const { databaseUrl: url, DATABASE_OWNER_URL: ownerUrl } = config;
  if (url !== undefined) {
    if (which !== 'own') throw new ConfigurationError('a replay has a database of its own: unset DATABASE_URL');
    return { url, ownerUrl: ownerUrl ?? url, stop: async () => undefined };
  }
  const embedded = await startEmbeddedDatabase(join(config.dataDir, 'postgres'), config.embeddedPassword);
  const urls = {
    own: async () => embedded.url,
    'kept replay': async () => embedded.openKept('replay'),
    'fresh replay': async () => embedded.openFresh('replay'),
  };
  const opened = await urls[which]();
  return { url: opened, ownerUrl: opened, stop: () => embedded.stop() };
}

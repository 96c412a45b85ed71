import { randomBytes } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { type Database, connectDatabase } from '../src/platform/database.ts';
import { atEnd } from './at-end.ts';

export const silent = pino({ level: 'silent' });

async function administer(sql: string): Promise<void> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** A database of its own for the calling file or test: a clone of the migrated template, dropped at the end of that. */
export async function testDatabase(poolSize = 8): Promise<Database & { url: string }> {
  const url = new URL(inject('templateUrl'));
  const template = url.pathname.slice(1);
  const name = `test_${randomBytes(6).toString('hex')}`;
  url.pathname = `/${name}`;
  // Copying files costs a tenth of writing every page into the log, which is the default.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const db = connectDatabase({ url: url.href, poolSize, log: silent });
  atEnd(async () => {
    await db.close();
    await administer(`drop database if exists ${name} with (force)`);
  });
  return { ...db, url: url.href };
}

/** Opens every connection of the pool: a cold pool hides races behind its connecting. */
export async function warm(db: Database, connections = 8): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => db.connect()));
  for (const client of clients) client.release();
}

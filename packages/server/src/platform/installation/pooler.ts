import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ConfigurationError } from '../config.ts';
import { type Database, type Pooler, connectDatabase } from '../database.ts';
import type { Logger } from '../log.ts';
import { migrationLock } from '../schema/migrate.ts';
import type { OpenDatabase } from '../schema/open-database.ts';
import { loginOf } from '../schema/rights.ts';
import { connectionConfig, greetingMsMax, loginSettings } from '../statements/connection.ts';
import { Hosts } from '../statements/hosts.ts';
import { unanswered } from './surroundings.ts';

/** Those of them that must hold for every connection: a Unix socket has no keep-alive, and reports 0. */
const limits = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const;

/**
 * The pooler that `DATABASE_URL` leads to where `DATABASE_DIRECT_URL` leads past it. It takes no settings of a connection: so they are made
 * defaults of the login, which a login may do for itself. Refused where they do not arrive.
 */
export async function findPooler(
  { url, directUrl }: Pick<OpenDatabase, 'url' | 'directUrl'>,
  log: Logger,
): Promise<Pooler | undefined> {
  if (directUrl === undefined) return undefined;
  if (loginOf(url).name !== loginOf(directUrl).name)
    throw new ConfigurationError('DATABASE_DIRECT_URL must name the login of DATABASE_URL: it has the same limits and locks');
  const direct = connectDatabase({ url: directUrl, poolSize: 1, log, greetedMsMax: 30_000 });
  try {
    await giveSettings(direct);
  } finally {
    await direct.close();
  }
  const hosts = new Hosts(url);
  const client = await hosts
    .each(() => connectThrough(hosts))
    .catch((error: unknown) => {
      throw unanswered(error);
    });
  try {
    await assertLimits(client);
    return { directUrl, keepsNames: await keepsNames(client) };
  } finally {
    await client.end();
  }
}

async function connectThrough(hosts: Hosts): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig({ hosts, name: 'assay', waitMsMax: greetingMsMax, pooled: true }));
  hosts.watch(client, hosts.current);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** One process at a time: two that change the same role at once fail. */
async function giveSettings(db: Database): Promise<void> {
  await db.transact(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const missing = await tx.query<{ sql: string }>(
      `select format('alter role current_user set %I = %L', name, value) as sql from unnest($1::text[], $2::text[]) given (name, value)
       where not exists (select from pg_roles where rolname = current_user and name || '=' || value = any (rolconfig))`,
      [Object.keys(loginSettings), Object.values(loginSettings)],
    );
    for (const { sql } of missing) await tx.query(sql);
  });
}

/** A connection that the pooler made before the login had its limits has none. */
export async function assertLimits(client: Pick<pg.Client, 'query'>): Promise<void> {
  const found = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any ($1::text[])',
    [[...limits]],
  );
  if (limits.every((limit) => found.rows.some(({ name, setting }) => name === limit && setting === loginSettings[limit])))
    return;
  throw new ConfigurationError(
    'what DATABASE_URL leads to does not bring the limits of its login: have the pooler connect anew (RECONNECT), or look for what it sets itself',
  );
}

/**
 * Whether a statement may be prepared once and sent by its name. A pooler that passes names on as they are lets two clients collide in
 * one; a pooler that keeps names uses others of its own at the database.
 */
export async function keepsNames(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const name = `assay_${randomUUID().replaceAll('-', '')}`;
  await client.query('begin');
  await client.query({ name, text: 'select 1' });
  const { rows } = await client.query(`select from pg_prepared_statements where name = '${name}'`);
  if (rows.length > 0) await client.query(`deallocate ${name}`);
  await client.query('commit');
  return rows.length === 0;
}

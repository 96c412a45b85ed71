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

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly Node[];
}
/** An index leads to what is sought by what it equals or begins with; below some number lies half of a table. */
const leads = (condition: string | undefined): boolean => / = |~>=~/.test(condition ?? '');
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * Tables that a statement reads from end to end by the best way that its indexes leave, whatever its values are: the tables of tests
 * are small, which would make every way as good as any other.
 */
export async function readWhole(db: Database, sql: string): Promise<string[]> {
  const rows = await db.transact(async (tx) => {
    for (const way of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
      await tx.query('select set_config($1, $2, true)', [way, 'off']);
    return tx.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(`explain (generic_plan, format json) ${sql}`);
  });
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)));
  return nodes
    .filter((node) => node['Relation Name'] !== undefined)
    .filter((node) => !leads(node['Index Cond'] ?? node['Recheck Cond']))
    .map((node) => node['Relation Name'] ?? '');
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { type Database, type Queryable, type Settings, connectDatabase } from '../src/platform/database.ts';
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
  // A test's own process may be paused for seconds beside all others: its transaction must not be ended for that.
  const db = connectDatabase({ url: url.href, poolSize, log: silent, idleInTransactionMsMax: 60_000 });
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
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  /** Of a statement that was carried out. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}
/** An index leads to what is sought by what it equals or begins with; below some number lies half of a table. */
const leads = (condition: string | undefined): boolean => / = |~>=~/.test(condition ?? '');
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The steps of a statement's generic plan, under these settings. */
async function planOf(db: Database, sql: string, settings: Settings): Promise<Node[]> {
  const rows = await db.transact(async (tx) => {
    for (const [name, value] of Object.entries(settings)) await tx.query('select set_config($1, $2, true)', [name, value]);
    return tx.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(`explain (generic_plan, format json) ${sql}`);
  });
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)));
}

/** How many rows of a table a statement looks at when it is carried out with these values. */
export async function rowsLookedAt(db: Queryable, table: string, sql: string, values?: readonly unknown[]): Promise<number> {
  const rows = await db.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(`explain (analyze, format json) ${sql}`, values);
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)));
  return nodes
    .filter((node) => node['Relation Name'] === table)
    .map((node) => ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0))
    .reduce((one, other) => one + other, 0);
}

/** The best way that indexes leave: the tables of tests are small, which would make every way as good as any other. */
export const alongIndexes: Settings = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };

/** Tables that a statement reads from end to end by the best way that its indexes leave, whatever its values are. */
export async function readWhole(db: Database, sql: string): Promise<string[]> {
  const nodes = await planOf(db, sql, alongIndexes);
  return nodes
    .filter((node) => node['Relation Name'] !== undefined)
    .filter((node) => !leads(node['Index Cond'] ?? node['Recheck Cond']))
    .map((node) => node['Relation Name'] ?? '');
}

/**
 * Tables, and indexes that hold all of a table, that a statement reads from end to end: a condition on another column
 * than an index's first is compared with each of its entries, which is harmless without locks. An index of live rows
 * alone is small, however large its table becomes.
 */
export async function endToEnd(
  db: Database,
  sql: string,
  settings: Settings,
  by: 'any' | 'first' = 'first',
): Promise<string[]> {
  const rows = await db.query<{ name: string; partial: boolean; first: string }>(
    `select c.relname as name, i.indpred is not null as partial, pg_get_indexdef(i.indexrelid, 1, true) as first
     from pg_index i join pg_class c on c.oid = i.indexrelid`,
  );
  const indexes = new Map(rows.map((row) => [row.name, row]));
  const seeks = (index: string, condition = ''): boolean => {
    const { partial = false, first = '' } = indexes.get(index) ?? {};
    if (by === 'any') return partial || condition !== '';
    return partial || (/^\w+$/.test(first) ? new RegExp(`\\b${first}\\b`).test(condition) : condition.includes(first));
  };
  const nodes = await planOf(db, sql, settings);
  return nodes.flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', 'Index Cond': condition } = node;
    if (type === 'Seq Scan') return [table];
    if (/^(?:Index|Index Only|Bitmap Index) Scan$/.test(type) && !seeks(index, condition)) return [index];
    return [];
  });
}

import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../config.ts';
import type { Database, Queryable } from '../database.ts';
import { Hosts } from '../statements/hosts.ts';
import { migrationLock } from './migrate.ts';

/** Holds the rights of the application; a session of it, or of a login that is a member of it, has no others. */
export const applicationRole = 'assay_application';

const rights = new URL('../../../migrations/rights.sql', import.meta.url);

export interface Login {
  readonly name: string;
  readonly password: string;
}

/** Whom an address of the database names. */
export function loginOf(url: string): Login {
  const { username, password } = new URL(new Hosts(url).current);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/**
 * Makes the rights of the application what they should be, and the login by which it comes in, where there is one: neither is
 * in a dump. Refuses in a sentence where the owner may not.
 */
export async function ensureRights(owner: Database, login?: Login): Promise<void> {
  const sql = await readFile(rights, 'utf8');
  await owner.transact(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await tx.query(sql).catch(refuseRoles(applicationRole));
    if (login !== undefined) await ensureLogin(tx, login).catch(refuseRoles(login.name));
  });
}

async function ensureLogin(tx: Queryable, { name, password }: Login): Promise<void> {
  const [made] = await tx.query<{ sql: string }>(
    `select format('create role %I login password %L', $1::text, $2::text) as sql
     where not exists (select from pg_roles where rolname = $1)`,
    [name, password],
  );
  if (made !== undefined) await tx.query(made.sql);
  const [joined] = await tx.query<{ sql: string }>(
    `select format('grant %I to %I', $2::text, $1::text) as sql
     where not exists (select from pg_roles where rolname = $1 and pg_has_role(oid, $2, 'usage'))`,
    [name, applicationRole],
  );
  if (joined !== undefined) await tx.query(joined.sql);
}

/** By the code of PostgreSQL for a right that is not there. */
function refuseRoles(name: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
    throw new ConfigurationError(
      `the owner of the tables may not see to the role ${name} (${error.message}): give it CREATEROLE, or make ${name} yourself`,
    );
  };
}

/** What the login of this connection could do to the product's promises, as words; undefined for one that owns nothing. */
export async function powersOf(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ power: string | null }>(
    `select case
       when r.rolsuper then 'is a superuser'
       when r.rolcreaterole then 'may make roles'
       when exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and pg_has_role(r.oid, c.relowner, 'member'))
         or pg_has_role(r.oid, (select d.datdba from pg_database d where d.datname = current_database()), 'member')
         or has_schema_privilege(r.oid, 'public', 'create') then 'owns what it works on'
       when exists (
         select from pg_roles p
         where p.rolname in ('pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program')
           and pg_has_role(r.oid, p.oid, 'member')
       ) or exists (
         select from unnest(array['ledger_accounts', 'ledger_transactions', 'ledger_transfers', 'audit_log', 'migrations']
             || array(select c.relname::text from pg_class c where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r')) name,
           unnest(array['insert', 'update', 'delete', 'truncate', 'trigger']) verb
         where to_regclass(name) is not null and has_table_privilege(r.oid, to_regclass(name), verb)
       ) then 'may write the books'
       when exists (
         select from unnest(array['update', 'delete', 'truncate', 'trigger']) verb
         where to_regclass('quote_batches') is not null and has_table_privilege(r.oid, to_regclass('quote_batches'), verb)
       ) then 'may rewrite the tape'
     end as power
     from pg_roles r where r.rolname = session_user`,
  );
  return row?.power ?? undefined;
}

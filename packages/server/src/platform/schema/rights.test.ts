import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { silent, testDatabase } from '../../../test/database.ts';
import { type Database, connectDatabase } from '../database.ts';
import { confirming } from '../idempotency.ts';
import { missingGuards } from './guards.ts';
import { prepareDatabase, updateDatabase } from './prepare-database.ts';
import { ensureRights } from './rights.ts';

const owner = await testDatabase(2);
/** Logins are the server's, which all tests share. */
const login = { name: `login_${randomBytes(6).toString('hex')}`, password: 'of this test' };
const url = new URL(owner.url);
url.username = login.name;
url.password = login.password;
const urls = { url: url.href, ownerUrl: owner.url };
const ownerName = new URL(owner.url).username;

await updateDatabase(urls, 'live', silent);
const application = connectDatabase({ url: url.href, poolSize: 2, log: silent });
afterAll(async () => {
  await application.close();
  await owner.query(`drop role ${login.name}`);
});

/** Does something to rights for one test. */
async function granted(sql: string, undo: string): Promise<void> {
  onTestFinished(async () => void (await owner.query(undo)));
  await owner.query(sql);
}

describe('the login of the application', () => {
  test('starts live mode, with the owner told and without', async () => {
    expect(await prepareDatabase(urls, 'live', silent)).toBeUndefined();
    expect(await prepareDatabase({ url: url.href, ownerUrl: undefined }, 'live', silent)).toBeUndefined();
    expect(await application.query('select from users')).toEqual([]);
  });

  test.each([
    `set role ${ownerName}`,
    `set session authorization ${ownerName}`,
    `grant ${ownerName} to current_user`,
    'alter role current_user superuser',
    'create role of_mine',
    'set session_replication_role = replica',
    'create table of_mine (id int)',
    'create temporary table of_mine (id int)',
    'create function public.ledger_post() returns void language sql as $$ $$',
    'alter table ledger_transfers disable trigger all',
    'drop trigger append_only on ledger_transfers',
    'alter function ledger_refuse_change() owner to current_user',
    'create rule of_mine as on insert to proofs do instead nothing',
    'alter table proposals drop constraint two_persons',
    "insert into ledger_accounts (book, owner, asset, kind) values ('demo', 'house', 'BTC', 'fees')",
    'update ledger_accounts set balance = balance + 1',
    'truncate ledger_transfers',
    "insert into ledger_day_results values ('1', now(), 1)",
    'delete from ledger_checkpoints',
    'update quote_batches set bids = asks',
    'delete from quote_batches',
    'select from ledger_transfers_0',
    'update ledger_transfers_0 set amount = amount',
    'insert into ledger_transfers_0 select * from ledger_transfers',
    "select partition_make('ledger_transfers', 90000000, 91000000)",
    'alter table ledger_transfers detach partition ledger_transfers_0',
    'delete from ledger_closes',
    'update ledger_closed_holds set amount = 1',
    "insert into ledger_day_totals values ('2030-01-01', 'real', 1, 1, 1)",
    "update proofs set seal = ''",
    'delete from proofs',
    'delete from proposals',
    'delete from proposal_lines',
    'delete from operators',
    "update secret_root set sealed = ''",
    'delete from secret_root',
    'delete from deposits',
    'select from receive_keys',
    'update receive_addresses set user_id = 1',
    'delete from order_actions',
    'delete from corporate_actions',
    'update payout_batches set released_by = 1',
    "update reserve_addresses set address = ''",
    'delete from reserve_retirements',
    "update identity_marks set name = ''",
    'delete from identity_marks',
    'delete from person_documents',
    'update persons set verified_at = now()',
    'insert into identity_second_looks (case_id, counts_from) values (1, now())',
    "insert into migrations (name, hash) values ('999_future.sql', '')",
    'delete from migrations',
    "insert into installation (mode) values ('sandbox')",
    'update audit_head set entries = 0',
    'alter database postgres set row_security = off',
    "copy users to program 'cat'",
    "select pg_read_file('postgresql.conf')",
    'select pg_reload_conf()',
  ])('has no right to %s', async (sql) => {
    await expect(application.query(sql)).rejects.toThrow(
      /permission denied|must be owner|Only roles with|must have the|must be superuser/,
    );
  });

  test('has what is over taken off the tape', async () => {
    expect(await application.query('select tape_forget(1) as taken')).toEqual([{ taken: 0 }]);
  });

  test('works the queue of the jobs', async () => {
    await application.query("select graphile_worker.add_job('of-this-test', '{}'::json)");
    expect(await application.query("select from graphile_worker.jobs where task_identifier = 'of-this-test'")).toHaveLength(1);
    await application.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'of-this-test'");
    await application.query('select graphile_worker.force_unlock_workers($1)', [['of-this-test']]);
    expect(await application.query('select from graphile_worker.jobs where locked_by is null')).toHaveLength(1);
  });

  test('writes to the log of the database what goes before an answer that was found', async () => {
    expect(await application.query(...confirming)).toHaveLength(1);
  });

  test('is given nothing in advance', async () => {
    await owner.query('create table made_later (id int)');
    await expect(application.query('select from made_later')).rejects.toThrow('permission denied');
    await ensureRights(owner, login);
    expect(await application.query('select from made_later')).toEqual([]);
    await owner.query('drop table made_later');
  });
});

/** What the application may do to each table, as one text. */
async function rightsNow(db: Database): Promise<string> {
  const rows = await db.query<{ name: string; rights: string }>(
    `select c.relname as name, array_to_string(array_agg(v.verb order by v.verb), ' ') as rights
     from pg_class c cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger']) v (verb)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
       and has_table_privilege('assay_application', c.oid, v.verb)
     group by 1 order by 1`,
  );
  return rows.map(({ name, rights }) => `${name}: ${rights}`).join('\n');
}

test('rights that a restore has lost, or somebody has given, are right after the next start', async () => {
  const before = await rightsNow(owner);
  await owner.query('revoke all on all tables in schema public from assay_application');
  await owner.query('revoke all on all sequences in schema public from assay_application');
  await owner.query('drop policy application on graphile_worker._private_jobs');
  await owner.query('grant all on ledger_transfers to assay_application');
  await owner.query('grant delete on audit_log to public');
  await owner.query(`revoke assay_application from ${login.name}`);
  await expect(application.query('select from users')).rejects.toThrow('permission denied');
  await prepareDatabase(urls, 'live', silent);
  expect(await rightsNow(owner)).toBe(before);
  expect(await application.query('select from users')).toEqual([]);
  await application.query("select nextval('positions_id_seq')");
  expect(await application.query("select from graphile_worker.jobs where task_identifier = 'of-this-test'")).toHaveLength(1);
});

test('what is right is not touched', async () => {
  const rows = () => owner.query('select oid, xmin::text from pg_class order by oid');
  const before = await rows();
  await ensureRights(owner, login);
  expect(await rows()).toEqual(before);
});

describe('a login that could undo what the product promises stops the start:', () => {
  const must = 'DATABASE_URL must name a login that owns nothing, and';

  test('a superuser in live mode', async () => {
    const alone = { url: owner.url, ownerUrl: undefined };
    await expect(prepareDatabase(alone, 'live', silent)).rejects.toThrow(
      `${must} ${ownerName} is a superuser: give that one to`,
    );
  });

  test.each([
    [
      'a member of the owner',
      `grant ${ownerName} to ${login.name}`,
      `revoke ${ownerName} from ${login.name}`,
      'owns what it works on',
    ],
    ['who may make roles', `alter role ${login.name} createrole`, `alter role ${login.name} nocreaterole`, 'may make roles'],
    [
      'who may write everywhere',
      `grant pg_write_all_data to ${login.name}`,
      `revoke pg_write_all_data from ${login.name}`,
      'may write the books',
    ],
    [
      'who owns a table',
      `create table of_login (id int); alter table of_login owner to ${login.name}`,
      'drop table of_login',
      'owns what it works on',
    ],
    [
      'who may write a partition of the books',
      `grant insert on ledger_transfers_0 to ${login.name}`,
      `revoke insert on ledger_transfers_0 from ${login.name}`,
      'may write the books',
    ],
    ...(['update', 'delete', 'truncate', 'trigger'] as const).map((verb) => [
      `who may ${verb} what is on the tape`,
      `grant ${verb} on quote_batches to ${login.name}`,
      `revoke ${verb} on quote_batches from ${login.name}`,
      'may rewrite the tape',
    ]),
    [
      'who may write the books',
      `grant insert on ledger_transfers to ${login.name}`,
      `revoke insert on ledger_transfers from ${login.name}`,
      'may write the books',
    ],
  ])('%s', async (_, grant, revoke, words) => {
    await granted(grant, revoke);
    for (const told of [urls, { ...urls, ownerUrl: undefined }])
      await expect(prepareDatabase(told, 'live', silent)).rejects.toThrow(`${must} ${login.name} ${words}: give that one to`);
  });
});

describe('what a restore may have left out is named:', () => {
  test('nothing, where all is there', async () => {
    expect(await missingGuards(owner)).toEqual([]);
  });

  test.each([
    [
      'a trigger that is switched off',
      'alter table ledger_transfers disable trigger append_only',
      'alter table ledger_transfers enable trigger append_only',
      ['the trigger append_only on ledger_transfers is switched off'],
    ],
    [
      'a trigger that is gone',
      'drop trigger append_only on proofs',
      'create trigger append_only before update or delete or truncate on proofs for each statement execute function proofs_refuse_change()',
      ['nothing keeps proofs from being changed'],
    ],
    [
      'a constraint that was not checked',
      'alter table proposals add constraint of_this_test check (id > 0) not valid',
      'alter table proposals drop constraint of_this_test',
      ['the constraint of_this_test on proposals has not been checked'],
    ],
    [
      'a trigger that a partition has not',
      'drop trigger append_only on ledger_transfers_0',
      "select partition_guard('ledger_transfers', 'ledger_transfers_0')",
      ['nothing keeps ledger_transfers_0 by append_only, as it does ledger_transfers'],
    ],
    [
      'a right to a partition',
      'grant insert on ledger_transfers_0 to assay_application',
      'revoke insert on ledger_transfers_0 from assay_application',
      ['the application may insert ledger_transfers_0'],
    ],
    [
      'a look at a partition',
      'grant select on ledger_transfers_0 to assay_application',
      'revoke select on ledger_transfers_0 from assay_application',
      ['the application may read ledger_transfers_0: run npm run migrate'],
    ],
    [
      'a right too many',
      'grant update on audit_log to assay_application',
      'revoke update on audit_log from assay_application',
      ['the application may update audit_log'],
    ],
    [
      'a right too many to what is added to',
      'grant delete on identity_marks to assay_application',
      'revoke delete on identity_marks from assay_application',
      ['the application may delete identity_marks'],
    ],
    [
      'a right too many to what is changed alone',
      'grant insert on identity_second_looks to assay_application',
      'revoke insert on identity_second_looks from assay_application',
      ['the application may insert identity_second_looks'],
    ],
    [
      'a right that is missing',
      'revoke select on users from assay_application',
      'grant select on users to assay_application',
      ['the application may not read users: run npm run migrate'],
    ],
    [
      'a look too many',
      'grant select on receive_keys to assay_application',
      'revoke select on receive_keys from assay_application',
      ['the application may read receive_keys: run npm run migrate'],
    ],
  ])('%s', async (_, take, give, words) => {
    await granted(take, give);
    expect(await missingGuards(owner)).toEqual(words);
  });
});

test('a login without rights, or on tables of before, says which command helps', async () => {
  const alone = { url: url.href, ownerUrl: undefined };
  await owner.query("update migrations set name = '000_' || name where name = '012_ledger_posting.sql'");
  await expect(prepareDatabase(alone, 'live', silent)).rejects.toThrow('begun by an unreleased version');
  await owner.query("update migrations set name = '012_ledger_posting.sql' where name like '000\\_%'");
  await granted(`revoke assay_application from ${login.name}`, `grant assay_application to ${login.name}`);
  await expect(prepareDatabase(alone, 'live', silent)).rejects.toThrow(
    'the database shows this login no tables: run npm run migrate with DATABASE_OWNER_URL, or set that for the server',
  );
});

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { connectDatabase } from '../database.ts';
import { prepareDatabase, updateDatabase } from '../schema/prepare-database.ts';
import { connectDirectly } from '../statements/connection.ts';
import { Hosts } from '../statements/hosts.ts';
import { assertLimits, findPooler, keepsNames } from './pooler.ts';

const owner = await testDatabase(2);
const login = `login_${randomBytes(6).toString('hex')}`;
const address = new URL(owner.url);
address.username = login;
address.password = 'of this test';
const url = address.href;
await updateDatabase({ url, ownerUrl: owner.url }, 'sandbox', silent);
atEnd(async () => void (await owner.query(`drop role ${login}`)));

/** As it comes through a pooler: with no settings of its own. */
function pooled(keeps: boolean) {
  const db = connectDatabase({ url, poolSize: 1, log: silent, pooler: { directUrl: url, keepsNames: keeps } });
  atEnd(() => db.close());
  return db;
}

async function limitsHold(): Promise<void> {
  const client = await pooled(true).connect();
  await assertLimits(client).finally(() => client.release());
}

test('without an address past it there is no pooler', async () => {
  expect(await findPooler({ url, directUrl: undefined }, silent)).toBeUndefined();
});

test('what a pooled connection lacks the login brings, once it has been given that, and again', async () => {
  await expect(limitsHold()).rejects.toThrow('does not bring the limits of its login');
  const found = await Promise.all([findPooler({ url, directUrl: url }, silent), findPooler({ url, directUrl: url }, silent)]);
  expect(found).toEqual(Array.from({ length: 2 }, () => ({ directUrl: url, keepsNames: false })));
  await limitsHold();
  const [row] = await owner.query<{ settings: string[] }>('select rolconfig as settings from pg_roles where rolname = $1', [
    login,
  ]);
  expect(row?.settings).toContain('tcp_user_timeout=10000');
});

test('an address past it that names another login is refused', async () => {
  const other = findPooler({ url, directUrl: owner.url }, silent);
  await expect(other).rejects.toThrow('DATABASE_DIRECT_URL must name the login of DATABASE_URL');
});

test('nobody works through a pooler with a login that owns the tables', async () => {
  const urls = { url: owner.url, directUrl: owner.url, ownerUrl: undefined };
  await expect(prepareDatabase(urls, 'sandbox', silent)).rejects.toThrow('must name a login that owns nothing');
});

test('a connection through a pooler asks for no settings, one past it does', async () => {
  const db = pooled(true);
  const asked = `select current_setting('assay.asked', true) as asked where $1`;
  expect(await db.query(asked, [true])).toEqual([{ asked: null }]);
  const direct = await db.direct();
  expect(await direct.query(asked, [true])).toEqual([{ asked: 'on' }]);
  await direct.close();
});

test.each([
  [true, 3],
  [false, 0],
])('statements keep names where the pooler does (%s)', async (keeps, count) => {
  const db = pooled(keeps);
  for (const id of [1, 2]) expect(await db.query('select $1::int as id', [id])).toEqual([{ id }]);
  await db.transact(async (tx) => {
    const sent = [tx.query('select $1::text as word', ['a']), tx.query('select $1::numeric as units', [2])];
    expect(await Promise.all(sent)).toEqual([[{ word: 'a' }], [{ units: 2n }]]);
  });
  await expect(db.query('select 6 / $1::int as share', [0])).rejects.toThrow('division by zero');
  expect(await db.query('select 6 / $1::int as share', [3])).toEqual([{ share: 2 }]);
  const known = await db.query<{ statement: string }>('select statement from pg_prepared_statements');
  expect(known.filter(({ statement }) => statement.startsWith('select $1'))).toHaveLength(count);
});

test('whether names are kept is seen by whether the database is told them as they are', async () => {
  const client = new pg.Client(url);
  await client.connect();
  expect(await keepsNames(client)).toBe(false);
  // As poolers do that keep them.
  const renaming = {
    query: (sent: pg.QueryConfig | string) => client.query(typeof sent === 'string' ? sent : { ...sent, name: 'p_1' }),
  };
  expect(await keepsNames(renaming as pg.Client)).toBe(true);
  await client.query('deallocate all');
  expect(await keepsNames(client)).toBe(false);
  expect((await client.query('select from pg_prepared_statements')).rows).toEqual([]);
  await client.end();
});

test('a lasting connection leads past the pooler', async () => {
  const nowhere = new URL(url);
  nowhere.port = '9';
  const db = connectDatabase({ url: nowhere.href, poolSize: 1, log: silent, pooler: { directUrl: url, keepsNames: true } });
  atEnd(() => db.close());
  const direct = await db.direct();
  expect(await direct.query('select $1::int as one', [1])).toEqual([{ one: 1 }]);
  await direct.close();
  await expect(connectDirectly({ hosts: new Hosts(nowhere.href), name: '', waitMsMax: 1_000 })).rejects.toThrow('ECONNREFUSED');
});

import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { growCases } from '../growth/index.ts';
import type { Database } from '../platform/database.ts';
import { wordJobs } from './word-jobs.ts';
import { findByWords, soughtIn } from './words.ts';

const secret = 'a secret of this test alone, long enough';

/** A customer with a submission, whose words are then as a test wants them. */
async function handedIn(db: Database): Promise<string> {
  const [user] = await db.query<{ id: string }>(
    `insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
     values ('somebody', 'somebody@example.com', '!', now(), 'en', 'G000000001', now()) returning id::text as id`,
  );
  if (user === undefined) throw new Error('nobody was made');
  await growCases(db, { users: [user.id], cases: 0, secret }, Date.UTC(2030, 0, 7));
  return user.id;
}

const close = (db: Database, id: string) =>
  db.query(
    `update users set frozen = true, closed_at = now(), user_name = 'closed-' || id, email = 'closed-' || id || '@' where id = $1`,
    [id],
  );

/** Whether words can be written behind an erasure. */
async function keptBehind(db: Database): Promise<boolean> {
  const id = await handedIn(db);
  await db.query('delete from search_marks');
  await close(db, id);
  const mark = `insert into search_marks select decode(repeat('00', 16), 'hex'), c.id, k.id from kyc_cases c, search_keys k`;
  return db.query(mark).then(
    () => true,
    () => false,
  );
}

test('an account that is erased gets no words behind it, which a version without the trigger lets in', async () => {
  expect(await keptBehind(await testDatabase(2))).toBe(false);
  const unguarded = await testDatabase(2);
  await unguarded.query('drop trigger of_the_open on search_marks');
  expect(await keptBehind(unguarded)).toBe(true);
});

test('the hourly job names what it can not open, and passes by what is erased', async () => {
  const db = await testDatabase(2);
  const id = await handedIn(db);
  const kept = () => db.query('select from search_marks');
  await db.query('delete from search_marks');
  const [foreign] = wordJobs({ db, secret: 'another secret, which opens nothing of it' });
  await expect(foreign?.run()).rejects.toThrow("identifications that can't be opened: 1");
  expect(await kept()).toEqual([]);
  const [job] = wordJobs({ db, secret });
  await job?.run();
  expect(await kept()).not.toEqual([]);
  await db.query('delete from search_marks');
  await close(db, id);
  await job?.run();
  expect(await kept()).toEqual([]);
});

test('a word of another kind, or under another secret, finds nobody', async () => {
  const db = await testDatabase(2);
  const id = await handedIn(db);
  const phone = soughtIn('phone', `+4917${id.padStart(9, '0')}`) ?? [];
  expect(await findByWords(db, secret, 'phone', phone, 5)).toEqual([id]);
  expect(await findByWords(db, secret, 'document', phone, 5)).toEqual([]);
  expect(await findByWords(db, 'another secret, which opens nothing of it', 'phone', phone, 5)).toEqual([]);
});

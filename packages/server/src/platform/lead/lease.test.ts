import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { silent } from '../../../test/database.ts';
import { askForAnswers } from '../counter/answers.ts';
import { type Database, connectDatabase } from '../database.ts';
import { startEmbeddedDatabase } from '../embedded-database.ts';
import { bodyHashOf, idempotently, outcomeOf } from '../idempotency.ts';
import { endConnectionsOf } from './lease.ts';

// A server of its own, of which a commit waits for a standby that there is not.
const folder = await mkdtemp(join(tmpdir(), 'assay-lease-'));
await chmod(folder, 0o755);
const server = await startEmbeddedDatabase(folder, 'secret', ['fsync=off']);
atEnd(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

function connected(): Database {
  const db = connectDatabase({ url: server.url, poolSize: 2, log: silent });
  atEnd(() => db.close());
  return db;
}

const db = connected();
await db.query(
  `create table things (place int);
   create table idempotency (scope text, key text, body_hash bytea, answer jsonb, created_at timestamptz default clock_timestamp(),
     primary key (scope, key))`,
);

async function setStandby(sql: "set synchronous_standby_names = 'nobody'" | 'reset synchronous_standby_names'): Promise<void> {
  await db.query(`alter system ${sql}`);
  await db.query('select pg_reload_conf()');
}

const waiting = (of: Database) =>
  db.query(`select from pg_stat_activity where application_name = $1 and wait_event = 'SyncRep'`, [of.name]);

/** Who writes one row after the other until a commit waits. The server does so as soon as it has read its settings anew. */
async function hanging(write: (by: Database, place: number) => Promise<unknown>) {
  const former = connected();
  let written = 0;
  let isOver = false;
  const writing = (async () => {
    for (; !isOver; written += 1) await write(former, written);
  })();
  writing.catch(() => undefined);
  await setStandby("set synchronous_standby_names = 'nobody'");
  onTestFinished(async () => {
    isOver = true;
    await setStandby('reset synchronous_standby_names');
    await writing.catch(() => undefined);
  });
  await expect.poll(() => waiting(former), { timeout: 60_000 }).toHaveLength(1);
  return { former, written: () => written };
}

test('who takes over ends no connection whose commit waits for a standby, and sees nothing of it', async () => {
  const { former, written } = await hanging((by, place) => by.query('insert into things (place) values ($1)', [place]));
  const direct = await db.direct();
  await endConnectionsOf(direct, former.name);
  await direct.close();
  expect(await waiting(former)).toHaveLength(1);
  expect(await db.query('select from things')).toHaveLength(written());
});

test('an answer that stands on no second server is handed out by nobody until it does', async () => {
  const keyOf = (place: number) => `key:${place}`;
  const bodyHash = bodyHashOf({});
  const { former, written } = await hanging((by, place) =>
    by.query('insert into idempotency (scope, key, body_hash, answer) values ($1, $2, $3, $4)', [
      'scope',
      keyOf(place),
      bodyHash,
      JSON.stringify({ result: 'done' }),
    ]),
  );
  const place = written();
  await db.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [former.name]);
  const key = keyOf(place);
  await expect.poll(() => db.query('select from idempotency where key = $1', [key])).toHaveLength(1);
  const answers: unknown[] = [];
  const told = (asked: Promise<unknown>) => asked.then((answer) => answers.push(answer));
  const call = { scope: 'scope', key, bodyHash, keyed: true, sessionId: 'session', until: Infinity };
  // Each waits on a connection of its own.
  const repeated = told(idempotently(connected(), { scope: 'scope', key: String(place), input: {} }, async () => 'again'));
  const asked = told(outcomeOf(connected(), 'scope', String(place), false));
  const asking = { db: connected(), log: silent, elapsed: () => performance.now(), readAt: performance.now() };
  // Its caller hears that it is not known.
  expect(await askForAnswers(asking, [call])).toBeUndefined();
  expect(answers).toEqual([]);
  await setStandby('reset synchronous_standby_names');
  await Promise.all([repeated, asked]);
  expect(answers).toEqual(expect.arrayContaining(['done', { state: 'done', result: 'done' }]));
  expect((await askForAnswers(asking, [call]))?.(call)).toEqual({ answer: 'done' });
});

import { deskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { operatorRoles } from '@assay/contract/vocabulary/operators.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { consoleApp } from '../../test/console.ts';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { refusalOf, standingClock } from '../../test/identity-app.ts';
import { type Database, connectDatabase } from '../platform/database.ts';
import { appendAudit, serveDeskMove, verifyAuditLog } from './index.ts';

const silentAct = deskCall({
  method: 'POST',
  path: '/silent',
  roles: operatorRoles,
  summary: 'Does something and tells nobody',
  input: {},
  result: z.object({}),
  moves: true,
});

async function logged(db: Database, entries = 5): Promise<void> {
  for (let number = 1; number <= entries; number += 1) {
    await appendAudit(db, Date.UTC(2030, 0, number), null, {
      action: 'user.frozen',
      subject: `user:${number}`,
      details: { reason: 'suspectedFraud', b: 2, a: [1, null] },
    });
  }
}

/** What an owner of the database could do with its triggers disabled. */
async function tampered(sql: string): Promise<Awaited<ReturnType<typeof verifyAuditLog>>> {
  const db = await testDatabase(2);
  await logged(db);
  await db.query(`alter table audit_log disable trigger append_only; alter table audit_head disable trigger moves_on; ${sql}`);
  return verifyAuditLog(db);
}

describe('the audit log', () => {
  test('is whole when nobody has touched it', async () => {
    const db = await testDatabase(2);
    expect(await verifyAuditLog(db)).toMatchObject({ entries: 0, findings: [] });
    await logged(db);
    const { entries, findings, head } = await verifyAuditLog(db);
    expect([entries, findings]).toEqual([5, []]);
    expect(head).toMatch(/^[0-9a-f]{64}$/);
  });

  test('can neither be changed nor shortened', async () => {
    const db = await testDatabase(2);
    await logged(db);
    await expect(db.query("update audit_log set subject = 'user:9'")).rejects.toThrow('append-only');
    await expect(db.query('delete from audit_log')).rejects.toThrow('append-only');
    await expect(db.query('truncate audit_log')).rejects.toThrow('append-only');
    await expect(db.query('delete from audit_head')).rejects.toThrow('append-only');
    await expect(db.query('update audit_head set entries = 3')).rejects.toThrow('only moves on');
  });

  test('is written by the application through its function alone', async () => {
    const owner = await testDatabase(2);
    const db = connectDatabase({ url: owner.url, poolSize: 1, log: silent, role: 'assay_application' });
    const [row] = await owner.query<{ id: number }>(
      "insert into operators (name, roles, created_at) values ('somebody', '{support}', now()) returning id",
    );
    const refused = { action: 'session.refused', subject: `operator:${row?.id}` };
    await appendAudit(db, Date.UTC(2030, 0, 1), { operatorId: String(row?.id), ip: '192.0.2.1' }, refused);
    for (const sql of [
      "insert into audit_log values (9, now(), null, 'user.frozen', 'user:1', '{}', '', sha256(''))",
      "update audit_log set subject = 'user:9'",
      'delete from audit_log',
      'update audit_head set entries = entries + 1',
    ]) {
      await expect(db.query(sql)).rejects.toThrow('permission denied');
    }
    expect(await verifyAuditLog(db)).toMatchObject({ entries: 1, findings: [] });
    await db.close();
  });

  test.each([
    ['a changed subject', "update audit_log set subject = 'user:9' where id = 3", 'entry 3'],
    ['a changed time', "update audit_log set at = at + interval '1 second' where id = 1", 'entry 1'],
    ['a changed particular', `update audit_log set details = '{"reason": "ownerRequest"}' where id = 5`, 'entry 5'],
    ['a removed entry', 'delete from audit_log where id = 2', 'entry 3'],
    ['a removed tail', 'delete from audit_log where id > 3', 'head'],
    ['a new head over a removed tail', 'delete from audit_log where id > 3; update audit_head set entries = 3', 'head'],
    [
      'an entry written in by hand',
      'insert into audit_log select 6, at, null, action, subject, details, network, hash from audit_log where id = 5',
      'entry 6',
    ],
  ])('shows %s', async (_, sql, about) => {
    const { findings } = await tampered(sql);
    expect(findings.map((finding) => finding.about)).toContain(about);
  });

  test('would not show it if entries did not follow each other', async () => {
    // The twin checks each entry against a hash of its own alone: one that was made anew fits.
    const db = await testDatabase(2);
    await logged(db);
    await db.query(`alter table audit_log disable trigger append_only;
      update audit_log set subject = 'user:9', hash = audit_hash(sha256('assay audit log'), id, at, operator_id, action, 'user:9', details, network) where id = 3`);
    const alone = await db.query(
      `select id from audit_log where id = 3 and hash <> audit_hash(sha256('assay audit log'), id, at, operator_id, action, subject, details, network)`,
    );
    expect(alone).toEqual([]);
    expect((await verifyAuditLog(db)).findings.map(({ about }) => about)).toEqual(['entry 3', 'entry 4']);
  });

  test('has one order, however many write at once', async () => {
    const db = await testDatabase(8);
    await warm(db);
    await Promise.all(
      Array.from({ length: 24 }, (_, number) =>
        appendAudit(db, Date.now(), null, { action: 'user.viewed', subject: `user:${number}` }),
      ),
    );
    expect(await verifyAuditLog(db)).toMatchObject({ entries: 24, findings: [] });
  });
});

test('an act that leaves no trace is undone', async () => {
  const db = await testDatabase(4);
  await db.query('create table done (what text)');
  const { operatorWith } = await consoleApp(db, standingClock(), (desk) =>
    serveDeskMove(desk, silentAct, async (_, __, tx) => {
      await tx.query("insert into done values ('something')");
      return {};
    }),
  );
  const { call } = await operatorWith(['support']);
  expect(await refusalOf(call(silentAct, {}))).toBe('500');
  expect(await db.query('select 1 from done')).toEqual([]);
});

test('an administrator verifies and filters it on the console, and takes it away', async () => {
  const db = await testDatabase(4);
  const { app, operatorWith } = await consoleApp(db, standingClock());
  await logged(db);
  const { call, token } = await operatorWith(['administrator']);
  const { audit } = consoleCalls;
  expect(await call(audit.verify, {})).toMatchObject({ entries: 5, findings: [] });
  expect((await call(audit.list, { action: 'user', limit: 2 })).items.map(({ id }) => id)).toEqual(['5', '4']);
  expect((await call(audit.list, { action: 'deposit' })).items).toEqual([]);
  await appendAudit(db, Date.UTC(2030, 0, 9), null, { action: 'user.noted', subject: '=HYPERLINK("x")', details: {} });
  const file = await app.inject({ url: '/swx/console/audit/list.csv?action=user.noted', headers: { authorization: token } });
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="audit-list-\d{4}-\d\d-\d\d\.csv"$/);
  const lines = file.body.split('\r\n');
  expect(lines[0]).toBe('\u{feff}id,at,operatorId,operatorName,action,subject,details,network,hash');
  expect(lines[1]).toContain(`,user.noted,"'=HYPERLINK(""x"")",{},command line,`);
  expect((await call(audit.list, { action: 'list.exported' })).items[0]).toMatchObject({ subject: 'list:/audit/list' });
});

test('a list that is taken away ends after 10,000 lines, and says where the rest begins', async () => {
  const db = await testDatabase(4);
  const { app, operatorWith } = await consoleApp(db, standingClock());
  await db.query(
    "select audit_append(null, now(), null, 'user.viewed', 'user:' || n, '{}', '') from generate_series(1, 10001) n",
  );
  const { token } = await operatorWith(['administrator']);
  const file = async (query: string) => {
    const { body } = await app.inject({
      url: `/swx/console/audit/list.csv?action=user.viewed${query}`,
      headers: { authorization: token },
    });
    return body.trim().split('\r\n');
  };
  const lines = await file('');
  expect(lines).toHaveLength(10_002);
  const [, cursor = ''] = /^"?Cut after 10000 lines, the rest begins with cursor=(\w+)"?$/.exec(lines.at(-1) ?? '') ?? [];
  const rest = await file(`&cursor=${cursor}`);
  expect(rest).toHaveLength(2);
  const subjects = [...lines.slice(1, -1), ...rest.slice(1)].map((line) => line.split(',')[5]);
  expect(subjects).toEqual(Array.from({ length: 10_001 }, (_, place) => `user:${10_001 - place}`));
});

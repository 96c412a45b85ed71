import { randomUUID } from 'node:crypto';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { identityCalls } from '@assay/contract/endpoints/identity.ts';
import { describe, expect, test } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { consoleApp } from '../../test/console.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { day, identityApp, minute, refusalOf, standingClock } from '../../test/identity-app.ts';
import { picture } from '../../test/images.ts';
import { createNotify } from '../notifications/index.ts';
import { serveImagesDesk } from '../operators/index.ts';
import { connectDatabase } from '../platform/database.ts';
import { applicationRole, ensureRights } from '../platform/schema/rights.ts';
import { serveKyc, serveKycDesk } from './index.ts';

const clock = standingClock();
const db = await testDatabase();
const { http, bus, from, register } = await identityApp(db, clock);
const secret = 'a secret of this test alone, long enough';
const context = { db, clock, notify: createNotify(bus), secret };
serveKyc(http, context);
const { operatorWith } = await consoleApp(db, clock, (desk) => {
  serveKycDesk(desk, context);
  serveImagesDesk(desk, http.images);
});
const { kyc } = consoleCalls;
const images = {
  front: await picture('#111'),
  back: await picture('#222'),
  holding: await picture('#333'),
  signature: await picture('#444'),
};
const reason = 'as I have seen it in the pictures';

/** A customer whom the first of three reviewers has just verified. */
async function verified(userName: string) {
  const { id: userId, token } = await register(userName);
  const own = from('192.0.2.1', token);
  const said = {
    firstName: 'Ada',
    lastName: userName,
    sex: 'female' as const,
    birthdate: '1990-05-17',
    country: 'DE',
    address: 'Musterweg 1, 10115 Berlin',
    email: `${userName}@example.com`,
    phone: '+4915112345678',
    documentType: 'idCard' as const,
  };
  await own(identityCalls.identification, said, { images });
  const [first, second, third] = [
    await operatorWith(['reviewer']),
    await operatorWith(['reviewer']),
    await operatorWith(['administrator']),
  ];
  const id = (await first.call(kyc.list, {})).items[0]?.id ?? '';
  await first.lookAt(id);
  await first.call(kyc.decide, { id, status: 'verified' });
  const look = async (by: typeof first, objects: boolean) => {
    // A reviewer who only objects need not have seen them all.
    if (!objects) await by.lookAt(id);
    return by.call(kyc.lookAgain, { id, objects, reason }, { idempotencyKey: randomUUID() });
  };
  const limits = async () => {
    const { status, higherLimits, higherLimitsFrom } = await own(identityCalls.kyc, {});
    const [row] = await db.query<{ higher: boolean }>('select has_higher_limits($1::bigint, $2) as higher', [
      userId,
      new Date(clock.wall()),
    ]);
    return { status, higherLimits, higherLimitsFrom, higher: row?.higher };
  };
  return { id, first, second, third, look, limits };
}

describe('the higher limits of somebody verified', () => {
  test('wait a day in which others may object, and count then', async () => {
    const { limits } = await verified('waits');
    const higherLimitsFrom = new Date(clock.wall() + day).toISOString();
    const waiting = { status: 'verified', higherLimits: 'waiting', higherLimitsFrom, higher: false };
    expect(await limits()).toEqual(waiting);
    clock.advance(day - 1);
    expect(await limits()).toEqual(waiting);
    clock.advance(1);
    expect(await limits()).toEqual({ status: 'verified', higherLimits: 'count', higherLimitsFrom: null, higher: true });
  });

  test('count at once when another reviewer confirms, and not the one who verified', async () => {
    const { id, first, second, third, look, limits } = await verified('confirmed');
    expect(await refusalOf(look(first, false))).toBe('11070');
    expect(await refusalOf(second.call(kyc.lookAgain, { id, objects: false, reason }))).toBe('11279');
    expect(await limits()).toMatchObject({ higher: false });
    expect(await look(second, false)).toEqual({ id, state: 'count' });
    expect(await limits()).toMatchObject({ higherLimits: 'count', higher: true });
    expect(await refusalOf(look(third, false))).toBe('11059');
    expect(await first.call(kyc.detail, { id })).toMatchObject({ secondLook: { state: 'count', lookedBy: { id: second.id } } });
  });

  test('are held by an objection until somebody confirms, however long, and also after they have counted', async () => {
    const { id, second, third, look, limits } = await verified('held');
    await look(second, true);
    expect(await limits()).toMatchObject({ status: 'verified', higherLimits: 'held', higher: false });
    const wanted = await second.call(kyc.list, { status: 'secondLook' });
    expect(wanted.items).toMatchObject([{ id, secondLook: { state: 'held' } }]);
    await look(third, false);
    expect(await limits()).toMatchObject({ higherLimits: 'count', higher: true });
    expect((await second.call(kyc.list, { status: 'secondLook' })).items).toEqual([]);
    await look(second, true);
    clock.advance(2 * day);
    expect(await limits()).toMatchObject({ higherLimits: 'held', higher: false });
  });

  test('are not a matter of a case that waits, was sent back, or that nobody knows', async () => {
    const { second } = await verified('others');
    const ask = (id: string) => refusalOf(second.call(kyc.lookAgain, { id, objects: false, reason }));
    expect(await ask('999999')).toBe('404');
    const { token } = await register('waiting');
    expect(await from('192.0.2.1', token)(identityCalls.kyc, {})).toMatchObject({ higherLimits: null, higherLimitsFrom: null });
  });
});

test('an objection is taken back by whoever is there, and in no other name', async () => {
  const { id, second, look, limits } = await verified('objected');
  await look(second, true);
  await ensureRights(db);
  const application = connectDatabase({ url: db.url, poolSize: 1, log: silent, role: applicationRole });
  atEnd(() => application.close());
  const lifted = 'update identity_second_looks set objected = false where case_id = $1';
  await expect(application.query(lifted, [id])).rejects.toThrow('is not who is present');
  expect(await limits()).toMatchObject({ higherLimits: 'held', higher: false });
});

test('whoever is verified has a second look before them, however that is written, and no earlier than a day later', async () => {
  const { id } = await verified('written');
  const { id: userId } = await register('inserted');
  const higher = async (at: number) =>
    (await db.query<{ higher: boolean }>('select has_higher_limits($1::bigint, $2) as higher', [userId, new Date(at)]))[0]
      ?.higher;
  // As decided long ago, by the owner of the tables.
  const [row] = await db.query<{ id: string }>(
    `insert into kyc_cases (case_no, user_id, document_type, sealed_person, front_id, back_id, holding_id, signature_id, kept, submitted_at,
       due_at, status, decided_at, decided_by)
     select 'K300107-9999999999', $2, document_type, sealed_person, front_id, back_id, holding_id, signature_id, kept,
       '2020-01-01', '2020-01-02', status, '2020-01-02', decided_by
     from kyc_cases where id = $1 returning id::text`,
    [id, userId],
  );
  expect(await db.query('select looked_by, objected from identity_second_looks where case_id = $1', [row?.id])).toEqual([
    { looked_by: null, objected: false },
  ]);
  expect(await higher(Date.now() + day - 10_000)).toBe(false);
  expect(await higher(Date.now() + day)).toBe(true);
});

test('the database takes a second look from nobody who is not there, and from nobody who has verified', async () => {
  const { id, first, second } = await verified('guarded');
  await ensureRights(db);
  const application = connectDatabase({ url: db.url, poolSize: 1, log: silent, role: applicationRole });
  atEnd(() => application.close());
  const look = 'update identity_second_looks set looked_by = $2, looked_at = now() where case_id = $1';
  await expect(application.query(look, [id, second.id])).rejects.toThrow('is not who is present');
  await expect(db.query(look, [id, first.id])).rejects.toThrow('does not look a second time');
  await expect(application.query('delete from identity_second_looks where case_id = $1', [id])).rejects.toThrow('denied');
  const sooner = "update identity_second_looks set counts_from = now() - interval '1 day' where case_id = $1";
  await expect(db.query(sooner, [id])).rejects.toThrow('a second look is kept');
  // Nor one that begins as reviewed, or without a wait.
  const begun = 'insert into identity_second_looks (case_id, counts_from, looked_by, looked_at) values ($1, now(), $2, now())';
  await expect(application.query(begun, [id, second.id])).rejects.toThrow('denied');
  await expect(db.query(begun, [id, second.id])).rejects.toThrow('begins with what it is of');
  const open = 'insert into identity_second_looks (case_id, counts_from) values ($1, now())';
  await expect(db.query(open, [id])).rejects.toThrow('begins with what it is of');
  clock.advance(minute);
});

describe('whoever has the login of the application', () => {
  const higher = `select has_higher_limits($1::bigint, now() + interval '2 days') as higher`;
  const said = "update users set kyc_status = 'verified' where id = $1 returning id";

  test('verifies nobody without an operator who is present, and gives nobody higher limits', async () => {
    const { id } = await verified('upright');
    const { id: userId } = await register('unseen');
    await ensureRights(db);
    const application = connectDatabase({ url: db.url, poolSize: 1, log: silent, role: applicationRole });
    atEnd(() => application.close());
    const refused = /is that of the newest case/;
    await expect(application.query(said, [userId])).rejects.toThrow(refused);
    await expect(application.query("insert into users (user_name, kyc_status) values ('born', 'verified')")).rejects.toThrow(
      refused,
    );
    await application.query(
      `insert into kyc_cases (case_no, user_id, document_type, sealed_person, front_id, back_id, holding_id, signature_id, kept,
         submitted_at, due_at)
       select 'K300107-8888888888', $2, document_type, sealed_person, front_id, back_id, holding_id, signature_id, kept, submitted_at, due_at
       from kyc_cases where id = $1`,
      [id, userId],
    );
    // What a case itself says is written with it.
    const status = async () => application.query('select kyc_status as status from users where id = $1', [userId]);
    expect(await status()).toEqual([{ status: 'pendingReview' }]);
    await expect(application.query(said, [userId])).rejects.toThrow(refused);
    const { id: operatorId, token } = await operatorWith(['reviewer']);
    await application.transact(async (tx) => {
      await tx.query('select operator_present($1, $2)', [token, new Date(clock.wall())]);
      const decided = `update kyc_cases set status = 'verified', decided_at = now(), decided_by = $2 where user_id = $1`;
      await tx.query(decided, [userId, operatorId]);
    });
    expect(await status()).toEqual([{ status: 'verified' }]);
    expect(await application.query(higher, [userId])).toEqual([{ higher: true }]);
  });

  test('would, did nobody ask for the case', async () => {
    const { id: userId } = await register('believed');
    const back = new Error('undone');
    const bare = db.transact(async (tx) => {
      await tx.query('alter table users disable trigger kyc_status_guard_update');
      await tx.query(`set local role ${applicationRole}`);
      expect(await tx.query(said, [userId])).toHaveLength(1);
      expect(await tx.query(higher, [userId])).toEqual([{ higher: true }]);
      throw back;
    });
    await expect(bare).rejects.toBe(back);
  });
});

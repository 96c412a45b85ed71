import type { SentImages } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import { identityCalls } from '@assay/contract/endpoints/identity.ts';
import { notificationCalls } from '@assay/contract/endpoints/notification.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase, warm } from '../../test/database.ts';
import { hour, identityApp, refusalOf, standingClock } from '../../test/identity-app.ts';
import { picture } from '../../test/images.ts';
import { createNotify, serveNotifications } from '../notifications/index.ts';
import { serveImagesDesk } from '../operators/index.ts';
import { serveKyc, serveKycDesk } from './index.ts';

const clock = standingClock();
const db = await testDatabase();
const { http, app, bus, from, register } = await identityApp(db, clock);
const context = { db, clock, notify: createNotify(bus), secret: 'a secret of this test alone, long enough' };
serveKyc(http, context);
serveNotifications(http);
const operators = await consoleApp(db, clock, (desk) => {
  serveKycDesk(desk, context);
  serveImagesDesk(desk, http.images);
});
let reviewer = await operators.operatorWith(['reviewer']);
/** Sessions of operators end early: after a while they sign in again. */
async function pass(ms: number) {
  clock.advance(ms);
  reviewer = await operators.operatorWith(['reviewer']);
}
const { kyc, images: imageCalls } = consoleCalls;

const ada = {
  firstName: 'Ada',
  lastName: 'Muster',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'DE',
  address: 'Lindenallee 4, 10115 Berlin',
  email: 'ada@example.com',
  phone: '+4915112345678',
  documentType: 'idCard',
} as const;
let pictures: SentImages = {};
beforeAll(async () => {
  const [front, back, holding, signature] = await Promise.all(['#111', '#222', '#333', '#444'].map((color) => picture(color)));
  if (front && back && holding && signature) pictures = { front, back, holding, signature };
});

async function person(name: string) {
  const { token, id } = await register(name);
  const call = from('192.0.2.1', token);
  return {
    id,
    token,
    call,
    submit: (input: SentTo<typeof identityCalls.identification> = ada, images: SentImages = pictures) =>
      call(identityCalls.identification, input, { images }),
    status: () => call(identityCalls.kyc, {}),
  };
}

async function waiting() {
  const { items } = await reviewer.call(kyc.list, {});
  const newest = items.at(-1);
  if (newest === undefined) throw new Error('nothing waits');
  return newest;
}
const userRow = async (id: string) =>
  (
    await db.query<{ status: string; country: string | null }>(
      'select kyc_status as status, country from users where id = $1',
      [id],
    )
  )[0];

test('somebody hands in, a reviewer verifies, and the account knows the country', async () => {
  const one = await person('verified');
  expect(await one.status()).toMatchObject({ status: 'notVerified', kept: [], rejected: [], dueAt: null, hours: 48 });
  const answer = await one.submit();
  expect(answer).toMatchObject({
    notice: '20001',
    status: 'pendingReview',
    submittedAt: '2030-01-07T12:00:00.000Z',
    dueAt: '2030-01-09T12:00:00.000Z',
    documentType: null,
  });
  expect(await userRow(one.id)).toEqual({ status: 'pendingReview', country: null });
  const listed = await waiting();
  expect(listed).toMatchObject({
    customer: { id: one.id, userName: 'verified' },
    documentType: 'idCard',
    number: 1,
    overdue: false,
  });
  const { documentType: _, ...said } = ada;
  expect(await reviewer.call(kyc.detail, { id: listed.id })).toMatchObject({ person: said, kept: [], earlier: [] });
  await reviewer.lookAt(listed.id);
  expect(await reviewer.call(kyc.decide, { id: listed.id, status: 'verified' })).toMatchObject({ status: 'verified' });
  expect(await one.status()).toMatchObject({ status: 'verified', dueAt: null, decidedAt: '2030-01-07T12:00:00.000Z' });
  expect(await userRow(one.id)).toEqual({ status: 'verified', country: 'DE' });
  const { items } = await one.call(notificationCalls.listNotification, {});
  expect(items[0]).toMatchObject({ kind: 'kycStatus', book: null, values: { caseNo: listed.caseNo, kyc: 'verified' } });
  expect(await refusalOf(one.submit({ ...ada, address: 'Rosenweg 9, 10117 Berlin' }))).toBe('10019');
});

test('a case that failed says why for each field, and what was fine need not be sent again', async () => {
  const one = await person('resubmits');
  await one.submit();
  const first = await waiting();
  const rejected = [
    { field: 'front', reason: 'cropped' },
    { field: 'address', reason: 'mismatch' },
  ] as const;
  await reviewer.call(kyc.decide, { id: first.id, status: 'failed', rejected: [...rejected] });
  const failed = await one.status();
  expect(failed).toMatchObject({ status: 'failed', rejected, documentType: 'idCard' });
  expect(failed.kept).not.toContain('front');
  expect(failed.kept).toContain('back');
  expect(JSON.stringify(failed)).not.toContain('Muster');

  await expect(one.submit({}, {})).rejects.toMatchObject({ code: '11030', fields: { address: '11030', front: '11026' } });
  await pass(hour);
  await one.submit({ address: 'Rosenweg 9, 10117 Berlin' }, { front: await picture('#555') });
  const second = await waiting();
  const detail = await reviewer.call(kyc.detail, { id: second.id });
  expect(detail).toMatchObject({
    number: 2,
    person: { firstName: 'Ada', address: 'Rosenweg 9, 10117 Berlin' },
    earlier: [{ id: first.id, status: 'failed', rejected }],
  });
  const before = await reviewer.call(kyc.detail, { id: first.id });
  expect(detail.images.back).toBe(before.images.back);
  expect(detail.images.front).not.toBe(before.images.front);
  expect(detail.kept).toContain('signature');
});

test('the answer is due within 48 hours of real time, and an overdue case is marked', async () => {
  const one = await person('overdue');
  await one.submit();
  const { id } = await waiting();
  await pass(48 * hour);
  expect((await reviewer.call(kyc.detail, { id })).overdue).toBe(false);
  await pass(1);
  expect((await reviewer.call(kyc.detail, { id })).overdue).toBe(true);
});

test('the same file for two sides is refused, and nothing is written', async () => {
  const one = await person('twice');
  const { front } = pictures;
  if (front === undefined) throw new Error('no picture');
  await expect(one.submit(ada, { ...pictures, back: front })).rejects.toMatchObject({
    code: '11037',
    fields: { back: '11037' },
  });
  expect(await one.status()).toMatchObject({ status: 'notVerified' });
});

test('of ten that are handed in at once one is taken', async () => {
  await warm(db);
  const one = await person('parallel');
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => one.submit()));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [row] = await db.query<{ cases: number }>('select count(*)::integer as cases from kyc_cases where user_id = $1', [
    one.id,
  ]);
  expect(row).toEqual({ cases: 1 });
});

test('nobody verifies what they have not been shown', async () => {
  const one = await person('looked_at');
  await one.submit();
  const { id } = await waiting();
  const other = await operators.operatorWith(['reviewer']);
  const verify = (by: typeof other) => by.call(kyc.decide, { id, status: 'verified' }, { idempotencyKey: crypto.randomUUID() });
  const show = (by: typeof other, image: string | null, caseNo: string) =>
    operators.app.inject({
      url: `/swx/console/images/${image ?? ''}?caseNo=${caseNo}`,
      headers: { authorization: by.token },
    });
  expect(await refusalOf(verify(other))).toBe('11279');
  // Another reviewer's views do not count, and three pictures are not four.
  await reviewer.lookAt(id);
  expect(await refusalOf(verify(other))).toBe('11279');
  const { caseNo, images } = await other.call(kyc.detail, { id });
  for (const image of [images.front, images.back, images.holding]) await show(other, image, caseNo);
  expect(await refusalOf(verify(other))).toBe('11279');
  // Nor is one that was seen elsewhere.
  await show(other, images.signature, 'K260101-0000000001');
  expect(await refusalOf(verify(other))).toBe('11279');
  await show(other, images.signature, caseNo);
  expect(await verify(other)).toMatchObject({ status: 'verified' });
});

test('what is wrong needs no look at the rest, and a picture that is taken over is looked at anew', async () => {
  const one = await person('looked_again');
  await one.submit();
  const { id } = await waiting();
  const other = await operators.operatorWith(['reviewer']);
  await other.lookAt(id);
  const sentBack = { status: 'failed', rejected: [{ field: 'address', reason: 'mismatch' }] } as const;
  await reviewer.call(kyc.decide, { id, status: sentBack.status, rejected: [...sentBack.rejected] });
  clock.advance(1000);
  await one.call(identityCalls.identification, { address: 'Rosenweg 9, 10117 Berlin' }, { images: {} });
  const again = await waiting();
  expect(again.id).not.toBe(id);
  // Looked at in the case before, which shows the same pictures.
  await other.lookAt(id);
  const verify = () => other.call(kyc.decide, { id: again.id, status: 'verified' }, { idempotencyKey: crypto.randomUUID() });
  expect(await refusalOf(verify())).toBe('11279');
  await other.lookAt(again.id);
  expect(await verify()).toMatchObject({ status: 'verified' });
});

test('a country that stands at an account is not moved by who verifies alone, and the case says that it is another', async () => {
  const one = await person('elsewhere');
  await db.query("update users set country = 'US' where id = $1", [one.id]);
  await one.submit();
  const { id } = await waiting();
  expect(await reviewer.call(kyc.detail, { id })).toMatchObject({ person: { country: 'DE' }, accountCountry: 'US' });
  await reviewer.lookAt(id);
  await reviewer.call(kyc.decide, { id, status: 'verified' });
  expect(await userRow(one.id)).toEqual({ status: 'verified', country: 'US' });
});

test('two reviewers at once decide once', async () => {
  const one = await person('decided');
  await one.submit();
  const { id } = await waiting();
  const second = await operators.operatorWith(['reviewer']);
  const decide = (by: typeof second) => by.call(kyc.decide, { id, status: 'verified' as const });
  await reviewer.lookAt(id);
  await second.lookAt(id);
  const answers = await Promise.allSettled([decide(reviewer), decide(second)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await refusalOf(decide(await operators.operatorWith(['administrator'])))).toBe('10019');
});

test('a case that somebody works on is theirs to decide', async () => {
  const one = await person('claimed');
  await one.submit();
  const { id } = await waiting();
  const second = await operators.operatorWith(['reviewer']);
  await second.call(consoleCalls.cases.claim, { desk: 'kyc', id });
  expect((await waiting()).claimedBy).toEqual({ id: second.id, name: second.name });
  expect(await refusalOf(reviewer.call(kyc.decide, { id, status: 'verified' }))).toBe('11072');
});

test('a case is given to somebody as long as it waits', async () => {
  const one = await person('given');
  await one.submit();
  const { id } = await waiting();
  const lead = await operators.operatorWith(['administrator']);
  const give = (which: string) =>
    refusalOf(
      lead.call(
        consoleCalls.cases.assign,
        { desk: 'kyc', id: which, operatorId: reviewer.id },
        { idempotencyKey: crypto.randomUUID() },
      ),
    );
  await lead.call(consoleCalls.cases.assign, { desk: 'kyc', id, operatorId: reviewer.id });
  expect((await waiting()).claimedBy?.id).toBe(reviewer.id);
  expect([await give('999999'), await give('nothing')]).toEqual(['404', '404']);
  await reviewer.lookAt(id);
  await reviewer.call(kyc.decide, { id, status: 'verified' });
  expect(await give(id)).toBe('11059');
});

test('only reviewers and administrators see a case, and each view of it and of its pictures is in the audit log', async () => {
  const one = await person('watched');
  await one.submit();
  const { id, caseNo } = await waiting();
  for (const roles of [['support'], ['finance']] as const) {
    const other = await operators.operatorWith(roles);
    expect(await refusalOf(other.call(kyc.list, {}))).toBe('403');
    expect(await refusalOf(other.call(kyc.detail, { id }))).toBe('403');
    expect(await refusalOf(other.call(kyc.decide, { id, status: 'verified' }))).toBe('403');
  }
  const { images } = await reviewer.call(kyc.detail, { id });
  const show = async (token: string) => {
    const url = `/swx/console${imageCalls.image.path.replace('{id}', images.front ?? '')}`;
    return operators.app.inject({ url, headers: { authorization: token } });
  };
  const shown = await show(reviewer.token);
  expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' });
  const finance = await operators.operatorWith(['finance']);
  expect((await show(finance.token)).statusCode).toBe(404);
  const entries = await db.query<{ action: string; subject: string }>(
    'select action, subject from audit_log order by id desc limit 2',
  );
  expect(entries).toEqual([
    { action: 'image.viewed', subject: `image:${images.front}` },
    { action: 'kyc.viewed', subject: `kyc:${caseNo}` },
  ]);
  // A customer's token opens nothing here, and an operator's nothing there.
  expect((await show(one.token)).statusCode).toBe(401);
  expect((await app.inject({ url: '/swx/customer/user/kyc', headers: { authorization: reviewer.token } })).statusCode).toBe(
    401,
  );
  const stranger = await person('stranger');
  const foreign = await app.inject({
    url: `/swx/customer/user/image/${images.front}`,
    headers: { authorization: stranger.token },
  });
  expect(foreign.statusCode).toBe(404);
});

test('nobody who reads the tables learns who anybody is', async () => {
  const one = await person('sealed');
  await one.submit();
  const rows = await db.query<{ text: string }>(
    `select (select string_agg(c::text, '') from kyc_cases c) || (select string_agg(i::text, '') from idempotency i)
       || (select string_agg(a::text, '') from audit_log a) || coalesce((select string_agg(n::text, '') from notifications n), '') as text`,
  );
  for (const secret of ['Muster', 'Lindenallee', '1990-05-17', '+4915112345678'])
    expect(rows[0]?.text.includes(secret), secret).toBe(false);
});

test('what was handed in is frozen, and a decision is made once', async () => {
  const [row] = await db.query<{ id: number }>(`select id from kyc_cases where status = 'verified' limit 1`);
  const change = (sql: string) => db.query(sql, [row?.id]);
  await expect(change(`update kyc_cases set status = 'failed' where id = $1`)).rejects.toThrow("can't become");
  await expect(change(`delete from kyc_cases where id = $1`)).rejects.toThrow('are kept');
  const [open] = await db.query<{ id: number }>(`select id from kyc_cases where status = 'pendingReview' limit 1`);
  await expect(db.query(`update kyc_cases set due_at = now() where id = $1`, [open?.id])).rejects.toThrow("can't become");
  await expect(
    db.query(`update kyc_cases set status = 'verified', decided_at = now(), decided_by = 1, due_at = now() where id = $1`, [
      open?.id,
    ]),
  ).rejects.toThrow('is frozen');
});

test('a frozen customer submits nothing', async () => {
  const one = await person('frozen');
  await db.query('update users set frozen = true where id = $1', [one.id]);
  expect(await refusalOf(one.submit())).toBe('10008');
});

test.for([
  ['a name with markup', { firstName: '<b>Ada</b>' }, '11031'],
  ['a child', { birthdate: '2015-01-09' }, '11029'],
  ['a country that there is none of', { country: 'ZZ' }, '11033'],
  ['a phone without area code', { phone: '015112345678' }, '11034'],
] as const)('%s is refused with its code', async ([name, change, code]) => {
  const one = await person(`field${code}`);
  const [field = ''] = Object.keys(change);
  await expect(one.submit({ ...ada, ...change }), name).rejects.toMatchObject({
    code,
    fields: { [field]: code },
  });
});

import type { SentImages } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import { identityCalls } from '@assay/contract/endpoints/identity.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase, warm } from '../../test/database.ts';
import { identityApp, refusalOf, standingClock } from '../../test/identity-app.ts';
import { picture } from '../../test/images.ts';
import { createNotify } from '../notifications/index.ts';
import { serveImagesDesk } from '../operators/index.ts';
import { openRoot, rotateSecret } from '../platform/secrets/root.ts';
import { kycJobs, serveKyc, serveKycDesk } from './index.ts';
import { marksOf } from './persons.ts';

const clock = standingClock();
const db = await testDatabase();
const { http, bus, from, register } = await identityApp(db, clock);
const context = { db, clock, notify: createNotify(bus), secret: 'a secret of this test alone, long enough' };
serveKyc(http, context);
const operators = await consoleApp(db, clock, (desk) => {
  serveKycDesk(desk, context);
  serveImagesDesk(desk, http.images);
});
const reviewer = await operators.operatorWith(['reviewer']);
const { kyc } = consoleCalls;

const ada = {
  firstName: 'Ada',
  lastName: 'Muster',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'DE',
  address: 'Lindenallee 4, 10115 Berlin',
  email: 'ada@example.com',
  phone: '+4915112345678',
  documentType: 'passport',
  documentNumber: 'C01X00T47',
  documentExpiry: '2034-05-16',
} as const;
/** A unique name and birth date: only its number is the same. */
const zoe = { ...ada, firstName: 'Zoe', lastName: 'Andere', birthdate: '1981-02-03' } as const;
type Submission = SentTo<typeof identityCalls.identification>;

let images: SentImages = {};
beforeAll(async () => {
  const [front, back, holding, signature] = await Promise.all(['#111', '#222', '#333', '#444'].map((color) => picture(color)));
  if (front && back && holding && signature) images = { front, back, holding, signature };
});

/** A new customer submits this; returns the case. */
async function handedIn(name: string, told: Submission) {
  const { token, id } = await register(name);
  await from('192.0.2.1', token)(identityCalls.identification, told, { images });
  const { items } = await reviewer.call(kyc.list, {});
  const newest = items.find(({ customer }) => customer.id === id);
  if (newest === undefined) throw new Error('nothing waits');
  return { ...newest, userId: id, token, detail: () => reviewer.call(kyc.detail, { id: newest.id }) };
}
async function verify(id: string, sameAs?: string | null) {
  await reviewer.lookAt(id);
  return reviewer.call(kyc.decide, { id, status: 'verified', ...(sameAs !== undefined && { sameAs }) });
}
async function personOf(userId: string): Promise<number | null> {
  const [row] = await db.query<{ person: number | null }>('select person_id as person from users where id = $1', [userId]);
  return row?.person ?? null;
}

test('a document that is verified for another account is shown to the reviewer, who says whose it is', async () => {
  const first = await handedIn('first', ada);
  expect([first.alike, (await first.detail()).likenesses]).toEqual([null, []]);
  await verify(first.id);

  // Written otherwise, it is the same number; the customer is not refused.
  const second = await handedIn('second', { ...zoe, documentNumber: 'c01x-00t 47' });
  expect(second).toMatchObject({ status: 'pendingReview', alike: 'document' });
  expect(await second.detail()).toMatchObject({
    person: { documentNumber: 'c01x-00t 47', documentExpiry: '2034-05-16' },
    likenesses: [
      {
        caseNo: first.caseNo,
        customer: { id: first.userId, userName: 'first' },
        status: 'verified',
        by: 'document',
        samePerson: false,
      },
    ],
  });
  expect(await refusalOf(verify(second.id))).toBe('11262');
  expect(await second.detail()).toMatchObject({ status: 'pendingReview' });
  expect(await refusalOf(verify(second.id, '999'))).toBe('11263');
  await verify(second.id, first.userId);
  expect(await personOf(second.userId)).toBe(await personOf(first.userId));
  expect((await second.detail()).likenesses).toMatchObject([{ samePerson: true }]);
  const [entry] = await db.query<{ details: unknown }>(
    `select details from audit_log where action = 'kyc.verified' order by id desc limit 1`,
  );
  expect(entry?.details).toMatchObject({ customer: second.userId, sameAs: first.userId });

  // Two authorities may give the same number.
  const third = await handedIn('third', zoe);
  await verify(third.id, null);
  expect(await personOf(third.userId)).not.toBe(await personOf(first.userId));
  const [answered] = await db.query<{ details: unknown }>(
    `select details from audit_log where action = 'kyc.verified' order by id desc limit 1`,
  );
  expect(answered?.details).toEqual({
    customer: third.userId,
    rejected: [],
    sameAs: null,
    likenesses: [
      { customer: second.userId, by: 'document' },
      { customer: first.userId, by: 'document' },
    ],
  });
});

test('the same name and birth date are shown too, and ask for nothing', async () => {
  const one = { ...ada, firstName: 'José', lastName: 'Nuñez', documentNumber: 'P1000001' } as const;
  const first = await handedIn('named', one);
  const other = await handedIn('renamed', { ...one, firstName: 'NUNEZ', lastName: 'Jose', documentNumber: 'P2000002' });
  expect(other.alike).toBe('name');
  expect((await other.detail()).likenesses).toMatchObject([{ caseNo: first.caseNo, by: 'name', status: 'pendingReview' }]);
  // A customer who is not verified yet is no other person's second account.
  expect(await refusalOf(verify(other.id, first.userId))).toBe('11263');
  await verify(other.id);
  await verify(first.id);
  expect(await personOf(first.userId)).not.toBe(await personOf(other.userId));
  const elsewhere = await handedIn('elsewhere', { ...one, birthdate: '1990-05-18', documentNumber: 'P3000003' });
  expect(elsewhere.alike).toBeNull();
});

test('a number stays the same under another country and in letters that look alike; of another document it is another', async () => {
  const first = await handedIn('german', { ...ada, firstName: 'Eins', documentNumber: 'X555O001' });
  await verify(first.id);
  const moved = await handedIn('moved', { ...zoe, lastName: 'Autre', country: 'AT', documentNumber: 'Х5550001' });
  expect(moved.alike).toBe('document');
  expect(await refusalOf(verify(moved.id))).toBe('11262');
  await verify(moved.id, first.userId);
  expect(await personOf(moved.userId)).toBe(await personOf(first.userId));
  const card = await handedIn('licensed', {
    ...zoe,
    lastName: 'Terza',
    documentType: 'driverLicence',
    documentNumber: 'X5550001',
  });
  expect(card.alike).toBeNull();
  await verify(card.id);
});

test('who tells no number is verified all the same, and stays so', async () => {
  const { documentNumber: _, documentExpiry: __, ...without } = { ...ada, firstName: 'Ohne' } as const;
  const first = await handedIn('without', without);
  const second = await handedIn('withoutto', { ...without, firstName: 'Auch' });
  expect(await first.detail()).toMatchObject({ person: { documentNumber: null, documentExpiry: null } });
  await verify(first.id);
  await verify(second.id);
  expect(await personOf(first.userId)).not.toBe(await personOf(second.userId));
});

test('who was verified before there were marks is seen too', async () => {
  const told = { ...ada, firstName: 'Früher', documentNumber: 'F1110001' } as const;
  const first = await handedIn('earlier', told);
  await verify(first.id);
  await db.query('delete from identity_marks where case_id = $1', [first.id]);
  for (const job of kycJobs(context)) await job.run();
  expect(await handedIn('later_on', { ...told, documentNumber: 'F1110002' })).toMatchObject({ alike: 'name' });
});

test('a case that nobody can open keeps none behind it from its marks, and is named', async () => {
  const told = { ...ada, firstName: 'Dahinter', documentNumber: 'D1110001' } as const;
  const [broken, behind] = [await handedIn('broken', { ...told, firstName: 'Kaputt' }), await handedIn('behind', told)];
  await db.query('delete from identity_marks where case_id = any($1)', [[broken.id, behind.id]]);
  await db.query('alter table kyc_cases disable trigger user');
  await db.query(`update kyc_cases set sealed_person = '\\x00' where id = $1`, [broken.id]);
  await db.query('alter table kyc_cases enable trigger user');
  const [job] = kycJobs(context);
  await expect(job?.run()).rejects.toThrow(`identifications that can't be opened: 1, the first is ${broken.id}`);
  const marked = await db.query<{ id: string }>('select case_id::text as id from identity_marks where case_id = any($1)', [
    [broken.id, behind.id],
  ]);
  expect(marked).toEqual([{ id: behind.id }]);
});

test('two reviewers who verify one document at once make one person of it', async () => {
  await warm(db);
  const told = { ...ada, firstName: 'Rasch', documentNumber: 'R7770001' } as const;
  const [first, second] = [await handedIn('quick', told), await handedIn('quicker', { ...told, firstName: 'Rascher' })];
  const other = await operators.operatorWith(['reviewer']);
  await reviewer.lookAt(first.id);
  await other.lookAt(second.id);
  const answers = await Promise.allSettled([
    reviewer.call(kyc.decide, { id: first.id, status: 'verified' }),
    other.call(kyc.decide, { id: second.id, status: 'verified' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [row] = await db.query<{ people: number }>(
    'select count(*)::integer as people from users where id = any($1) and person_id is not null',
    [[first.userId, second.userId]],
  );
  expect(row).toEqual({ people: 1 });
});

test('a number that was sent back is asked for again; the rest of the document stays', async () => {
  const one = await handedIn('corrects', { ...ada, firstName: 'Korrekt', documentNumber: 'K1110001' });
  const call = from('192.0.2.1', one.token);
  await reviewer.call(kyc.decide, {
    id: one.id,
    status: 'failed',
    rejected: [{ field: 'documentNumber', reason: 'mismatch' }],
  });
  const { kept } = await call(identityCalls.kyc, {});
  expect([kept.includes('documentNumber'), kept.includes('documentExpiry'), kept.includes('front')]).toEqual([
    false,
    true,
    true,
  ]);
  // It is optional for applicants from whom it was never required, not for those returned because of it; another document has
  // one too.
  await expect(call(identityCalls.identification, {}, { images: {} })).rejects.toMatchObject({
    code: '11030',
    fields: { documentNumber: '11030' },
  });
  const card = call(identityCalls.identification, { documentType: 'driverLicence' }, { images });
  await expect(card).rejects.toMatchObject({ fields: { documentNumber: '11030' } });
  await call(identityCalls.identification, { documentNumber: 'K1110002' }, { images: {} });
  const { items } = await reviewer.call(kyc.list, {});
  const again = items.find(({ customer }) => customer.id === one.userId);
  const { person } = await reviewer.call(kyc.detail, { id: again?.id ?? '' });
  expect(person).toMatchObject({ documentNumber: 'K1110002', documentExpiry: '2034-05-16' });
});

test('until when a document is valid is kept without its number too, and only until then', async () => {
  const { documentNumber: _, ...told } = { ...ada, firstName: 'Bis', documentExpiry: '2030-01-07' } as const;
  const one = await handedIn('runs_out', told);
  const call = from('192.0.2.1', one.token);
  await reviewer.call(kyc.decide, { id: one.id, status: 'failed', rejected: [{ field: 'address', reason: 'mismatch' }] });
  const kept = async () => (await call(identityCalls.kyc, {})).kept;
  expect(await kept()).toContain('documentExpiry');
  clock.advance(24 * 3_600_000);
  expect(await kept()).not.toContain('documentExpiry');
  const address = 'Rosenweg 9, 10117 Berlin';
  await expect(call(identityCalls.identification, { address }, { images: {} })).rejects.toMatchObject({
    code: '11030',
    fields: { documentExpiry: '11030' },
  });
  await call(identityCalls.identification, { address, documentExpiry: '2035-01-07' }, { images: {} });
  const next = await operators.operatorWith(['reviewer']);
  const { items } = await next.call(kyc.list, {});
  const again = items.find(({ customer }) => customer.id === one.userId);
  const { person } = await next.call(kyc.detail, { id: again?.id ?? '' });
  expect(person).toMatchObject({ documentNumber: null, documentExpiry: '2035-01-07' });
});

test('a person once found is nobody else, and a mark tells nothing without the key, which outlives its secret', async () => {
  await expect(db.query('update users set person_id = null where person_id is not null')).rejects.toThrow('stays so');
  const rows = await db.query<{ text: string }>(`select string_agg(m::text, '') as text from identity_marks m`);
  expect(rows[0]?.text).not.toMatch(/C01X00T47|muster/iu);

  const before = { secret: 'the first secret of this test, long enough', previousSecret: undefined };
  const after = { secret: 'the second secret of this test, long enough', previousSecret: before.secret };
  const root = await openRoot(db, before);
  await rotateSecret(db, after);
  const mark = (secret: string) => marksOf(secret, 'passport', ada);
  expect(mark(await openRoot(db, after))).toEqual(mark(root));
  expect(mark('another installation')).not.toEqual(mark(root));
});

import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { identityCalls } from '@assay/contract/endpoints/identity.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { searchesPerMinuteMax } from '@assay/contract/vocabulary/search.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { funding, hashOf, report, wallet } from '../../test/funding.ts';
import { minute, refusalOf } from '../../test/identity-app.ts';
import { picture } from '../../test/images.ts';
import { fund } from '../../test/trading.ts';
import { kycJobs, serveKyc } from '../kyc/index.ts';
import { createNotify } from '../notifications/index.ts';
import { openRoot, rotateSecret } from '../platform/secrets/root.ts';
import { serveSearchDesk } from './index.ts';

const db = await testDatabase();
const { clock, bus, http, quote, customer } = await funding(db, { waitMs: minute });
const first = { secret: 'the first secret of this test, long enough', previousSecret: undefined };
const context = { db, clock, notify: createNotify(bus), secret: await openRoot(db, first) };
serveKyc(http, context);
const desk = await consoleApp(db, clock, (own) => serveSearchDesk(own, context));
const [support, reviewer, finance] = [
  await desk.operatorWith(['support']),
  await desk.operatorWith(['reviewer']),
  await desk.operatorWith(['finance']),
];
const { search, audit } = consoleCalls;

/** What is found, as kind, clue and number. */
async function found(query: string, by = finance) {
  clock.advance(1000);
  const { hits } = await by.call(search.find, { query });
  return hits.map((hit) => `${hit.kind} ${hit.by} ${hit.id}`);
}

const told = {
  firstName: 'José María',
  lastName: 'Müller-O’Brien',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'DE',
  address: 'Lindenallee 4, 10115 Berlin',
  email: 'ada@example.com',
  phone: '+4915112345678',
  documentType: 'passport',
  documentNumber: 'C01X-00T47',
  documentExpiry: '2034-05-16',
} as const;

let ada: Awaited<ReturnType<typeof customer>>;
let ben: Awaited<ReturnType<typeof customer>>;
const numbers = { deposit: '', withdrawal: '', contract: '' };

beforeAll(async () => {
  ada = await customer('ada_lovelace', '5000');
  ben = await customer('ben_nevis', '100');
  numbers.deposit = await report(ada.real, '1234.5', hashOf(7));
  numbers.withdrawal = await ada.withdraw(await ada.method(), '250');
  await fund(db, 'demo');
  await quote(10_000);
  const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
  await ada.demo(order.buyU, long, { idempotencyKey: 'found' });
  const [row] = await db.query<{ no: string }>('select order_no as no from positions');
  numbers.contract = row?.no ?? '';
  const [front, holding, signature] = await Promise.all(['#111', '#222', '#333'].map((color) => picture(color)));
  if (front && holding && signature)
    await ada.real(identityCalls.identification, told, { images: { front, holding, signature } });
});

const itself = (by: string) => [`customer ${by} ${ada.userId}`];

describe('one search finds', () => {
  test('customers by id, by how name or mail begin, by the house of the mail and by their code', async () => {
    expect(await found(ada.userId)).toContain(`customer id ${ada.userId}`);
    expect(await found('ADA_L')).toEqual(itself('userName'));
    expect(await found('ada_lovelace@ex')).toEqual(itself('email'));
    expect(await found('@example.com')).toEqual([`customer mailHouse ${ben.userId}`, ...itself('mailHouse')]);
    const [code] = await db.query<{ code: string }>('select invite_code as code from users where id = $1', [ada.userId]);
    expect(await found(code?.code.toLowerCase() ?? '')).toEqual(itself('inviteCode'));
    for (const nobody of ['nevis', '%', 'a%', '_da_lovelace', '@example', '@']) expect(await found(nobody)).toEqual([]);
  });

  test('them by words of their names in any order and by telephone and document, all of which are sealed', async () => {
    for (const query of ['müller', 'MUELLER', 'muller', 'obrien maria', "O'Brien, José", 'jose müller'])
      expect(await found(query.replace(',', ''))).toEqual(itself('name'));
    for (const nobody of ['mull', 'müller anna', 'lindenallee']) expect(await found(nobody)).toEqual([]);
    for (const query of ['+49 1511 2345678', '01511/2345678']) expect(await found(query)).toContain(itself('phone')[0]);
    for (const query of ['c01x00t47', 'C01X 00T-47', 'CO1XOOT47']) expect(await found(query)).toEqual(itself('document'));
    const [marks] = await db.query<{ text: string }>(`select string_agg(m::text, '') as text from search_marks m`);
    expect(marks?.text).not.toMatch(/m.ller|C01X|12345678/iu);
  });

  test('cases and orders by their numbers', async () => {
    expect(await found(numbers.deposit.toLowerCase())).toEqual([`deposit number ${numbers.deposit}`]);
    expect(await found(numbers.withdrawal)).toEqual([`withdrawal number ${numbers.withdrawal}`]);
    expect(await found(numbers.contract)).toEqual([`contract number ${numbers.contract}`]);
    const [row] = await db.query<{ id: string; no: string }>('select id::text as id, case_no as no from kyc_cases');
    expect((await reviewer.call(search.find, { query: row?.no ?? '' })).hits).toMatchObject([
      {
        kind: 'kyc',
        page: row?.id,
        customer: { id: ada.userId, userName: 'ada_lovelace' },
        status: 'pendingReview',
        amount: null,
      },
    ]);
  });

  test('what a chain knows: hashes whole, begun, shortened or as an explorer’s page, and addresses', async () => {
    const hash = hashOf(7);
    const deposit = [`deposit hash ${numbers.deposit}`];
    expect(await found(hash.toUpperCase())).toEqual(deposit);
    expect(await found(`https://tronscan.org/#/transaction/${hash}?lang=en`)).toEqual(deposit);
    expect(await found('aaaaaaaaaaaaaaaa7')).toEqual([]);
    expect(await found(`${hash.slice(0, 6)}…${hash.slice(-4)}`)).toEqual(deposit);
    expect(await found(wallet)).toEqual([`customer address ${ada.userId}`, `withdrawal address ${numbers.withdrawal}`]);
    const [receive] = await db.query<{ address: string }>('select address from receive_addresses where user_id = $1', [
      ada.userId,
    ]);
    if (receive !== undefined) expect(await found(receive.address)).toEqual(itself('address'));
  });

  test('amounts, as they are written, of their coin alone', async () => {
    for (const query of ['1234.5', '1,234.50', '1234.5 usdt'])
      expect(await found(query)).toContain(`deposit amount ${numbers.deposit}`);
    expect(await found('1234.5 BTC')).toEqual([]);
    expect(await found('250')).toContain(`withdrawal amount ${numbers.withdrawal}`);
    // In the smallest unit a thousandth of a coin is a tenth of a dollar.
    expect(await found('12.345')).toEqual([]);
    for (const nothing of ['0', '1.2.3', '0.0000000001']) expect(await found(nothing)).toEqual([]);
  });
});

test('of a desk that is closed to the caller the customer is found in place of the case', async () => {
  expect(await found(hashOf(7), support)).toEqual(itself('hash'));
  expect(await found(numbers.withdrawal, reviewer)).toEqual(itself('number'));
  expect(await found(numbers.withdrawal, finance)).toEqual([`withdrawal number ${numbers.withdrawal}`]);
  const { hits } = await support.call(search.find, { query: numbers.deposit });
  expect(hits).toMatchObject([{ kind: 'customer', amount: null, asset: null, status: 'pendingReview' }]);
});

test('every search is written down: as what it was looked for and whom it found, and not what was typed', async () => {
  await support.call(search.find, { query: 'Müller' });
  const administrator = await desk.operatorWith(['administrator']);
  const { items } = await administrator.call(audit.list, { limit: 1 });
  expect(items[0]).toMatchObject({
    action: 'search.made',
    operatorId: support.id,
    subject: 'search:name',
    details: { customers: [ada.userId], hits: 1 },
  });
  await support.call(search.find, { query: 'Meier' });
  const [none] = (await administrator.call(audit.list, { limit: 1 })).items;
  expect(none).toMatchObject({ subject: 'search:userName+email+name', details: { customers: [], hits: 0 } });
  expect(JSON.stringify(items)).not.toMatch(/m.ller/iu);
});

test('nobody goes through the customers by searching', async () => {
  const busy = await desk.operatorWith(['support']);
  for (let turn = 0; turn < searchesPerMinuteMax; turn += 1) await busy.call(search.find, { query: 'x7' });
  expect(await refusalOf(busy.call(search.find, { query: 'x7' }))).toBe('429');
  expect((await support.call(search.find, { query: 'ada_lovelace' })).hits).toHaveLength(1);
  clock.advance(minute);
  expect((await busy.call(search.find, { query: 'ada_lovelace' })).hits).toHaveLength(1);
});

test('more than are told is said', async () => {
  await db.query(
    `insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
     select 'many' || n, 'many' || n || '@many.example', '!', now(), 'en', 'M' || lpad(n::text, 9, '0'), now()
     from generate_series(1, 21) n`,
  );
  const { hits, more } = await support.call(search.find, { query: '@many.example' });
  expect([hits.length, hits[0]?.customer.userName, more]).toEqual([20, 'many21', true]);
});

test('words are worked out anew when the secret is replaced, and are found all the while', async () => {
  const keys = () => db.query<{ id: number }>('select id from search_keys order by id');
  const marks = async () =>
    (await db.query<{ mark: string }>(`select encode(mark, 'hex') as mark from search_marks order by 1`)).map(
      ({ mark }) => mark,
    );
  const before = await marks();
  await rotateSecret(db, { secret: 'the second secret of this test, long enough', previousSecret: first.secret });
  expect(await keys()).toHaveLength(2);
  expect(await found('müller')).toEqual(itself('name'));
  const job = kycJobs(context).find(({ name }) => name === 'kyc.words');
  await job?.run();
  expect(await keys()).toHaveLength(1);
  const after = await marks();
  expect(after).toHaveLength(before.length);
  expect(after.filter((mark) => before.includes(mark))).toEqual([]);
  expect(await found('müller')).toEqual(itself('name'));
});

test('cases from before there were words get theirs', async () => {
  await db.query('delete from search_marks');
  expect(await found('müller')).toEqual([]);
  await kycJobs(context)
    .find(({ name }) => name === 'kyc.words')
    ?.run();
  expect(await found('müller')).toEqual(itself('name'));
});

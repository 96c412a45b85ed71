import { createHmac } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { identityCalls } from '@assay/contract/endpoints/identity.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { consoleApp } from '../../test/console.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { funding, hashOf, report, wallet } from '../../test/funding.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { picture } from '../../test/images.ts';
import { screenedFunds, serveFundsDesk } from '../funds/index.ts';
import { type KycContext, screenedPersons, serveKyc, serveKycDesk } from '../kyc/index.ts';
import { serveImagesDesk } from '../operators/index.ts';
import { ScreeningRound, createScreening, serveScreeningDesk } from './index.ts';

// A program of the operator's that answers what the test says, on this machine.

interface Asked {
  readonly time: string;
  readonly signature: string;
  readonly body: string;
}
const key = 'a key that both know';
const asked: Asked[] = [];
let says: { status?: number; body: string | Promise<string> } = { body: '{"answer":"clear"}' };
const program: Server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { 'assay-time': time, 'assay-signature': signature } = request.headers;
    asked.push({ time: String(time), signature: String(signature), body: Buffer.concat(parts).toString() });
    const { status = 200, body } = says;
    void Promise.resolve(body).then((text) => response.writeHead(status, { location: '/elsewhere' }).end(text));
  });
});
await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
atEnd(() => program.close());
const url = `http://127.0.0.1:${(program.address() as AddressInfo).port}/ask`;

const db = await testDatabase();
const server = await funding(db, { waitMs: 0 });
const { clock, customer, http } = server;
const screening = createScreening(true);
const funds = { ...server.funds, screening };
const kyc: KycContext = { db, clock, notify: server.funds.notify, secret: server.funds.secret, screening };
serveKyc(http, kyc);
const { operatorWith } = await consoleApp(db, clock, (desk) => {
  serveFundsDesk(desk, funds);
  serveKycDesk(desk, kyc);
  serveImagesDesk(desk, http.images);
  serveScreeningDesk(desk, screening);
});
const roles = ['finance', 'reviewer'] as const;
let [first, second] = [await operatorWith(roles), await operatorWith(roles)];
const round = new ScreeningRound({
  db,
  clock,
  log: silent,
  webhook: { url, key },
  sources: [...screenedFunds, screenedPersons(kyc.secret)],
});
const screen = async () => {
  asked.length = 0;
  await round.run(new AbortController().signal);
  return asked.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
};
const stateOf = async (about: 'deposit' | 'withdrawal' | 'identity', caseNo: string) =>
  (await first.call(consoleCalls.screening.state, { about, caseNo })).state;
async function pass(ms: number) {
  clock.advance(ms);
  [first, second] = [await operatorWith(roles), await operatorWith(roles)];
}
let number = 100;
const deposit = async (name: string) => report((await customer(name)).real, '500', hashOf((number += 1)));
const { deposits, withdrawals } = consoleCalls;

test('a case is approved once its screening is clear, and its question is signed and tells what it must', async () => {
  const id = await deposit('cleared');
  expect(await refusalOf(first.call(deposits.approve, { id }))).toBe('11270');
  expect(await stateOf('deposit', id)).toBe('unknown');
  expect(await screen()).toEqual([
    expect.objectContaining({ about: 'deposit', case: id, chain: 'tron', coin: 'USDT', hashes: [hashOf(number)] }),
  ]);
  const [{ time, signature, body } = { time: '', signature: '', body: '' }] = asked;
  expect(time).toBe(String(clock.wall()));
  expect(signature).toBe(createHmac('sha256', key).update(`${time}.${body}`).digest('hex'));
  expect(await stateOf('deposit', id)).toBe('clear');
  expect(await screen()).toEqual([]);
  await first.call(deposits.approve, { id });
  expect(await second.call(deposits.complete, { id })).toMatchObject({ status: 'completed' });
});

test('what is refused can only be turned down, and what wants a look is decided by people', async () => {
  const refused = await deposit('refused');
  says = { body: '{"answer":"refuse"}' };
  await screen();
  expect(await stateOf('deposit', refused)).toBe('refuse');
  expect(await refusalOf(first.call(deposits.approve, { id: refused }))).toBe('11271');
  expect(await first.call(deposits.reject, { id: refused, reason: 'sourceNotAllowed' })).toMatchObject({ status: 'rejected' });
  const looked = await deposit('looked');
  says = { body: '{"answer":"look"}' };
  await screen();
  expect(await stateOf('deposit', looked)).toBe('look');
  expect(await first.call(deposits.approve, { id: looked })).toMatchObject({ status: 'approved' });
  await expect(db.query(`update screenings set answer = 'clear' where case_no = $1`, [refused])).rejects.toThrow('stays');
});

test.each([
  ['an error', { status: 500, body: '{"answer":"clear"}' }],
  ['a yes to come', { status: 202, body: '{"answer":"clear"}' }],
  ['a yes from on the way', { status: 203, body: '{"answer":"clear"}' }],
  ['a way elsewhere', { status: 302, body: '{"answer":"clear"}' }],
  ['another word', { body: '{"answer":"passed"}' }],
  ['no JSON', { body: 'clear' }],
  ['far too much', { body: JSON.stringify({ answer: 'clear', more: 'x'.repeat(5000) }) }],
])('%s is no answer, and is asked about again ever less often', async (_, answer) => {
  const id = await deposit(`silent${number}`);
  says = answer;
  expect(await screen()).toHaveLength(1);
  expect(await stateOf('deposit', id)).toBe('unknown');
  expect(await refusalOf(first.call(deposits.approve, { id }))).toBe('11270');
  expect(await screen()).toEqual([]);
  await pass(5001);
  expect(await screen()).toHaveLength(1);
  await pass(5001);
  expect(await screen()).toEqual([]);
  await pass(5001);
  says = { body: '{"answer":"clear"}' };
  expect(await screen()).toHaveLength(1);
  expect(await stateOf('deposit', id)).toBe('clear');
});

test('a withdrawal is screened by its address, and one to a card by nothing', async () => {
  says = { body: '{"answer":"refuse"}' };
  const one = await customer('leaving', '1000');
  const id = await one.withdraw(await one.method(), '100');
  expect(await screen()).toEqual([{ about: 'withdrawal', case: id, chain: 'tron', address: wallet, coin: 'USDT' }]);
  expect(await refusalOf(first.call(withdrawals.approve, { id }))).toBe('11271');
  const card = await one.real(user.saveBankCard, { name: 'Lea Ving', cardNumber: '4111111111111111', bankName: 'Bank' });
  const toCard = await one.withdraw(card.id, '100');
  expect(await screen()).toEqual([]);
  expect(await first.call(withdrawals.approve, { id: toCard })).toMatchObject({ status: 'approved' });
});

/** A customer submits an identification. */
async function identify(userName: string) {
  const one = await customer(userName);
  const person = {
    firstName: 'Ada',
    lastName: 'Muster',
    sex: 'female',
    birthdate: '1990-05-17',
    country: 'DE',
    address: 'Lindenallee 4, 10115 Berlin',
    email: 'ada@example.com',
    phone: '+4915112345678',
    documentType: 'passport',
  } as const;
  const [front, holding, signature] = await Promise.all(['#111', '#333', '#444'].map((color) => picture(color)));
  if (!front || !holding || !signature) throw new Error('no pictures');
  await one.real(identityCalls.identification, person, { images: { front, holding, signature } });
}

test('an identification is screened by name, birth date and country, and nothing of them is kept', async () => {
  says = { body: '{"answer":"look"}' };
  await identify('ada_muster');
  const [{ id, caseNo } = { id: '', caseNo: '' }] = (await first.call(consoleCalls.kyc.list, {})).items;
  await first.lookAt(id);
  expect(await refusalOf(first.call(consoleCalls.kyc.decide, { id, status: 'verified', rejected: [] }))).toBe('11270');
  expect(await screen()).toEqual([
    { about: 'identity', case: caseNo, firstName: 'Ada', lastName: 'Muster', birthdate: '1990-05-17', country: 'DE' },
  ]);
  expect(await first.call(consoleCalls.kyc.decide, { id, status: 'verified', rejected: [] })).toMatchObject({
    status: 'verified',
  });
  expect(JSON.stringify(await db.query('select * from screenings'))).not.toMatch(/Ada|Muster|1990/);
});

test('an identification that nobody can open keeps no other waiting', async () => {
  says = { body: '{"answer":"clear"}' };
  await identify('broken');
  const [{ caseNo: broken } = { caseNo: '' }] = (await first.call(consoleCalls.kyc.list, {})).items;
  await db.query('alter table kyc_cases disable trigger user');
  await db.query(`update kyc_cases set sealed_person = '\\x00' where case_no = $1`, [broken]);
  await db.query('alter table kyc_cases enable trigger user');
  await identify('whole');
  const source = screenedPersons(kyc.secret);
  const oneByOne = new ScreeningRound({
    db,
    clock,
    log: silent,
    webhook: { url, key },
    sources: [{ ...source, questions: (from, now) => source.questions(from, now, 1) }],
  });
  const cases = async () => {
    asked.length = 0;
    await oneByOne.run(new AbortController().signal);
    return asked.map(({ body }) => (JSON.parse(body) as { case: string }).case);
  };
  expect(await cases()).toEqual([]);
  const [whole] = await cases();
  expect(whole).toMatch(/^K/);
  expect(whole).not.toBe(broken);
  expect(await stateOf('identity', broken)).toBe('unknown');
  await pass(5001);
  expect(await cases()).toEqual([]);
  expect(await db.query('select tries, answer from screenings where case_no = $1', [broken])).toEqual([
    { tries: 2, answer: null },
  ]);
});

test('a case whose answer nobody waits for any more has not been tried', async () => {
  const answer = Promise.withResolvers<string>();
  says = { body: answer.promise };
  const id = await deposit('cut_off');
  asked.length = 0;
  const over = new AbortController();
  const ran = round.run(over.signal);
  await expect.poll(() => asked.length, { interval: 5 }).toBe(1);
  const before = await db.query('select case_no, tries from screenings order by case_no');
  over.abort();
  await ran;
  expect(await db.query('select case_no, tries from screenings order by case_no')).toEqual(before);
  answer.resolve('{"answer":"clear"}');
  says = { body: '{"answer":"clear"}' };
  await screen();
  expect(await stateOf('deposit', id)).toBe('clear');
});

test('where none is set nobody is asked and nothing is held', async () => {
  const off = createScreening(false);
  const id = await deposit('unscreened');
  expect(await off.stateOf(db, 'deposit', id)).toBe('off');
  await db.transact(async (tx) => expect(await off.holds(tx, 'deposit', id)).toBeUndefined());
});

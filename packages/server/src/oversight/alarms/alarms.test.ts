import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { hour, minute, refusalOf, standingClock } from '../../../test/identity-app.ts';
import { serveAlarmsDesk } from './desk.ts';
import { alarmJob } from './job.ts';
import { alarmSignature } from './tell.ts';

const db = await testDatabase();
const clock = standingClock();
const { operatorWith } = await consoleApp(db, clock, serveAlarmsDesk);
const { alarms } = consoleCalls;

interface Heard {
  readonly time: string;
  readonly signature: string;
  readonly body: string;
}
const heard: Heard[] = [];
let answers = 200;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += String(part)));
  request.on('end', () => {
    const header = (name: string) => String(request.headers[name]);
    heard.push({ time: header('assay-time'), signature: header('assay-signature'), body });
    response.writeHead(answers).end();
  });
});
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
atEnd(() => new Promise<void>((done) => receiver.close(() => done())));
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
const secret = 'a secret of the receiver and of us alone';
const mails: { to: string; subject: string }[] = [];
const taken = async () => {};
let takes = taken;
const mailer = {
  send: (mail: { to: string; subject: string; text: string }) => {
    mails.push(mail);
    return takes();
  },
};
const places = { webhook: { url, secret }, mail: 'duty@example.com' };
/** No instrument: what has no price has a test of its own. */
const market = { instruments: () => [], quote: () => undefined, suspended: () => false, suspendedSince: () => undefined };
const parts = { db, clock, market, log: silent, mailer, places };
const job = alarmJob(parts);

const first = await operatorWith(['finance']);
const second = await operatorWith(['administrator']);
const chainIs = (fault: string | null, chain = 'tron') =>
  db.query(
    `insert into chain_watches (chain, height, head, head_at, heard_at, fault) values ($2, 1, 1, now(), now(), $1)
     on conflict (chain) do update set fault = excluded.fault`,
    [fault, chain],
  );
const standing = async () => (await first.call(alarms.list, { only: 'standing' })).items;

beforeEach(async () => {
  for (const chain of ['tron', 'ethereum', 'bitcoin']) await chainIs(null, chain);
  answers = 200;
  takes = taken;
  await job.run();
  heard.length = 0;
  mails.length = 0;
});

test('what stands is raised once, told once to a receiver that can check it, and ends by itself', async () => {
  await chainIs('the node is away');
  await job.run();
  await job.run();
  expect(await standing()).toMatchObject([
    { rule: 'chainFault', subject: 'chain:tron', detail: 'the node is away', takenBy: null },
  ]);
  const [one, ...others] = heard;
  expect(others).toEqual([]);
  expect(JSON.parse(one?.body ?? '')).toMatchObject({ rule: 'chainFault', subject: 'chain:tron', detail: 'the node is away' });
  expect(one?.signature).toBe(alarmSignature(secret, one?.time ?? '', one?.body ?? ''));
  expect(one?.signature).not.toBe(alarmSignature('another secret', one?.time ?? '', one?.body ?? ''));
  expect(mails).toMatchObject([{ to: 'duty@example.com', subject: 'Assay: chainFault · chain:tron' }]);
  await chainIs(null);
  await job.run();
  expect(await standing()).toEqual([]);
  // Once more is another alarm.
  await chainIs('the node is away');
  await job.run();
  expect(heard).toHaveLength(2);
});

test('a receiver that is away is told again', async () => {
  answers = 503;
  await chainIs('blocks contradict each other');
  await job.run();
  expect(await standing()).toMatchObject([{ toldAt: null }]);
  answers = 200;
  await job.run();
  expect((await standing())[0]?.toldAt).not.toBeNull();
  expect(heard).toHaveLength(2);
});

describe('each place is told for itself', () => {
  const refuses = async () => {
    throw new Error('the mail is not taken');
  };

  test('a webhook that is away keeps no mail back, and has it mailed once', async () => {
    answers = 503;
    await chainIs('the node is away');
    await job.run();
    await job.run();
    expect([heard.length, mails.length]).toEqual([2, 1]);
    expect(await standing()).toMatchObject([{ toldAt: null }]);
    answers = 200;
    await job.run();
    await job.run();
    expect([heard.length, mails.length]).toEqual([3, 1]);
    expect((await standing())[0]?.toldAt).not.toBeNull();
  });

  test('a mail that is refused has nothing posted twice', async () => {
    takes = refuses;
    await chainIs('the node is away');
    await job.run();
    await job.run();
    expect([heard.length, mails.length]).toEqual([1, 2]);
    expect(await standing()).toMatchObject([{ toldAt: null }]);
    takes = taken;
    await job.run();
    await job.run();
    expect([heard.length, mails.length]).toEqual([1, 3]);
    expect((await standing())[0]?.toldAt).not.toBeNull();
  });

  test('where no place is set nothing counts as told', async () => {
    await chainIs('the node is away');
    await alarmJob({ ...parts, places: { webhook: undefined, mail: undefined } }).run();
    expect(await standing()).toMatchObject([{ rule: 'chainFault', toldAt: null }]);
    expect([heard.length, mails.length]).toEqual([0, 0]);
  });

  test('nobody is told of what has ended meanwhile', async () => {
    answers = 503;
    await chainIs('the node is away');
    await job.run();
    await chainIs(null);
    answers = 200;
    await job.run();
    expect([heard.length, mails.length]).toEqual([1, 1]);
  });

  test('all are told at once, and one that takes for ever is given up', async () => {
    for (const chain of ['tron', 'ethereum', 'bitcoin']) await chainIs('the node is away', chain);
    const { promise: together, resolve } = Promise.withResolvers<void>();
    takes = () => {
      if (mails.length === 3) resolve();
      return together;
    };
    await job.run();
    expect((await standing()).map(({ toldAt }) => toldAt === null)).toEqual([false, false, false]);
    await chainIs(null);
    await job.run();
    await chainIs('the node is away');
    takes = () => new Promise(() => {});
    // Long enough for the webhook on any machine.
    await alarmJob({ ...parts, answerMsMax: 1500 }).run();
    expect((await standing())[0]).toMatchObject({ subject: 'chain:tron', toldAt: null });
    expect(heard).toHaveLength(4);
  });

  test('what has been tried least comes first', async () => {
    await db.query(
      `insert into alarms (rule, subject, detail, raised_at, tries) select 'unknown', 's' || i, 'd', now(), 5 from generate_series(1, 20) i`,
    );
    await chainIs('the node is away');
    await job.run();
    await db.query("delete from alarms where rule = 'unknown'");
    expect((await standing()).map(({ rule, toldAt }) => [rule, toldAt !== null])).toEqual([['chainFault', true]]);
  });
});

test('a rule that fails keeps no other from looking and telling, and the run has failed', async () => {
  await chainIs('the node is away');
  await db.query('alter table withdrawals rename to withdrawals_away');
  await expect(job.run()).rejects.toThrow('could not look: queueLate');
  await db.query('alter table withdrawals_away rename to withdrawals');
  expect(await standing()).toMatchObject([{ rule: 'chainFault' }]);
  expect([heard.length, mails.length]).toEqual([1, 1]);
  await job.run();
});

test('one operator takes it, and the log says so', async () => {
  await chainIs('the node is away');
  await job.run();
  const [alarm] = await standing();
  const id = alarm?.id ?? '';
  expect(await first.call(alarms.take, { id })).toMatchObject({ takenBy: { id: first.id } });
  expect(await refusalOf(second.call(alarms.take, { id }))).toBe('11072');
  expect(await refusalOf(second.call(alarms.take, { id: '999999' }))).toBe('404');
  expect((await second.call(consoleCalls.audit.list, { subject: `alarm:${id}` })).items).toMatchObject([
    { action: 'alarm.taken' },
  ]);
  const support = await operatorWith(['support']);
  expect(await refusalOf(support.call(alarms.list, {}))).toBe('403');
  expect(await refusalOf(support.call(alarms.take, { id }))).toBe('403');
});

describe('each rule', () => {
  test('of sign-ins counts those of ten minutes', async () => {
    const refused = (many: number) =>
      db.query(
        `select audit_append(null, $1, $2::bigint, 'session.refused', 'operator:' || $2::bigint, '{}', '192.0.2.0') from generate_series(1, $3::int)`,
        [new Date(clock.wall()), first.id, many],
      );
    await refused(19);
    await job.run();
    expect(await standing()).toEqual([]);
    await refused(1);
    await job.run();
    expect(await standing()).toMatchObject([{ rule: 'signInsRefused' }]);
    clock.advance(11 * minute);
    await job.run();
    const third = await operatorWith(['finance']);
    expect((await third.call(alarms.list, { only: 'standing' })).items).toEqual([]);
  });

  test('of large movements finds what two have moved at once, for a day', async () => {
    const decided = (
      amount: string,
      kind = 'treasury.move',
      payload: object = { book: 'real', direction: 'fund', account: 'treasury', amount },
    ) =>
      db.query(
        `insert into proposals (kind, subject, payload, reason, proposed_by, created_at, expires_at, status, decided_by, decided_at)
         values ($1, 'house:real:treasury', $2, 'a reason of ten letters', $3, $5, $5::timestamptz + interval '1 hour', 'approved', $4, $5)`,
        [kind, JSON.stringify(payload), first.id, second.id, new Date(clock.wall())],
      );
    await decided('99999.99');
    await decided('100000');
    // A coin has no price here: each raises an alarm, in units of its own.
    const out = { book: 'real', direction: 'withdraw', account: 'fees' };
    await decided('', 'treasury.move', { ...out, asset: 'BTC', amount: '2.50' });
    await decided('', 'treasury.move', { ...out, asset: 'DOGE', amount: '100000' });
    await decided('', 'treasury.move', { ...out, asset: 'USDT', amount: '99999.99' });
    const half = { asset: 'USDT', amount: '60000' };
    await decided('', 'ledger.correction', { book: 'real', transfers: [half, half] });
    await decided('', 'payout.batch', { network: 'TRC20', cases: [], total: '0' });
    await db.query('alter table proposals disable trigger user');
    await db.query("update proposals set weight = 90000000000000 where kind = 'payout.batch'");
    await db.query('alter table proposals enable trigger user');
    await job.run();
    const operator = await operatorWith(['finance']);
    const items = (await operator.call(alarms.list, { only: 'standing' })).items;
    expect(items.map(({ rule, detail }) => [rule, detail])).toEqual([
      ['largeMovement', 'payout.batch: 90000000 USDT'],
      ['largeMovement', 'ledger.correction: 120000 USDT'],
      ['largeMovement', 'treasury.move: 100000 DOGE'],
      ['largeMovement', 'treasury.move: 2.5 BTC'],
      ['largeMovement', 'treasury.move: 100000 USDT'],
    ]);
    clock.advance(24 * hour + minute);
    await job.run();
    const later = await operatorWith(['finance']);
    expect((await later.call(alarms.list, { only: 'standing' })).items).toEqual([]);
  });
});

test('what stands for a day is raised and told anew, with how it stands by then', async () => {
  await chainIs('the node is away');
  await job.run();
  await chainIs('the node is another');
  await job.run();
  clock.advance(24 * hour);
  await job.run();
  const operator = await operatorWith(['finance']);
  expect((await operator.call(alarms.list, {})).items.slice(0, 2)).toMatchObject([
    { detail: 'the node is another', endedAt: null },
    { detail: 'the node is another' },
  ]);
  expect([heard.length, mails.length]).toEqual([2, 2]);
});

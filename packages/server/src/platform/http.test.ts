import { endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { allCustomerCalls, customerPrefix } from '@assay/contract/endpoints/registry.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { positive } from '@assay/contract/vocabulary/units.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../test/database.ts';
import { identityApp, refusalOf, standingClock } from '../../test/identity-app.ts';
import { serve, serveCommand, serveMove, serveNotYetOpen } from './http.ts';

const db = await testDatabase();
const clock = standingClock();
const { app, http, from, register } = await identityApp(db, clock);

test('a part that a deployment leaves out says that it is not open yet, behind its own sign-in rule', async () => {
  serveNotYetOpen(http, [index.listNft, user.withdrawal]);
  const { token } = await register('curious');
  const real = from('192.0.2.1', token, { virtually: 'YES' });
  const asked = { methodId: '1', asset: 'USDT', amount: '1', code: '1' };
  await expect(real(index.listNft, {})).rejects.toMatchObject({ code: '11001', httpStatus: 503 });
  expect(await refusalOf(real(user.withdrawal, asked))).toBe('11001');
  expect(await refusalOf(from('192.0.2.1')(user.withdrawal, asked))).toBe('401');
});

describe('a command', () => {
  const move = endpoint({
    method: 'POST',
    path: '/test/command',
    auth: 'account',
    moves: true,
    summary: 'Tells how long it may wait',
    input: {},
    result: z.object({ waitMs: z.number() }),
  });
  serveCommand(http, move, async (_call, _input, { until }) => ({ waitMs: until - performance.now() }));

  test('waits among others for no longer than its caller does, and never for long', async () => {
    const { token } = await register('waiter');
    const demo = from('192.0.2.1', token, { virtually: 'NO' });
    const wanted = (ms: number) => ({ headers: { Deadline: String(clock.wall() + ms) } });
    const { waitMs } = await demo(move, {}, { idempotencyKey: 'some-time', ...wanted(5000) });
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(5000);
    for (const given of [{}, wanted(60_000)]) {
      const { waitMs: most } = await demo(move, {}, given);
      expect(most).toBeGreaterThan(5000);
      expect(most).toBeLessThanOrEqual(8000);
    }
  });
});

describe('who has called too often', () => {
  const call = (path: string, ends: boolean) =>
    endpoint({ method: 'POST', path, auth: 'account', ends, summary: 'Counts', input: {}, result: z.object({}) });
  const [open, end] = [call('/test/opens', false), call('/test/ends', true)];
  const two = { max: 2, windowMs: 3_600_000 };
  for (const each of [open, end]) serve({ ...http, limits: { ...http.limits, perUser: two } }, each, () => ({}));

  test('may still close and cancel, as often again', async () => {
    const { token } = await register('in_a_hurry');
    const demo = from('192.0.2.1', token, { virtually: 'NO' });
    for (const each of [open, end]) {
      for (let count = 0; count < two.max; count += 1) await demo(each, {});
      expect(await refusalOf(demo(each, {}))).toBe('429');
    }
  });

  test('is held to the one budget by whatever ends nothing', () => {
    const ending = allCustomerCalls.filter((each) => each.ends).map(({ path }) => path);
    expect(ending.toSorted()).toEqual([
      '/order/cancelAll',
      '/order/cancelAllBb',
      '/order/cancelBb',
      '/order/closeAll',
      '/order/outcome',
      '/order/stopSmart',
      '/order/stopU',
      '/user/cancelWithdrawal',
    ]);
  });
});

describe('an act of any kind whose database is lost', () => {
  const lost = (path: string) =>
    endpoint({ method: 'POST', path, auth: 'public', summary: 'Loses its database', input: {}, result: z.object({}) });
  const [atCommit, before] = [lost('/test/lost-at-commit'), lost('/test/lost-before')];

  serve(http, atCommit, async () => {
    await db.transact((tx) => tx.query('insert into lost (name) values ($1)', ['at the commit']));
    return {};
  });
  serve(http, before, async () => {
    await db.transact((tx) => tx.query('select pg_terminate_backend(pg_backend_pid()), $1::text', ['before it']));
    return {};
  });

  beforeAll(async () => {
    await db.query(
      `create table lost (name text);
       create function ends() returns trigger language plpgsql as $$
         begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
       create constraint trigger ends after insert on lost deferrable initially deferred for each row execute function ends()`,
    );
  });

  const send = (path: string) =>
    app.inject({ method: 'POST', url: customerPrefix + path, payload: {}, headers: { 'accept-language': 'de' } });

  test('at its commit is told to look before it is tried again, and never that nothing was changed', async () => {
    const answer = await send(atCommit.path);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json()).toMatchObject({
      code: '11150',
      message: 'Ob das ausgeführt wurde, ist noch nicht bekannt. Bitte sehen Sie nach, bevor Sie es erneut versuchen.',
    });
  });

  test('before its commit is told to try again shortly', async () => {
    const answer = await send(before.path);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(answer.json()).toMatchObject({ code: '503' });
  });
});

describe('a faulty entry', () => {
  const form = endpoint({
    method: 'POST',
    path: '/test/form',
    auth: 'account',
    moves: true,
    summary: 'A form whose every field has a code, but for the last',
    input: {
      address: z.string({ error: '10021' }).trim().min(1, { error: '10021' }),
      amount: positive('11058'),
      times: z.number({ error: '11006' }).int({ error: '11006' }).min(1, { error: '11006' }).optional(),
      note: z.string().max(5).optional(),
    },
    result: z.object({ taken: z.string() }),
  });
  serveMove(http, form, async (_, { amount }) => ({ taken: amount }));
  const good = { address: 'somewhere', amount: '5' };

  let token = '';
  beforeAll(async () => {
    ({ token } = await register('filler'));
  });
  async function send(payload: unknown, key?: string) {
    const answer = await app.inject({
      method: 'POST',
      url: '/swx/customer/test/form',
      headers: {
        'content-type': 'application/json',
        'accept-language': 'en',
        authorization: token,
        virtually: 'NO',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      payload: JSON.stringify(payload),
    });
    return { http: answer.statusCode, ...answer.json<{ code: string; message: string; fields: object; result: object }>() };
  }

  test.each([
    ['nothing', {}, '10021', 'Enter the receive address', { address: '10021', amount: '11058' }],
    [
      'the later field first',
      { amount: '0', address: '  ' },
      '10021',
      'Enter the receive address',
      { address: '10021', amount: '11058' },
    ],
    ['an empty amount', { ...good, amount: '' }, '11058', 'Enter a correct amount', { amount: '11058' }],
    ['nought', { ...good, amount: '0.00' }, '11058', 'Enter a correct amount', { amount: '11058' }],
    ['a part of a time', { ...good, times: 1.5 }, '11006', 'This leverage is not offered', { times: '11006' }],
    ['no time', { ...good, times: 0 }, '11006', 'This leverage is not offered', { times: '11006' }],
  ] as const)(
    'of %s is refused with the code of its first field in the form’s order, in its words',
    async (_, sent, code, message, fields) => {
      expect(await send(sent)).toMatchObject({ http: 422, code, fields, result: null });
      expect((await send(sent)).message).toContain(message);
    },
  );

  test.each([
    ['an unknown field', { amount: '', admin: true }, { address: '10021', amount: '11058', admin: '400' }],
    ['a field without a code', { ...good, address: '', note: 'too long' }, { address: '10021', note: '400' }],
    ['another type', { ...good, address: 5 }, { address: '10021' }],
    ['null', { ...good, address: null }, { address: '10021' }],
    ['a number as text', { ...good, times: '2' }, { times: '11006' }],
    ['an exponent', { ...good, amount: '1e3' }, { amount: '11058' }],
    ['a sign', { address: '', amount: '-5' }, { address: '10021', amount: '11058' }],
    ['separators', { ...good, amount: '1,000' }, { amount: '11058' }],
    ['a character of nought', { ...good, address: 'some\0where', note: '\0' }, { address: '400', note: '400' }],
  ])('with %s is malformed, whatever else is wrong with it', async (_, sent, fields) => {
    const { message, ...answer } = await send(sent);
    expect(answer).toEqual({ http: 400, code: '400', result: null, fields });
    expect(message).toContain('wrong form');
  });

  test('is not kept under its key: mended, it goes through', async () => {
    expect(await send({ ...good, amount: '0' }, 'one-key')).toMatchObject({ http: 422, code: '11058' });
    expect(await send({ ...good, amount: '1e3' }, 'one-key')).toMatchObject({ http: 400, code: '400' });
    expect(await send(good, 'one-key')).toMatchObject({ http: 200, result: { taken: '5' } });
    expect(await send({ ...good, amount: '6' }, 'one-key')).toMatchObject({ http: 409, code: '30000' });
  });
});

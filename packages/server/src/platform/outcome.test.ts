import { randomUUID } from 'node:crypto';
import { order } from '@assay/contract/endpoints/order.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { fund, trading } from '../../test/trading.ts';
import { serveOutcome } from './outcome.ts';

const db = await testDatabase();
const { clock, http, quote, person } = await trading(db);
await fund(db, 'demo');
serveOutcome(http);
await quote(10_000);

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const path = order.buyU.path;
const until = (ms: number) => ({ Deadline: String(clock.wall() + ms) });
const orderCount = async (client: Awaited<ReturnType<typeof person>>['demo']) =>
  (await client(order.listUOrder, {})).items.length;

test('an order that arrives before its deadline is executed, and its outcome can be asked for by path and key', async () => {
  const { demo, real } = await person('in_time');
  const key = randomUUID();
  const placed = await demo(order.buyU, long, { idempotencyKey: key, headers: until(10_000) });
  expect(await demo(order.outcome, { path, key })).toEqual({ state: 'done', answer: placed });
  // The other account and another person have nothing under this key.
  expect(await real(order.outcome, { path, key })).toEqual({ state: 'working', answer: null });
  const { demo: stranger } = await person('stranger');
  expect(await stranger(order.outcome, { path, key })).toEqual({ state: 'working', answer: null });
});

test('an order that arrives late is never executed, and sending it again does not change that', async () => {
  const { demo } = await person('too_late');
  const key = randomUUID();
  const deadline = until(10_000);
  clock.advance(11_000);
  expect(await refusalOf(demo(order.buyU, long, { idempotencyKey: key, headers: deadline }))).toBe('11152');
  expect(await refusalOf(demo(order.buyU, long, { idempotencyKey: key }))).toBe('11152');
  expect(await demo(order.outcome, { path, key })).toEqual({ state: 'never', answer: null });
  expect(await orderCount(demo)).toBe(0);
});

test('a repeat after the deadline gets the answer of the try that came in time', async () => {
  const { demo } = await person('repeats');
  await quote(10_000);
  const sent = { idempotencyKey: randomUUID(), headers: until(10_000) };
  const placed = await demo(order.buyU, long, sent);
  clock.advance(60_000);
  expect(await demo(order.buyU, long, sent)).toEqual(placed);
  expect(await orderCount(demo)).toBe(1);
});

test('asking after the deadline closes the key: a call still in flight is not executed', async () => {
  const { demo } = await person('gives_up');
  const key = randomUUID();
  const open = { path, key, deadline: String(clock.wall() + 1000) };
  expect(await demo(order.outcome, open)).toEqual({ state: 'working', answer: null });
  clock.advance(2000);
  expect(await demo(order.outcome, open)).toEqual({ state: 'never', answer: null });
  expect(await refusalOf(demo(order.buyU, long, { idempotencyKey: key }))).toBe('11152');
  expect(await orderCount(demo)).toBe(0);
});

test('what lies longer ago than answers are kept is not called never executed: it may have been', async () => {
  const { demo } = await person('comes_back');
  await quote(10_000);
  const [kept, gone] = [randomUUID(), randomUUID()];
  const deadline = String(clock.wall() + 10_000);
  for (const idempotencyKey of [kept, gone]) await demo(order.buyU, long, { idempotencyKey, headers: { Deadline: deadline } });
  clock.advance(49 * 3_600_000);
  await db.query('delete from idempotency where key = $1', [`key:${gone}`]);
  expect(await demo(order.outcome, { path, key: gone, deadline })).toEqual({ state: 'forgotten', answer: null });
  expect(await demo(order.outcome, { path, key: kept, deadline })).toMatchObject({ state: 'done' });
  // Giving up an act now closes its key.
  expect(await demo(order.outcome, { path, key: randomUUID(), deadline: '0' })).toEqual({ state: 'never', answer: null });
});

test('a refusal is told as the call told it, in the language of who asks', async () => {
  const { real } = await person('refused');
  await quote(10_000);
  const key = randomUUID();
  expect(await refusalOf(real(order.buyU, long, { idempotencyKey: key }))).toBe('10011');
  const message = 'Insufficient balance. Deposit funds or release margin before buying.';
  expect(await real(order.outcome, { path, key })).toMatchObject({ state: 'refused', answer: { code: '10011', message } });
});

test('a suspended market is no answer: the same order goes through once it trades again', async () => {
  const { demo } = await person('waits_for_opening');
  const sent = { idempotencyKey: randomUUID() };
  clock.advance(3_600_000);
  expect(await refusalOf(demo(order.buyU, long, sent))).toBe('10015');
  expect(await demo(order.outcome, { path, key: sent.idempotencyKey })).toEqual({ state: 'working', answer: null });
  await quote(10_000);
  await demo(order.buyU, long, sent);
  expect(await orderCount(demo)).toBe(1);
});

test('only calls that move something have an outcome, and malformed deadlines are refused', async () => {
  const { demo } = await person('asks_wrongly');
  const key = randomUUID();
  for (const wrong of ['/order/listUOrder', '/nowhere', '/swx/customer/order/buyU']) {
    expect(await refusalOf(demo(order.outcome, { path: wrong, key }))).toBe('400');
  }
  for (const wrong of ['soon', '-1', '1e3', '1.5']) {
    expect(await refusalOf(demo(order.buyU, long, { idempotencyKey: key, headers: { Deadline: wrong } }))).toBe('400');
  }
  expect(await orderCount(demo)).toBe(0);
});

import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { expect, it, test } from 'vitest';
import { silent, testDatabase } from '../../../test/database.ts';
import { standingClock } from '../../../test/identity-app.ts';
import { wholeServer } from '../../../test/whole-server.ts';
import { createLocalBus } from '../bus.ts';
import { SharedLimits, limitsTopic } from './shared-limits.ts';

/** One call a second, ten at once. */
const limit = { max: 10, windowMs: 10_000 };

/** So many processes on one bus, and what has been published on it. */
function processes(count: number) {
  const bus = createLocalBus(silent);
  const clock = standingClock();
  const all = Array.from({ length: count }, () => {
    const limits = new SharedLimits({ bus, clock });
    const take = limits.limiter('calls');
    const end = bus.subscribe<unknown>(limitsTopic, (message) => limits.receive(message));
    return { limits, take, end, passes: () => take('caller', limit) === 0 };
  });
  const published: { readonly passed: readonly (readonly unknown[])[] }[] = [];
  bus.subscribe<(typeof published)[number]>(limitsTopic, (message) => published.push(message));
  return { bus, clock, all, published, publish: () => all.forEach(({ limits }) => limits.publish()) };
}

/** Two processes, of which the second publishes what a test wants. */
function alone() {
  const { bus, clock, all, published } = processes(1);
  const [one] = all;
  if (one === undefined) throw new Error('no process');
  const say = (passed: unknown, from: unknown = 'another') => bus.publish(limitsTopic, { from, passed });
  return { bus, clock, published, say, ...one };
}

/** What passes in thirty seconds of a caller who tries each process four times a second, one after the other. */
function passedBy(count: number, isShared: boolean): number {
  const { clock, all, publish } = processes(count);
  let passed = 0;
  for (let second = 0; second < 30; second += 1) {
    for (let turn = 0; turn < 4; turn += 1) passed += all.filter(({ passes }) => passes()).length;
    if (isShared) publish();
    clock.advance(1000);
  }
  return passed;
}

it('gives a caller who alternates between two processes one allowance, and two where they publish nothing', () => {
  // Alone: ten, and one in each of 29 seconds, which four tries a second use up.
  expect(passedBy(1, true)).toBe(39);
  // Four each, then three each, by when both owe three; one each in every second one of the 25 seconds from the sixth on.
  expect(passedBy(2, true)).toBe(8 + 6 + 26);
  expect(passedBy(2, false)).toBe(78);
  // Three: four each, by when each owes two; one each at the third second, which leaves two owed again, and so nine times.
  expect(passedBy(3, true)).toBe(12 + 27);
});

it('lets two allowances pass within one second at most, and has them paid back', () => {
  const { clock, all, publish } = processes(2);
  const [one, other] = all;
  const burst = () => all.map(({ passes }) => Array.from({ length: 15 }, passes).filter(Boolean).length);
  expect(burst()).toEqual([10, 10]);
  publish();
  // Ten are owed, and one is to be there: eleven seconds.
  expect([one?.take('caller', limit), other?.take('caller', limit)]).toEqual([11_000, 11_000]);
  expect([one?.take.left('caller', limit), other?.take.left('caller', limit)]).toEqual([0, 0]);
  clock.advance(11_000);
  expect(burst()).toEqual([1, 1]);
});

it('holds for a caller whom this process has not seen yet, and for nobody else', () => {
  const { all, publish } = processes(2);
  const [one, other] = all;
  for (let call = 0; call < 10; call += 1) one?.passes();
  publish();
  expect(other?.take('caller', limit)).toBe(1000);
  expect(other?.take('somebody else', limit)).toBe(0);
  expect(one?.take.left('caller', limit)).toBe(0);
});

it('counts nothing twice: a process skips its own messages, and publishes each call once', () => {
  const { all, publish, published } = processes(2);
  all[0]?.passes();
  publish();
  publish();
  expect(published.map(({ passed }) => passed)).toEqual([[['calls', 'caller', 1, 10, 10_000]]]);
  expect(all.map(({ take }) => take.left('caller', limit))).toEqual([9, 9]);
});

it('publishes nothing while the bus is away, and nothing of that time later', () => {
  const bus = { ...createLocalBus(silent), connected: false };
  const published: unknown[] = [];
  bus.subscribe(limitsTopic, (message) => published.push(message));
  const limits = new SharedLimits({ bus, clock: standingClock() });
  const take = limits.limiter('calls');
  const calls = () => Array.from({ length: 11 }, () => take('caller', limit) === 0).filter(Boolean).length;
  // Its own limit holds.
  expect(calls()).toBe(10);
  limits.publish();
  bus.connected = true;
  limits.publish();
  expect(published).toEqual([]);
});

test('a process that stops credits nothing, and holds nothing longer than the limit does', () => {
  const { clock, take, say } = alone();
  say([['calls', 'caller', 4, 10, 10_000]]);
  expect(take.left('caller', limit)).toBe(6);
  clock.advance(2000);
  expect(take.left('caller', limit)).toBe(8);
  clock.advance(60_000);
  expect(take.left('caller', limit)).toBe(10);
});

test('what is malformed counts nothing', () => {
  const { bus, take, say } = alone();
  for (const message of [null, undefined, 7, 'passed', [], {}, { from: 'another' }, { passed: [] }])
    bus.publish(limitsTopic, message);
  say('passed');
  say([['calls', 'caller', 1, 10, 10_000]], 7);
  say([['calls', 'caller', 1, 10, 10_000]], 'x'.repeat(201));
  const entries = [
    null,
    'caller',
    {},
    [],
    ['calls', 'caller'],
    ['calls', 7, 1, 10, 10_000],
    [7, 'caller', 1, 10, 10_000],
    ['unknown', 'caller', 1, 10, 10_000],
    ['constructor', 'caller', 1, 10, 10_000],
    ...[-1, 0, 0.5, NaN, Infinity, 1e10, '1', null].flatMap((wrong) => [
      ['calls', 'caller', wrong, 10, 10_000],
      ['calls', 'caller', 1, wrong, 10_000],
      ['calls', 'caller', 1, 10, wrong],
    ]),
  ].filter((entry) => JSON.stringify(entry) !== JSON.stringify(['calls', 'caller', 1, 10, 1e10]));
  say(entries);
  say([['calls', 'caller', 1, 10, 3e9]]);
  expect(take.left('caller', limit)).toBe(10);
  // The same without a fault, so that this test does not pass for another reason.
  say([null, ['calls', 'caller', 1, 10, 10_000]]);
  expect(take.left('caller', limit)).toBe(9);
});

test('a liar keeps a caller out for one allowance, many for sixteen, and none lets one in', () => {
  const { clock, take, say } = alone();
  const lie = [['calls', 'caller', 1_000_000_000, 10, 10_000]];
  say(lie, 'liar');
  say(lie, 'liar');
  expect(take('caller', limit)).toBe(11_000);
  for (let liar = 0; liar < 50; liar += 1) say(lie, `liar-${liar}`);
  expect(take('caller', limit)).toBe(161_000);
  // Whoever names another limit for a caller who is known here changes nothing for it.
  say([['calls', 'caller', 1, 1_000_000_000, 1]], 'liar');
  clock.advance(1000);
  expect(take('caller', limit)).toBe(160_000);
  // Nor can a limit that no process has keep out whoever is not known yet for longer.
  const unheardOf = [['calls', 'newcomer', 1_000_000_000, 1_000_000_000, 10_000]];
  say(unheardOf, 'liar');
  say(unheardOf, 'liar');
  expect(take('newcomer', limit)).toBe(161_000);
});

test('who has published nothing for five seconds lets nothing pass any more', () => {
  const { clock, take, say } = alone();
  const lie = (key: string) => [['calls', key, 1_000_000_000, 10, 10_000]];
  say([], 'one');
  say(lie('first'), 'another');
  expect(take('first', limit)).toBe(21_000);
  clock.advance(5001);
  say(lie('second'), 'another');
  expect(take('second', limit)).toBe(11_000);
});

test('what is published and kept is bounded, and a message fits through NATS', () => {
  const { limits, take, published, say } = alone();
  const key = (number: number) => String(number).padStart(200, 'k');
  for (let number = 0; number < 30_010; number += 1) take(key(number), limit);
  take('k'.repeat(201), limit);
  for (let time = 0; time < 20; time += 1) limits.publish();
  expect(published.map(({ passed }) => passed.length)).toEqual(Array.from({ length: 10 }, () => 3000));
  expect(Math.max(...published.map((message) => Buffer.byteLength(JSON.stringify(message))))).toBeLessThan(1_000_000);
  // Nor does anybody have more read to it than that.
  say(Array.from({ length: 3001 }, (_, number) => ['calls', `other-${number}`, 1, 10, 10_000]));
  expect([take.left('other-2999', limit), take.left('other-3000', limit)]).toEqual([9, 10]);
});

test('what peers publish evicts no caller of this process', () => {
  const { take, say } = alone();
  take('caller', limit);
  const names = (turn: number) => Array.from({ length: 3000 }, (_, number) => ['calls', `${turn}-${number}`, 1, 10, 10_000]);
  for (let turn = 0; turn < 40; turn += 1) say(names(turn), 'flood');
  expect(take.left('caller', limit)).toBe(9);
  expect([take.left('33-0', limit), take.left('39-0', limit)]).toEqual([10, 10].map((all, place) => all - Number(place === 0)));
});

test.for([
  ['a bus to others', { NATS_URL: 'nats://127.0.0.1:4222' }, '429'],
  ['none', {}, '200'],
] as const)('a server with %s takes off what others have let pass', async ([, env, code]) => {
  const server = await wholeServer(await testDatabase(), { ...env, ADDRESS_CALLS_MAX: '5' });
  server.bus.publish(limitsTopic, { from: 'another', passed: [['calls', 'network:127.0.0.1', 5, 5, 10_000]] });
  expect((await server.send(customerCalls.index.listProofs, {}, {})).code).toBe(code);
});

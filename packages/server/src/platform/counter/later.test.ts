import { expect, it, vi } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { called, codeOf, effect, effectsDatabase } from '../../../test/counter/effects.ts';

const { counting, effects } = await effectsDatabase();

/** A counter whose calls named `unknown` wait for something to be found out, and how many have begun to. */
function finding(elapsed?: () => number) {
  const { work, counter, submit } = counting(undefined, elapsed);
  const found = Promise.withResolvers<void>();
  const begun = vi.fn<() => Promise<void>>(() => found.promise);
  work.until = begun;
  const call = (name: string, until = Infinity) =>
    submit(effect(name, { does: 'until', call: { ...called('later', name), until } }));
  const settle = (how: () => void) => {
    work.until = undefined;
    how();
  };
  return { work, counter, submit, call, begun, found, settle };
}

it('nobody waits for what one has to wait for: neither acts of the same group nor what its owner sends', async () => {
  const { submit, call, begun, found, settle } = finding();
  const opening = call('unknown');
  const acts = [submit(effect('unknown', { lane: 'protection' })), submit(effect('act beside'))];
  expect((await Promise.all(acts)).map(codeOf)).toEqual(['done', 'done']);
  const closing = submit(effect('unknown', { call: called('later', 'closing') }));
  expect(codeOf(await closing)).toBe('done');
  expect(begun).toHaveBeenCalledTimes(1);
  expect(await effects('unknown')).toBe(2);
  settle(() => found.resolve());
  expect(codeOf(await opening)).toBe('done');
  expect(await effects('unknown')).toBe(3);
});

it('where it can’t be found out, whoever waits hears that nothing was done', async () => {
  const { call, begun, found, settle } = finding();
  const opening = call('refused');
  await expect.poll(() => begun.mock.calls.length).toBe(1);
  settle(() => found.reject(new Error('nobody can read it')));
  expect(codeOf(await opening)).toBe('503');
  expect(await effects('refused')).toBe(0);
});

it('a caller learns at its deadline that nothing was done, and it is not done after that', async () => {
  const clock = { time: 0 };
  const { work, submit, call, begun, found, settle } = finding(() => clock.time);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  atEnd(() => vi.useRealTimers());
  const opening = call('late', 8_000);
  await expect.poll(() => begun.mock.calls.length).toBe(1);
  clock.time = 8_000;
  vi.advanceTimersByTime(8_000);
  expect(codeOf(await opening)).toBe('503');
  const groups = work.groups.length;
  settle(() => found.resolve());
  expect(codeOf(await submit(effect('after it')))).toBe('done');
  expect(work.groups).toHaveLength(groups + 1);
  expect(await effects('late')).toBe(0);
});

it('a stop waits for none of them', async () => {
  const { counter, call, begun } = finding();
  const opening = call('stopped');
  await expect.poll(() => begun.mock.calls.length).toBe(1);
  await counter.stop();
  expect(codeOf(await opening)).toBe('503');
  expect(await effects('stopped')).toBe(0);
});

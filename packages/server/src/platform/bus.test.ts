import { expect, test } from 'vitest';
import { createNumbers, readNumbered } from './bus.ts';

test('what did not arrive is noticed by the sender’s numbers, of each topic for itself', () => {
  const [one, other, listener] = [createNumbers(), createNumbers(), createNumbers()];
  const hear = (from: typeof one, topic: string) => listener.misses(topic, from.next(topic, {}));
  // A new listener has missed nothing that was meant for it.
  one.next('private', {});
  expect([hear(one, 'private'), hear(one, 'private'), hear(other, 'private'), hear(one, 'tape')]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  one.next('private', {});
  expect([hear(other, 'private'), hear(one, 'tape'), hear(one, 'private'), hear(one, 'private')]).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

test('what no process of ours has sent is not read, and does no harm', () => {
  for (const text of ['', 'no JSON', 'null', '7', '[]', '{}', '{"from":1,"number":1}', '{"from":"a","number":1.5}'])
    expect(readNumbered(text)).toBeUndefined();
  expect(readNumbered(JSON.stringify({ from: 'x'.repeat(65), number: 1 }))).toBeUndefined();
  const numbered = createNumbers().next('private', { one: 1 });
  expect(readNumbered(JSON.stringify(numbered))).toEqual(numbered);
});

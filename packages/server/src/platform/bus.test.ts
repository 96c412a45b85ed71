import { expect, test } from 'vitest';
import { createNumbers } from './bus.ts';

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

import { expect, test } from 'vitest';
import { submissionKey } from './submission-key.ts';

const body = { code: 'BTCUSDT', lots: '1' };

test('a repeat after silence carries the same key', () => {
  const key = submissionKey();
  expect(key.for(body)).toBe(key.for({ ...body }));
});

test('an answered submission is over: the same order again is a new one', () => {
  const key = submissionKey();
  const first = key.for(body);
  key.answered();
  expect(key.for(body)).not.toBe(first);
});

test('a changed body never travels under the key of another', () => {
  const key = submissionKey();
  const first = key.for(body);
  const changed = key.for({ ...body, lots: '2' });
  expect(changed).not.toBe(first);
  expect(key.for(body)).not.toBe(first);
});

test('another picture is another submission, the same one is not', () => {
  const key = submissionKey();
  const front = new Blob(['a']);
  const first = key.for({ name: 'Ada' }, { front });
  expect(key.for({ name: 'Ada' }, { front })).toBe(first);
  const second = key.for({ name: 'Ada' }, { front: new Blob(['a']) });
  expect(second).not.toBe(first);
  expect(key.for({ name: 'Ada' }, {})).not.toBe(second);
});

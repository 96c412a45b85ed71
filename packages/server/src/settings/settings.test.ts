import { index } from '@assay/contract/endpoints/index.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { identityApp, refusalOf, standingClock } from '../../test/identity-app.ts';
import { isRefusal } from '../platform/refusal.ts';
import { parameter } from './index.ts';

const db = await testDatabase();
const { call } = await identityApp(db, standingClock());
const read = (key: string) => call(index.getParamByKey, { key });
await db.query("insert into parameters (key, value, public) values ('hidden', 'a secret', false), ('mode', 'stored', true)");

test('anybody reads a public parameter', async () => {
  expect(await read('down_url')).toEqual({ paramValue: '/help#app' });
});

test('a parameter that is not public, or that there is none of, is refused with 10018 alike', async () => {
  expect(await refusalOf(read('hidden'))).toBe('10018');
  expect(await refusalOf(read('nothing'))).toBe('10018');
});

test('a fact of this server wins over a stored parameter of its name', async () => {
  expect(await read('mode')).toEqual({ paramValue: 'sandbox' });
});

test('slices read every parameter, and are told when one is missing', async () => {
  expect(await parameter(db, 'hidden')).toBe('a secret');
  const missing = await parameter(db, 'nothing');
  expect(isRefusal(missing) && missing.code).toBe('10018');
});

test.for(['__proto__ ', 'Down_url', "x' or 1=1", '\0', 'ключ', 'x'.repeat(65)])('the key %j is none', async (key) => {
  await expect(read(key)).rejects.toMatchObject({ code: '10018', httpStatus: 422, fields: { key: '10018' } });
});

test('names of the prototype are no parameters', async () => {
  for (const key of ['__proto__', 'constructor', 'tostring']) expect(await refusalOf(read(key))).toBe('10018');
});

import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { allCustomerCalls } from '@assay/contract/endpoints/registry.ts';
import { type Code, isCode } from '@assay/contract/vocabulary/code-statuses.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from './database.ts';
import { formOf } from './images.ts';
import { wholeServer } from './whole-server.ts';

// How an entry with several faults is refused, taken from the table of calls: a new field with a code is tried the day it is
// declared. Where every fault has a code, the refusal is the first in the form's order; whatever no form would send is malformed.

const db = await testDatabase();
const server = await wholeServer(db);
const person = await server.person('penelope');

/** What a form leaves in a field that was filled in wrongly: nothing, an empty text, nought. */
const mistakes: readonly unknown[] = [undefined, '', '0', 0];
/** Values of which each field takes one. */
const sound: readonly unknown[] = [
  undefined,
  '1',
  'COINUSDT',
  ['COINUSDT'],
  'en',
  'pen@example.com',
  'penelope',
  '2026-01-01',
  '2026-01-01T00:00:00.000Z',
  randomUUID(),
  'x'.repeat(64),
  'x'.repeat(43),
  '123456',
  '4111111111111111',
  1,
  true,
  [],
  {},
];

interface Field {
  readonly name: string;
  readonly schema: z.ZodType;
}

const fieldsOf = ({ input }: Endpoint): readonly Field[] =>
  Object.entries<z.ZodType>(input.shape).map(([name, schema]) => ({ name, schema }));

/** A mistake that the field has a code for, with the code; undefined where it has none. */
function mistakeIn({ schema }: Field): { value: unknown; code: Code } | undefined {
  for (const value of mistakes) {
    const issue = schema.safeParse(value).error?.issues[0];
    if (issue === undefined || !isCode(issue.message)) continue;
    if (value === undefined || issue.code !== 'invalid_type') return { value, code: issue.message };
  }
  return undefined;
}

function soundOf({ name, schema }: Field): unknown {
  const chosen = schema instanceof z.ZodEnum ? schema.options : [];
  const found = [...chosen, ...sound].find((value) => schema.safeParse(value).success);
  if (found === undefined && !schema.safeParse(undefined).success) throw new Error(`nothing known is right for ${name}`);
  return found;
}

interface Mistake {
  readonly name: string;
  readonly value: unknown;
  readonly code: Code;
}

const mistaken = allCustomerCalls.flatMap((endpoint): [string, Endpoint, readonly Mistake[]][] => {
  // Path parameters are always present.
  const fields = fieldsOf(endpoint).filter(({ name }) => !endpoint.path.includes(`{${name}}`));
  const found = fields.flatMap((field) => {
    const mistake = mistakeIn(field);
    return mistake === undefined ? [] : [{ name: field.name, ...mistake }];
  });
  return found.length === 0 ? [] : [[endpoint.path, endpoint, found]];
});

async function send(endpoint: Endpoint, entry: Readonly<Record<string, unknown>>, key: string) {
  const headers = { ...person.realHeaders, 'idempotency-key': key };
  const sent = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
  if (endpoint.body !== 'multipart') return read(await server.send(endpoint, sent, headers));
  const { type, content } = await formOf(sent, {});
  return read(await server.send(endpoint, sent, { ...headers, 'content-type': type }, content));
}

function read({ status, body }: { status: number; body: unknown }) {
  const { code, fields = {} } = body as { code: string; fields?: Record<string, string> };
  return { status, code, fields };
}

/** The entry in the order of the form, and backwards. */
const bothWays = (entry: Readonly<Record<string, unknown>>) => [entry, Object.fromEntries(Object.entries(entry).toReversed())];

function entryOf(endpoint: Endpoint, wrong: readonly Mistake[]): Record<string, unknown> {
  const values = fieldsOf(endpoint).map((field): [string, unknown] => {
    const mistake = wrong.find(({ name }) => name === field.name);
    return [field.name, mistake === undefined ? soundOf(field) : mistake.value];
  });
  return Object.fromEntries(values);
}

const codesOf = (wrong: readonly Mistake[]) => Object.fromEntries(wrong.map(({ name, code }) => [name, code]));
const missingPictures = ({ images }: Endpoint): Record<string, Code> =>
  Object.fromEntries(Object.entries(images).flatMap(([name, need]) => (need === 'required' ? [[name, '11026' as const]] : [])));

describe('an entry with faults that have codes', () => {
  test('is tried wherever there is one', () => {
    expect(mistaken.map(([path]) => path)).toEqual(
      expect.arrayContaining(['/order/buyU', '/user/recharge', '/login/register']),
    );
    expect(mistaken.length).toBeGreaterThan(25);
  });

  test.each(mistaken)(
    'to %s is refused with the first in the form’s order, whichever was sent first',
    async (_, endpoint, wrong) => {
      const key = randomUUID();
      const pairs = wrong.flatMap((one, index) => wrong.slice(index + 1).map((other) => [one, other]));
      for (const faults of [...pairs, wrong]) {
        const expected = { status: 422, code: faults[0]?.code, fields: { ...codesOf(faults), ...missingPictures(endpoint) } };
        for (const entry of bothWays(entryOf(endpoint, faults))) expect(await send(endpoint, entry, key)).toEqual(expected);
      }
      const [kept] = await db.query<{ count: number }>('select count(*)::integer as count from idempotency where key = $1', [
        `key:${key}`,
      ]);
      expect(kept?.count).toBe(0);
    },
  );

  test.each(mistaken)('to %s is malformed with an unknown field or another type beside them', async (_, endpoint, wrong) => {
    const key = randomUUID();
    const entry = entryOf(endpoint, wrong);
    const fields = { ...codesOf(wrong), ...missingPictures(endpoint) };
    expect(await send(endpoint, { ...entry, admin: 'true' }, key)).toEqual({
      status: 400,
      code: '400',
      fields: { ...fields, admin: '400' },
    });
    const [first] = wrong;
    // A query and a form have texts alone.
    if (first === undefined || endpoint.method === 'GET' || endpoint.body === 'multipart') return;
    expect(await send(endpoint, { ...entry, [first.name]: { of: 'another type' } }, key)).toMatchObject({
      status: 400,
      code: '400',
    });
  });
});

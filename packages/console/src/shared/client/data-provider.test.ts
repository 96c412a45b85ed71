import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { expect, test } from 'vitest';
import type { call } from './api.ts';
import { createDataProvider } from './data-provider.ts';

/** A server with sixty customers, which knows only "after this one"; it writes down what it was asked. */
function server() {
  const asked: Record<string, unknown>[] = [];
  // The provider uses no more of `call` than this.
  const send = (async (desk: { path: string }, input: Record<string, unknown>) => {
    asked.push(input);
    if (desk.path === consoleCalls.users.detail.path) return { id: input['id'], userName: 'mei' };
    const from = Number(input['cursor'] ?? '0');
    const limit = Number(input['limit']);
    const items = Array.from({ length: Math.min(limit, 60 - from) }, (_, place) => ({ id: String(from + place) }));
    return { items, nextCursor: from + limit < 60 ? String(from + limit) : null };
  }) as unknown as typeof call;
  return { asked, provider: createDataProvider(send) };
}

const page = (number: number) => ({ pagination: { page: number, perPage: 25 }, filter: { frozen: 'true' } });

test('pages follow the cursors, and say whether another comes', async () => {
  const { provider, asked } = server();
  const first = await provider.getList('users', page(1));
  expect(first.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false });
  const second = await provider.getList('users', page(2));
  expect(second.data[0]).toEqual({ id: '25' });
  const third = await provider.getList('users', page(3));
  expect(third.data).toHaveLength(10);
  expect(third.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
  expect(asked).toEqual([
    { frozen: 'true', limit: 25 },
    { frozen: 'true', limit: 25, cursor: '25' },
    { frozen: 'true', limit: 25, cursor: '50' },
  ]);
});

test('a page that was reached by its address alone is found by walking there', async () => {
  const { provider } = server();
  expect((await provider.getList('users', page(3))).data[0]).toEqual({ id: '50' });
});

test('beyond the last page there is nothing', async () => {
  const { provider } = server();
  expect(await provider.getList('users', page(9))).toEqual({
    data: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
  });
});

test('another filter is another list with cursors of its own', async () => {
  const { provider, asked } = server();
  await provider.getList('users', page(1));
  await provider.getList('users', { ...page(2), filter: {} });
  expect(asked.slice(1)).toEqual([{ limit: 25 }, { limit: 25, cursor: '25' }]);
});

test('a record is read by its id', async () => {
  const { provider } = server();
  expect(await provider.getOne('users', { id: '7' })).toEqual({ data: { id: '7', userName: 'mei' } });
});

test('nothing is changed through it', async () => {
  const { provider } = server();
  await expect(provider.update('users', { id: '7', data: {}, previousData: { id: '7' } })).rejects.toThrow(/changes nothing/);
});

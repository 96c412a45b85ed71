import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { expect, test } from 'vitest';
import type { call } from './api.ts';
import { createListPages } from './list-pages.ts';

/** A server with sixty customers, which knows only "after this one"; it writes down what it was asked. */
function server() {
  const asked: Record<string, unknown>[] = [];
  // The pages use no more of `call` than this.
  const send = (async (_: unknown, input: Record<string, unknown>) => {
    asked.push(input);
    const from = Number(input['cursor'] ?? '0');
    const limit = Number(input['limit']);
    const items = Array.from({ length: Math.min(limit, 60 - from) }, (_item, place) => ({ id: String(from + place) }));
    return { items, nextCursor: from + limit < 60 ? String(from + limit) : null };
  }) as unknown as typeof call;
  const read = createListPages(send);
  const page = (number: number, filters: Record<string, string> = { frozen: 'true' }) =>
    read(consoleCalls.users.list, { ...filters, limit: 25 }, number);
  return { asked, page };
}

test('pages follow the cursors, and say whether another comes', async () => {
  const { page, asked } = server();
  expect((await page(1)).hasNext).toBe(true);
  expect((await page(2)).items[0]).toEqual({ id: '25' });
  const third = await page(3);
  expect(third.items).toHaveLength(10);
  expect(third.hasNext).toBe(false);
  expect(asked).toEqual([
    { frozen: 'true', limit: 25 },
    { frozen: 'true', limit: 25, cursor: '25' },
    { frozen: 'true', limit: 25, cursor: '50' },
  ]);
});

test('a page that was reached by its address alone is found by walking there', async () => {
  expect((await server().page(3)).items[0]).toEqual({ id: '50' });
});

test('beyond the last page there is nothing', async () => {
  expect(await server().page(9)).toEqual({ items: [], hasNext: false });
});

test('another filter is another list with cursors of its own', async () => {
  const { page, asked } = server();
  await page(1);
  await page(2, {});
  expect(asked.slice(1)).toEqual([{ limit: 25 }, { limit: 25, cursor: '25' }]);
});

import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { viewsMax } from '@assay/contract/vocabulary/operators.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { refusalOf, standingClock } from '../../test/identity-app.ts';

const db = await testDatabase();
const { operatorWith } = await consoleApp(db, standingClock());
const { views, audit } = consoleCalls;
const key = () => ({ idempotencyKey: crypto.randomUUID() });
const deposits = { list: '/deposits/list' } as const;

test('a view is its operator’s own, by list and name, and what came last stands', async () => {
  const [ann, ben] = [await operatorWith(['finance']), await operatorWith(['finance', 'administrator'])];
  const large = { name: 'Large ones', filters: { status: 'open', amountFrom: '10000', sort: 'largest' } };
  expect(await ann.call(views.save, { ...deposits, ...large }, key())).toEqual([large]);
  const larger = { ...large, filters: { ...large.filters, amountFrom: '50000' } };
  await ann.call(views.save, { ...deposits, ...larger }, key());
  await ann.call(views.save, { ...deposits, name: 'all', filters: {} }, key());
  expect(await ann.call(views.list, deposits)).toEqual([{ name: 'all', filters: {} }, larger]);
  expect(await ann.call(views.list, { list: '/withdrawals/list' })).toEqual([]);
  expect(await ben.call(views.list, deposits)).toEqual([]);
  expect(await refusalOf(ben.call(views.remove, { ...deposits, name: 'all' }, key()))).toBe('404');
  expect(await ann.call(views.remove, { ...deposits, name: 'all' }, key())).toEqual([larger]);
  const { items } = await ben.call(audit.list, { subject: 'view:/deposits/list' });
  expect(items.map(({ action }) => action)).toEqual(['view.removed', 'view.saved', 'view.saved', 'view.saved']);
});

test('nothing is kept of a customer, nor more than somebody finds again', async () => {
  const ann = await operatorWith(['support']);
  const save = (name: string, filters: Record<string, string>) => ann.call(views.save, { ...deposits, name, filters }, key());
  for (const filters of [
    { query: 'ada@example.com' },
    { customerId: '7' },
    { hash: 'abcd1234' },
    { owner: '7' },
    { coin: 'x'.repeat(121) },
  ])
    expect(await refusalOf(save('one', filters as unknown as Record<string, string>))).toBe('400');
  for (const name of ['', 'x'.repeat(41)]) expect(await refusalOf(save(name, {}))).toBe('400');
  expect(await refusalOf(ann.call(views.save, { list: 'deposits', name: 'one', filters: {} }, key()))).toBe('400');
  const names = Array.from({ length: viewsMax }, (_, place) => `view ${place}`);
  await Promise.all(names.map((name) => save(name, { status: 'open' })));
  expect(await refusalOf(save('one too many', {}))).toBe('11280');
  expect(await save('view 0', { status: 'all' })).toHaveLength(viewsMax);
  // Within each limit, and longer than what is kept once it is written down.
  const quotes = Object.fromEntries(Array.from('abcdefghijklmnopqrst', (field) => [field, '"'.repeat(120)]));
  const kept = Object.fromEntries(Object.entries(quotes).slice(0, 16));
  for (const filters of [quotes, { coin: '\u0000' }, { coin: '\ud800' }])
    expect(await refusalOf(save('view 0', filters))).toBe('400');
  expect(await save('view 0', kept)).toContainEqual({ name: 'view 0', filters: kept });
  const [long, longer] = ['x'.repeat(29), 'x'.repeat(30)];
  expect(await ann.call(views.save, { list: `/${long}/${longer}`.slice(0, 60), name: 'one', filters: {} }, key())).toHaveLength(
    1,
  );
  expect(await refusalOf(ann.call(views.save, { list: `/${long}/${longer}`, name: 'one', filters: {} }, key()))).toBe('400');
  const regulator = await operatorWith(['regulator']);
  expect(await refusalOf(regulator.call(views.save, { ...deposits, name: 'one', filters: {} }, key()))).toBe('403');
});

import { keepFocus } from '@assay/contract/focus.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { LivingTab } from './living-tab.tsx';

beforeAll(() => keepFocus(document));
beforeEach(signIn);

const closing = page.getByRole('button', { name: 'Demo · Close', exact: true });
const dialog = page.getByRole('dialog');
const around = page.getByRole('region', { name: 'Orders' });
const list = page.getByRole('region', { name: 'Positions' });
const focused = () => document.activeElement;

test('a position that was closed leaves the focus to its list, and the last one to what stands around that', async () => {
  const items = ['0.02', '0.03'].map((lots) => ({ ...position, id: crypto.randomUUID(), lots }));
  const network = wire();
  await draw(
    <section aria-label="Orders">
      <LivingTab kind="open" onShowAll={() => undefined} />
    </section>,
  );
  (await network.next('/order/listUOrder')).answer({ items, nextCursor: null });
  await expect.poll(() => closing.elements()).toHaveLength(2);
  closing.first().element().focus();
  for (const [closed, left] of [
    [items[0], list],
    [items[1], around],
  ] as const) {
    await userEvent.keyboard('{Enter}');
    await userEvent.click(page.getByRole('button', { name: 'Demo · Close at any price' }));
    (await network.next('/order/stopU')).answer({ ...closed, status: 'closed', closePrice: '97123.30', closeReason: 'manual' });
    await expect.poll(() => dialog.elements()).toEqual([]);
    await expect.poll(focused).toBe(left.element());
    // Result, receipt, amend, margin, reverse, half, close: the row that is left comes next.
    for (let key = 0; key < 7; key += 1) await userEvent.tab();
  }
  expect(closing.elements()).toEqual([]);
});

/** Two positions, and the sheet that amends the first one. */
async function amending() {
  const items = ['BTCUSDT', 'ETHUSDT'].map((code) => ({ ...position, id: crypto.randomUUID(), code, stopLoss: '60000.00' }));
  const network = wire();
  await draw(<LivingTab kind="open" onShowAll={() => undefined} />);
  (await network.next('/order/listUOrder')).answer({ items, nextCursor: null });
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await expect.poll(() => edit.elements()).toHaveLength(2);
  await userEvent.click(edit.first());
  return { ...network, items, edit };
}

test('amending sends what was typed, and puts nothing back that was moved elsewhere in the meantime', async () => {
  const { next, items } = await amending();
  const [first, second] = items;
  const moved = { items: [{ ...first, stopLoss: '62000.00' }, second], nextCursor: null };
  queryClient.setQueryData(['account', 'u1', 'demo', 'orders', 'open'], moved);
  await userEvent.fill(page.getByLabelText('Take-profit'), '99000');
  await userEvent.click(page.getByRole('button', { name: 'Demo · Save' }));
  expect((await next('/order/amendU')).input).toEqual({ id: first?.id, takeProfit: '99000' });
});

test('an answer that comes late closes no sheet that was opened since', async () => {
  const { next, items, edit } = await amending();
  await userEvent.fill(page.getByLabelText('Take-profit'), '99000');
  await userEvent.click(page.getByRole('button', { name: 'Demo · Save' }));
  const late = await next('/order/amendU');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dialog.elements()).toEqual([]);
  await userEvent.click(edit.nth(1));
  await userEvent.fill(page.getByLabelText('Take-profit'), '98000');
  late.answer({ ...items[0], takeProfit: '99000' });
  await expect.element(page.getByText('BTCUSDT · Stops changed')).toBeVisible();
  await expect.element(page.getByLabelText('Take-profit')).toHaveValue('98000');
});

const closeAll = page.getByRole('button', { name: 'Demo · Close all' });
const living = ['account', 'u1', 'demo', 'orders', 'open'];

/** Two positions, and the question whether all of them are to be closed. */
async function sweeping() {
  const items = ['BTCUSDT', 'ETHUSDT'].map((code) => ({ ...position, id: crypto.randomUUID(), code }));
  const network = wire();
  await draw(<LivingTab kind="open" onShowAll={() => undefined} />);
  (await network.next('/order/listUOrder')).answer({ items, nextCursor: null });
  await userEvent.click(closeAll);
  await expect.element(dialog).toBeVisible();
  const hold = (...held: readonly object[]) => queryClient.setQueryData(living, { items: held, nextCursor: null });
  return { ...network, items, hold };
}

test.each(['confirmed', 'only asked'])('whether to close all is not asked again by itself: %s before', async (how) => {
  const { next, items, hold } = await sweeping();
  const sent =
    how === 'confirmed'
      ? await userEvent.click(dialog.getByRole('button', { name: 'Demo · Close all' })).then(() => next('/order/closeAll'))
      : null;
  hold();
  await expect.poll(() => dialog.elements()).toEqual([]);
  sent?.answer({ done: items, refused: [] });
  hold({ ...position, id: crypto.randomUUID() }, { ...position, id: crypto.randomUUID() });
  await expect.poll(() => closing.elements()).toHaveLength(2);
  expect(dialog.elements()).toEqual([]);
});

test('whether to close all is over with its answer, also where positions remain', async () => {
  const { next, items } = await sweeping();
  await userEvent.click(dialog.getByRole('button', { name: 'Demo · Close all' }));
  (await next('/order/closeAll')).answer({ done: [], refused: items.map(({ id }) => ({ id, code: '10015' })) });
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(closing.elements()).toHaveLength(2);
});

test('a sheet whose position has ended does not come back with it', async () => {
  const { items } = await amending();
  queryClient.setQueryData(living, { items: [items[1]], nextCursor: null });
  await expect.poll(() => dialog.elements()).toEqual([]);
  queryClient.setQueryData(living, { items, nextCursor: null });
  await expect.poll(() => closing.elements()).toHaveLength(2);
  expect(dialog.elements()).toEqual([]);
});

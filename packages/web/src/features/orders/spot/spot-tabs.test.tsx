import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { spotOrder } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { WaitingSpotTab } from './spot-tabs.tsx';

beforeEach(() => {
  queryClient.clear();
  signIn();
});

const dialog = page.getByRole('dialog');
const cancelAll = page.getByRole('button', { name: 'Cancel all' });
const orders = () => ['a', 'b'].map((name) => spotOrder(`${name}-${crypto.randomUUID()}`));
const hold = (...items: readonly object[]) =>
  queryClient.setQueryData(['account', 'u1', 'demo', 'spot', 'open'], { items, nextCursor: null });

/** Two orders that wait, and the question whether both are to be withdrawn. */
async function asking() {
  const items = orders();
  const network = wire();
  hold(...items);
  await draw(<WaitingSpotTab onShowAll={() => undefined} />);
  await userEvent.click(cancelAll);
  await expect.element(dialog).toBeVisible();
  return { ...network, items };
}

test('whether to withdraw all is not asked again by itself', async () => {
  await asking();
  hold();
  await expect.poll(() => dialog.elements()).toEqual([]);
  hold(...orders());
  await expect.element(cancelAll).toBeVisible();
  expect(dialog.elements()).toEqual([]);
});

test('whether to withdraw all is over with its answer, also where orders remain', async () => {
  const { next, items } = await asking();
  await userEvent.click(dialog.getByRole('button', { name: /Cancel all$/ }));
  (await next('/order/cancelAllBb')).answer({ items: items.map((each) => ({ ...each, status: 'filled' })) });
  await expect.poll(() => dialog.elements()).toEqual([]);
});

test('a sheet whose order was filled does not come back with it', async () => {
  const items = orders();
  wire();
  hold(...items);
  await draw(<WaitingSpotTab onShowAll={() => undefined} />);
  await userEvent.click(page.getByRole('button', { name: 'Edit', exact: true }).first());
  await expect.element(dialog).toBeVisible();
  hold(items[1] ?? {});
  await expect.poll(() => dialog.elements()).toEqual([]);
  hold(...items);
  await expect.element(cancelAll).toBeVisible();
  expect(dialog.elements()).toEqual([]);
});

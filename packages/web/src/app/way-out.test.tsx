import type { Notification } from '@assay/contract/endpoints/notification.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { at, bitcoin, bitcoinContract, position } from '../../test/samples.ts';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { NotificationList } from '../features/notification/notification-list.tsx';
import { OrderEvents } from '../features/orders/order-events.tsx';
import { queryClient } from '../shared/client/api.ts';
import { useSession } from '../shared/client/session.ts';
import { useOrderView } from '../shared/trading/order-view.ts';

beforeEach(() => {
  queryClient.clear();
  useOrderView.getState().endHelp();
  useOrderView.getState().closeReceipt();
  signIn();
});

const warned: Notification = {
  id: '7',
  kind: 'marginWarning',
  values: { orderId: '1', code: 'BTCUSDT', side: 'long', lots: '0.02', price: '90000.00', liquidationPrice: '87904.00' },
  book: 'demo',
  createdAt: at,
  read: true,
};
const named = (name: string) => page.getByRole('button', { name, exact: true });

/** The notice in its list, of a position that still lives or has ended. */
async function told(lives: boolean) {
  const network = wire();
  await draw(
    <>
      <NotificationList />
      <OrderEvents />
    </>,
  );
  (await network.next('/user/listNotification')).answer({ items: [warned], nextCursor: null, unread: 0 });
  const items = lives ? [{ ...position, id: '1' }] : [];
  (await network.next('/order/listUOrder')).answer({ items, nextCursor: null });
  await expect.element(page.getByText(/87,904/)).toBeVisible();
  return network;
}

test('a notice of little margin names both ways out, each one tap away', async () => {
  const network = await told(true);
  await userEvent.click(named('Add margin'));
  const margin = page.getByRole('dialog', { name: 'Margin of the position' });
  await expect.element(margin).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  await userEvent.click(named('Close half'));
  await expect.element(page.getByRole('dialog', { name: 'Close the position?' })).toBeVisible();
  // A user who wants half must not close all, however long the steps take.
  const closing = page.getByRole('dialog').getByRole('button', { name: 'Demo · Close at any price' });
  await expect.element(closing).toBeDisabled();
  (await network.next(`/index/getMarketInfo/${position.instrumentId}`)).refuse('10015', 'Not now');
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  (await network.next(`/index/getMarketInfo/${position.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
  await expect.element(page.getByRole('dialog').getByLabelText('Lots to close')).toHaveValue('0.01');
  await expect.element(closing).toBeEnabled();
});

test('a position that has ended is offered no help; asking for it all the same shows how it ended', async () => {
  const network = await told(false);
  expect(named('Close half').elements()).toEqual([]);
  useOrderView.getState().help('1', 'half');
  await network.next('/order/receipt/1');
  await expect.poll(() => useOrderView.getState()).toMatchObject({ helped: null, receipt: '1' });
});

test('switching the account closes help and receipt: coming back opens nothing by itself, and nothing is looked for', async () => {
  const network = await told(true);
  useOrderView.getState().help('1', 'half');
  await expect.element(page.getByRole('dialog', { name: 'Close the position?' })).toBeVisible();
  const known = network.calls.length;
  useSession.getState().setBook('real');
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  expect(network.calls.slice(known).map(({ path }) => path)).not.toContain('/order/listUOrder');
  useOrderView.getState().openReceipt('7');
  await network.next('/order/receipt/7');
  useSession.getState().setBook('demo');
  await expect.element(named('Close half')).toBeVisible();
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  expect(useOrderView.getState()).toMatchObject({ helped: null, receipt: null });
});

import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { position } from '../../test/samples.ts';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { BreakEvenButton } from '../features/orders/contracts/break-even-button.tsx';
import { queryClient } from '../shared/client/api.ts';
import { useSession } from '../shared/client/session.ts';
import { tellOfOrders, toast } from '../ui/toasts/toast.tsx';
import { useWhose } from './whose.ts';

const undo = page.getByRole('button', { name: 'Undo' });
const nothing = () => undefined;

beforeEach(() => {
  queryClient.clear();
  signIn();
});

/** The part of the frame that announces a switch of the account. */
function Framed({ children }: { children?: ReactNode }) {
  return <div key={useWhose()}>{children}</div>;
}

/** A stop that came to break-even by one press on the demo account, with the offer to undo that. */
async function moved() {
  const network = wire();
  const held = { ...position, id: crypto.randomUUID(), currentPrice: '98000.00' };
  await draw(
    <Framed>
      <BreakEvenButton position={held} />
    </Framed>,
  );
  await userEvent.click(page.getByRole('button', { name: /^Stop to break-even/ }));
  const items = [{ ...held, stopLoss: '97220.62' }];
  queryClient.setQueryData(['account', 'u1', 'demo', 'orders', 'open'], { items, nextCursor: null });
  (await network.next('/order/amendU')).answer(items[0]);
  await expect.element(undo).toBeVisible();
  return { sent: () => network.calls.filter(({ path }) => path === '/order/amendU') };
}

test('what could be undone on one account is not offered on another', async () => {
  const { sent } = await moved();
  useSession.getState().setBook('real');
  await expect.poll(() => undo.elements()).toEqual([]);
  expect(sent()).toHaveLength(1);
});

test('what is undone while the account is switched is undone on neither', async () => {
  const { sent } = await moved();
  const offered = undo.element();
  useSession.getState().setBook('real');
  if (offered instanceof HTMLElement) offered.click();
  await expect.poll(() => undo.elements()).toEqual([]);
  expect(sent()).toHaveLength(1);
});

test.each([
  ['a switch of the account', () => useSession.getState().setBook('real')],
  ['another person', () => useSession.setState({ userInfo: null })],
])('what became of an order goes with %s; what is of no account stays', async (_, change) => {
  wire();
  await draw(<Framed />);
  // Neither goes by itself.
  tellOfOrders({ kind: 'success', title: 'Filled', stays: true, action: { label: 'Receipt', run: nothing } });
  toast({ id: 'saved', kind: 'success', title: 'Saved', stays: true });
  await expect.element(page.getByRole('button', { name: 'Receipt' })).toBeVisible();
  change();
  await expect.poll(() => page.getByRole('button', { name: 'Receipt' }).elements()).toEqual([]);
  await expect.element(page.getByText('Saved')).toBeVisible();
});

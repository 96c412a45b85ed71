import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin, position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { MoveLine } from './move-line.tsx';

beforeEach(() => {
  queryClient.clear();
  signIn();
});

test('a target that was dragged is sent with the others at its new price', async () => {
  const network = wire();
  const targets = [
    { price: '100000.00', lots: '0.01' },
    { price: '110000.00', lots: '0.01' },
  ];
  const held = { ...position, id: crypto.randomUUID(), targets };
  const line = { orderId: held.id, kind: 'target', price: 110_000, label: '', movable: true, place: 1 } as const;
  await draw(<MoveLine info={bitcoin} line={line} price={112_345.678} onDone={() => undefined} />);
  for (const list of [await network.next('/order/listUOrder'), await network.next('/order/listUOrder')]) {
    list.answer({ items: list.query.get('status') === 'open' ? [held] : [], nextCursor: null });
  }
  await expect.element(page.getByText('Target to 112,345.68')).toBeVisible();
  await expect.element(page.getByText('Break-even price')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^Demo · / }));
  expect((await network.next('/order/amendU')).input).toEqual({
    id: held.id,
    targets: [targets[0], { price: '112345.68', lots: '0.01' }],
  });
});

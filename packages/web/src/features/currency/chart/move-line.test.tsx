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

const targets = [
  { price: '100000.00', lots: '0.01' },
  { price: '110000.00', lots: '0.01' },
];
const told = () =>
  page
    .getByRole('group', { includeHidden: true })
    .elements()
    .map((card) => card.textContent);
const sending = page.getByRole('button', { name: /^Demo · / });

/** The question about the farther of two targets, or about the take-profit, while so many still stand. */
async function asked(standing: typeof targets, kind: 'target' | 'takeProfit' = 'target') {
  const network = wire();
  const held = { ...position, id: crypto.randomUUID(), targets: standing };
  const line = { orderId: held.id, kind, price: 110_000, label: '', movable: true } as const;
  await draw(<MoveLine info={bitcoin} line={line} price={112_345.678} onDone={() => undefined} />);
  for (const list of [await network.next('/order/listUOrder'), await network.next('/order/listUOrder')]) {
    list.answer({ items: list.query.get('status') === 'open' ? [held] : [], nextCursor: null });
  }
  await expect.element(page.getByText(/^(?:Target|Take[- ]profit) to 112,345\.68$/i)).toBeVisible();
  await expect.element(page.getByText('Break-even price')).toBeVisible();
  return { network, id: held.id };
}

test.each([
  ['with the other', targets, [targets[0]]],
  ['as the one that it was, though the nearer one has been reached meanwhile', targets.slice(1), []],
] as const)('a target that was dragged is sent at its new price, %s', async (_, standing, before) => {
  const { network, id } = await asked([...standing]);
  // 0.01 × 15,222.18, less half of the 0.97 that opening cost, and 0.561729 to close.
  const left = page.getByRole('term').filter({ hasText: 'Target at 112,345.68, lots: 0.01' }).element();
  expect(left.nextElementSibling?.textContent).toContain('+151.17');
  await userEvent.click(sending);
  expect((await network.next('/order/amendU')).input).toEqual({
    id,
    targets: [...before, { price: '112345.68', lots: '0.01' }],
  });
});

test('a take-profit that was dragged behind a target tells what it leaves of the lots that the target leaves', async () => {
  await asked(targets.slice(0, 1), 'takeProfit');
  const left = page.getByRole('term').filter({ hasText: '112,345.68, 0.01 lots' }).element();
  expect(left.nextElementSibling?.textContent).toContain('+151.17');
  // Of all lots nothing is told: that would be twice as much.
  expect(page.getByText(/\+302/).elements()).toEqual([]);
});

test('a target that has been reached meanwhile moves nothing, and that is said', async () => {
  const { network } = await asked(targets.slice(0, 1));
  await userEvent.click(sending);
  await expect.poll(told).toEqual(['This order can no longer be changed']);
  expect(network.calls.filter(({ path }) => path === '/order/amendU')).toEqual([]);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { MarginDialog } from './margin-dialog.tsx';

const sending = '/order/margin';
const named = (name: string) => page.getByRole('button', { name });
const amount = page.getByLabelText('Amount', { exact: true });
/** One bitcoin for each of 0.02 lots at 97,123.50, ten times: the opening needed 194.247. */
const held = () => ({ ...position, id: crypto.randomUUID(), marginUsed: '204.247' });

beforeEach(() => {
  queryClient.clear();
  signIn();
});

async function drawn(of = held()) {
  const network = wire();
  await draw(<MarginDialog position={of} onDone={() => undefined} />);
  const balances = [{ asset: 'USDT', available: '500', held: '0' }];
  (await network.next('/order/getAssestInfo/USDT')).answer({ balances });
  return { network, of };
}

describe('margin', () => {
  test('that is added shows balance, margin and liquidation price before and after, and sends what was typed', async () => {
    const { network, of } = await drawn();
    await userEvent.fill(amount, '50');
    await expect.element(page.getByText('450.00')).toBeVisible();
    await expect.element(page.getByText('254.24')).toBeVisible();
    // (9.71235 − 254.247 + 1,942.47) / (0.02 × 0.9995) = 84,939.00…
    await expect.element(page.getByText('84,939.23')).toBeVisible();
    await userEvent.click(named('Demo · Change margin'));
    expect((await network.next(sending)).input).toEqual({ id: of.id, way: 'add', amount: '50' });
  });

  test('cannot be more than there is free, nor be taken out beyond what the opening needed', async () => {
    const { network, of } = await drawn();
    await userEvent.fill(amount, '500.01');
    await expect.element(page.getByText('This amount cannot be moved.')).toBeVisible();
    await expect.element(named('Demo · Change margin')).toBeDisabled();
    await userEvent.click(page.getByText('Take out', { exact: true }));
    await expect.element(page.getByText('Take out at most 10.00')).toBeVisible();
    await userEvent.fill(amount, '10.000001');
    await expect.element(named('Demo · Change margin')).toBeDisabled();
    await userEvent.fill(amount, '10');
    await userEvent.click(named('Demo · Change margin'));
    expect((await network.next(sending)).input).toEqual({ id: of.id, way: 'remove', amount: '10' });
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin, bitcoinContract, position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { slippageBps } from '../../../shared/trading/slippage.ts';
import { ReverseDialog } from './reverse-dialog.tsx';

const reverse = page.getByRole('button', { name: 'Demo · Reverse' });
const asked = page.getByRole('dialog');

beforeEach(() => {
  queryClient.clear();
  signIn();
});

/** The dialog with so much available, at terms of today that are not those of the position. */
async function drawn(available: string, lots = '0.02') {
  const id = crypto.randomUUID();
  const held = { ...position, id, lots, handCount: lots, instrumentId: `turned-${id}` };
  const network = wire();
  await draw(<ReverseDialog position={held} onDone={() => undefined} />);
  const info = await network.next(`/index/getMarketInfo/${held.instrumentId}`);
  info.answer({ ...bitcoin, contract: { ...bitcoinContract, feeRate: '0.001' } });
  const balances = [{ asset: 'USDT', available, held: '0' }];
  (await network.next('/order/getAssestInfo/USDT')).answer({ balances });
  return { network, held };
}

describe('reversing', () => {
  test('shows the other side as it would open now, at the terms of now, with all that it costs', async () => {
    const { network, held } = await drawn('500');
    await expect.element(asked.getByText('Short · 0.02')).toBeVisible();
    // A short opens at the bid: 0.02 × 97,123.30 ÷ 10 = 194.2466, and a thousandth of 1,942.466, up.
    await expect.element(asked.getByText('194.24 USDT')).toBeVisible();
    await expect.element(asked.getByText('Opening fee (0.1%)')).toBeVisible();
    await expect.element(asked.getByText('1.95 USDT').first()).toBeVisible();
    // It would close at the ask.
    await expect.element(asked.getByText('Closing fee at 97,123.50')).toBeVisible();
    // (1,942.466 + 194.2466 − 9.71233) ÷ (0.02 × 1.001), up.
    await expect.element(asked.getByText('106,243.77')).toBeVisible();
    await userEvent.click(reverse);
    // The feed of this page is on no line: the price that was seen goes with it all the same.
    expect((await network.next('/order/reverse')).input).toEqual({
      id: held.id,
      seenPrice: '97123.30',
      maxSlippageBps: slippageBps,
    });
  });

  test('is told to be more than the balance can bear, by what the closing leaves', async () => {
    // The closing gives back 194.25 − 0.004 − 0.97; the other side needs 194.2466 + 1.942466.
    await drawn('2.91');
    await expect.poll(() => asked.element().textContent).toContain('Insufficient balance');
    await expect.element(reverse).toBeDisabled();
  });

  test('with a little more it can be done', async () => {
    await drawn('2.92');
    await expect.element(asked.getByText('Short · 0.02')).toBeVisible();
    await expect.element(asked.getByText('194.24 USDT')).toBeVisible();
    await expect.element(reverse).toBeEnabled();
  });

  test('of what is no size that could be ordered today says so', async () => {
    await drawn('500', '0.025');
    await expect.element(asked.getByRole('alert')).toBeVisible();
    await expect.element(reverse).toBeDisabled();
  });
});

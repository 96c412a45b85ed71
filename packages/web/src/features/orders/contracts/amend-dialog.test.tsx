import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin, bitcoinContract, position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { AmendDialog } from './amend-dialog.tsx';

test('a stop is put at a distance from the price by one press, on the side where it belongs', async () => {
  const network = wire();
  const short = { ...position, side: 'short', stopLoss: null } as const;
  await draw(<AmendDialog position={short} onDone={() => undefined} />);
  const near = await network.next(`/index/getMarketInfo/${short.instrumentId}`);
  near.answer({ ...bitcoin, contract: bitcoinContract });
  await userEvent.click(page.getByRole('button', { name: '+2%' }));
  // 97,123.30 × 1.02 = 99,065.766.
  await expect.element(page.getByLabelText('Stop-loss', { exact: true })).toHaveValue('99065.77');
});

test('the end of an order is called wrong when it is no moment, and not for what is wrong with its price', async () => {
  wire();
  signIn();
  const waiting = {
    ...position,
    status: 'awaiting' as const,
    orderType: 'limit' as const,
    openPrice: null,
    limitPrice: '90000.00',
    expiresAt: new Date(Date.now() + 172_800_000).toISOString(),
  };
  await draw(<AmendDialog position={waiting} onDone={() => undefined} />);
  const until = page.getByLabelText('Ends on', { exact: true });
  const price = page.getByLabelText('Limit price', { exact: true });
  await expect.element(until).toBeVisible();
  await userEvent.clear(price);
  await expect.element(page.getByRole('button', { name: 'Demo · Save' })).toBeDisabled();
  await expect.element(until).toBeValid();
  await userEvent.fill(price, '90100');
  await userEvent.clear(until);
  await expect.element(until).toBeInvalid();
});

import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { AmendDialog } from './amend-dialog.tsx';

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

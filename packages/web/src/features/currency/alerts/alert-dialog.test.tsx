import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { AlertDialog } from './alert-dialog.tsx';

const price = page.getByLabelText('Alert price');
const set = page.getByRole('button', { name: 'Set alert' });

test('the next price that was typed while an alert was on its way is not emptied by the answer', async () => {
  signIn();
  const { next } = wire();
  await draw(<AlertDialog info={bitcoin} onClose={() => undefined} />);
  await userEvent.fill(price, '100000');
  await userEvent.click(set);
  const sent = await next('/user/createPriceAlert');
  await userEvent.fill(price, '90000');
  sent.answer({ id: 'a1', code: bitcoin.code, direction: 'above', price: '100000', createdAt: '2025-06-02T12:00:00.000Z' });
  await expect.element(set).not.toHaveAttribute('aria-busy');
  await expect.element(price).toHaveValue('90000');
  await userEvent.click(set);
  (await next('/user/createPriceAlert')).answer({
    id: 'a2',
    code: bitcoin.code,
    direction: 'below',
    price: '90000',
    createdAt: '2025-06-02T12:00:00.000Z',
  });
  await expect.element(price).toHaveValue('');
});

test('distances are whole percents with their sign', async () => {
  signIn();
  await draw(<AlertDialog info={bitcoin} onClose={() => undefined} />);
  await expect.element(page.getByRole('button', { name: '−5%', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: '+1%', exact: true })).toBeVisible();
});

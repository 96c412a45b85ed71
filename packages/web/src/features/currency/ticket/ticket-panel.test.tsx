import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin, bitcoinContract } from '../../../../test/samples.ts';
import { TicketPanel } from './ticket-panel.tsx';

test('buys long at the ask and sells short at the bid', async () => {
  await draw(<TicketPanel info={{ ...bitcoin, contract: bitcoinContract }} />);
  const direction = page.getByRole('radiogroup', { name: 'Direction' });
  await expect.element(direction.getByRole('radio', { name: 'Buy long' })).toBeChecked();
  await userEvent.fill(page.getByRole('textbox', { name: 'Size' }), '2');
  // Two lots of one BTC: 2 × 97,123.50.
  await expect.element(page.getByText('194,247.00 USDT')).toBeVisible();
  await userEvent.click(direction.getByText('Sell short'));
  await expect.element(direction.getByRole('radio', { name: 'Sell short' })).toBeChecked();
  // 2 × 97,123.30.
  await expect.element(page.getByText('194,246.60 USDT')).toBeVisible();
});

test('takes a size as an amount in the way the site prints it, with the decimals of USDT', async () => {
  await draw(<TicketPanel info={{ ...bitcoin, contract: bitcoinContract }} />);
  await userEvent.click(page.getByRole('radiogroup', { name: 'Enter the size in' }).getByText('Amount'));
  const size = page.getByRole('textbox', { name: 'Size' });
  await userEvent.click(size);
  await navigator.clipboard.writeText('78,270.65 USDT');
  await userEvent.paste();
  await expect.element(size).toHaveValue('78270.65');
  await userEvent.keyboard('4');
  await expect.element(size).toHaveAccessibleDescription(/^Decimals possible here: 2/);
  await expect.element(size).toHaveValue('78270.65');
});

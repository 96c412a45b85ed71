import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin, bitcoinContract } from '../../../../test/samples.ts';
import { ReceiptCard } from './receipt-card.tsx';
import { exampleReceipt } from './receipt.ts';

const info = { ...bitcoin, contract: bitcoinContract };

async function shown(zdf: string) {
  const receipt = exampleReceipt({ ...info, zdf });
  if (receipt === null) throw new Error('the sample can be worked out');
  await draw(<ReceiptCard info={info} receipt={receipt} />);
}

test('stands whole at once for who wants no motion, each line with what it is made of', async () => {
  await shown('1.17');
  for (const text of [
    '0.1 × 96,000.00 ÷ 10',
    '960.00',
    '-4.80',
    '+112.34',
    '-4.85617',
    // 112.34 − 4.80 − 4.85617
    '+102.68383 USDT',
    'Checked in your browser',
  ]) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
  expect(page.getByText('Checked in your browser').element().closest('footer')?.className).toContain('opacity-100');
});

test('says so where the server has told another change than the one worked out', async () => {
  await shown('9.99');
  await expect.element(page.getByText('Differs from the server')).toBeVisible();
  await expect.element(page.getByText('24h change: +1.17% worked out, +9.99% told by the server')).toBeVisible();
  expect(page.getByText('Checked in your browser').elements()).toEqual([]);
});

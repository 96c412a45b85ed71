import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../../test/around.tsx';
import { closedReceipt } from '../../../test/samples.ts';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';

beforeEach(signIn);

/** Where the words of an element begin. */
function beginningOf(element: Element | null): number {
  if (element === null) throw new Error('it is not there');
  const text = document.createRange();
  text.selectNodeContents(element);
  return text.getBoundingClientRect().left;
}

test('tables of a receipt begin where the words above them do, on a wide window too', async () => {
  await page.viewport(1440, 900);
  const network = wire();
  await draw(<ReceiptDialog id="7" onClose={() => undefined} />);
  (await network.next('/order/receipt/7')).answer(closedReceipt);
  const heading = page.getByRole('heading', { name: 'Quotes used' });
  await expect.element(heading).toBeVisible();
  const table = page.getByRole('region', { name: 'Quotes used' }).element();
  const left = beginningOf(heading.element());
  expect([table.querySelector('th'), table.querySelector('td')].map((cell) => Math.round(beginningOf(cell) - left))).toEqual([
    0, 0,
  ]);
});

test.each([
  ['de', '1.499,991141 USDT', 'Umsatz, aufgerundet'],
  ['zh', '1,499.991141 USDT', '成交额，向上取整'],
] as const)('in %s what an order for coins came to is written as the language writes it', async (language, sum, formula) => {
  await speak(language);
  const network = wire();
  await draw(<ReceiptDialog id="7" onClose={() => undefined} />);
  const paid = { name: 'paid', formula: 'turnover, rounded up', numbers: {}, result: '1499.991141 USDT' };
  (await network.next('/order/receipt/7')).answer({ ...closedReceipt, kind: 'spot', steps: [paid] });
  const step = page.getByRole('dialog').getByRole('listitem');
  await expect.element(step.getByText(sum, { exact: true })).toBeVisible();
  await expect.element(step.getByText(formula, { exact: true })).toBeVisible();
});

test('among the numbers of a step an Arabic date reads as Arabic does, a figure from left to right', async () => {
  await speak('ar');
  const network = wire();
  await draw(<ReceiptDialog id="7" onClose={() => undefined} />);
  const numbers = { openedAt: '2026-11-27T23:55:10.000Z', strike: '97123.45' };
  const settled = { name: 'profit', formula: 'stake × payout rate', numbers, result: '8 USDT' };
  (await network.next('/order/receipt/7')).answer({ ...closedReceipt, kind: 'option', steps: [settled] });
  const step = page.getByRole('dialog').getByRole('listitem');
  const directionOf = (text: RegExp | string) => getComputedStyle(step.getByText(text).element()).direction;
  await expect.element(step.getByText(/نوفمبر/)).toBeVisible();
  expect([directionOf(/نوفمبر/), directionOf('97,123.45'), directionOf('8 USDT')]).toEqual(['rtl', 'ltr', 'ltr']);
});

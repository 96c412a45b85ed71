import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screenshot } from './funds-steps.ts';
import { type App, registered } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { button, dialog, enter, field, orderIn } from './steps.ts';

// Everything that moves money works by keyboard alone: no pointer is used in this file.

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

/** More stops than a page has. */
const stopsMax = 250;

/** Presses Tab until the focus is on the wanted element. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let stop = 0; stop < stopsMax; stop += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${String(wanted)}`);
}

const press = async (page: Page, wanted: Locator): Promise<void> => {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
};

test('an order is placed, confirmed and closed by keys alone, and Escape takes a question back', async () => {
  const stage = await enter(browser, app, { person: await registered(app) });
  const { page, words, context } = stage;
  await page.goto('/cruuency?code=BTCUSDT');
  await page.getByRole('application').waitFor();
  await field(stage, 'currency:ticket.size').waitFor();
  await page.keyboard.press('b');
  const size = field(stage, 'currency:ticket.size');
  await expect.poll(() => size.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('0.01');
  const asked = dialog(stage, words('currency:confirm.title'));
  await page.keyboard.press('Enter');
  await asked.waitFor();
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  await expect.poll(() => size.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await asked.waitFor();
  const position = orderIn(stage, 'positions', 'BTCUSDT');
  // The first Enters come before it can be read.
  await expect
    .poll(async () => {
      if ((await asked.count()) > 0) await page.keyboard.press('Enter');
      return position.count();
    })
    .toBe(1);
  await asked.waitFor({ state: 'detached' });

  const name = (key: string) => `${words('common:account.demo')} · ${words(key)}`;
  await press(page, position.getByRole('button', { name: name('orders:action.close'), exact: true }));
  const closing = dialog(stage, words('orders:close.title'));
  await press(page, closing.getByRole('button', { name: name('orders:close.confirm'), exact: true }));
  await position.waitFor({ state: 'detached' });
  await context.close();
});

test('money is brought in by keys alone', async () => {
  const stage = await enter(browser, app, { person: await registered(app) });
  const { page, words, context } = stage;
  await page.goto('/profile');
  // On the demo account it is asked whether the other one is meant.
  await press(page, page.getByRole('banner').getByRole('button', { name: words('common:account.deposit'), exact: true }));
  await press(
    page,
    dialog(stage, words('common:account.depositTitle')).getByRole('button', { name: words('common:account.depositConfirm') }),
  );
  await page.waitForURL('**/profile/balance?deposit=USDT');
  await tabTo(page, field(stage, 'funds:deposit.amount'));
  await page.keyboard.type('500');
  await press(page, button(stage, words('funds:sandbox.fill')));
  // Awaited before: a window that opens before the listener is attached is missed.
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, page.locator('input[type=file]'));
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  await chooser.setFiles(await screenshot(stage));
  await page.getByRole('img', { name: words('funds:deposit.proof') }).waitFor();
  await press(page, button(stage, words('funds:deposit.submit')));
  await page.getByText(words('codes:20002')).first().waitFor();
  expect(stage.faults).toEqual([]);
  await context.close();
});

// What forms ask for where the specification has them ask.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { address } from './funds-steps.ts';
import { type App, registered } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { button, dialog, enter, field } from './steps.ts';

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

describe('what is missing or wrong in an entry', () => {
  test('is asked for at registration in the words of the specification', async () => {
    const stage = await enter(browser, app);
    const { page, words } = stage;
    await page.goto('/pass/register');
    const goOn = button(stage, words('pass:register.next'));
    const says = (key: string) => page.getByText(words(key), { exact: true }).waitFor();
    await goOn.click();
    await says('pass:enter.email');
    await field(stage, 'pass:field.email').fill('nobody');
    await goOn.click();
    await says('codes:10002');
    await field(stage, 'pass:field.email').fill('entries@example.com');
    await goOn.click();
    await page.getByText(words('code:sent')).waitFor();
    await goOn.click();
    await says('pass:enter.code');
    await field(stage, 'pass:field.code').fill('123456');
    await button(stage, words('pass:register.submit')).click();
    for (const missing of ['password', 'repeat']) await says(`pass:enter.${missing}`);
    await field(stage, 'pass:field.password').fill('Secret-123');
    await field(stage, 'pass:field.repeat').fill('Secret-321');
    await button(stage, words('pass:register.submit')).click();
    await says('pass:inconsistent');
    await stage.context.close();
  });

  test('is asked for by the ticket: stop-loss price, take-profit price, buy quantity', async () => {
    const stage = await enter(browser, app, { person: await registered(app) });
    const { page, words } = stage;
    await page.goto('/cruuency?code=BTCUSDT');
    await page.getByText(words('currency:ticket.stops')).click();
    await page.getByPlaceholder(words('currency:ticket.enter.stopLoss')).waitFor();
    await page.getByPlaceholder(words('currency:ticket.enter.takeProfit')).waitFor();
    await page.getByRole('tab', { name: words('currency:ticket.spot'), exact: true }).click();
    await page
      .getByRole('radiogroup', { name: words('spot:size.by') })
      .getByText(words('spot:size.quantity'), { exact: true })
      .click();
    await page.locator('form').getByText(words('spot:blocker.buyQuantity')).waitFor();
    await stage.context.close();
  });

  test('is asked for by a withdrawal: address and amount', async () => {
    const stage = await enter(browser, app, { person: await registered(app) });
    const { page, words } = stage;
    await page.goto('/profile/balance?withdraw=USDT');
    await button(stage, words('common:account.toReal')).click();
    await button(stage, words('funds:method.add')).click();
    const adding = dialog(stage, words('funds:method.add'));
    await adding.getByRole('button', { name: words('funds:method.save') }).click();
    await adding.getByText(words('funds:enter.address')).waitFor();
    await field(stage, 'funds:method.address').fill(address);
    await field(stage, 'funds:method.label').fill('Cold wallet');
    await adding.getByRole('button', { name: words('funds:method.save') }).click();
    await adding.waitFor({ state: 'detached' });
    await page
      .locator('form')
      .getByRole('button', { name: `${words('common:account.real')} · ${words('funds:withdraw.submit')}`, exact: true })
      .click();
    await page.getByText(words('funds:enter.withdrawalAmount')).waitFor();
    await stage.context.close();
  });
});

import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, registered, until } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { type Stage, button, closePosition, dialog, enter, field, openPosition } from './steps.ts';

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

const { user } = customerCalls;
const bell = ({ page }: Stage, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
const item = ({ page }: Stage, title: string) =>
  page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title });
const alertButton = (stage: Stage) => button(stage, 'Price alert for Bitcoin');

describe('notifications', () => {
  test('of a price alert come at once: a toast, the bell, the list; what one did oneself is only listed', async () => {
    const person = await registered(app);
    const stage = await enter(browser, app, { person });
    const { page } = stage;
    await page.goto('/cruuency?code=BTCUSDT');
    await openPosition(stage, 'BTCUSDT', '0.01');
    await closePosition(stage, 'BTCUSDT');
    await bell(stage, 'Notifications').waitFor();

    await alertButton(stage).click();
    const asked = dialog(stage, 'Price alert for Bitcoin');
    await asked.getByRole('button', { name: 'Set alert' }).click();
    await asked.getByText('Enter a price').waitFor();
    await asked.getByRole('button', { name: '+5%' }).click();
    await asked.getByText('Notifies you when the sell price rises to it.').waitFor();
    await asked.getByRole('button', { name: 'Set alert' }).click();
    await page.getByText(/^Alert set at/).waitFor();
    await asked.getByText('rises to').waitFor();
    await asked.getByRole('button', { name: /^Delete the alert at/ }).click();
    await asked.getByText('rises to').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    // Any price is above 1: the next quote fires it.
    await person.call(user.createPriceAlert, { code: 'BTCUSDT', direction: 'above', price: '1.00' });
    await page.getByText('Your alert was set at').waitFor();
    await bell(stage, 'Notifications (1)').click();
    await page.waitForURL('**/profile/notification');
    await item(stage, 'Price alert').getByText('Not read yet').waitFor({ state: 'attached' });
    await item(stage, 'Position closed').getByText('Closed by early exit').waitFor();
    expect(await item(stage, 'Position opened').getByText('Not read yet').count()).toBe(0);
    await button(stage, 'Mark all as read').click();
    await bell(stage, 'Notifications').waitFor();

    await item(stage, 'Position closed').getByRole('button', { name: 'Receipt' }).click();
    await dialog(stage, 'Receipt').waitFor();
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  });

  test('are told as one has chosen, from then on', async () => {
    const person = await registered(app);
    const stage = await enter(browser, app, { person, language: 'de', device: 'phone' });
    const { page, words } = stage;
    await page.goto('/profile/notification');
    await page.getByRole('tab', { name: words('notifications:tab.settings') }).click();
    const kind = words('notifications:kind.priceAlert.title');
    await page.getByLabel(`${kind}: ${words('notifications:settings.site')}`).uncheck();
    await page.getByLabel(`${kind}: ${words('notifications:settings.mail')}`).check();
    await until('the choice to be kept', async () => {
      const list = await person.call(user.notificationPreferences, {});
      return list.some((one) => one.kind === 'priceAlert' && !one.inApp && one.mail) ? true : undefined;
    });
    await person.call(user.createPriceAlert, { code: 'BTCUSDT', direction: 'above', price: '1.00' });
    await until('the alert to fire', async () => ((await person.call(user.priceAlerts, {})).length === 0 ? true : undefined));
    expect(await person.call(user.listNotification, {})).toEqual({ items: [], nextCursor: null, unread: 0 });
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  });
});

describe('the watchlist', () => {
  test('of a visitor comes along at login, is there on another device, and leaves with logging out', async () => {
    const person = await registered(app);
    const stage = await enter(browser, app);
    const { page } = stage;
    await page.goto('/market');
    await button(stage, 'Add Bitcoin to the watchlist').click();
    await page.goto('/pass/login');
    await field(stage, 'pass:field.account').fill(person.userName);
    await field(stage, 'pass:field.password').fill(person.password);
    await button(stage, 'Log in').last().click();
    await page.waitForURL(`${app.origin}/`);
    await until('the star to be kept', async () =>
      (await person.call(user.watchlist, {})).codes.includes('BTCUSDT') ? true : undefined,
    );

    const other = await enter(browser, app, { person, device: 'phone' });
    await other.page.goto('/market?tab=watchlist');
    await button(other, 'Remove Bitcoin from the watchlist').click();
    await other.page.getByText('Watchlist empty').waitFor();
    await until('the star to be gone', async () =>
      (await person.call(user.watchlist, {})).codes.length === 0 ? true : undefined,
    );

    await page.goto('/market?tab=watchlist');
    await page.getByText('Watchlist empty').waitFor();
    await person.call(user.setWatchlist, { add: ['ETHUSDT'] });
    await page.reload();
    await button(stage, 'Remove Ethereum from the watchlist').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('log out');
    await page.keyboard.press('Enter');
    await page.getByText('You are logged out').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('watchlist'))).toBe('[]');
    expect([...stage.faults, ...other.faults]).toEqual([]);
    await stage.context.close();
    await other.context.close();
  });
});

describe('the command palette', () => {
  test('leads to instruments and pages and does things, by keys alone', async () => {
    const person = await registered(app);
    const stage = await enter(browser, app, { person });
    const { page } = stage;
    await page.goto('/');
    await bell(stage, 'Notifications').waitFor();
    const command = async (text: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(text);
    };
    await command('ethereum');
    const first = page.getByRole('option', { name: /^Ethereum ETHUSDT/ });
    await first.waitFor();
    expect(await first.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/cruuency?code=ETHUSDT&**');

    await command('no such thing');
    await page.getByText('Nothing matches “no such thing”').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });

    await command('light');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="light"]').waitFor();
    await command('real account');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => localStorage.getItem('virtualStatus') === '0');

    await command('change language');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Language: Español' }).waitFor();
    await page.getByRole('combobox').fill('deutsch');
    await page.keyboard.press('Enter');
    await page.locator('html[lang="de"]').waitFor();

    await command('');
    for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
    await page.getByText('Sie sind abgemeldet').waitFor();
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  });
});

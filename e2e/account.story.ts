import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnApp, clientOf, mailedCode, registered, until } from './harness.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { type Registered, type Stage, asPerson, button, dialog, enter, field, openPosition, orderIn } from './steps.ts';

let app: OwnApp;
let browser: Browser;

beforeAll(async () => {
  // The sample customer is changed here, and is one for all.
  [app, browser] = await Promise.all([ownApp(), sharedBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

async function logIn(stage: Stage, { userName, password }: Pick<Registered, 'userName' | 'password'>): Promise<void> {
  await field(stage, 'pass:field.account').fill(userName);
  await field(stage, 'pass:field.password').fill(password);
  await button(stage, stage.words('pass:login.submit')).click();
}

describe('signing in', () => {
  test('says what was wrong, leads back to where one wanted to go, and ends with logging out', async () => {
    const person = await registered(app);
    const stage = await enter(browser, app);
    const { page } = stage;
    await page.goto('/profile?section=statement');
    await page.waitForURL('**/pass/login');
    await button(stage, 'Log in').click();
    await page.getByText(stage.words('pass:enter.account')).waitFor();
    await page.getByText(stage.words('pass:enter.password')).waitFor();
    await logIn(stage, { userName: 'nobody_is_called_so', password: person.password });
    await page.getByText(stage.words('codes:10009')).waitFor();
    await logIn(stage, { ...person, password: 'not-Their-1' });
    await page.getByText(stage.words('codes:10004')).waitFor();
    await logIn(stage, person);
    await page.waitForURL('**/profile?section=statement');
    await page.getByText('Demo account opened').waitFor();

    await button(stage, 'Log out').click();
    await page.waitForURL(`${app.origin}/`);
    await page.getByText('You are logged out').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Account', exact: true }).click();
    await page.waitForURL('**/pass/login');
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userInfo')])).toEqual([null, null]);
    await page.goto('/profile');
    await page.waitForURL('**/pass/login');
    await stage.context.close();
  });

  test('is asked for, in the language that was chosen, after the password was changed elsewhere', async () => {
    const person = await registered(app);
    const stage = await enter(browser, app, { person, language: 'de' });
    const { page, words } = stage;
    await page.goto('/profile');
    await page.getByRole('heading', { name: person.userName }).waitFor();
    await person.call(customerCalls.user.repassword, { oldPassword: person.password, newPassword: 'Elsewhere horse 1' });
    await page.waitForURL('**/pass/login');
    await page.getByRole('heading', { name: words('pass:login.title') }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('language')])).toEqual([null, 'de']);
    await stage.context.close();
  });
});

describe('the two accounts', () => {
  const total = ({ page }: Stage, figure: string) => page.getByText(`${figure} USDT`).first().waitFor();
  const choose = ({ page }: Stage, book: 'Demo' | 'Real') =>
    page.getByRole('radiogroup', { name: 'Account type' }).first().getByText(book, { exact: true }).click();

  test('of the sample customer, who forgot the password, never touch: a trade on one leaves the other as it was', async () => {
    // The server is ready a moment before it says so.
    const password = await until(
      'the password of the sample customer',
      async () => /sample customer +sample \/ (\S+)/.exec(app.output())?.[1],
    );
    const stage = await enter(browser, app);
    const { page } = stage;
    await page.goto('/pass/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await field(stage, 'pass:field.email').fill('sample@assay.example');
    await button(stage, 'Send code').click();
    await page.getByText('Code sent.').waitFor();
    await field(stage, 'pass:field.code').fill(await mailedCode(app, 'sample@assay.example'));
    await field(stage, 'pass:field.newPassword').fill('Another horse 1');
    await field(stage, 'pass:field.repeat').fill('Another horse 2');
    await button(stage, 'Set new password').click();
    await page.getByText(stage.words('pass:inconsistent')).waitFor();
    await field(stage, 'pass:field.repeat').fill('Another horse 1');
    await button(stage, 'Set new password').click();
    await page.waitForURL('**/pass/login');
    await page.getByText('Password changed').waitFor();
    await logIn(stage, { userName: 'sample', password });
    await page.getByText(stage.words('codes:10004')).waitFor();
    await logIn(stage, { userName: 'sample', password: 'Another horse 1' });
    await page.waitForURL(`${app.origin}/`);

    await page.goto('/profile');
    await total(stage, '100,000.00');
    await choose(stage, 'Real');
    await total(stage, '25,000.00');
    await page.getByText('Your own funds.').waitFor();
    expect(await button(stage, 'Reset demo account').count()).toBe(0);

    await page.goto('/cruuency?code=BTCUSDT');
    await field(stage, 'currency:ticket.size').fill('0.01');
    await button(stage, 'Real · Buy long').waitFor();
    await choose(stage, 'Demo');
    await field(stage, 'currency:ticket.size').fill('0.01');
    await openPosition(stage, 'BTCUSDT', '0.01');
    await choose(stage, 'Real');
    await page.getByText('No open positions').waitFor();
    const real = await (await asPerson(stage))(customerCalls.order.getProfitTotal, {});
    expect(real).toMatchObject({ available: '25000', held: '0' });
    // The browser itself notes the refused password.
    expect(stage.faults).toEqual([expect.stringContaining('422')]);
    await stage.context.close();
  });

  test('on demo starts afresh when asked to: orders end, the first balance returns', async () => {
    const person = await registered(app);
    const stage = await enter(browser, app, { person });
    const { page } = stage;
    await page.goto('/cruuency?code=BTCUSDT');
    await openPosition(stage, 'BTCUSDT', '0.01');
    // What comes in late must not move a button away from under a finger.
    const figures = Promise.withResolvers<void>();
    await page.route('**/getProfitTotal*', async (route) => figures.promise.then(() => route.continue()));
    await page.goto('/profile');
    await orderIn(stage, 'positions', 'BTCUSDT').waitFor();
    await page.getByRole('img', { name: /^Since .* your equity was between/ }).waitFor();
    const before = await button(stage, 'Reset demo account').boundingBox();
    figures.resolve();
    await page
      .getByText(/^99,9\d\d\.\d\d/)
      .first()
      .waitFor();
    expect(await button(stage, 'Reset demo account').boundingBox()).toEqual(before);
    await button(stage, 'Reset demo account').click();
    await dialog(stage, 'Reset the demo account?').getByRole('button', { name: 'Reset demo account' }).click();
    await page.getByText('The demo account has been reset to 100,000.00 USDT').waitFor();
    await total(stage, '100,000.00');
    await orderIn(stage, 'positions', 'BTCUSDT').waitFor({ state: 'detached' });
    expect(await clientOf(app, person.token)(customerCalls.order.listUOrder, { status: 'open' })).toMatchObject({ items: [] });
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  });
});

// What people set for themselves: how things look, what is confirmed, and what protects them.
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textFaults } from './browser.ts';
import { type OwnApp, type Person, clientOf, registered, until } from './harness.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { type Stage, button, closePosition, dialog, enter, field, openPosition, orderIn } from './steps.ts';

const { login, user } = customerCalls;
const settings = '/profile?section=settings';

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

/** The customer that a sandbox comes with: 25,000 USDT on the real account. */
async function sampleCustomer(): Promise<Person> {
  // The server is ready a moment before it says so.
  const [, userName = '', password = ''] = await until(
    'the name of the sample customer',
    async () => /sample customer +(\S+) \/ (\S+)/.exec(app.output()) ?? undefined,
  );
  const { token, email } = await clientOf(app)(login.login, { account: userName, password });
  return { userName, email, password, token, call: clientOf(app, token, 'real') };
}

/** The button of the contract ticket, once it names this limit. */
function stoppedBy({ page, words }: Stage, limit: string) {
  const [beginning = ''] = words(limit, { time: '|' }).split('|');
  return page.getByRole('button', { name: new RegExp(`^${beginning}`) });
}

test('a daily loss limit names itself on the ticket once it is reached, and closing stays possible', async () => {
  const person = await sampleCustomer();
  const stage = await enter(browser, app, { person, book: 'real' });
  const { page, words, faults } = stage;
  await page.goto(settings);
  await field(stage, 'limits:daily.label').fill('5');
  await button(stage, words('limits:daily.set')).click();
  const asked = dialog(stage, words('limits:daily.confirmTitle', { limit: '5.00' }));
  expect(await asked.textContent()).toContain(words('limits:daily.tighter'));
  await asked.getByRole('button', { name: words('limits:daily.set') }).click();
  await page.getByText(words('limits:daily.used', { used: '0.00', limit: '5.00' })).waitFor();

  await page.goto('/cruuency?code=BTCUSDT');
  // The opening fee alone is more than 5 USDT.
  await openPosition(stage, 'BTCUSDT', '1', 'real');
  await stoppedBy(stage, 'limits:stopped.11130').waitFor();
  await closePosition(stage, 'BTCUSDT', 'real');
  const { items } = await until('the notification', async () => {
    const told = await person.call(user.listNotification, {});
    return told.items.some(({ kind }) => kind === 'limitReached') ? told : undefined;
  });
  expect(items.find(({ kind }) => kind === 'limitReached')?.values).toMatchObject({ limit: '5' });

  // A looser limit is announced to wait, and does.
  await page.goto(settings);
  await button(stage, words('limits:daily.lift')).click();
  const lifting = dialog(stage, words('limits:daily.liftTitle'));
  await lifting.getByRole('button', { name: words('limits:daily.lift') }).click();
  const [waits = ''] = words('limits:daily.pendingNone', { time: '|' }).split('|');
  await page.getByText(waits).waitFor();
  expect(await person.call(user.limits, {})).toMatchObject({ dailyLoss: { limit: '5', pending: { limit: null } } });
  expect(faults).toEqual([]);
});

test('who excludes himself says twice that he means it, trades on neither account, and still gets in', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person, device: 'phone', language: 'ar', theme: 'light' });
  const { page, words, faults } = stage;
  await page.goto(settings);
  expect(await textFaults(page)).toEqual([]);
  await button(stage, words('limits:exclusion.start')).click();
  const asked = dialog(stage, words('limits:exclusion.confirmTitle', { period: words('limits:exclusion.period.1m') }));
  const confirm = asked.getByRole('button', { name: words('limits:exclusion.confirm') });
  expect(await confirm.isDisabled()).toBe(true);
  await asked.getByRole('switch', { name: words('limits:exclusion.understand') }).click();
  await confirm.click();
  await asked.waitFor({ state: 'detached' });
  expect((await person.call(user.limits, {})).blocked.demo?.code).toBe('11132');
  const { token } = await clientOf(app)(login.login, { account: person.userName, password: person.password });
  expect(token).not.toBe('');
  expect(faults).toEqual([]);
});

test('a currency is shown beside USDT, and an order without its confirmation goes at one press', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words, faults } = stage;
  await page.goto(settings);
  await page.getByLabel(words('limits:settings.currency')).click();
  await page.getByRole('option', { name: /^EUR/ }).click();
  await page.getByText(/^≈ [0-9.]+ EUR$/).waitFor();
  await page.getByRole('switch', { name: words('profile:settings.confirm') }).click();
  await page.goto('/profile');
  await page
    .getByText(/^≈ [0-9,]+\.[0-9]{2} EUR$/)
    .first()
    .waitFor();
  await page.getByText('100,000.00 USDT').first().waitFor();

  await page.goto('/cruuency?code=BTCUSDT');
  await field(stage, 'currency:ticket.size').fill('0.1');
  const name = `${words('common:account.demo')} · ${words('currency:ticket.long')}`;
  await page
    .locator('form')
    .filter({ has: field(stage, 'currency:ticket.size') })
    .getByRole('button', { name, exact: true })
    .click();
  await orderIn(stage, 'positions', 'BTCUSDT').waitFor();
  expect(faults).toEqual([]);
});

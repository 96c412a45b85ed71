import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf, textFaults } from './browser.ts';
import { type OwnApp, type Person, auditOf, clientOf, until } from './harness.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { type Stage, asPerson, button, dialog, enter, field, figures } from './steps.ts';

const { order, user, login } = customerCalls;

let app: OwnApp;
let browser: Browser;
let sample: Person;

beforeAll(async () => {
  // The sample customer is changed here, and is one for all.
  [app, browser] = await Promise.all([ownApp(), sharedBrowser()]);
  sample = await sampleCustomer();
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

/** Fills in the builder of a product, looks at the figures, and buys. Answers what was promised. */
async function buyPlan(stage: Stage, product: string, days: string, amount: string): Promise<Record<string, string>> {
  const { page, words, phone } = stage;
  if (phone) await button(stage, words('trading:choose', { product })).click();
  else await page.getByRole('radio', { name: product }).check({ force: true });
  await page
    .getByRole('radiogroup', { name: words('trading:period') })
    .getByText(days)
    .click();
  await field(stage, 'trading:amount').fill(amount);
  await page
    .locator('form')
    .getByRole('button', { name: words('trading:buy') })
    .click();
  const asked = dialog(stage, words('trading:confirm.title'));
  const promised = await figures(asked);
  await asked.getByRole('button', { name: words('trading:buy') }).click();
  await asked.waitFor({ state: 'detached' });
  return promised;
}

function planCard({ page, words }: Stage, product: string): Locator {
  return page
    .getByRole('list', { name: words('trading:mine.title') })
    .getByRole('listitem')
    .filter({ hasText: product });
}

/** Takes a statement away and reads the file. */
async function download({ page, words }: Stage, format: 'CSV' | 'PDF'): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: words('balance:statement.export', { format }) }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), text: (await contentOf(file)).toString('latin1') };
}

test('a visitor sees every plan with its figures and is led to log in', async () => {
  const stage = await enter(browser, app);
  const { page, words } = stage;
  await page.goto('/trading');
  const products = page.getByRole('radiogroup', { name: words('trading:products') }).getByRole('radio');
  await products.nth(5).waitFor();
  expect(await products.count()).toBe(6);
  await page.getByText('2,000,000.00 USDT').waitFor();
  await field(stage, 'trading:amount').fill('1000');
  // 1,000 at 0.02% for 7 days is 0.20 a day.
  expect(await figures(page.locator('form'))).toMatchObject({ 'Income a day': '0.20 USDT', 'Total income': '+1.40 USDT' });
  await page.getByRole('link', { name: words('trading:signIn') }).click();
  await page.waitForURL('**/pass/login');
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('the sample customer is sent from demo to real, buys a plan, leaves it, and receives exactly what was shown', async () => {
  const stage = await enter(browser, app, { person: sample });
  const { page, words } = stage;
  await page.goto('/trading');
  await page.getByRole('heading', { name: words('trading:demo.title') }).waitFor();
  expect(await page.getByRole('button', { name: words('trading:buy') }).count()).toBe(0);
  await button(stage, words('common:account.toReal')).first().click();
  await page.getByText('Available 25,000.00 USDT').waitFor();

  // 1,500 at 0.03% for 30 days: 0.45 a day, 13.50 in all; leaving costs 1%.
  const promised = await buyPlan(stage, 'Gold AI Start', '30 days', '1500');
  expect(promised).toMatchObject({
    'Income a day': '0.45 USDT',
    'Total income': '+13.50 USDT',
    Starts: 'At once',
    'Early-exit deduction (1%)': '15.00 USDT',
    'Available balance': '25,000.0023,500.00',
  });
  const card = planCard(stage, 'Gold AI Start');
  await card.getByText(words('trading:status.inIncome')).waitFor();
  for (const text of ['0 of 30 payouts made', '1,500.00', '1,485.00']) await card.getByText(text).first().waitFor();
  await card.getByText(/Next income in 23:5\d:\d\d/).waitFor();
  await page.getByText('13.50 USDT').first().waitFor();
  expect(await sample.call(order.getProfitTotal, {})).toMatchObject({ available: '23500', held: '1500' });
  await page.locator('form').getByText(words('trading:blocker.held')).waitFor();

  await card.getByRole('button', { name: words('trading:leave.exit') }).click();
  const asked = dialog(stage, words('trading:leave.exitTitle'));
  expect(await figures(asked)).toEqual({
    Amount: '1,500.00 USDT',
    'Early-exit deduction (liquidated damages)': '-15.00 USDT',
    'Income received': '0.00 USDT',
    'Returned to you': '1,485.00 USDT',
  });
  await asked.getByRole('button', { name: words('trading:leave.exit') }).click();
  await page.getByText('Early exit: 1,485.00 USDT returned').waitFor();
  await card.getByText(words('trading:status.closedSuccessfully')).waitFor();
  expect(await sample.call(order.getProfitTotal, {})).toMatchObject({ available: '24985', held: '0', realisedProfit: '-15' });

  await card.getByRole('button', { name: words('trading:mine.receipt') }).click();
  await dialog(stage, words('orders:receipt.title')).getByText(words('orders:receipt.checked')).waitFor();
  expect(await auditOf(app)).toMatch(/^the books balance/m);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('balances, statement and its files say the same', async () => {
  const stage = await enter(browser, app, { person: sample });
  const { page, words } = stage;
  await page.goto('/profile/balance');
  await page
    .getByRole('radiogroup', { name: words('common:account.label') })
    .last()
    .getByText(words('common:account.real'))
    .click();
  const coins = page.getByRole('region', { name: words('balance:coins') });
  const dollars = coins.getByRole('row').filter({ hasText: 'USDT' });
  const [balance] = await (await asPerson(stage))(user.listBalances, {});
  await dollars
    .getByText(Number(balance?.available).toLocaleString('en', { minimumFractionDigits: 2 }), { exact: true })
    .first()
    .waitFor();

  const statement = page.getByRole('region', { name: words('balance:statement.title') });
  await statement
    .getByRole('row')
    .filter({ hasText: words('orders:movement.plan.left') })
    .filter({ hasText: '+1,485.00 USDT' })
    .waitFor();
  const csv = await download(stage, 'CSV');
  expect(csv.name).toMatch(/^statement-real-.*\.csv$/);
  expect(csv.text).toMatch(/,plan\.left,P\S+,USDT,available,1485,24985/);
  expect((await download(stage, 'PDF')).text.slice(0, 5)).toBe('%PDF-');

  await page.goto('/profile');
  const products = page.getByRole('region', { name: words('profile:products.title') });
  await products
    .getByRole('row')
    .filter({ hasText: words('profile:products.plan') })
    .getByText('-15.00')
    .waitFor();
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('on a phone in Arabic a plan that still waits is withdrawn at no cost', async () => {
  const stage = await enter(browser, app, { person: sample, device: 'phone', language: 'ar', book: 'real' });
  const { page, words } = stage;
  const before = await sample.call(order.getProfitTotal, {});
  await page.goto('/trading');
  await buyPlan(stage, 'Gold AI Launch', '60', '2500');
  await page.getByRole('tab', { name: words('trading:mine.title') }).click();
  const card = planCard(stage, 'Gold AI Launch');
  await card.getByText(words('trading:status.waiting')).waitFor();
  expect(await textFaults(page)).toEqual([]);
  await card.getByRole('button', { name: words('trading:leave.withdraw') }).click();
  const asked = dialog(stage, words('trading:leave.withdrawTitle'));
  expect((await figures(asked))[words('trading:leave.returned')]).toBe('2,500.00 USDT');
  await asked.getByRole('button', { name: words('trading:leave.withdraw') }).click();
  await card.getByText(words('trading:status.expired')).waitFor();
  expect((await sample.call(order.getProfitTotal, {})).available).toBe(before.available);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

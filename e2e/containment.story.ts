import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textFaults } from './browser.ts';
import { type App, registered } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { closePosition, enter, openPosition } from './steps.ts';

// After a new version the files of the old one are gone: an open page meets that wherever it needs one for the first time.

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

test.each(['desktop', 'phone'] as const)(
  'a chart that does not arrive hides no position, and closing works (%s)',
  async (device) => {
    const stage = await enter(browser, app, { person: await registered(app), device });
    const { page, words } = stage;
    await page.route('**/assets/candle-chart-*.js', (route) => route.abort());
    await page.goto('/cruuency?code=BTCUSDT');
    const failure = page.getByRole('alert').filter({ hasText: words('common:error.partTitle') });
    await failure.getByRole('button', { name: words('common:action.reload') }).waitFor();
    await openPosition(stage, 'BTCUSDT', '0.01');
    await closePosition(stage, 'BTCUSDT');
    await stage.context.close();
  },
);

test('a receipt that does not arrive is said, and orders still tell what becomes of them', async () => {
  const stage = await enter(browser, app, { person: await registered(app) });
  const { page, words } = stage;
  await page.route('**/assets/receipt-dialog-*.js', (route) => route.abort());
  await page.goto('/cruuency?code=BTCUSDT');
  await openPosition(stage, 'BTCUSDT', '0.01');
  await page
    .getByRole('row')
    .getByRole('button', { name: words('orders:action.receipt') })
    .click();
  await page.getByRole('alert').getByText(words('common:error.chunkTitle')).waitFor();
  await closePosition(stage, 'BTCUSDT');
  await stage.context.close();
});

test('texts of a page that do not arrive end in an offer to reload, never in their keys', async () => {
  const { page, context, words } = await enter(browser, app);
  await page.goto('/');
  // The page's own code has a longer name.
  await page.route(/\/assets\/loan-[\w-]{7}\.js$/, (route) => route.abort());
  await page
    .getByRole('link', { name: words('common:nav.loan') })
    .first()
    .click();
  await page.getByRole('heading', { name: words('common:error.chunkTitle') }).waitFor();
  await page.getByRole('button', { name: words('common:action.reload') }).waitFor();
  expect(await textFaults(page)).toEqual([]);
  await context.close();
});

test('code and texts of the frame that do not arrive are said in the language of the person', async () => {
  const { page, context } = await enter(browser, app, { language: 'de' });
  for (const missing of ['**/assets/frame-*.js', '**/assets/common-*.js']) {
    await page.route(missing, (route) => route.abort());
    await page.goto('/');
    await page.getByRole('heading', { name: 'Die Seite ist nicht vollständig geladen' }).waitFor();
    await page.getByRole('button', { name: 'Neu laden' }).waitFor();
    await page.unroute(missing);
  }
  await context.close();
});

import { feedPath } from '@assay/contract/paths.ts';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { largeTextFaults, narrowFaults, narrowWindow } from './browser.ts';
import { type App, type Person, registered } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { dialog, enter, openPosition, openTicket, orderIn } from './steps.ts';

// Users of zoom, screen readers and keyboards reach the same places as all others.

let app: App;
let browser: Browser;
let person: Person;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
  person = await registered(app);
});

afterAll(() => browser.close());

/** What a customer sees on request or otherwise than a visitor: the routes of the specification are looked at as such. */
const places = [
  '/',
  '/market',
  '/trading',
  '/nfts',
  '/help',
  '/detail?id=guide-contracts',
  '/service.html',
  ...['orders', 'statement', 'identity', 'security', 'protection', 'settings'].map((section) => `/profile?section=${section}`),
  '/profile/balance?deposit=USDT',
  '/profile/balance?withdraw=USDT',
  '/profile/balance?records=deposits',
];

test.each([
  ['desktop', 'de'],
  ['phone', 'ar'],
] as const)(
  'what a customer sees on a %s fits a window of 320 pixels, and a phone when its text is very large',
  async (device, language) => {
    const { page, context } = await enter(browser, app, { device, language, person });
    const found: string[] = [];
    for (const path of places) {
      await page.setViewportSize(narrowWindow);
      await page.goto(path);
      found.push(...(await narrowFaults(page)).map((fault) => `${path}: ${fault}`));
      if (device === 'phone') found.push(...(await largeTextFaults(page)).map((fault) => `${path}, large text: ${fault}`));
    }
    expect(found).toEqual([]);
    await context.close();
  },
);

test.each(['de', 'fr', 'ar'] as const)('a phone whose line has broken says so in %s within its width', async (language) => {
  const { page, words, context } = await enter(browser, app, { device: 'phone', language, person });
  await page.routeWebSocket(`**${feedPath}`, (line) => line.close());
  await page.goto('/market');
  await page.getByTitle(words('common:frame.reconnecting'), { exact: true }).waitFor();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth])).toEqual([width, width]);
  }
  await context.close();
});

test.each(['desktop', 'phone'] as const)('axe finds nothing on the trading page and the market of a %s', async (device) => {
  const stage = await enter(browser, app, { device, person: await registered(app) });
  const { page } = stage;
  await page.goto('/cruuency?code=BTCUSDT');
  await openPosition(stage, 'BTCUSDT', '0.01');
  await orderIn(stage, 'positions', 'BTCUSDT').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.goto('/market');
  await page.getByText('BTCUSDT').first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await stage.context.close();
});

test('the first keys lead to the content and to the ticket', async () => {
  const { page, context, words } = await enter(browser, app, { person });
  await page.goto('/cruuency?code=BTCUSDT');
  await page.getByRole('application').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe(words('common:nav.skip'));
  await page.keyboard.press('Tab');
  expect(await focused()).toBe(words('currency:ticket.skip'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const ticket = page.getByRole('complementary', { name: words('currency:ticket.label') });
  expect(await ticket.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await context.close();
});

test('a wide window shows all of the terminal at once, most of it the chart, in the height that the person gave it', async () => {
  const { page, context, words } = await enter(browser, app, { person: await registered(app) });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/cruuency?code=BTCUSDT');
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 };
  const endOf = async (part: Locator) => {
    const { y, height } = await boxOf(part);
    return Math.round(y + height);
  };
  const ticket = page.getByRole('complementary', { name: words('currency:ticket.label') });
  const list = page.getByRole('complementary', { name: words('currency:switcher.label') });
  const separator = page.getByRole('separator', { name: words('currency:splitter') });
  // A banner that comes late moves all of it down, and then all of it is as much lower.
  for (const part of [ticket, list]) await expect.poll(() => endOf(part)).toBe(900);
  await expect
    .poll(async () => (await boxOf(page.locator('main header').filter({ has: page.locator('#instrument') }))).height)
    .toBeLessThan(50);
  // Toolbar, candles and volumes: 55 of a hundred parts of the window are 495.
  const chart = page.locator('section').filter({ has: page.getByRole('application') });
  await expect.poll(async () => (await boxOf(chart)).height).toBeGreaterThanOrEqual(495);
  await separator.press('Home');
  await expect.poll(async () => (await boxOf(chart)).height).toBeLessThan(300);
  await page.reload();
  await expect.poll(async () => (await boxOf(chart)).height).toBeLessThan(300);
  await expect.poll(() => endOf(ticket)).toBe(900);
  await context.close();
});

test('the list of instruments stays while another one is loaded, and the focus in it', async () => {
  const { page, context, words } = await enter(browser, app, { person });
  await page.goto('/cruuency?code=BTCUSDT');
  const list = page.getByRole('navigation', { name: words('currency:switcher.label') });
  await list.getByLabel(words('currency:switcher.search')).fill('ETHUSDT');
  const ethereum = list.getByRole('link', { name: 'ETHUSDT' });
  await list.locator('[aria-setsize="1"]').waitFor();
  await ethereum.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Ethereum' }).waitFor();
  await ethereum.and(page.locator('[aria-current="page"]')).waitFor();
  expect(await ethereum.evaluate((link) => link === document.activeElement)).toBe(true);
  await context.close();
});

test('who chooses another instrument on a phone stands at its name', async () => {
  const { page, context, words } = await enter(browser, app, { device: 'phone', person });
  await page.goto('/cruuency?code=BTCUSDT');
  await page.getByRole('button', { name: words('currency:switcher.open') }).click();
  const sheet = page.getByRole('dialog', { name: words('currency:switcher.label') });
  await sheet.getByLabel(words('currency:switcher.search')).fill('ETHUSDT');
  await sheet.getByRole('link', { name: 'ETHUSDT' }).press('Enter');
  const name = page.getByRole('heading', { level: 1, name: 'Ethereum' });
  await name.and(page.locator(':focus')).waitFor();
  await context.close();
});

test('the ticket of a phone is a step of its own: Back closes it, and closing it twice at once leaves the page where it is', async () => {
  const stage = await enter(browser, app, { device: 'phone', person });
  const { page, context, words } = stage;
  await page.goto('/market');
  await page.goto('/cruuency?code=BTCUSDT');
  const ticket = dialog(stage, 'Bitcoin');
  const size = ticket.getByLabel(words('currency:ticket.size'), { exact: true });
  await openTicket(stage);
  await size.waitFor();
  await page.goBack();
  await ticket.waitFor({ state: 'detached' });
  await page.getByRole('application').waitFor();
  await openTicket(stage);
  await size.waitFor();
  // Two taps beside it before the window has gone back by one step.
  await size.evaluate((field) => {
    for (const _ of [1, 2]) field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await ticket.waitFor({ state: 'detached' });
  await page.getByRole('application').waitFor();
  expect(new URL(page.url()).pathname).toBe('/cruuency');
  await context.close();
});

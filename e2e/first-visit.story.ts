import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from './browser.ts';
import { type App, until } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

describe('a first visit', () => {
  test('says that this is a sandbox, on every screen', async () => {
    const { page, context } = await visit(browser, app);
    for (const path of ['/', '/market', '/pass/login']) {
      await page.goto(path);
      await page.getByText('Sandbox — simulated prices, no real money').waitFor();
    }
    await context.close();
  });

  test('shows a market whose prices move', async () => {
    const { page, context } = await visit(browser, app);
    await page.goto('/market');
    const row = page.getByRole('row').filter({ hasText: 'BTC' }).first();
    const before = await row.innerText();
    await until('another price in the same row', async () => ((await row.innerText()) === before ? undefined : true));
    await context.close();
  });

  test('finds the icon that browsers ask for by themselves where a page names none', async () => {
    const icon = await fetch(`${app.origin}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  });

  test('is led home from an address that does not exist', async () => {
    const { page, context } = await visit(browser, app);
    await page.goto('/no/such/page');
    await page.waitForURL(`${app.origin}/`);
    await context.close();
  });

  test('asks to sign in before an account is shown, and speaks the language that was chosen', async () => {
    const { page, context } = await visit(browser, app, { language: 'ar', device: 'phone' });
    await page.goto('/profile');
    await page.waitForURL('**/pass/login');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await context.close();
  });
});

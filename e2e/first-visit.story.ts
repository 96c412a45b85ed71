import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from './browser.ts';
import { type App, registered, until } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { enter, field, openPosition } from './steps.ts';
import { wordsOf } from './words.ts';

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

  test('stands where site data is blocked: whoever signs in there orders, and is told what came of it', async () => {
    const person = await registered(app);
    const stage = await enter(browser, app);
    const { page } = stage;
    await page.addInitScript(() => {
      for (const kind of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, kind, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
    });
    await page.goto('/pass/login');
    // Nothing says which language was chosen.
    const chinese = { ...stage, words: wordsOf('zh') };
    await field(chinese, 'pass:field.account').fill(person.userName);
    await field(chinese, 'pass:field.password').fill(person.password);
    await field(chinese, 'pass:field.password').press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/pass'));
    // A page that is loaded anew has forgotten who signed in.
    await page.evaluate(() => {
      history.pushState(null, '', '/cruuency?code=BTCUSDT');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await openPosition(chinese, 'BTCUSDT', '0.01');
    expect((await person.call(customerCalls.order.listUOrder, {})).items).toHaveLength(1);
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  });
});

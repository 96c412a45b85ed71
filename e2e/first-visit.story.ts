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

  test('sees a receipt worked out in front of it, to the cent, and the promises behind it', async () => {
    const { page, words, faults, context } = await enter(browser, app);
    await page.goto('/');
    const receipt = page.getByRole('region', { name: words('visitor:receipt.title') });
    await receipt.getByText(words('visitor:receipt.checked')).waitFor();
    const figure = async (name: string): Promise<number> => {
      const line = receipt.locator('dl > div').filter({ hasText: words(`visitor:receipt.${name}`) });
      return Number((await line.locator('dd').innerText()).replaceAll(/[^\d.-]/g, ''));
    };
    const [open, close, net] = [await figure('opened'), await figure('closed'), await figure('net')];
    // 0.1 BTC, a fee of 0.05 % at open and at close.
    expect(Math.abs(0.1 * (close - open) - 0.1 * 0.0005 * (open + close) - net)).toBeLessThan(0.011);
    await page.getByRole('heading', { name: words('introduction:promises') }).waitFor();
    await page
      .getByText(/^[\d,]+\.\d\d USDT$/)
      .first()
      .waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('finds the market as a list, with small coins behind a press, and as a map whose tiles open instruments', async () => {
    const { page, words, context } = await enter(browser, app);
    await page.goto('/market');
    const rows = async () => Number(await page.getByRole('table').getAttribute('aria-rowcount'));
    const small = page.getByRole('button', { name: /small coins/ });
    await small.waitFor();
    const [larger, hidden] = [await rows(), Number.parseInt(await small.innerText(), 10)];
    await small.click();
    await until('all coins', async () => ((await rows()) === larger + hidden ? true : undefined));
    await page
      .getByRole('list', { name: words('market:movers.label') })
      .getByRole('link')
      .first()
      .waitFor();
    await page.getByText(words('market:view.map'), { exact: true }).click();
    await page
      .getByRole('group', { name: words('market:map.label') })
      .getByRole('link', { name: /Bitcoin: / })
      .click();
    await page.waitForURL(/\/cruuency\?code=BTCUSDT&type=2&id=crypto-BTCUSDT$/);
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

describe('home of a customer', () => {
  test.each(['desktop', 'phone'] as const)(
    'shows on a %s what the account is worth, what is open, and what to do next',
    async (device) => {
      const person = await registered(app);
      const order = { code: 'BTCUSDT', side: 'long', type: 'market', lots: '0.01', leverage: 10 } as const;
      await person.call(customerCalls.order.buyU, order, { idempotencyKey: person.userName });
      const { page, words, faults, context } = await enter(browser, app, { device, person });
      await page.goto('/');
      const board = page.getByRole('region', { name: words('dashboard:title') });
      await board
        .getByText(/^(?:99,9|100,0)\d\d\.\d\d USDT$/)
        .first()
        .waitFor();
      await board
        .getByRole('list', { name: words('orders:positions') })
        .getByText('BTCUSDT')
        .waitFor();
      await board.getByText('1/4').waitFor();
      await board.getByRole('link', { name: new RegExp(words('dashboard:steps.verified')) }).waitFor();
      const ways = board.getByRole('list', { name: words('dashboard:actions') });
      for (const [name, path] of [
        ['withdraw', '/profile/balance?withdraw=USDT'],
        ['trade', '/cruuency?code=BTCUSDT'],
        ['invite', '/profile/invite'],
      ] as const) {
        const way = ways.getByRole('link', { name: words(`dashboard:action.${name}`), exact: true });
        expect(await way.getAttribute('href')).toBe(path);
      }
      // Play money is not brought in: it is a question first.
      await ways.getByRole('button', { name: words('dashboard:action.deposit'), exact: true }).waitFor();
      expect(faults).toEqual([]);
      await context.close();
    },
  );
});

// Texts that are loading hide nothing that is on the page already, whatever is pressed and whatever data arrive.
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, registered, until } from './harness.ts';
import { enterDocument, enterPerson, go } from './identity-steps.ts';
import { requestsOf } from './quiet-page.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { button, dialog, enter, field, orderIn } from './steps.ts';

const code = 'BTCUSDT';
const pages = [
  '/',
  '/market',
  `/cruuency?code=${code}`,
  '/trading',
  '/loan',
  '/nfts',
  ...['', '?section=orders', '?section=identity', '?section=security', '?section=settings'].map((query) => `/profile${query}`),
  ...['', '?withdraw=USDT'].map((query) => `/profile/balance${query}`),
];

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

/** Holds the page's requests to such an address, until they are let through; `wanted` resolves once there is one. */
async function keptBack(page: Page, address: RegExp) {
  const back: Route[] = [];
  const asked = Promise.withResolvers<void>();
  let open = false;
  await page.route(address, (route) => {
    asked.resolve();
    if (open) return route.continue();
    back.push(route);
    return undefined;
  });
  return {
    wanted: asked.promise,
    let: async (): Promise<void> => {
      open = true;
      await Promise.all(back.map((route) => route.continue()));
    },
  };
}

/** The files of these words, in any language. */
const wordsOf = (...names: string[]) => new RegExp(`/assets/(?:${names.join('|')})-[^/]+\\.js$`);

/** A customer with so many positions, on the instrument's page. */
async function trading(positions: number, kept: RegExp) {
  const person = await registered(app);
  for (let at = 0; at < positions; at += 1) {
    const order = { code, side: 'long', type: 'market', lots: '0.01', leverage: 10 } as const;
    await person.call(customerCalls.order.buyU, order, { idempotencyKey: `${person.userName}-${at}` });
  }
  const stage = await enter(browser, app, { person });
  const words = await keptBack(stage.page, kept);
  const requests = requestsOf(stage.page);
  await stage.page.goto(`/cruuency?code=${code}`);
  return { ...stage, stage, late: words, ...requests };
}

test('a ticket stands while the words of an order that waits are on their way', async () => {
  const stage = await enter(browser, app);
  const { page, words } = stage;
  const late = await keptBack(page, wordsOf('waiting'));
  await page.goto(`/cruuency?code=${code}`);
  await field(stage, 'currency:ticket.size').fill('0.01');
  await page
    .getByRole('radiogroup', { name: words('currency:ticket.type') })
    .getByText(words('currency:ticket.limit'), { exact: true })
    .click();
  await late.wanted;
  await field(stage, 'currency:ticket.price').waitFor();
  expect(await field(stage, 'currency:ticket.size').isVisible()).toBe(true);
  await late.let();
  await page.getByRole('radiogroup', { name: words('waiting:until.label') }).waitFor();
  await stage.context.close();
});

test('positions stand while the words of a question about them are on their way, and of another list the tabs', async () => {
  const { stage, page, words, late, context } = await trading(2, wordsOf('codes', 'slips', 'results'));
  const row = orderIn(stage, 'positions', code).first();
  await row.waitFor();
  const name = `${words('common:account.demo')} · `;
  await button(stage, name + words('sweep:closeAll.action')).click();
  await late.wanted;
  expect(await row.isVisible()).toBe(true);

  await page.getByRole('tab', { name: words('orders:history'), exact: true }).click();
  await page.getByRole('tab', { name: words('orders:history'), selected: true }).waitFor();
  expect(await page.getByRole('region', { name: words('terminal:account.label') }).isVisible()).toBe(true);

  const size = field(stage, 'currency:ticket.size');
  await size.fill('0.01');
  const form = page.locator('form').filter({ has: size });
  await form.getByRole('button', { name: name + words('currency:ticket.long'), exact: true }).click();
  expect(await size.isVisible()).toBe(true);
  await late.let();
  await dialog(stage, words('sweep:closeAll.title'))
    .or(dialog(stage, words('currency:confirm.title')))
    .first()
    .waitFor();
  await context.close();
});

test('words of dialogs come by themselves, and a press waits for none', async () => {
  const { stage, page, words, asked, silent, context } = await trading(2, /nothing is kept/);
  await orderIn(stage, 'positions', code).first().waitFor();
  await until('words ahead of a press', () => Promise.resolve(asked.some((path) => path.includes('/slips-')) || undefined));
  await silent();
  await page.route('**/assets/*.js', (route) => route.abort());
  await button(stage, `${words('common:account.demo')} · ${words('sweep:closeAll.action')}`).click();
  await dialog(stage, words('sweep:closeAll.title')).waitFor();
  await context.close();
});

test('an invitation that arrives hides nothing of its page', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  const { asked } = requestsOf(page);
  const data = await keptBack(page, /\/user\/invite\b/);
  await page.goto('/profile/invite');
  await data.wanted;
  // What else it needs has come.
  await until('the words of the page', () => Promise.resolve(asked.some((path) => path.includes('/share-')) || undefined));
  await keptBack(page, /\/assets\/[^/]+\.js$/);
  await data.let();
  await page.getByText(words('invite:lead', { rate: '20%', days: '365 days' })).waitFor();
  await page.locator('code').filter({ hasText: '/pass/register?invite=' }).waitFor();
  await stage.context.close();
});

const ofRealMoney = ['/trading', '/loan', ...['deposit', 'withdraw'].map((way) => `/profile/balance?${way}=USDT`)];

test.each([
  ['desktop', 'demo', pages],
  ['phone', 'demo', pages],
  ['desktop', 'real', ofRealMoney],
] as const)(
  // React hides everything around what still waits for words or code, and gives its focus away.
  'nothing that stands on a page of a %s is hidden again while the rest of it comes, on the %s account',
  async (device, book, paths) => {
    const { page, context } = await enter(browser, app, { device, person: await registered(app), book });
    await page.addInitScript(() => {
      const hidden: string[] = [];
      Object.assign(window, { hidden });
      const watch = new MutationObserver((changes) => {
        for (const { target } of changes) {
          if (!(target instanceof HTMLElement) || target.style.getPropertyPriority('display') !== 'important') continue;
          if (target.style.display === 'none')
            hidden.push(`${location.pathname}${location.search}: ${target.tagName} ${target.className}`);
        }
      });
      watch.observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
    });
    const { silent } = requestsOf(page);
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await silent();
      found.push(...(await page.evaluate(() => (window as unknown as { hidden: string[] }).hidden)));
    }
    expect(found).toEqual([]);
    await context.close();
  },
);

/** From here on no more of the site loads; its own prefetches have completed. */
async function complete(page: Page, silent: () => Promise<unknown>): Promise<void> {
  await silent();
  await page.route('**/assets/*.js', (route) => route.abort());
}

test('the code of a registration is asked for with words that came with its page', async () => {
  const stage = await enter(browser, app);
  const { page, words } = stage;
  const { silent } = requestsOf(page);
  await page.goto('/pass/register');
  await field(stage, 'pass:field.email').fill(`late-${Date.now()}@example.com`);
  await complete(page, silent);
  await button(stage, words('pass:register.next')).click();
  await page.getByText(words('code:sent')).waitFor();
  await stage.context.close();
});

test('questions of settings and security come at the press, with words that came with their page', async () => {
  const stage = await enter(browser, app, { person: await registered(app) });
  const { page, words } = stage;
  const { silent } = requestsOf(page);
  for (const [section, press, title] of [
    ['settings', 'closing:export.open', 'closing:export.title'],
    ['security', 'security:email.change', 'security:email.changeTitle'],
  ] as const) {
    await page.goto(`/profile?section=${section}`);
    await button(stage, words(press)).and(page.locator(':enabled')).waitFor();
    await complete(page, silent);
    await button(stage, words(press)).click();
    await dialog(stage, words(title)).waitFor();
    await page.unroute('**/assets/*.js');
  }
  await stage.context.close();
});

test('the pictures of an identity check are asked for with words that came with its page', async () => {
  const stage = await enter(browser, app, { person: await registered(app) });
  const { page } = stage;
  const { silent } = requestsOf(page);
  await page.goto('/profile?section=identity');
  await enterPerson(stage);
  await complete(page, silent);
  await go(stage);
  await enterDocument(stage, 'passport', 'L01X00T44');
  await go(stage);
  await field(stage, 'kyc:photos.passport').waitFor({ state: 'attached' });
  await stage.context.close();
});

import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, type Person, registered } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { type Stage, button, dialog, enter, field, openPosition, orderIn } from './steps.ts';

// Answers get lost, networks end, accounts are switched, sheets closed, tabs killed: no order that was not meant.

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

const instrument = '/cruuency?code=BTCUSDT';
const demoLong = 'Demo · Buy long';

interface Scene extends Stage {
  readonly person: Person;
  /** What has left the page to open a position: its account and its key. */
  readonly sent: { book: string | undefined; key: string | undefined }[];
}

/** A user with a filled in ticket, whose confirm sheet is open. */
async function aboutToBuy(device: 'desktop' | 'phone' = 'desktop'): Promise<Scene> {
  const person = await registered(app);
  const stage = await enter(browser, app, { person, device });
  const sent: Scene['sent'] = [];
  stage.page.on('request', (request) => {
    if (!request.url().endsWith('/order/buyU')) return;
    sent.push({ book: request.headers()['virtually'], key: request.headers()['idempotency-key'] });
  });
  await stage.page.goto(instrument);
  await fillIn(stage);
  return { ...stage, person, sent };
}

async function fillIn(stage: Stage): Promise<void> {
  if (stage.phone) await button(stage, demoLong).click();
  await field(stage, 'currency:ticket.size').fill('0.01');
  const form = stage.page.locator('form').filter({ has: field(stage, 'currency:ticket.size') });
  await form.getByRole('button', { name: demoLong, exact: true }).click();
  await dialog(stage, 'Confirm the order').waitFor();
}

const confirm = (stage: Stage) =>
  dialog(stage, 'Confirm the order').getByRole('button', { name: demoLong, exact: true }).click();

/** The server gets the call, the page never its answer. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

/** The outcome can't be requested, until the answer allows it. */
async function deaf(page: Page): Promise<() => Promise<void>> {
  await page.route('**/order/outcome?**', (route) => route.abort());
  return () => page.unroute('**/order/outcome?**');
}

const orders = async ({ person }: Scene) => (await person.call(customerCalls.order.listUOrder, {})).items.length;

/** What this browser has written down of what has no answer. */
const written = ({ page }: Scene) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((name) => name.startsWith('outbox.'))
      .map((name) => localStorage.getItem(name) ?? ''),
  );

const switchTo = (page: Page, book: 'Demo' | 'Real') =>
  page.getByRole('radiogroup', { name: 'Account type' }).first().getByText(book, { exact: true }).click();

test('a demo order whose answer was lost never reaches the real account, and is found once somebody can be asked', async () => {
  const scene = await aboutToBuy();
  const { page, sent, words } = scene;
  await page.route('**/order/buyU', loseAnswer);
  const hears = await deaf(page);
  await confirm(scene);
  const card = page.getByRole('listitem').filter({ hasText: words('common:outbox.unknown') });
  await card.getByText('Demo · BTCUSDT · 0.01').waitFor();
  await page.keyboard.press('Escape');
  // It stands for a few seconds alone, and is looked for from before the press on.
  const told = page.getByText('You are now on your real account').waitFor();
  await switchTo(page, 'Real');
  await told;
  await card.waitFor();
  expect(await field(scene, 'currency:ticket.size').inputValue()).toBe('');
  await hears();
  // A toast would read like a fill of the account that is shown by now; the notice names the one that it was pressed on.
  const answered = page.getByRole('listitem').filter({ hasText: words('common:outbox.answered') });
  await answered.getByText('Demo · BTCUSDT · 0.01').waitFor();
  await card.waitFor({ state: 'detached' });
  expect(await page.getByText(/^Filled at/).count()).toBe(0);
  expect(sent).toEqual([{ book: 'NO', key: sent[0]?.key }]);
  expect(await orders(scene)).toBe(1);
  await scene.context.close();
});

test('closing the sheet on a phone does not forget an order without an answer: the same one is not sent twice', async () => {
  const scene = await aboutToBuy('phone');
  const { page, sent, words } = scene;
  await page.route('**/order/buyU', loseAnswer);
  const hears = await deaf(page);
  await confirm(scene);
  await page.getByText(words('common:outbox.unknown')).waitFor();
  for (const title of ['Confirm the order', 'Bitcoin']) {
    await page.keyboard.press('Escape');
    await dialog(scene, title).waitFor({ state: 'detached' });
  }
  await button(scene, demoLong).click();
  await field(scene, 'currency:ticket.size').fill('0.01');
  const form = page.locator('form').filter({ has: field(scene, 'currency:ticket.size') });
  await form.locator('button[type=submit][aria-busy=true]').waitFor();
  await field(scene, 'currency:ticket.size').press('Enter');
  expect(await dialog(scene, 'Confirm the order').count()).toBe(0);
  await hears();
  await page.getByText(/^Filled at/).waitFor();
  expect(sent).toHaveLength(1);
  expect(await orders(scene)).toBe(1);
  await scene.context.close();
});

test('what is pressed offline is not sent, says so, and is not sent later either', async () => {
  const scene = await aboutToBuy();
  const { page, context, words } = scene;
  await confirm(scene);
  const position = orderIn(scene, 'positions', 'BTCUSDT');
  await position.waitFor();
  // Amending needs no price, so only the network can fail it.
  await position.getByRole('button', { name: words('orders:action.edit') }).click();
  const amend = page.getByRole('dialog');
  const [opened] = (await scene.person.call(customerCalls.order.listUOrder, {})).items;
  await amend.getByLabel(words('orders:amend.stopLoss')).fill((Number(opened?.openPrice) * 0.97).toFixed(2));
  await context.setOffline(true);
  await amend.getByRole('button', { name: words('orders:amend.save') }).click();
  await page.getByRole('alert').getByText(words('common:outbox.offline')).waitFor();
  // Back on the network the page reads its orders anew; a change that had waited would have gone out by then.
  const reads = page.waitForResponse('**/order/listUOrder**');
  await context.setOffline(false);
  await reads;
  const { items } = await scene.person.call(customerCalls.order.listUOrder, {});
  expect(items).toMatchObject([{ stopLoss: null }]);
  await context.close();
});

test.each(['desktop', 'phone'] as const)(
  'switching the account in another tab closes all sheets of a %s and says so',
  async (device) => {
    const scene = await aboutToBuy(device);
    const { page, context, sent, phone } = scene;
    const other = await context.newPage();
    // The board of a first visit would lie over another window of a phone.
    await other.addInitScript(() => sessionStorage.setItem('showBoard', 'false'));
    await other.goto(phone ? '/profile' : '/');
    // The home drawn by the server handles no events until its code is there, which knows of the sandbox.
    await other.getByText(scene.words('common:frame.sandbox')).waitFor();
    await switchTo(other, 'Real');
    await page.getByText('You are now on your real account').waitFor();
    await dialog(scene, 'Confirm the order').waitFor({ state: 'detached' });
    if (phone) {
      // The ticket is a sheet itself.
      await dialog(scene, 'Bitcoin').waitFor({ state: 'detached' });
      await button(scene, 'Real · Buy long').click();
    }
    expect(await field(scene, 'currency:ticket.size').inputValue()).toBe('');
    await field(scene, 'currency:ticket.size').fill('0.01');
    await button(scene, scene.words('currency:blocker.balance')).waitFor();
    expect(sent).toEqual([]);
    await context.close();
  },
);

test('what was told of orders on one account does not stand on the other, where it would read like one of its own', async () => {
  const scene = await aboutToBuy();
  const { page, words } = scene;
  const goesWith = async (told: RegExp, account: 'Demo' | 'Real') => {
    // What a mouse points at does not go by itself.
    await page.getByText(told).hover();
    await page.getByRole('radiogroup', { name: 'Account type' }).first().getByRole('radio', { name: account }).press('Space');
    await page.getByText(`You are now on your ${account.toLowerCase()} account`).waitFor();
    await page.getByText(told).waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);
  };
  await confirm(scene);
  await goesWith(/^Filled at/, 'Real');
  await switchTo(page, 'Demo');
  await fillIn(scene);
  await confirm(scene);
  await page.getByText(/^Filled at/).waitFor();
  await button(scene, `Demo · ${words('orders:action.close')}`)
    .first()
    .click();
  await dialog(scene, words('orders:close.title'))
    .getByRole('button', { name: `Demo · ${words('orders:close.confirm')}`, exact: true })
    .click();
  await goesWith(/^BTCUSDT · Position closed/, 'Real');
  await switchTo(page, 'Demo');
  await fillIn(scene);
  await confirm(scene);
  await page.getByText(/^Filled at/).waitFor();
  await page
    .getByRole('button', { name: new RegExp(words('sweep:closeAll.action')) })
    .first()
    .click();
  await dialog(scene, words('sweep:closeAll.title'))
    .getByRole('button', { name: `Demo · ${words('sweep:closeAll.action')}`, exact: true })
    .click();
  await goesWith(/^2 closed$/, 'Real');
  await scene.context.close();
});

test('an order without an answer holds back another tab and outlives a reload: the next page tells what came of it', async () => {
  const scene = await aboutToBuy();
  const { page, context, sent, words } = scene;
  await page.route('**/order/buyU', loseAnswer);
  const hears = await deaf(page);
  await confirm(scene);
  await page.getByText(words('common:outbox.unknown')).waitFor();
  const other = { ...scene, page: await context.newPage() };
  await deaf(other.page);
  await other.page.goto(instrument);
  await field(other, 'currency:ticket.size').fill('0.01');
  const form = other.page.locator('form').filter({ has: field(other, 'currency:ticket.size') });
  await form.locator('button[type=submit][aria-busy=true]').waitFor();
  await field(other, 'currency:ticket.size').press('Enter');
  expect(await dialog(other, 'Confirm the order').count()).toBe(0);
  await other.page.close();
  await page.reload();
  await page.getByText('Demo · BTCUSDT · 0.01').waitFor();
  await page.getByText(words('common:outbox.unknown')).waitFor();
  // Nothing that could send it again, and nothing private, is written down.
  const [kept = ''] = await written(scene);
  expect(Object.keys(JSON.parse(kept) as object).toSorted()).toEqual([
    'book',
    'deadline',
    'key',
    'owner',
    'path',
    'subject',
    'summary',
  ]);
  await hears();
  await page.getByText(words('common:outbox.answered')).waitFor();
  expect(sent).toHaveLength(1);
  expect(await orders(scene)).toBe(1);
  await button(scene, words('common:action.close')).first().click();
  expect(await written(scene)).toEqual([]);
  await scene.context.close();
});

test('an order of a tab that was killed before it left is never executed', async () => {
  const scene = await aboutToBuy();
  const { page, context, words } = scene;
  await page.route('**/order/buyU', (route) => route.abort());
  await confirm(scene);
  await page.getByText(words('common:outbox.unknown')).waitFor();
  await page.close();
  const next = await context.newPage();
  await next.goto('/market');
  // Ten seconds after the press nothing can arrive in time, and that is said at once.
  await next.getByText(words('common:outbox.never')).waitFor();
  expect(await orders(scene)).toBe(0);
  await context.close();
});

test('the board of a first visit on a phone waits until it is read what became of an order of a tab that was killed', async () => {
  const scene = await aboutToBuy('phone');
  const { page, context, words } = scene;
  await page.route('**/order/buyU', loseAnswer);
  const hears = await deaf(page);
  await confirm(scene);
  await page.getByText(words('common:outbox.unknown')).waitFor();
  await hears();
  await page.close();
  const next = { ...scene, page: await context.newPage() };
  await next.page.goto('/market');
  await next.page.getByText(words('common:outbox.answered')).waitFor();
  const board = next.page.getByRole('dialog', { name: words('common:board.title') });
  expect(await board.count()).toBe(0);
  await button(next, words('common:action.close')).first().click();
  await board.waitFor();
  await context.close();
});

test('cancelling closes the key: what still arrives is not executed', async () => {
  const scene = await aboutToBuy();
  const { page, words } = scene;
  const released = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<unknown>();
  await page.route('**/order/buyU', async (route) => {
    await released.promise;
    arrived.resolve(await (await route.fetch()).json());
  });
  await confirm(scene);
  await dialog(scene, 'Confirm the order')
    .getByRole('button', { name: words('common:action.cancel') })
    .click();
  await page.getByRole('alert').getByText(words('common:outbox.cancelled')).waitFor();
  released.resolve();
  expect(await arrived.promise).toMatchObject({ code: '11152' });
  expect(await orders(scene)).toBe(0);
  await scene.context.close();
});

test('a session that ends before the answer takes the order along; the next sign-in says to look', async () => {
  const scene = await aboutToBuy();
  const { page, words, person } = scene;
  await page.route('**/order/buyU', loseAnswer);
  const hears = await deaf(page);
  await confirm(scene);
  await page.getByText(words('common:outbox.unknown')).waitFor();
  await person.call(customerCalls.login.logout, {});
  await page.waitForURL('**/pass/login');
  await hears();
  expect(await written(scene)).toEqual([]);
  // Who comes back from elsewhere, or by a tab that was put aside, finds another page than the one that was signed out.
  await page.reload();
  await field(scene, 'pass:field.account').fill(person.userName);
  await field(scene, 'pass:field.password').fill(person.password);
  await page
    .locator('form')
    .getByRole('button', { name: words('pass:login.submit') })
    .click();
  await page.getByRole('alert').getByText(words('common:outbox.lookText')).waitFor();
  await scene.context.close();
});

/** From here on the page's next call of a path names a price that is gone: half, or twice, of what was seen. */
async function losePrice(page: Page, path: string, times: number): Promise<void> {
  await page.route(
    `**${path}`,
    (route) => {
      const input = route.request().postDataJSON() as { seenPrice: string };
      return route.continue({
        postData: JSON.stringify({ ...input, seenPrice: (Number(input.seenPrice) * times).toFixed(2) }),
      });
    },
    { times: 1 },
  );
}

test('a price that has moved is asked about again: a position that then closes at any price in one tap, an option, coins', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.goto(instrument);
  await openPosition(stage, 'BTCUSDT', '0.01');
  await losePrice(page, '/order/stopU', 2);
  const position = orderIn(stage, 'positions', 'BTCUSDT');
  await position.getByRole('button', { name: `Demo · ${words('orders:action.close')}`, exact: true }).click();
  const asked = dialog(stage, words('orders:close.title'));
  // At any price is one tap from the beginning, not only after a refusal.
  await asked.getByRole('button', { name: `Demo · ${words('orders:close.anyPrice')}`, exact: true }).waitFor();
  await asked.getByRole('button', { name: `Demo · ${words('orders:close.confirm')}`, exact: true }).click();
  const moved = dialog(stage, words('orders:close.movedTitle'));
  await moved.getByText('The position is still open.').waitFor();
  await moved.getByRole('button', { name: `Demo · ${words('orders:close.takeNew')}`, exact: true }).waitFor();
  const closing = page.waitForRequest('**/order/stopU');
  await moved.getByRole('button', { name: `Demo · ${words('orders:close.anyPrice')}`, exact: true }).click();
  expect(Object.keys((await closing).postDataJSON() as object)).toEqual(['id']);
  await position.waitFor({ state: 'detached' });

  for (const [product, size, amount, action, title] of [
    ['option', 'options:stake.label', '10', 'Demo · Higher', words('options:confirm.title')],
    ['spot', 'spot:size.label', '0.01', 'Demo · Buy BTC', words('currency:confirm.title')],
  ] as const) {
    await page.getByRole('tab', { name: words(`currency:ticket.${product}`), exact: true }).click();
    await field(stage, size).fill(amount);
    await losePrice(page, product === 'option' ? '/order/buyOptions' : '/order/submit', 0.5);
    const form = page.locator('form').filter({ has: field(stage, size) });
    await form.getByRole('button', { name: action, exact: true }).click();
    await dialog(stage, title).getByRole('button', { name: action, exact: true }).click();
    const again = dialog(stage, words('currency:confirm.requoteTitle'));
    await again.getByText('The order was not executed.').waitFor();
    await again.getByRole('button', { name: `Demo · ${words('currency:confirm.requote')}` }).click();
    await again.waitFor({ state: 'detached' });
  }
  expect((await person.call(customerCalls.order.listOptionsOrder, {})).items).toHaveLength(1);
  expect((await person.call(customerCalls.order.listBbOrder, {})).items).toHaveLength(1);
  await stage.context.close();
});

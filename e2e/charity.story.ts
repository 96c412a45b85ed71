import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textFaults } from './browser.ts';
import { type OwnApp, type Person, auditOf, clientOf, until } from './harness.ts';
import { requestsOf } from './quiet-page.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { type Stage, button, dialog, enter, field, figures } from './steps.ts';

const { index, login, order, user } = customerCalls;

let app: OwnApp;
let browser: Browser;
let sample: Person;

beforeAll(async () => {
  [app, browser] = await Promise.all([ownApp(), sharedBrowser()]);
  sample = await sampleCustomer();
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

/** The customer that a sandbox comes with: 25,000 USDT on the real account. */
async function sampleCustomer(): Promise<Person> {
  const [, userName = '', password = ''] = await until(
    'the name of the sample customer',
    async () => /sample customer +(\S+) \/ (\S+)/.exec(app.output()) ?? undefined,
  );
  const { token, email } = await clientOf(app)(login.login, { account: userName, password });
  return { userName, email, password, token, call: clientOf(app, token, 'real') };
}

async function idOf(title: string): Promise<string> {
  const pieces = await clientOf(app)(index.listNft, {});
  const id = pieces.find((piece) => piece.title === title)?.id;
  if (id === undefined) throw new Error(`${title} is not in the gallery`);
  return id;
}

/** Switches to the real account where the page offers it. */
async function onReal(stage: Stage): Promise<void> {
  await button(stage, stage.words('common:account.toReal')).first().click();
}

/** Once the page's connection gets events of the real account: earlier ones are not sent again. */
function hearsReal(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"authenticated"') && String(payload).includes('"real"')) resolve();
    }),
  );
  return promise;
}

test('a visitor sees the gallery with its donation, a piece with its bids, and is led to log in', async () => {
  const stage = await enter(browser, app);
  const { page, words } = stage;
  await page.goto('/nfts');
  await page
    .getByRole('region', { name: words('nfts:donation.title') })
    .getByText('USDT')
    .first()
    .waitFor();
  await page.getByRole('tab', { name: words('nfts:filter.onSale') }).waitFor();
  expect(
    await page
      .getByRole('listitem')
      .filter({ has: page.locator('img') })
      .count(),
  ).toBe(12);
  await page.getByRole('link', { name: 'Drachenwetter' }).click();
  await page.waitForURL('**/nfts?id=*');
  await page.getByRole('heading', { name: 'Drachenwetter' }).waitFor();
  const history = page.getByRole('region', { name: words('nfts:history.title') }).getByRole('listitem');
  await history.first().waitFor();
  expect(await history.count()).toBe(4);
  for (const line of await history.allTextContents()) expect(line).toMatch(/^\S\*\*\*\S/);
  await page.getByRole('link', { name: words('nfts:bid.signIn') }).click();
  await page.waitForURL('**/pass/login');
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('a customer bids and raises: the difference is held', async () => {
  const id = await idOf('Currents, No. 7');
  const stage = await enter(browser, app, { person: sample });
  const { page, words } = stage;
  await page.goto(`/nfts?id=${id}`);
  await onReal(stage);
  await page.getByText('Available 25,000.00 USDT').waitFor();

  await button(stage, words('nfts:bid.place')).click();
  const asked = dialog(stage, words('nfts:bid.confirmTitle'));
  expect(await figures(asked)).toMatchObject({
    'Your bid': '240.00 USDT',
    'Held now': '240.00 USDT',
    'Available afterwards': '24,760.00 USDT',
  });
  await asked.getByRole('button', { name: words('nfts:bid.place') }).click();
  await page.getByText(words('nfts:bid.leads')).waitFor();
  expect(await sample.call(order.getProfitTotal, {})).toMatchObject({ available: '24760', held: '240' });

  // 240 and 5% are 252: the leader raises to 300 and sets 60 more aside.
  await field(stage, 'nfts:bid.amount').fill('300');
  await button(stage, words('nfts:bid.raise')).click();
  expect(await figures(asked)).toMatchObject({ 'Already held for you': '240.00 USDT', 'Held now': '60.00 USDT' });
  await asked.getByRole('button', { name: words('nfts:bid.place') }).click();
  await page
    .getByRole('region', { name: words('nfts:history.title') })
    .getByText('300.00')
    .waitFor();
  expect(await sample.call(order.getProfitTotal, {})).toMatchObject({ available: '24700', held: '300' });
  expect((await sample.call(user.listNft, {})).items[0]).toMatchObject({ id, amount: '300', standing: 'leading', held: '300' });
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('another customer outbids: the open page tells, and the money is free again', async () => {
  const id = await idOf('Currents, No. 7');
  const stage = await enter(browser, app, { person: sample });
  const { page, words } = stage;
  const hears = hearsReal(page);
  const requests = requestsOf(page);
  await page.goto(`/nfts?id=${id}`);
  await onReal(stage);
  await page.getByText(words('nfts:bid.leads')).waitFor();
  await hears;
  // The announcer is loaded as a chunk of its own.
  await requests.silent();
  // The collectors of the sandbox share its password.
  const { token } = await clientOf(app)(login.login, { account: 'ines_v', password: sample.password });
  await clientOf(app, token, 'real')(user.buyNft, { id, kind: 'bid', amount: '315' });
  await page.getByText(words('notifications:kind.outbid.title')).first().waitFor();
  await page.getByText('Available 25,000.00 USDT').waitFor();
  expect(await sample.call(order.getProfitTotal, {})).toMatchObject({ available: '25000', held: '0' });
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('on a phone in Arabic a piece is bought at once, all of it for the charity, and the books balance', async () => {
  const id = await idOf('Il tappeto di Nonna');
  const before = await clientOf(app)(index.getNft, { id });
  const stage = await enter(browser, app, { person: sample, device: 'phone', language: 'ar' });
  const { page, words } = stage;
  await page.goto(`/nfts?id=${id}`);
  await onReal(stage);
  await page.getByRole('button', { name: /700/ }).click();
  const asked = dialog(stage, words('nfts:buy.title'));
  await asked.getByRole('button', { name: words('nfts:buy.title') }).click();
  await page.getByText(words('nfts:status.sold')).first().waitFor();
  expect(await textFaults(page)).toEqual([]);
  const after = await clientOf(app)(index.getNft, { id });
  expect(after).toMatchObject({ status: 'sold', soldFor: '700' });
  expect(Number(after.cumulativeDonation) - Number(before.cumulativeDonation)).toBeCloseTo(700, 6);
  await page.goto('/nfts?show=mine');
  await page
    .getByRole('list', { name: words('nfts:filter.mine') })
    .getByText(words('nfts:standing.won'))
    .waitFor();
  expect(await auditOf(app)).toMatch(/^the books balance/m);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

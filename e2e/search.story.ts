// What operators find of a customer who calls, and how: by keys alone.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { textFaults } from './browser.ts';
import { type Desk, inDialog, open, signIn, words } from './console-steps.ts';
import type { OwnApp, Person } from './harness.ts';
import { viewers } from './screen-people.ts';
import { ownApp, sharedBrowser } from './shared.ts';

let app: OwnApp;
let browser: Browser;
let customer: Person;

beforeAll(async () => {
  [app, browser] = await Promise.all([ownApp(), sharedBrowser()]);
  ({ customer } = await viewers(app, browser, app.moveClock));
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

const field = ({ page }: Desk) => page.getByRole('combobox', { name: words('search.title') });
const options = ({ page }: Desk) => page.getByRole('listbox', { name: words('search.title') }).getByRole('option');

/** Opens the search by its key, types, and sends it. */
async function searchFor(desk: Desk, query: string): Promise<void> {
  await desk.page.keyboard.press('ControlOrMeta+k');
  await field(desk).fill(query);
  await desk.page.keyboard.press('Enter');
}

test('a caller who knows a hash, a surname or an amount is found in one search, and each is written down', async () => {
  // Codes are of the clock that was moved by a good two steps of them.
  const alice = await signIn(browser, app, 'alice', 2);
  const { page } = alice;
  // Typing the name of a desk leads there.
  await page.keyboard.press('ControlOrMeta+k');
  await field(alice).fill(words('desks.withdrawals'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: words('desks.withdrawals') }).waitFor();

  await searchFor(alice, 'MUSTER');
  await options(alice)
    .filter({ hasText: customer.userName })
    .filter({ hasText: words('search.by.name') })
    .waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await textFaults(page)).toEqual([]);

  await field(alice).fill('20,000 USDT');
  await page.keyboard.press('Enter');
  await options(alice)
    .filter({ hasText: words('search.by.amount') })
    .first()
    .waitFor();
  await field(alice).fill('b'.repeat(64).slice(0, 6) + '…bbbb');
  await page.keyboard.press('Enter');
  const hit = options(alice).filter({ hasText: words('search.by.hash') });
  await hit.filter({ hasText: words('things.kind.withdrawal') }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^W\d{6}-/ }).waitFor();

  await searchFor(alice, 'nobody at all');
  await page
    .getByRole('status')
    .filter({ hasText: words('search.none', { query: 'nobody at all' }) })
    .waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/audit');
  await page.getByText(words('names.action.search.made')).first().waitFor();
  expect(await page.getByText('MUSTER').count()).toBe(0);
  expect(alice.faults).toEqual([]);
  await alice.leave();
});

test('of desks that are closed to them, support finds the customer', async () => {
  const carol = await signIn(browser, app, 'carol', 2);
  await searchFor(carol, '200 USDT');
  const hit = options(carol).filter({ hasText: words('search.by.amount') });
  await hit.first().waitFor();
  expect(await hit.filter({ hasText: words('things.kind.withdrawal') }).count()).toBe(0);
  await hit.first().click();
  await carol.page.getByRole('heading', { name: customer.userName }).waitFor();
  expect(carol.faults).toEqual([]);
  await carol.leave();
});

test('whoever asks how an order came out is answered in the chat, in their language', async () => {
  const alice = await signIn(browser, app, 'alice', 3);
  const { page } = alice;
  await searchFor(alice, customer.userName);
  await options(alice)
    .filter({ hasText: words('search.by.userName') })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: customer.userName }).waitFor();
  const lines = page.getByRole('table', { name: words('users.timeline.title') });
  await lines.getByText(words('things.kind.deposit')).first().waitFor();
  await page.getByRole('button', { name: words('users.timeline.orders'), exact: true }).click();
  await lines.getByText(words('things.kind.deposit')).waitFor({ state: 'detached' });
  const closed = lines.getByRole('row').filter({ hasText: words('things.status.contract.closedEarly') });
  expect(await axeFaults(page)).toEqual([]);
  expect(await textFaults(page)).toEqual([]);
  await closed.getByRole('button', { name: words('users.timeline.explain') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('table', { name: words('users.outcome.quotes') }).waitFor();
  await dialog.getByText(words('names.reason.contract.closed'), { exact: true }).first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(alice.faults).toEqual([]);
  await alice.leave();
});

test('a queue is worked through by keys, and each decision leads to the next case', async () => {
  const bob = await signIn(browser, app, 'bob', 2);
  const { page } = bob;
  await open(bob, words('desks.deposits'));
  await page.getByRole('link', { name: words('cases.queue.work') }).click();
  const queue = page.getByRole('navigation', { name: words('cases.queue.title') });
  const may = (act: 'funds.approve' | 'funds.complete') =>
    page.getByRole('button', { name: words(act), exact: true, disabled: false }).waitFor();
  const here = queue.locator('[aria-current="page"]');
  await here.waitFor();
  const first = await here.textContent();
  await page.keyboard.press('j');
  await queue
    .locator('[aria-current="page"]')
    .filter({ hasNotText: first ?? '' })
    .waitFor();
  await page.keyboard.press('k');
  await here.filter({ hasText: first ?? '' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  // The older one waits for its second person, the other for its first: A is whichever may be done.
  await may('funds.complete');
  // Its answer comes late. An operator who has closed the dialog meanwhile, and still views the case, is not moved to the next
  // one.
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/deposits/complete', async (route) => {
    await late;
    await route.continue();
  });
  const decided = page.url();
  await page.keyboard.press('a');
  await inDialog(bob, words('funds.complete'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('frame.close'), exact: true })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  answer();
  await page.getByText(words('funds.deposits.completed')).waitFor();
  expect(page.url()).toBe(decided);
  await open(bob, words('desks.deposits'));
  await page.getByRole('link', { name: words('cases.queue.work') }).click();
  await may('funds.approve');
  await page.keyboard.press('a');
  await inDialog(bob, words('funds.approve'));
  await page.getByText(words('cases.queue.empty')).waitFor();
  expect(bob.faults).toEqual([]);
  await bob.leave();
});

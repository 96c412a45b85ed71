import { randomUUID } from 'node:crypto';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf, textFaults } from './browser.ts';
import { type App, registered } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { dialog, enter, field, register, showOrders } from './steps.ts';

const { order, user } = customerCalls;
let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

test('an invitation is taken from its link, and the friend appears under a masked name', async () => {
  const inviter = await registered(app);
  const stage = await enter(browser, app, { person: inviter });
  const { page, words } = stage;
  await page.goto('/profile/invite');
  await page.getByText(words('invite:lead', { rate: '20%', days: '365 days' })).waitFor();
  await page.getByText(words('invite:invitees.empty')).waitFor();
  const link = await page.locator('code').filter({ hasText: '/pass/register?invite=' }).innerText();

  const guest = await enter(browser, app, { device: 'phone', language: 'zh' });
  await guest.page.goto(link);
  await field(guest, 'pass:field.inviteCode').waitFor();
  expect(await field(guest, 'pass:field.inviteCode').inputValue()).toBe(new URL(link).searchParams.get('invite'));
  const friend = await register(guest);

  await page.reload();
  const name = `${friend.userName.slice(0, 2)}***${friend.userName.slice(-1)}`;
  const row = page
    .getByRole('region', { name: words('invite:invitees.title') })
    .getByRole('row')
    .filter({ hasText: name });
  await row.getByText('0.00 USDT').waitFor();
  expect(await page.content()).not.toContain(friend.userName);
  expect([...stage.faults, ...guest.faults]).toEqual([]);
  await Promise.all([stage.context.close(), guest.context.close()]);
});

test('the invitation is a picture to keep, also right to left on a phone', async () => {
  const inviter = await registered(app);
  const stage = await enter(browser, app, { person: inviter, device: 'phone', language: 'ar' });
  const { page, words } = stage;
  await page.goto('/profile/invite');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: words('share:download') }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('assay-invitation.png');
  const picture = await contentOf(file);
  // PNG of 1080 × 1350: its header says so.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1350]);
  expect(await textFaults(page)).toEqual([]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('a closed trade is shown to a visitor without its amounts, computed there, and taken back', async () => {
  const owner = await registered(app);
  const contract = { code: 'BTCUSDT', side: 'long', type: 'market', lots: '0.01', leverage: 10 } as const;
  const { id } = await owner.call(order.buyU, contract, { idempotencyKey: randomUUID() });
  await owner.call(order.stopU, { id }, { idempotencyKey: randomUUID() });
  const stage = await enter(browser, app, { person: owner });
  const { page, words } = stage;
  await page.goto('/profile?section=orders');
  await showOrders(stage, 'history');
  await page.getByRole('button', { name: words('orders:action.receipt'), exact: true }).click();
  await page.getByRole('button', { name: words('orders:receipt.share'), exact: true }).click();
  const asked = dialog(stage, words('share:title'));
  await asked.getByRole('button', { name: words('share:make'), exact: true }).click();
  await asked.getByRole('img', { name: /%$/ }).waitFor();
  const coming = page.waitForEvent('download');
  await asked.getByRole('button', { name: words('share:download') }).click();
  const picture = await contentOf(await coming);
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1350]);

  const { code } = await owner.call(user.shareReceipt, { id, hidesAmounts: true });
  const visitor = await enter(browser, app, { device: 'phone', language: 'ar' });
  await visitor.page.goto(`/check/${code}`);
  await visitor.page.getByText(visitor.words('share:check.agrees')).waitFor();
  await visitor.page.getByText(visitor.words('share:check.hidden')).waitFor();
  expect(await textFaults(visitor.page)).toEqual([]);
  expect(await visitor.page.content()).not.toContain(owner.userName);

  await asked.getByRole('button', { name: words('share:takeBack') }).click();
  await page.getByText(words('share:takenBack')).waitFor();
  await visitor.page.reload();
  await visitor.page.getByText(visitor.words('share:check.gone')).waitFor();
  expect(stage.faults).toEqual([]);
  await Promise.all([stage.context.close(), visitor.context.close()]);
});

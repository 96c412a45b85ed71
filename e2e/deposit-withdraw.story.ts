import { randomUUID } from 'node:crypto';
import type { Client } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Setting, textFaults } from './browser.ts';
import { address, askFor, deposited, newest, reportDeposit, screenshot, showsStatus } from './funds-steps.ts';
import { type OwnApp, type Person, auditOf, clientOf, registered } from './harness.ts';
import { operator } from './operators.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { type Stage, button, dialog, enter, field } from './steps.ts';

const { order, user } = customerCalls;
const { deposits, withdrawals } = consoleCalls;

let app: OwnApp;
let browser: Browser;
let first: Client;
let second: Client;

beforeAll(async () => {
  [app, browser] = await Promise.all([ownApp(), sharedBrowser()]);
  [first, second] = await Promise.all([operator(app, 'alice'), operator(app, 'bob')]);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

const key = () => ({ idempotencyKey: randomUUID() });
const real = (person: Person) => clientOf(app, person.token, 'real');

test('a deposit is reported, approved by one operator, completed by another, and then on the balance', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.goto('/profile/balance');
  await page.getByRole('link', { name: words('balance:deposit') }).click();
  await page.waitForURL('**/profile/balance?deposit=USDT');
  await page.getByRole('heading', { name: words('funds:demo.title') }).waitFor();
  await button(stage, words('common:account.toReal')).click();
  await page.getByText(words('funds:deposit.warnTitle', { coin: 'USDT', network: 'TRON (TRC20)' })).waitFor();
  await page.getByText(words('funds:sandbox.title')).waitFor();

  // What is missing or too little is said before anything is sent.
  await button(stage, words('funds:deposit.submit')).click();
  for (const text of ['amount', 'hash', 'lastSix', 'proof']) await page.getByText(words(`funds:enter.${text}`)).waitFor();
  await reportTooLittle(stage);
  await reportDeposit(stage, '500');

  const mine = newest(stage, 'funds:deposit.mine');
  await showsStatus(stage, mine, 'pendingReview');
  await mine.getByRole('button', { name: words('funds:record.proof') }).click();
  await dialog(stage, words('funds:record.proof')).getByRole('img').waitFor();
  await page.keyboard.press('Escape');
  const [reported] = (await real(person)(user.listRecharge, {})).items;
  const id = reported?.id ?? '';
  await first(deposits.approve, { id }, key());
  await showsStatus(stage, mine, 'approved');
  // The approver can't complete the case.
  await expect(first(deposits.complete, { id }, key())).rejects.toBeDefined();
  await second(deposits.complete, { id }, key());
  await showsStatus(stage, mine, 'completed');

  await page.goBack();
  await page.waitForURL(/\/profile\/balance$/);
  const coins = page.getByRole('region', { name: words('balance:coins') });
  await coins.getByRole('row').filter({ hasText: 'USDT' }).getByText('500.00', { exact: true }).first().waitFor();
  const statement = page.getByRole('region', { name: words('balance:statement.title') });
  await statement
    .getByRole('row')
    .filter({ hasText: words('orders:movement.deposit.completed') })
    .getByText('+500.00 USDT')
    .waitFor();
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

async function reportTooLittle(stage: Stage): Promise<void> {
  const { page, words } = stage;
  await field(stage, 'funds:deposit.amount').fill('119.99');
  await button(stage, words('funds:sandbox.fill')).click();
  await page.locator('input[type=file]').setInputFiles(await screenshot(stage));
  await page.getByRole('img', { name: words('funds:deposit.proof') }).waitFor();
  await button(stage, words('funds:deposit.submit')).click();
  await page
    .getByRole('alert')
    .or(page.locator('[id$="-error"]'))
    .getByText(words('codes:11040', { coin: 'USDT', limit: '120' }))
    .waitFor();
}

test('a deposit that is rejected or fails says why, in the language of the customer, on a phone and right to left', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person, device: 'phone', language: 'ar' });
  const { page, words } = stage;
  await page.goto('/profile/balance?deposit=BTC');
  await button(stage, words('common:account.toReal')).click();
  await reportDeposit(stage, '0.02');
  const mine = newest(stage, 'funds:deposit.mine');
  await showsStatus(stage, mine, 'pendingReview');
  const [reported] = (await real(person)(user.listRecharge, {})).items;
  await first(deposits.reject, { id: reported?.id ?? '', reason: 'notFound' }, key());
  await showsStatus(stage, mine, 'rejected');
  await mine.getByText(words('funds:reason.notFound')).waitFor();

  await button(stage, words('funds:deposit.another')).click();
  await reportDeposit(stage, '0.03');
  await showsStatus(stage, mine, 'pendingReview');
  const [again] = (await real(person)(user.listRecharge, {})).items;
  await first(deposits.approve, { id: again?.id ?? '' }, key());
  await second(deposits.fail, { id: again?.id ?? '', reason: 'reverted' }, key());
  await showsStatus(stage, mine, 'failed');
  await mine.getByText(words('funds:reason.reverted')).waitFor();
  expect(await textFaults(page)).toEqual([]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('a coin of the long list is found by its name, comes in, and has its address for the way out', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person, device: 'phone', language: 'ar' });
  const { page, words } = stage;
  await page.goto('/profile/balance?deposit=USDT');
  await button(stage, words('common:account.toReal')).click();
  const shown = await real(person)(user.depositCoins, {});
  const coins = String(new Set(shown.map(({ coin }) => coin)).size);
  await button(stage, words('funds:choice.all', { count: coins })).click();
  await field(stage, 'funds:choice.search').fill('chainl');
  await page
    .getByRole('list', { name: words('funds:coin') })
    .getByRole('button', { name: 'LINK' })
    .click();
  await page.waitForURL('**/profile/balance?deposit=LINK');
  await page.getByText(words('funds:deposit.warnTitle', { coin: 'LINK', network: 'Ethereum (ERC20)' })).waitFor();
  expect(await textFaults(page)).toEqual([]);
  await reportDeposit(stage, '3');
  const mine = newest(stage, 'funds:deposit.mine');
  await showsStatus(stage, mine, 'pendingReview');
  const [reported] = (await real(person)(user.listRecharge, {})).items;
  expect(reported).toMatchObject({ coin: 'LINK', network: 'LINKERC20', amount: '3' });
  await first(deposits.approve, { id: reported?.id ?? '' }, key());
  await second(deposits.complete, { id: reported?.id ?? '' }, key());
  await showsStatus(stage, mine, 'completed');

  await page.goto('/profile/balance?withdraw=LINK');
  await button(stage, words('funds:method.add')).click();
  const adding = dialog(stage, words('funds:method.add'));
  await adding.getByRole('radio', { name: 'Ethereum (ERC20)' }).waitFor();
  await adding.getByRole('button', { name: words('funds:choice.all', { count: coins }) }).click();
  await adding.getByText(words('funds:choice.held', { amount: '3' })).waitFor();
  // Among all of them is one whose name looks like a key.
  await field(stage, 'funds:choice.search').fill('link');
  expect(await textFaults(page)).toEqual([]);
  await field(stage, 'funds:method.address').fill('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359');
  await field(stage, 'funds:method.label').fill('Cold wallet');
  await adding.getByRole('button', { name: words('funds:method.save') }).click();
  await adding.waitFor({ state: 'detached' });
  expect(await real(person)(user.withdrawalAddresses, {})).toMatchObject([{ coin: 'LINK', network: 'LINKERC20' }]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('money goes out to a saved address: cool-down, mailed code, what was shown, and every way it can end', async () => {
  const settings: readonly Setting[] = [
    {},
    { device: 'phone', language: 'de' },
    { language: 'zh' },
    { device: 'phone', language: 'ar', theme: 'light' },
  ];
  const waiting = await Promise.all(settings.map(saveAddress));
  // A new address can be used after a minute.
  await app.moveClock(60_000);
  const asked = await Promise.all(waiting.map(askForWithdrawal));
  const [paid, returned, failed, rejected] = asked;
  if (!paid || !returned || !failed || !rejected) throw new Error('four withdrawals were asked for');
  expect(paid.promised).toMatchObject({
    'Wallet address': address,
    Amount: '200.00 USDT',
    Fee: '2.00 USDT',
    'Actual amount received': '198.00 USDT',
  });
  for (const { stage, mine, person } of asked) {
    await showsStatus(stage, mine, 'pendingReview');
    expect(await real(person)(order.getProfitTotal, {})).toMatchObject({ available: '800', held: '200' });
  }

  await first(withdrawals.approve, { id: paid.id }, key());
  await showsStatus(paid.stage, paid.mine, 'approved');
  await expect(first(withdrawals.complete, { id: paid.id, hash: 'a'.repeat(64) }, key())).rejects.toBeDefined();
  await second(withdrawals.complete, { id: paid.id, hash: 'a'.repeat(64) }, key());
  await showsStatus(paid.stage, paid.mine, 'completed');
  await paid.mine.getByText('a'.repeat(64)).waitFor();
  expect(await real(paid.person)(order.getProfitTotal, {})).toMatchObject({ available: '800', held: '0' });
  await paid.stage.page.goto('/profile?section=statement');
  const line = paid.stage.page.getByRole('row').filter({ hasText: paid.stage.words('orders:movement.withdrawal.completed') });
  await line.first().waitFor();

  const { words } = returned.stage;
  await returned.mine.getByRole('button', { name: words('funds:withdraw.cancel') }).click();
  const leaving = dialog(returned.stage, words('funds:withdraw.cancelTitle'));
  await leaving.getByRole('button', { name: words('funds:withdraw.cancel') }).click();
  await showsStatus(returned.stage, returned.mine, 'cancelled');

  await first(withdrawals.approve, { id: failed.id }, key());
  await second(withdrawals.fail, { id: failed.id, reason: 'networkFailed' }, key());
  await showsStatus(failed.stage, failed.mine, 'failed');
  await failed.mine.getByText(failed.stage.words('funds:reason.networkFailed')).waitFor();

  await first(withdrawals.reject, { id: rejected.id, reason: 'holderDiffers' }, key());
  await showsStatus(rejected.stage, rejected.mine, 'rejected');
  await rejected.mine.getByText(rejected.stage.words('funds:reason.holderDiffers')).waitFor();

  for (const { stage, person } of [returned, failed, rejected]) {
    expect(await real(person)(order.getProfitTotal, {})).toMatchObject({ available: '1000', held: '0' });
    expect(await textFaults(stage.page)).toEqual([]);
  }
  expect(await auditOf(app)).toMatch(/^the books balance/m);
  for (const { stage } of asked) {
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  }
});

/** A customer with 1,000 USDT saves an address, which has to wait. */
async function saveAddress(setting: Setting) {
  const person = await registered(app);
  const stage = await enter(browser, app, { ...setting, person });
  const { page, words } = stage;
  await page.goto('/profile/balance?withdraw=USDT');
  await button(stage, words('common:account.toReal')).click();
  await page.getByText(words('funds:withdraw.free')).waitFor();
  await deposited(real(person), stage, '1000', [first, second]);
  await button(stage, words('funds:method.add')).click();
  const adding = dialog(stage, words('funds:method.add'));
  await field(stage, 'funds:method.address').fill(`${address.slice(0, -1)}9`);
  await field(stage, 'funds:method.label').fill('Cold wallet');
  await adding.getByRole('button', { name: words('funds:method.save') }).click();
  await adding.getByText(words('codes:11045')).waitFor();
  await field(stage, 'funds:method.address').fill(address);
  await adding.getByRole('button', { name: words('funds:method.save') }).click();
  await adding.waitFor({ state: 'detached' });
  const waits = page.getByRole('radiogroup', { name: words('funds:withdraw.to') }).getByText(words('funds:method.usableIn'));
  await waits.waitFor();
  return { person, stage, waits };
}

/** The address can be used: they ask for 200 to go there. */
async function askForWithdrawal({ person, stage, waits }: Awaited<ReturnType<typeof saveAddress>>) {
  await stage.page.reload();
  await waits.waitFor({ state: 'detached' });
  const promised = await askFor(stage, person.email, '200');
  const [asked] = (await real(person)(user.listWithdrwal, {})).items;
  return { stage, person, promised, id: asked?.id ?? '', mine: newest(stage, 'funds:withdraw.mine') };
}

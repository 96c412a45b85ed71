import { rm } from 'node:fs/promises';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { add, compare, formatFixed, subtract, toFixed } from '@assay/domain/money/fixed.ts';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textFaults } from './browser.ts';
import { type OwnApp, auditOf, registered } from './harness.ts';
import { type Recording, recordedFolder } from './recorded-days.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { type Stage, button, dialog, enter, field, figures, orderIn, showOrders } from './steps.ts';

/** Each minute begins ten dollars above the one before, and rises by six within: a minute later it is always ten more. */
const climbing: Recording = (minute) => {
  const open = 40_000 + 10 * minute;
  return { open, high: open + 6, low: open, close: open + 6, volume: 1 };
};

/** The part of the speed that the replay was started with at which it plays as recorded. */
const asRecorded = 1 / 4;

let days: string;
let app: OwnApp;
let browser: Browser;

beforeAll(async () => {
  days = await recordedFolder({ 'crypto-BTCUSD-20240115': climbing });
  // As recorded, until a minute's option was seen running: what is left of that minute passes at four times the speed.
  [app, browser] = await Promise.all([ownApp({ args: ['--replay', days, '--speed', '4'] }), sharedBrowser()]);
  await app.paceClock(asRecorded);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
  await rm(days, { recursive: true });
});

async function choose({ page, words }: Stage, product: 'option' | 'spot'): Promise<void> {
  await page.getByRole('tab', { name: words(`currency:ticket.${product}`), exact: true }).click();
}

/** Fills in a field of the ticket, sends the order and confirms it; what the confirmation promised. */
async function order(stage: Stage, size: string, amount: string, action: string, title: string) {
  const input = field(stage, size);
  await input.fill(amount);
  const form = stage.page.locator('form').filter({ has: input });
  await form.getByRole('button', { name: action, exact: true }).click();
  const asked = dialog(stage, title);
  await asked.locator('dt').first().waitFor();
  const promised = await figures(asked);
  await asked.getByRole('button', { name: action, exact: true }).click();
  return promised;
}

function running(stage: Stage): Locator {
  const named = { name: stage.words('orders:running') };
  return stage.phone
    ? stage.page.getByRole('list', named).getByRole('listitem')
    : stage.page.getByRole('region', named).getByRole('row').filter({ hasText: 'BTCUSDT' });
}

test.for(['desktop', 'phone'] as const)(
  'an option on a %s counts down by the replayed clock, is won, and its receipt is computed again',
  async (device) => {
    const person = await registered(app);
    const stage = await enter(browser, app, { person, device });
    const { page, words } = stage;
    await page.goto('/cruuency?code=BTCUSDT');
    if (stage.phone) await button(stage, 'Demo · Buy long').click();
    await choose(stage, 'option');
    // 1 / (1 + 80%), to a tenth of a percent and up.
    await page.getByText('Breaks even if you are right in 55.6% of cases').waitFor();
    await page.getByText('It cannot be sold early: it runs until expiry.').waitFor();
    const promised = await order(stage, 'options:stake.label', '100', 'Demo · Higher', 'Confirm the option');
    // 80% of 100
    expect(promised).toMatchObject({
      'If you are right': '+80.00 USDT',
      'If you are wrong': '-100.00 USDT',
      'Expected return': '180.00 USDT',
    });
    await page.getByText('Option bought, strike 40,').waitFor();
    const row = running(stage);
    await row.getByText('180.00').waitFor();
    expect(await row.getByRole('timer').innerText()).toMatch(/^00:[0-5]\d$|^01:00$/);
    expect(await person.call(customerCalls.order.getProfitTotal, {})).toMatchObject({ available: '99900', held: '100' });

    await app.paceClock(1);
    await page.getByText('BTCUSDT option: Right +80.00 USDT').waitFor();
    await app.paceClock(asRecorded);
    await row.waitFor({ state: 'detached' });
    await showOrders(stage, 'history');
    const ended = orderIn(stage, 'history', 'BTCUSDT');
    await ended.getByText('+80.00').waitFor();
    await ended.getByRole('button', { name: words('orders:action.receipt') }).click();
    const receipt = dialog(stage, words('orders:receipt.title'));
    await receipt.getByText('Checked in your browser').waitFor();
    const { items } = await person.call(customerCalls.order.listOptionsOrder, {});
    const [option] = items;
    expect(option).toMatchObject({ status: 'won', profit: '80' });
    // A minute later the price is ten dollars higher.
    expect(formatFixed(subtract(toFixed(option?.settlement ?? '0'), toFixed(option?.strike ?? '0')))).toBe('10');
    expect(await person.call(customerCalls.order.getProfitTotal, {})).toMatchObject({ available: '100080', held: '0' });
    expect(await textFaults(page)).toEqual([]);
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  },
);

test('coins are bought and sold again, and every balance is what the two orders say', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.goto('/cruuency?code=BTCUSDT');
  await choose(stage, 'spot');
  const promised = await order(stage, 'spot:size.label', '0.01', 'Demo · Buy BTC', words('currency:confirm.title'));
  // A thousandth of what is received is the fee.
  expect(promised).toMatchObject({ Quantity: '0.01 BTC', 'Fee (0.1%)': '0.00001 BTC', 'You receive': '0.00999 BTC' });
  await page.getByText(/^Filled at \d/).waitFor();
  await showOrders(stage, 'history');
  await orderIn(stage, 'history', 'BTCUSDT').getByText('0.00001 BTC').waitFor();

  await page
    .getByRole('radiogroup', { name: words('spot:side') })
    .getByText(words('spot:sell'))
    .click();
  await order(stage, 'spot:size.label', '0.00999', 'Demo · Sell BTC', words('currency:confirm.title'));
  const sale = orderIn(stage, 'history', 'BTCUSDT').filter({ hasText: words('orders:value.sell') });
  await sale.waitFor();

  const { items } = await person.call(customerCalls.order.listBbOrder, { status: 'filled' });
  const [sold, bought] = items;
  const left = add(
    subtract(toFixed('100000'), toFixed(bought?.turnover ?? '0')),
    subtract(toFixed(sold?.turnover ?? '0'), toFixed(sold?.fee ?? '0')),
  );
  const { balances } = await person.call(customerCalls.order.getAssestInfo, { code: 'BTCUSDT' });
  expect(balances.find(({ asset }) => asset === 'BTC')).toMatchObject({ available: '0', held: '0' });
  expect(compare(toFixed(balances.find(({ asset }) => asset === 'USDT')?.available ?? '0'), left)).toBe(0);
  await sale.getByRole('button', { name: 'Receipt' }).click();
  await dialog(stage, 'Receipt').getByText('Checked in your browser').waitFor();
  expect(await auditOf(app, 'assay_replay')).toMatch(/^the books balance/m);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('orders for coins wait with what they hold, are changed, and give it back all at once', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.goto('/cruuency?code=BTCUSDT');
  await choose(stage, 'spot');
  await page
    .getByRole('radiogroup', { name: words('currency:ticket.type') })
    .getByText('Limit', { exact: true })
    .click();
  await field(stage, 'currency:ticket.price').fill('30000');
  const promised = await order(stage, 'spot:size.label', '0.1', 'Demo · Buy BTC', words('currency:confirm.title'));
  expect(promised).toMatchObject({ 'Held until it fills': '3,000.00 USDT' });
  const waiting = orderIn(stage, 'waiting', 'BTCUSDT');
  await waiting.getByText('3,000.00 USDT').waitFor();
  await waiting.getByRole('button', { name: 'Edit' }).click();
  const change = dialog(stage, words('waiting:amend.title'));
  await change.getByLabel(words('orders:term.limitPrice')).fill('29000');
  await change.getByText('2,900.00 USDT').waitFor();
  await change.getByRole('button', { name: words('waiting:amend.save') }).click();
  await waiting.getByText('2,900.00 USDT').waitFor();

  // What begins at 90,000 waits beside it until today is over.
  await page
    .getByRole('radiogroup', { name: words('currency:ticket.type') })
    .getByText(words('orders:value.stopLimit'))
    .click();
  await field(stage, 'spot:trigger').fill('90000');
  await field(stage, 'currency:ticket.price').fill('91000');
  await page
    .getByRole('radiogroup', { name: words('waiting:until.label') })
    .getByText(words('waiting:until.day'))
    .click();
  const begins = await order(stage, 'spot:size.label', '0.01', 'Demo · Buy BTC', words('currency:confirm.title'));
  expect(begins).toMatchObject({ 'Trigger price': '90,000.00', 'Held until it fills': '910.00 USDT' });
  await orderIn(stage, 'waiting', 'BTCUSDT').getByText('910.00 USDT').waitFor();
  await page.getByRole('button', { name: words('waiting:all.action') }).click();
  const all = dialog(stage, words('waiting:all.title'));
  await all.getByText('3,810.00 USDT').waitFor();
  await all.getByRole('button', { name: words('waiting:all.action') }).click();
  await page.getByText('Cancelled: 2 of 2').waitFor();
  const { balances } = await person.call(customerCalls.order.getAssestInfo, { code: 'USDT' });
  expect(balances).toMatchObject([{ available: '100000', held: '0' }]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

import { rm } from 'node:fs/promises';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textFaults } from './browser.ts';
import { type OwnApp, auditOf, mailedCode, until } from './harness.ts';
import { type Recording, dipping, endCalm, recordedFolder, restless, untilCalm } from './recorded-days.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import {
  addMargin,
  asPerson,
  button,
  closeHalf,
  closePosition,
  dialog,
  enter,
  field,
  figures,
  openInstrument,
  openPosition,
  orderIn,
  register,
  showOrders,
} from './steps.ts';

// Bitcoin rests at 40,000 and once in 30 recorded minutes, which are half a minute, dips to 39,600. The house quotes 0.005%
// to either side, so one buys at 40,002, sells at 39,998, and in the dip sells at 39,598.02.
const wave = { rest: 40_000, dip: 39_600, minutes: 30 };
const minutesPerSecond = 1;

/** So much in each minute that none of them is a small coin, which the market hides once another one is none. */
const traded =
  (recording: Recording): Recording =>
  (minute) => {
    const bar = recording(minute);
    return bar && { ...bar, volume: 1_000 };
  };

let days: string;
let app: OwnApp;
let browser: Browser;

beforeAll(async () => {
  days = await recordedFolder({
    'crypto-BTCUSD-20240115': traded(dipping(wave)),
    'crypto-ETHUSD-20240115': traded(restless(2_500)),
  });
  const args = ['--replay', days, '--speed', String(minutesPerSecond * 60)];
  [app, browser] = await Promise.all([ownApp({ args }), sharedBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
  await rm(days, { recursive: true });
});

describe('the first trade', () => {
  test('is watched, opened, stopped out and recomputed, and every figure is the one that was announced', async () => {
    const stage = await enter(browser, app);
    const { page, words } = stage;
    await page.goto('/pass/register');
    const person = await register(stage);

    await page.getByRole('navigation').getByRole('link', { name: 'Market', exact: true }).first().click();
    const moving = page.getByRole('row').filter({ hasText: 'ETHUSDT' });
    const before = await moving.innerText();
    await until('another price of ETHUSDT', async () => ((await moving.innerText()) === before ? undefined : true));
    await openInstrument(stage, 'BTCUSDT');

    // 0.5 lots of one bitcoin at 40,002: value 20,001; a tenth of it is margin; the fee is 0.05%, rounded up.
    await untilCalm(app, 'BTCUSDT', wave.minutes);
    await field(stage, 'currency:ticket.size').fill('0.5');
    const announced = {
      'Position value': '20,001.00 USDT',
      Margin: '2,000.10 USDT',
      'Opening fee (0.05%)': '10.01 USDT',
      'Closing fee at 39,998.00': '10.00 USDT',
      // (20,001 + 10.0005) / (0.5 × 0.9995) and two roundings.
      'Break-even price': '40,042.03',
      'Available balance': '100,000.0097,989.89',
      Spread: '4.00',
    };
    const ticket = page.locator('form').filter({ has: field(stage, 'currency:ticket.size') });
    await ticket.getByText('97,989.89').waitFor();
    expect(await figures(ticket)).toMatchObject(announced);
    await button(stage, 'Demo · Buy long').click();
    const asked = dialog(stage, 'Confirm the order');
    await asked.getByText('Entry price', { exact: true }).waitFor();
    const promised = await figures(asked);
    expect(promised).toMatchObject({ ...announced, 'Entry price': '40,002.00', Quantity: '0.5 BTC' });
    await asked.getByRole('button', { name: 'Demo · Buy long' }).click();

    const position = orderIn(stage, 'positions', 'BTCUSDT');
    await page.getByText('Filled at 40,002.00').waitFor();
    await position.waitFor();
    const shown = await position.innerText();
    for (const part of ['Long', '10×', '40,002.00', '2,000.10', promised['Liquidation price'] ?? 'none']) {
      expect(shown).toContain(part);
    }
    // Sold now it would bring 39,998: two dollars less, with fees of 10.0005 and 9.9995 it is 1.1% of the margin.
    await position.getByText('-22.00').waitFor();
    await position.getByText('-1.10%').waitFor();
    await position.getByText('-22.00').click();
    await page.getByText('-9.9995').waitFor();
    await page.keyboard.press('Escape');

    const call = await asPerson(stage);
    const opened = await call(customerCalls.order.getProfitTotal, {});
    expect(opened).toMatchObject({ available: '97989.8995', held: '2000.1', unrealisedProfit: '-22', openProfit: '-11.9995' });

    await position.getByRole('button', { name: 'Edit' }).click();
    await dialog(stage, words('orders:amend.title')).getByRole('textbox', { name: 'Stop-loss' }).fill('39800');
    // −101 of price, −10.0005 and −9.95 of fees.
    await dialog(stage, words('orders:amend.title')).getByText('-120.96').waitFor();
    await button(stage, 'Demo · Save').click();
    await position.getByText('39,800.00').waitFor();
    await endCalm(app);

    await page.getByText('BTCUSDT: position closed at 39,598.02').waitFor();
    await showOrders(stage, 'history');
    const ended = orderIn(stage, 'history', 'BTCUSDT');
    await ended.getByText('Stop-loss reached').waitFor();
    // −201.99 of price, −10.0005 and −9.899505 of fees, rounded down.
    await ended.getByText('-221.90').waitFor();
    await ended.getByRole('button', { name: 'Receipt' }).click();
    const receipt = dialog(stage, 'Receipt');
    await receipt.getByText('Checked in your browser').waitFor();
    await receipt.getByText('Why it ended: Stop-loss reached').waitFor();
    await receipt.getByText('Sell price (bid) ≤ Stop-loss', { exact: true }).waitFor();
    for (const figure of ['39,598.02', '-201.99', '9.899505', '1,788.210495']) {
      await receipt.getByText(figure).first().waitFor();
    }
    await page.keyboard.press('Escape');

    // 100,000 − 10.0005 (fee) − 201.99 (loss) − 9.899505 (fee)
    await page.goto('/profile');
    await page.getByRole('heading', { name: person.userName }).waitFor();
    await page.getByText('99,778.10').first().waitFor();
    const closed = await call(customerCalls.order.getProfitTotal, {});
    expect(closed).toMatchObject({ equity: '99778.109995', available: '99778.109995', held: '0' });
    await page.getByRole('link', { name: 'Statement' }).click();
    const statement = page.getByRole('region', { name: 'Statement' });
    await statement
      .getByRole('row')
      .filter({ hasText: words('orders:movement.contract.closed') })
      .first()
      .waitFor();
    const lines = await statement.getByRole('row').allInnerTexts();
    for (const part of ['99,778.10', '97,989.89', '100,000.00']) {
      expect(lines.filter((line) => line.includes(part))).not.toEqual([]);
    }
    expect(await auditOf(app, 'assay_replay')).toMatch(/^the books balance/m);
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  });

  test('is made on a phone: from the board past the market to a position closed by hand, in two halves', async () => {
    const stage = await enter(browser, app, { device: 'phone', board: true });
    const { page } = stage;
    await page.goto('/');
    await button(stage, 'Skip').click();
    await page.getByRole('link', { name: 'Log in' }).first().click();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await register(stage);
    await page.getByRole('navigation').getByRole('link', { name: 'Market', exact: true }).click();
    await openInstrument(stage, 'BTCUSDT');
    await untilCalm(app, 'BTCUSDT', wave.minutes);
    await openPosition(stage, 'BTCUSDT', '0.1');
    await closeHalf(stage, 'BTCUSDT', { of: '0.1', half: '0.05' });
    await closePosition(stage, 'BTCUSDT');
    await showOrders(stage, 'history');
    await orderIn(stage, 'history', 'BTCUSDT').getByText('Closed by early exit').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  });

  test('takes at most eight taps from the first field of the registration to a confirmed order', async () => {
    const stage = await enter(browser, app, { device: 'phone' });
    const { page, words } = stage;
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.click();
    };
    /** Goes where the focus is, which the site has led there. */
    const typed = async (text: string, into: string) => {
      await field(stage, into).and(page.locator(':focus')).waitFor();
      await page.keyboard.type(text);
    };
    const userName = `quick_${Date.now().toString(36)}`;
    const email = `${userName}@example.com`;
    await page.goto('/pass/register');
    await field(stage, 'pass:field.email').fill(email);
    await tap(button(stage, words('pass:register.next')));
    await page.getByText(words('code:sent')).waitFor();
    // The code goes where the person is, leads on by itself, and so does the password after it.
    await typed(await mailedCode(app, email), 'pass:field.code');
    await page.getByText(words('pass:register.step', { step: '3', of: '3' })).waitFor();
    await typed('Secret-horse-41', 'pass:field.password');
    await tap(field(stage, 'pass:field.repeat'));
    await typed('Secret-horse-41', 'pass:field.repeat');
    await tap(button(stage, words('pass:register.submit')));
    await tap(page.getByRole('link', { name: new RegExp(words('welcome:trade')) }));
    await page.waitForURL('**/cruuency?**');
    const coach = page.getByRole('complementary', { name: words('welcome:coach.label') });
    await coach.waitFor();
    await untilCalm(app, 'BTCUSDT', wave.minutes);
    const name = `${words('common:account.demo')} · ${words('currency:ticket.long')}`;
    await tap(button(stage, name));
    // It need not be pressed; it is inside the sheet, and pressing it leads on.
    await page.getByRole('dialog').getByText(words('welcome:coach.size'), { exact: true }).waitFor();
    await coach.getByRole('button', { name: words('welcome:coach.next') }).click();
    await page.getByRole('dialog').getByText(words('welcome:coach.leverage'), { exact: true }).waitFor();
    await tap(field(stage, 'currency:ticket.size'));
    await typed('0.1', 'currency:ticket.size');
    const form = page.locator('form').filter({ has: field(stage, 'currency:ticket.size') });
    await tap(form.getByRole('button', { name, exact: true }));
    // The sheet with what is agreed to is never left out.
    await tap(dialog(stage, words('currency:confirm.title')).getByRole('button', { name, exact: true }));
    await orderIn(stage, 'positions', 'BTCUSDT').waitFor();
    expect(taps).toBeLessThanOrEqual(8);
    // A dismissed coach does not come back.
    await coach.getByRole('button', { name: words('common:action.close') }).click();
    await page.reload();
    await orderIn(stage, 'positions', 'BTCUSDT').waitFor();
    expect(await coach.count()).toBe(0);
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  });

  test.for(['desktop', 'phone'] as const)(
    'is made in Arabic on a %s, from right to left, with figures from left to right',
    async (device) => {
      const stage = await enter(browser, app, { language: 'ar', device });
      const { page, words } = stage;
      await page.goto('/pass/register');
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      await register(stage);
      await page
        .getByRole('navigation')
        .getByRole('link', { name: words('common:nav.market'), exact: true })
        .first()
        .click();
      await openInstrument(stage, 'BTCUSDT');
      await untilCalm(app, 'BTCUSDT', wave.minutes);
      await openPosition(stage, 'BTCUSDT', '0.1');
      const price = orderIn(stage, 'positions', 'BTCUSDT').locator('bdi').filter({ hasText: '40,002.00' }).first();
      expect(await price.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
      // A tenth of 4,000.20, and 50 more.
      await addMargin(stage, 'BTCUSDT', { more: '50', after: '450.02' });
      await closeHalf(stage, 'BTCUSDT', { of: '0.1', half: '0.05' });
      await closePosition(stage, 'BTCUSDT');
      await showOrders(stage, 'history');
      await orderIn(stage, 'history', 'BTCUSDT').getByText(words('orders:status.closedEarly')).first().waitFor();
      expect(await textFaults(page)).toEqual([]);
      expect(stage.faults).toEqual([]);
      await stage.context.close();
    },
  );
});

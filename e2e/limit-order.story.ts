import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type OwnApp, registered } from './harness.ts';
import { dippingApp, endCalm, untilCalm, wave } from './recorded-days.ts';
import { type Stage, button, dialog, enter, field, orderIn, showOrders } from './steps.ts';

let app: OwnApp;
let browser: Browser;

beforeAll(async () => {
  const opened = await dippingApp();
  ({ app, browser } = opened);
  return opened.close;
});

async function placeLimit(stage: Stage, price: string): Promise<void> {
  await stage.page.getByRole('radiogroup', { name: 'Order type' }).getByText('Limit', { exact: true }).click();
  await field(stage, 'currency:ticket.price').fill(price);
  await field(stage, 'currency:ticket.size').fill('0.5');
  await button(stage, 'Demo · Buy long').click();
  await dialog(stage, 'Confirm the order').getByRole('button', { name: 'Demo · Buy long' }).click();
}

test('a limit order waits among the open orders and gives everything back when it is withdrawn', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page } = stage;
  await page.goto('/cruuency?code=BTCUSDT');
  await placeLimit(stage, '30000');
  await page.getByText('Order placed, waits for 30,000.00').waitFor();
  await showOrders(stage, 'waiting');
  const waiting = orderIn(stage, 'waiting', 'BTCUSDT');
  await waiting.getByText('30,000.00').waitFor();
  // Half a bitcoin at 30,000 is 15,000: a tenth as margin and 0.05% as fee are set aside.
  expect(await person.call(customerCalls.order.getProfitTotal, {})).toMatchObject({ available: '98492.5', held: '1507.5' });
  await waiting.getByRole('button', { name: 'Cancel' }).click();
  await dialog(stage, 'Cancel the order?').getByRole('button', { name: 'Cancel order' }).click();
  await page.getByText('No open orders').waitFor();
  expect(await person.call(customerCalls.order.getProfitTotal, {})).toMatchObject({ available: '100000', held: '0' });
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('a limit order is filled when the price comes down to it, at the price that came', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page } = stage;
  await page.goto('/cruuency?code=BTCUSDT');
  await untilCalm(app, 'BTCUSDT', wave.minutes);
  await placeLimit(stage, '39700');
  await page.getByText('Order placed, waits for 39,700.00').waitFor();
  await endCalm(app);
  // In the dip the house sells at 39,600 + 0.005%.
  await page.getByText('order filled at 39,601.98').waitFor();
  await orderIn(stage, 'positions', 'BTCUSDT').getByText('39,601.98').waitFor();
  const { items } = await person.call(customerCalls.order.listUOrder, { status: 'open' });
  expect(items).toMatchObject([{ orderType: 'limit', limitPrice: '39700.00', openPrice: '39601.98', marginUsed: '1980.099' }]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

// Shares of a position that take their profit: in the ticket, on the chart's side of it, and afterwards.
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { textFaults } from './browser.ts';
import { type OwnApp, registered } from './harness.ts';
import { dippingApp, endCalm, untilCalm, wave } from './recorded-days.ts';
import { button, dialog, enter, field, figures, orderIn } from './steps.ts';

const short = { code: 'BTCUSDT', side: 'short', type: 'market', lots: '0.5', leverage: 10 } as const;

let app: OwnApp;
let browser: Browser;

beforeAll(async () => {
  const opened = await dippingApp();
  ({ app, browser } = opened);
  return opened.close;
});

test('a ticket with two targets shows what each brings; the nearer one is reached in the dip, and the rest goes on', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.goto('/cruuency?code=BTCUSDT');
  await untilCalm(app, 'BTCUSDT', wave.minutes);
  await page.getByRole('radiogroup', { name: 'Direction' }).getByText('Sell short').click();
  await field(stage, 'currency:ticket.size').fill('0.5');
  await page.getByText(words('currency:ticket.stops')).click();
  await button(stage, words('targets:add')).click();
  await page.getByRole('textbox', { name: 'Target 1', exact: true }).fill('39700');
  await page.getByLabel('Share', { exact: true }).fill('40');
  await button(stage, words('targets:add')).click();
  await page.getByRole('textbox', { name: 'Target 2', exact: true }).fill('38000');
  expect(await textFaults(page)).toEqual([]);
  await button(stage, 'Demo · Sell short').click();
  const sheet = dialog(stage, 'Confirm the order');
  // Opened at 39,998: 298 on 0.2 and 1,998 on 0.15 lots, which are 30% of the order; less 3.9998 and 2.99985 of the 9.9995 that opening
  // costs, and 3.97 and 2.85 to close.
  const shown = await figures(sheet);
  expect(shown['Target at 39,700.00, lots:\u00A00.2']).toContain('+51.63');
  expect(shown['Target at 38,000.00, lots:\u00A00.15']).toContain('+293.85');
  await sheet.getByRole('button', { name: 'Demo · Sell short' }).click();
  await orderIn(stage, 'positions', 'BTCUSDT').waitFor();
  await endCalm(app);
  await page.getByText('BTCUSDT: part closed at 39,601.98').waitFor();
  const { items } = await person.call(customerCalls.order.listUOrder, {});
  expect(items).toMatchObject([
    { partOf: items[1]?.id, lots: '0.2', closeReason: 'takeProfit', takeProfit: '39700.00', closePrice: '39601.98' },
    { status: 'open', lots: '0.3', parts: 1, targets: [{ price: '38000.00', lots: '0.15' }] },
  ]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('on a phone and right to left targets are set afterwards, and removed again', async () => {
  const person = await registered(app);
  await untilCalm(app, 'BTCUSDT', wave.minutes);
  const { id } = await person.call(customerCalls.order.buyU, short, { idempotencyKey: 'targets-phone' });
  const stage = await enter(browser, app, { person, device: 'phone', language: 'ar' });
  const { page, words } = stage;
  const edit = async () => {
    await orderIn(stage, 'positions', 'BTCUSDT')
      .getByRole('button', { name: words('orders:action.edit'), exact: true })
      .click();
    return dialog(stage, words('orders:amend.title'));
  };
  const saved = async () => {
    const [order] = (await person.call(customerCalls.order.listUOrder, { status: 'open' })).items;
    return order?.targets;
  };
  await page.goto('/cruuency?code=BTCUSDT');
  const asked = await edit();
  await asked.getByRole('button', { name: words('targets:add'), exact: true }).click();
  await asked.getByRole('textbox', { name: words('targets:target', { number: '1' }), exact: true }).fill('39000');
  await asked.getByLabel(words('targets:lots'), { exact: true }).fill('0.25');
  expect(await textFaults(page)).toEqual([]);
  await asked
    .getByRole('button', { name: `${words('common:account.demo')} · ${words('orders:amend.save')}`, exact: true })
    .click();
  await asked.waitFor({ state: 'detached' });
  expect(await saved()).toEqual([{ price: '39000.00', lots: '0.25' }]);
  const again = await edit();
  await again.getByRole('button', { name: words('targets:remove', { number: '1' }), exact: true }).click();
  await again
    .getByRole('button', { name: `${words('common:account.demo')} · ${words('orders:amend.save')}`, exact: true })
    .click();
  await again.waitFor({ state: 'detached' });
  expect(await saved()).toEqual([]);
  await person.call(customerCalls.order.stopU, { id }, { idempotencyKey: 'targets-phone-end' });
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

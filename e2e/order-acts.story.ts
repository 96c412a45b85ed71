// What can be done with a living order, each by hand: once its price has come, turned round, with other terms, and all at once.
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { textFaults } from './browser.ts';
import { type OwnApp, registered, until } from './harness.ts';
import { dippingApp, untilCalm, wave } from './recorded-days.ts';
import { type Stage, dialog, enter, field, figures, orderIn, showOrders } from './steps.ts';

const { order } = customerCalls;
const limit = { code: 'BTCUSDT', side: 'long', type: 'limit', lots: '0.5', leverage: 10 } as const;

let app: OwnApp;
let browser: Browser;

beforeAll(async () => {
  const opened = await dippingApp();
  ({ app, browser } = opened);
  return opened.close;
});

let keys = 0;
const key = () => ({ idempotencyKey: `acts-${++keys}` });

/** Presses what moves money on the demo account, in the question of that title. */
async function answer(stage: Stage, title: string, action: string): Promise<void> {
  const asked = dialog(stage, stage.words(title));
  const name = `${stage.words('common:account.demo')} · ${stage.words(action)}`;
  await asked.getByRole('button', { name, exact: true }).click();
  await asked.waitFor({ state: 'detached' });
}

const act = (stage: Stage, list: 'positions' | 'waiting', name: string | RegExp) =>
  orderIn(stage, list, 'BTCUSDT').getByRole('button', { name, exact: true }).click();

test('a stop comes to break-even by one press and goes back by another, and a position is turned round', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person, language: 'zh' });
  const { page, words } = stage;
  const { id } = await person.call(order.buyU, { ...limit, price: '39700' }, key());
  await page.goto('/cruuency?code=BTCUSDT');
  await orderIn(stage, 'positions', 'BTCUSDT').getByText('39,601.98').waitFor();
  await untilCalm(app, 'BTCUSDT', wave.minutes);
  const stopIs = (wanted: string | null) =>
    until(`a stop at ${wanted}`, async () => {
      const { items } = await person.call(order.listUOrder, { status: 'open' });
      return items.some((each) => each.id === id && each.stopLoss === wanted) ? true : undefined;
    });
  await act(stage, 'positions', new RegExp(`^${words('waiting:breakEvenHint')}`));
  // 19,800.99 and 9.900497 of costs, ÷ (0.5 × 0.9995), up.
  await stopIs('39641.61');
  await page.getByRole('button', { name: words('waiting:undo'), exact: true }).click();
  await stopIs(null);

  await act(stage, 'positions', words('sweep:reverse.action'));
  const asked = dialog(stage, words('sweep:reverse.title'));
  await asked.getByText(`${words('orders:side.short')} · 0.5`).waitFor();
  const shown = await figures(asked);
  // Half a bitcoin at 39,998, a tenth of it, and 0.05% of it up.
  expect(shown[words('sweep:reverse.margin')]).toBe('1,999.90 USDT');
  expect(shown[words('costs:openFee', { rate: '0.05%' })]).toBe('10.00 USDT');
  expect(await textFaults(page)).toEqual([]);
  await answer(stage, 'sweep:reverse.title', 'sweep:reverse.action');
  await orderIn(stage, 'positions', 'BTCUSDT').getByText('39,998.00').first().waitFor();
  expect((await person.call(order.listUOrder, {})).items).toMatchObject([
    { side: 'short', lots: '0.5', openPrice: '39998.00', status: 'open' },
    { id, side: 'long', closePrice: '39998.00', status: 'closedEarly', closeReason: 'manual' },
  ]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('an order waits for a trigger until the day ends, is changed, and is withdrawn and closed with all others', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person, language: 'zh' });
  const { page, words } = stage;
  await untilCalm(app, 'BTCUSDT', wave.minutes);
  await page.goto('/cruuency?code=BTCUSDT');
  const choose = (name: string, option: string) =>
    page
      .getByRole('radiogroup', { name: words(name), exact: true })
      .getByText(words(option), { exact: true })
      .click();
  // In this language the field has the name of a kind of order.
  const priced = (within: Page | Locator) => within.getByRole('textbox', { name: words('currency:ticket.price'), exact: true });
  await choose('currency:ticket.type', 'currency:ticket.stopLimit');
  await field(stage, 'currency:ticket.trigger').fill('41000');
  await priced(page).fill('41100');
  await field(stage, 'currency:ticket.size').fill('0.5');
  await choose('waiting:until.label', 'waiting:until.day');
  const buy = `${words('common:account.demo')} · ${words('currency:ticket.long')}`;
  await page.getByRole('button', { name: buy, exact: true }).click();
  await answer(stage, 'currency:confirm.title', 'currency:ticket.long');
  await showOrders(stage, 'waiting');
  await act(stage, 'waiting', words('orders:action.edit'));
  const asked = dialog(stage, words('waiting:change.title'));
  await priced(asked).fill('41050');
  // Half of 41,050: a tenth of it and 0.05%.
  await asked.getByText('2,062.76').waitFor();
  expect(await textFaults(page)).toEqual([]);
  await answer(stage, 'waiting:change.title', 'orders:amend.save');
  await person.call(order.buyU, { ...limit, price: '30000' }, key());
  expect((await person.call(order.listUOrder, { status: 'awaiting' })).items).toMatchObject([
    { orderType: 'limit', expiresAt: null },
    { orderType: 'stopLimit', triggerPrice: '41000.00', limitPrice: '41050.00', expiresAt: '2024-01-16T00:00:00.000Z' },
  ]);
  const all = (action: string) => `${words('common:account.demo')} · ${words(action)}`;
  await page.getByRole('button', { name: all('sweep:cancelAll.action'), exact: true }).click();
  await answer(stage, 'sweep:cancelAll.title', 'sweep:cancelAll.action');
  await page.getByText(words('orders:empty.waiting')).waitFor();
  for (const side of ['long', 'short'] as const)
    await person.call(order.buyU, { ...limit, side, type: 'market', lots: '0.1' }, key());
  await showOrders(stage, 'positions');
  await page.getByRole('button', { name: all('sweep:closeAll.action'), exact: true }).click();
  await answer(stage, 'sweep:closeAll.title', 'sweep:closeAll.action');
  await page.getByText(words('orders:empty.positions')).waitFor();
  const { available, equity, held } = await person.call(order.getProfitTotal, {});
  expect([available, held]).toEqual([equity, '0']);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

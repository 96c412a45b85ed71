import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { heardFeed } from '../../../../test/feed.ts';
import { bitcoin, spotOrder } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { AmendSpotDialog } from './amend-spot-dialog.tsx';
import { ProtectDialog } from './protect-dialog.tsx';

beforeEach(signIn);

/** Opened after the sign-in: it belongs to that user. */
let feed: ReturnType<typeof heardFeed> | undefined;

const spot = { base: 'BTC', quote: 'USDT', quantityScale: 8, feeRate: '0.001' };
const held = () => {
  const id = crypto.randomUUID();
  return { ...spotOrder(id), instrumentId: `spot-${id}` };
};

/** A dialog about an order, at a market of 97,123.30 to 97,123.50. */
async function drawn(dialog: ReactNode, { instrumentId }: { instrumentId: string }) {
  feed ??= heardFeed();
  const network = wire();
  await draw(dialog);
  // Until its words are there it is drawn anew, and what it had asked for by then is given up.
  await expect.element(page.getByRole('dialog')).toBeVisible();
  (await network.next(`/index/getMarketInfo/${instrumentId}`)).answer({ ...bitcoin, spot });
  const quote = { code: 'BTCUSDT', price: '97123.40', bid: '97123.30', ask: '97123.50', zdf: '1.00' };
  feed.quote({ ...quote, time: new Date().toISOString() });
  return network;
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const says = (text: string) => expect.element(page.getByText(text)).toBeVisible();

test('of a pair both prices are looked at when one is changed', async () => {
  const pair = { ...held(), side: 'sell', type: 'oco', price: '99000.00', triggerPrice: '95000.00' } as const;
  await drawn(<AmendSpotDialog order={pair} onDone={() => undefined} />, pair);
  await userEvent.fill(field('Take-profit'), '990000');
  await says('990,000.00 is 919.4% away from the market. Is it right?');
  await userEvent.fill(field('Stop-loss'), '9500');
  await says('9,500.00 is 90.3% away from the market. Is it right?');
  await says('990,000.00 is 919.4% away from the market. Is it right?');
  await expect.element(page.getByRole('button', { name: 'Demo · Change order' })).toBeEnabled();
});

test('of a stop-limit order the limit is looked at beside its trigger, until that is reached', async () => {
  const stop = { ...held(), side: 'buy', type: 'stopLimit', triggerPrice: '98000.00', price: '98100.00' } as const;
  await drawn(<AmendSpotDialog order={stop} onDone={() => undefined} />, stop);
  await userEvent.fill(field('Limit price'), '9810');
  await says('The limit of 9,810.00 is 90% away from the trigger. Is it right?');
});

test('what protects a purchase is looked at in the same way', async () => {
  const bought = { ...held(), status: 'filled', filledPrice: '97000.00' } as const;
  const network = await drawn(<ProtectDialog order={bought} onDone={() => undefined} />, bought);
  const balances = [{ asset: 'BTC', available: '1', held: '0' }];
  (await network.next('/order/getAssestInfo/BTCUSDT')).answer({
    code: 'BTCUSDT',
    balances,
    open: null,
    high: null,
    low: null,
    close: null,
  });
  await userEvent.fill(field('Take-profit'), '99000');
  await userEvent.fill(field('Stop-loss'), '950');
  await says('950.00 is 99.1% away from the market. Is it right?');
  await userEvent.fill(field('Stop-loss'), '95000');
  await expect.element(page.getByText(/away from/)).not.toBeInTheDocument();
});

test('what changing an order would cost and bring is told by the rate that is frozen in it', async () => {
  const buys = { ...held(), feeRate: '0.002' };
  await drawn(<AmendSpotDialog order={buys} onDone={() => undefined} />, buys);
  const named = (name: string) => page.getByRole('term').filter({ hasText: name }).element().nextElementSibling?.textContent;
  await says('Fee (0.2%)');
  // 0.01 of it at 90,000, and two thousandths of the coins.
  await expect.poll(() => named('You receive')).toBe('0.00998 BTC');
  await userEvent.fill(field('Quantity'), '0.02');
  await expect.poll(() => named('You receive')).toBe('0.01996 BTC');
  expect(named('Fee (0.2%)')).toBe('0.00004 BTC');
  expect(named('Held')).toBe('900.00 USDT1,800.00 USDT');
});

test('of a pair either of its prices is told with what it would leave', async () => {
  const pair = { ...held(), side: 'sell', type: 'oco', price: '99000.00', triggerPrice: '95000.00' } as const;
  await drawn(<AmendSpotDialog order={pair} onDone={() => undefined} />, pair);
  const named = (name: string) => page.getByRole('term').filter({ hasText: name }).element().nextElementSibling?.textContent;
  // 990 less 0.99, and 950 less 0.95.
  await expect.poll(() => named('You receive at the stop-loss')).toBe('949.05 USDT');
  expect(page.getByText('989.01 USDT').elements()).toHaveLength(1);
});

test('of an order that waits no price and no size goes that is no number yet', async () => {
  const waits = held();
  const network = await drawn(<AmendSpotDialog order={waits} onDone={() => undefined} />, waits);
  const change = page.getByRole('button', { name: 'Demo · Change order' });
  for (const name of ['Limit price', 'Quantity']) {
    const before = field(name).element().getAttribute('value') ?? '';
    await userEvent.clear(field(name));
    await userEvent.click(field(name));
    await userEvent.keyboard('1,2,3{Enter}');
    await expect.element(field(name)).toHaveAccessibleDescription(/^The digit groups do not fit/);
    await expect.element(change).toBeDisabled();
    await userEvent.fill(field(name), before);
  }
  expect(network.calls.filter(({ path }) => path === '/order/amendBb')).toEqual([]);
});

test('what protects a purchase is sent as it stands there, and an emptied size stays empty', async () => {
  const bought = { ...held(), status: 'filled', filledPrice: '97000.00' } as const;
  const network = await drawn(<ProtectDialog order={bought} onDone={() => undefined} />, bought);
  const balances = [{ asset: 'BTC', available: '1', held: '0' }];
  const pair = await network.next('/order/getAssestInfo/BTCUSDT');
  pair.answer({ code: 'BTCUSDT', balances, open: null, high: null, low: null, close: null });
  const action = page.getByRole('button', { name: 'Demo · Protect', exact: false });
  await userEvent.fill(field('Take-profit'), '99000');
  await userEvent.fill(field('Stop-loss'), '95000');
  await expect.element(action).toBeEnabled();
  await userEvent.clear(field('Quantity'));
  await expect.element(field('Quantity')).toHaveValue('');
  await expect.element(action).toBeDisabled();
  for (const name of ['Quantity', 'Take-profit', 'Stop-loss']) {
    const good = { Quantity: '0.005', 'Take-profit': '99000', 'Stop-loss': '95000' }[name] ?? '';
    await userEvent.clear(field(name));
    await userEvent.click(field(name));
    await userEvent.keyboard('1,2,3{Enter}');
    await expect.element(action).toBeDisabled();
    await userEvent.fill(field(name), good);
    await expect.element(action).toBeEnabled();
  }
  expect(network.calls.filter(({ path }) => path === '/order/submit')).toEqual([]);
});

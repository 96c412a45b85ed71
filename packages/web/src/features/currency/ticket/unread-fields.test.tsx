import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, speak } from '../../../../test/around.tsx';
import { heardFeed } from '../../../../test/feed.ts';
import { bitcoin, bitcoinContract } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { usePreferences } from '../../../shared/preferences.ts';
import { TicketPanel } from './ticket-panel.tsx';

let feed: ReturnType<typeof heardFeed> | undefined;

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const section = () => document.querySelector('details');

beforeEach(async () => {
  queryClient.clear();
  signIn();
  // A new sign-in has another connection.
  if (feed === undefined) feed = heardFeed();
  else await feed.breakOff();
  // An order goes by one press here, so that only the ticket itself can block it.
  usePreferences.setState({ confirmContracts: false, confirmSpot: false, confirmOptions: false });
});

/** The ticket at a live price, with money and coins. */
async function ticket(terms: object) {
  const network = wire();
  await draw(<TicketPanel info={{ ...bitcoin, contract: bitcoinContract, ...terms }} />);
  const quote = { code: 'BTCUSDT', price: '97123.40', bid: '97123.30', ask: '97123.50', zdf: '1.00' };
  feed?.quote({ ...quote, time: new Date().toISOString() });
  const day = { open: null, high: null, low: null, close: null };
  const balances = ['USDT', 'BTC'].map((asset) => ({ asset, available: '50000', held: '0' }));
  (await network.next('/order/getAssestInfo/USDT')).answer({ code: 'USDT', balances, ...day });
  const sent = (path: string) => network.calls.filter((call) => call.path === path);
  return {
    ...network,
    sent,
    answerPair: async () => (await network.next('/order/getAssestInfo/BTCUSDT')).answer({ code: 'BTCUSDT', balances, ...day }),
  };
}

test('in French a stop-loss by a number pad that may mean two prices is not left out of the order', async () => {
  await speak('fr');
  const { next, sent } = await ticket({});
  const named = (key: string) => field({ size: 'Taille', stop: 'Stop-loss' }[key] ?? '');
  await userEvent.fill(named('size'), '1');
  section()?.querySelector('summary')?.click();
  await userEvent.click(named('stop'));
  await userEvent.keyboard('95.250');
  // The section stays open over what is typed in it, and the field keeps the focus.
  expect(section()?.open).toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.element(named('stop')).toBeInvalid();
  await expect.element(named('stop')).toHaveFocus();
  expect(sent('/order/buyU')).toEqual([]);
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{Delete}{Enter}');
  const order = await next('/order/buyU');
  expect(order.input).toMatchObject({ stopLoss: '95250' });
  // What is left without an answer must not hold up the next.
  order.refuse('10015', 'Not now');
});

test.each([
  ['Stop-loss', '95,250,5', '95250.5', { stopLoss: '95250.5' }],
  ['Take-profit', '1,2,3', '123000', { takeProfit: '123000' }],
  ['Trailing stop', '5,0,0', '500', { trailingStop: '500' }],
] as const)('a %s that is no number is an order with none, and by another key with that', async (name, unread, text, stop) => {
  await speak('en');
  const { next, sent } = await ticket({});
  await userEvent.fill(field('Size'), '1');
  section()?.querySelector('summary')?.click();
  await userEvent.click(field(name));
  await userEvent.keyboard(`${unread}{Enter}`);
  await expect.element(field(name)).toHaveAccessibleDescription(/^The digit groups do not fit/);
  expect(section()?.open).toBe(true);
  expect(sent('/order/buyU')).toEqual([]);
  // Emptied by hand it is none, and nothing folds over the caret.
  await userEvent.clear(field(name));
  await expect.element(field(name)).toHaveFocus();
  expect(section()?.open).toBe(true);
  await userEvent.fill(field(name), text);
  await userEvent.keyboard('{Enter}');
  const order = await next('/order/buyU');
  expect(order.input).toMatchObject(stop);
  order.refuse('10015', 'Not now');
});

test('of coins no price and no size is sent that is no number', async () => {
  const spot = { base: 'BTC', quote: 'USDT', quantityScale: 8, feeRate: '0.001' };
  const { sent, answerPair } = await ticket({ spot });
  await userEvent.click(page.getByRole('tab', { name: 'Spot' }));
  await answerPair();
  await userEvent.click(page.getByRole('radiogroup', { name: 'Buy or sell' }).getByText('Sell'));
  await userEvent.click(page.getByText('Stop-limit', { exact: true }));
  const good = { 'Trigger price': '95000', 'Limit price': '94900', Size: '1' };
  for (const [name, text] of Object.entries(good)) await userEvent.fill(field(name), text);
  for (const [name, text] of Object.entries(good)) {
    await userEvent.clear(field(name));
    await userEvent.click(field(name));
    await userEvent.keyboard('1,2,3{Enter}');
    await expect.element(field(name)).toBeInvalid();
    await userEvent.fill(field(name), text);
  }
  expect(sent('/order/submit')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent('/order/submit')).toHaveLength(1);
});

test('a stake that is no number buys no option', async () => {
  const period = { id: '1m', count: 1, unit: 'min', payoutRate: '0.8', stakeMin: '10', stakeMax: '1000' } as const;
  const { sent } = await ticket({ options: [period] });
  await userEvent.click(page.getByRole('tab', { name: 'Option' }));
  await userEvent.click(field('Amount'));
  await userEvent.keyboard('1,0,0{Enter}');
  await expect.element(field('Amount')).toBeInvalid();
  const button = page.getByRole('button', { name: 'Enter an amount' }).element();
  if (button instanceof HTMLElement) button.click();
  expect(sent('/order/buyOptions')).toEqual([]);
});

import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { heardFeed } from '../../../../test/feed.ts';
import { bitcoin, bitcoinContract } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { TicketPanel } from './ticket-panel.tsx';
import { useTicketWishes } from './ticket-wishes.ts';

/** On a line of its own: the price of another test outlives it by a moment. */
function heardQuotes() {
  const feed = heardFeed();
  return (price: string, bid: string, ask: string) =>
    feed.quote({ code: bitcoin.code, price, bid, ask, zdf: '1.00', time: new Date().toISOString() });
}

test('buys long at the ask and sells short at the bid', async () => {
  await draw(<TicketPanel info={{ ...bitcoin, contract: bitcoinContract }} />);
  const direction = page.getByRole('radiogroup', { name: 'Direction' });
  await expect.element(direction.getByRole('radio', { name: 'Buy long' })).toBeChecked();
  await userEvent.fill(page.getByRole('textbox', { name: 'Size' }), '2');
  // Two lots of one BTC: 2 × 97,123.50.
  await expect.element(page.getByText('194,247.00 USDT')).toBeVisible();
  await userEvent.click(direction.getByText('Sell short'));
  await expect.element(direction.getByRole('radio', { name: 'Sell short' })).toBeChecked();
  // 2 × 97,123.30.
  await expect.element(page.getByText('194,246.60 USDT')).toBeVisible();
});

test('keeps the place of the balance until the balance is known', async () => {
  const { next } = wire();
  signIn();
  await draw(<TicketPanel info={{ ...bitcoin, contract: bitcoinContract }} />);
  await expect.element(page.getByText('Available balance', { exact: true })).toBeVisible();
  const row = page.getByText('Available balance', { exact: true }).element().parentElement;
  expect(row?.textContent).toBe('Available balance—');
  const balance = await next('/order/getAssestInfo/USDT');
  balance.answer({
    code: 'USDT',
    balances: [{ asset: 'USDT', available: '5000', held: '0' }],
    open: null,
    high: null,
    low: null,
    close: null,
  });
  await expect.element(page.getByText('5,000.00 USDT')).toBeVisible();
  expect(row?.textContent).toBe('Available balance5,000.00 USDT');
});

test('takes a size as an amount in the way the site prints it, with the decimals of USDT', async () => {
  await draw(<TicketPanel info={{ ...bitcoin, contract: bitcoinContract }} />);
  await userEvent.click(page.getByRole('radiogroup', { name: 'Enter the size in' }).getByText('Amount'));
  const size = page.getByRole('textbox', { name: 'Size' });
  await userEvent.fill(size, '78,270.65 USDT');
  await userEvent.tab();
  await expect.element(size).toHaveValue('78270.65');
  await userEvent.click(size);
  await userEvent.keyboard('{End}4');
  await expect.element(size).toHaveAccessibleDescription(/^Decimal places allowed here: 2/);
  await expect.element(size).toHaveValue('78270.65');
});

test('shows the open, high, low and close of the day over a spot order, and the coins that can be sold', async () => {
  const { next } = wire();
  signIn();
  const spot = { base: 'BTC', quote: 'USDT', quantityScale: 8, feeRate: '0.001' };
  await draw(<TicketPanel info={{ ...bitcoin, spot }} />);
  await userEvent.click(page.getByRole('tab', { name: 'Spot' }));
  const day = page.getByLabelText('Last 24 hours');
  await expect
    .element(day)
    .toHaveTextContent('Open96,000.00High97,500.00Low95,500.00Close97,123.40You sell at97,123.30You buy at97,123.50');
  const balances = [
    { asset: 'USDT', available: '5000', held: '0' },
    { asset: 'BTC', available: '0.75', held: '0' },
  ];
  const pair = await next('/order/getAssestInfo/BTCUSDT');
  pair.answer({ code: bitcoin.code, balances, open: null, high: null, low: null, close: null });
  await userEvent.click(page.getByRole('radiogroup', { name: 'Buy or sell' }).getByText('Sell'));
  await expect.element(page.getByText('Available 0.75 BTC')).toBeVisible();
});

test('takes a price of the ladder as its limit, and a side by a key', async () => {
  await draw(<TicketPanel info={{ ...bitcoin, contract: bitcoinContract }} />);
  const { wish } = useTicketWishes.getState();
  await expect.element(page.getByRole('radio', { name: 'Market', exact: true })).toBeChecked();
  wish({ price: '97100.00' });
  await expect.element(page.getByRole('radio', { name: 'Limit', exact: true })).toBeChecked();
  await expect.element(page.getByRole('textbox', { name: 'Limit price' })).toHaveValue('97100.00');
  wish({ side: 'short' });
  await expect.element(page.getByRole('radio', { name: 'Sell short' })).toBeChecked();
  // Behind the limit price, which the ladder has filled in.
  await expect.element(page.getByRole('textbox', { name: 'Size' })).toHaveFocus();
});

test('a price of the ladder is the limit of an order that has one, and leaves what it is', async () => {
  await draw(<TicketPanel info={{ ...bitcoin, contract: bitcoinContract }} />);
  const { wish } = useTicketWishes.getState();
  await userEvent.click(page.getByText('Stop-limit', { exact: true }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Trigger price' }), '98000');
  wish({ price: '98100.00' });
  await expect.element(page.getByRole('textbox', { name: 'Limit price' })).toHaveValue('98100.00');
  await expect.element(page.getByRole('radio', { name: 'Stop-limit', exact: true })).toBeChecked();
  await expect.element(page.getByRole('textbox', { name: 'Trigger price' })).toHaveValue('98000');
  // A stop has no limit: it becomes an order that has one.
  await userEvent.click(page.getByText('Stop', { exact: true }));
  wish({ price: '98200.00' });
  await expect.element(page.getByRole('radio', { name: 'Limit', exact: true })).toBeChecked();
});

test('a key for the other side of coins empties what is of the side before, and a pair is none of a buyer', async () => {
  const { next } = wire();
  signIn();
  const spot = { base: 'BTC', quote: 'USDT', quantityScale: 8, feeRate: '0.001' };
  await draw(<TicketPanel info={{ ...bitcoin, spot }} />);
  await userEvent.click(page.getByRole('tab', { name: 'Spot' }));
  (await next('/order/getAssestInfo/BTCUSDT')).lose();
  const { wish } = useTicketWishes.getState();
  const size = page.getByRole('textbox', { name: 'Size' });
  wish({ side: 'short' });
  await expect.element(page.getByRole('radio', { name: 'Sell', exact: true })).toBeChecked();
  await expect.element(size).toHaveFocus();
  await userEvent.click(page.getByText('TP/SL', { exact: true }));
  await userEvent.fill(size, '2');
  wish({ side: 'short' });
  await expect.element(size).toHaveFocus();
  await expect.element(size).toHaveValue('2');
  wish({ side: 'long' });
  await expect.element(page.getByRole('radio', { name: 'Buy', exact: true })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: 'Limit', exact: true })).toBeChecked();
  await expect.element(size).toHaveValue('');
});

test('a key chooses the direction of an option, whose stake it leads to', async () => {
  const period = { id: '1m', count: 1, unit: 'min', payoutRate: '0.8', stakeMin: '10', stakeMax: '1000' } as const;
  await draw(<TicketPanel info={{ ...bitcoin, options: [period] }} />);
  await userEvent.click(page.getByRole('tab', { name: 'Option' }));
  // Its words come with its first look.
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toBeVisible();
  const { wish } = useTicketWishes.getState();
  wish({ side: 'short' });
  await expect.element(page.getByRole('radio', { name: 'Down' })).toBeChecked();
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
});

test('what a target would leave, net of all, follows the price, with nothing else filled in', async () => {
  const quoted = heardQuotes();
  await draw(<TicketPanel info={{ ...bitcoin, contract: bitcoinContract }} />);
  await userEvent.fill(page.getByRole('textbox', { name: 'Size' }), '2');
  await userEvent.click(page.getByText('Stop-loss / take-profit'));
  await userEvent.click(page.getByRole('button', { name: 'Add a target' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Target 1' }), '100000');
  // Half of it is one lot of one BTC: 100,000 − 97,123.50, less 48.56175 to open it and 50 to close.
  await expect.element(page.getByText(/\+2,777\.93 USDT/)).toBeVisible();
  // Opened at 98,000.50 it would bring 100,000 − 98,000.50, less 49.00025 and 50.
  quoted('98000.40', '98000.30', '98000.50');
  await expect.element(page.getByText(/\+1,900\.49 USDT/)).toBeVisible();
});

test('the last look at an order that waits tells its trigger, its limit, its trailing stop and until when it waits', async () => {
  const quoted = heardQuotes();
  const { next } = wire();
  signIn();
  await draw(<TicketPanel info={{ ...bitcoin, contract: bitcoinContract }} />);
  const balances = [{ asset: 'USDT', available: '50000', held: '0' }];
  const { answer } = await next('/order/getAssestInfo/USDT');
  answer({ code: 'USDT', balances, open: null, high: null, low: null, close: null });
  quoted('97123.40', '97123.30', '97123.50');
  const named = (name: string) => page.getByRole('textbox', { name, exact: true });
  await userEvent.click(page.getByRole('radiogroup', { name: 'Order type' }).getByText('Stop-limit'));
  await userEvent.fill(named('Trigger price'), '98000');
  await userEvent.fill(named('Limit price'), '98100');
  await userEvent.fill(named('Size'), '1');
  await userEvent.click(page.getByRole('radiogroup', { name: 'Valid' }).getByText('Today'));
  await userEvent.click(page.getByText('Stop-loss / take-profit'));
  await userEvent.fill(named('Trailing stop'), '500');
  await userEvent.click(page.getByRole('button', { name: 'Demo · Buy long' }));
  const asked = page.getByRole('dialog');
  await expect.element(asked).toBeVisible();
  const beside = (name: string) => asked.getByRole('term').filter({ hasText: name }).element().nextElementSibling?.textContent;
  await expect.poll(() => beside('Valid')).not.toBe('');
  expect([beside('Trigger price'), beside('Limit price'), beside('Trailing stop')]).toEqual([
    '98,000.00',
    '98,100.00',
    '500.00',
  ]);
});

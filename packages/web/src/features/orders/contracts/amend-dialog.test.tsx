import { languages } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { heardFeed } from '../../../../test/feed.ts';
import { bitcoin, bitcoinContract, position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { readNumber, unread } from '../../../shared/words/read-number.ts';
import { AmendDialog } from './amend-dialog.tsx';
import { changeOf, entryFrom } from './amend-entry.ts';

/** Opened after the sign-in: it belongs to that user. */
let feed: ReturnType<typeof heardFeed> | undefined;

test('a stop is put at a distance from the price by one press, on the side where it belongs', async () => {
  const network = wire();
  const short = { ...position, side: 'short', stopLoss: null } as const;
  await draw(<AmendDialog position={short} onDone={() => undefined} />);
  const near = await network.next(`/index/getMarketInfo/${short.instrumentId}`);
  near.answer({ ...bitcoin, contract: bitcoinContract });
  await userEvent.click(page.getByRole('button', { name: '+2%' }));
  // 97,123.30 × 1.02 = 99,065.766.
  await expect.element(page.getByLabelText('Stop-loss', { exact: true })).toHaveValue('99065.77');
});

test.each([
  // A hundredth of 97,123.30, up to a tick.
  ['of now', {}, '971.24'],
  ['for which an order waits', { status: 'awaiting', limitPrice: '51234.00' }, '512.34'],
] as const)(
  'a trailing stop is told in percent of the price %s, and sent as the distance that this is',
  async (_, as, distance) => {
    const network = wire();
    signIn();
    const id = crypto.randomUUID();
    const held = { ...position, ...as, id, instrumentId: `trailing-${id}` };
    await draw(<AmendDialog position={held} onDone={() => undefined} />);
    (await network.next(`/index/getMarketInfo/${held.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
    const how = page.getByRole('radiogroup', { name: 'Trailing distance' });
    await userEvent.click(how.getByText('%'));
    await userEvent.fill(page.getByRole('textbox', { name: 'Trailing distance' }), '1');
    await expect.element(page.getByText(`Follows the best price at a distance of ${distance}`)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Demo · Save' }));
    expect((await network.next('/order/amendU')).input).toEqual({ id: held.id, trailingStop: distance });
  },
);

test('percent are of the price as it is typed for an order that waits, also when it is typed after them', async () => {
  const network = wire();
  signIn();
  const id = crypto.randomUUID();
  const limit = { ...position, id, instrumentId: `typed-${id}`, status: 'awaiting' as const, orderType: 'limit' as const };
  await draw(<AmendDialog position={{ ...limit, openPrice: null, limitPrice: '90000.00' }} onDone={() => undefined} />);
  (await network.next(`/index/getMarketInfo/${limit.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
  const price = page.getByLabelText('Limit price', { exact: true });
  const how = page.getByRole('radiogroup', { name: 'Trailing distance' });
  await userEvent.click(how.getByText('%'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Trailing distance' }), '1');
  await userEvent.fill(price, '80000');
  await expect.element(page.getByText('Follows the best price at a distance of 800.00')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: '−2%' }));
  await expect.element(page.getByLabelText('Stop-loss', { exact: true })).toHaveValue('78400.00');
  await userEvent.click(page.getByRole('button', { name: '+5%' }));
  await expect.element(page.getByLabelText('Take-profit', { exact: true })).toHaveValue('84000.00');
  await userEvent.click(page.getByRole('button', { name: 'Demo · Save' }));
  const sent = { id, price: '80000', stopLoss: '78400.00', takeProfit: '84000.00', trailingStop: '800' };
  expect((await network.next('/order/amendU')).input).toEqual(sent);
});

test('the end of an order is called wrong when it is no moment, and not for what is wrong with its price', async () => {
  wire();
  signIn();
  const waiting = {
    ...position,
    status: 'awaiting' as const,
    orderType: 'limit' as const,
    openPrice: null,
    limitPrice: '90000.00',
    expiresAt: new Date(Date.now() + 172_800_000).toISOString(),
  };
  await draw(<AmendDialog position={waiting} onDone={() => undefined} />);
  const until = page.getByLabelText('Ends on', { exact: true });
  const price = page.getByLabelText('Limit price', { exact: true });
  await expect.element(until).toBeVisible();
  await userEvent.clear(price);
  await expect.element(page.getByRole('button', { name: 'Demo · Save' })).toBeDisabled();
  await expect.element(until).toBeValid();
  await userEvent.fill(price, '90100');
  await userEvent.clear(until);
  await expect.element(until).toBeInvalid();
});

test('a price that may be mistyped is told so before it is saved, and stands in the way of nothing', async () => {
  wire();
  signIn();
  const waiting = {
    ...position,
    status: 'awaiting' as const,
    orderType: 'limit' as const,
    openPrice: null,
    limitPrice: '90000.00',
  };
  await draw(<AmendDialog position={waiting} onDone={() => undefined} />);
  const quote = { code: 'BTCUSDT', price: '97123.40', bid: '97123.30', ask: '97123.50', zdf: '1.00' };
  feed ??= heardFeed();
  feed.quote({ ...quote, time: new Date().toISOString() });
  const price = page.getByLabelText('Limit price', { exact: true });
  await userEvent.fill(price, '9000');
  await expect.element(page.getByText('9,000 is 90.8% away from the market. Is it right?')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Demo · Save' })).toBeEnabled();
  await userEvent.fill(price, '98000');
  await expect.element(page.getByText('Filled at once: this limit is on the other side of the market.')).toBeVisible();
  await userEvent.fill(price, '91000');
  await expect.element(page.getByText(/away from the market|Filled at once/)).not.toBeInTheDocument();
});

test('of a stop-limit order both prices are looked at, also the one that stays', async () => {
  const network = wire();
  signIn();
  const id = crypto.randomUUID();
  const waiting = {
    ...position,
    instrumentId: `both-${id}`,
    status: 'awaiting' as const,
    orderType: 'stopLimit' as const,
    openPrice: null,
    triggerPrice: '98000.00',
    limitPrice: '98100.00',
  };
  await draw(<AmendDialog position={waiting} onDone={() => undefined} />);
  (await network.next(`/index/getMarketInfo/${waiting.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
  await userEvent.fill(page.getByLabelText('Limit price', { exact: true }), '9810');
  const apart = page.getByText('The limit of 9,810 is 90% away from the trigger. Is it right?');
  await expect.element(apart).toBeVisible();
  await userEvent.fill(page.getByLabelText('Limit price', { exact: true }), '98200');
  await expect.element(apart).not.toBeInTheDocument();
  await userEvent.fill(page.getByLabelText('Trigger price', { exact: true }), '980000');
  await expect.element(page.getByText(/^980,000 is 909\.1% away from the market/)).toBeVisible();
  await expect.element(page.getByText('The limit of 98,200 is 90% away from the trigger. Is it right?')).toBeVisible();
});

test('a stop that stays is judged by the price at which the order would open then', async () => {
  wire();
  signIn();
  const limit = { ...position, status: 'awaiting' as const, orderType: 'limit' as const, openPrice: null };
  await draw(<AmendDialog position={{ ...limit, limitPrice: '90000.00', stopLoss: '85000.00' }} onDone={() => undefined} />);
  await userEvent.fill(page.getByLabelText('Limit price', { exact: true }), '84000');
  await expect.element(page.getByLabelText('Stop-loss', { exact: true })).toBeInvalid();
  await userEvent.fill(page.getByLabelText('Limit price', { exact: true }), '86000');
  await expect.element(page.getByLabelText('Stop-loss', { exact: true })).toBeValid();
});

test('what the rules refuse of other terms is said before it is sent, by the rule that would refuse it', async () => {
  const network = wire();
  signIn();
  const id = crypto.randomUUID();
  const waiting = {
    ...position,
    instrumentId: `refused-${id}`,
    status: 'awaiting' as const,
    orderType: 'limit' as const,
    openPrice: null,
    limitPrice: '90000.00',
    marginUsed: '180',
    openFee: '0.9',
    fee: '0.9',
  };
  await draw(<AmendDialog position={waiting} onDone={() => undefined} />);
  (await network.next(`/index/getMarketInfo/${waiting.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
  const balance = { asset: 'USDT', available: '100', held: '180.9' };
  const day = { open: null, high: null, low: null, close: null, bid: null, ask: null };
  (await network.next('/order/getAssestInfo/USDT')).answer({ code: 'USDT', balances: [balance], ...day });
  const lots = page.getByLabelText('Lots', { exact: true });
  // 0.03 at 90,000 hold 271.35 of the 280.90 that are there.
  await userEvent.fill(lots, '0.03');
  await expect.element(page.getByRole('button', { name: 'Demo · Save' })).toBeEnabled();
  await userEvent.fill(lots, '0.04');
  await expect.element(page.getByRole('alert').getByText(/balance/i)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Demo · Save' })).toBeDisabled();
  await userEvent.fill(lots, '101');
  await expect.element(page.getByText('The lots are not allowed: check smallest, largest and step')).toBeVisible();
});

describe('an order that waits', () => {
  const waits = () => {
    const id = crypto.randomUUID();
    return {
      ...position,
      id,
      instrumentId: `waits-${id}`,
      status: 'awaiting' as const,
      orderType: 'limit' as const,
      openPrice: null,
      limitPrice: '90000.00',
      // 0.02 × (90,000 − 81,400) = 172 of the 180 that ten times binds.
      liquidationPrice: '81400.00',
    };
  };

  test('is judged by the rates that are frozen in it, whatever those of today are', async () => {
    const network = wire();
    signIn();
    const waiting = waits();
    await draw(<AmendDialog position={waiting} onDone={() => undefined} />);
    // An order placed today at ten times would be liquidated as it opens: a tenth is its margin, a fifth must remain.
    const today = { ...bitcoinContract, maintenanceRate: '0.2' };
    (await network.next(`/index/getMarketInfo/${waiting.instrumentId}`)).answer({ ...bitcoin, contract: today });
    const price = page.getByLabelText('Limit price', { exact: true });
    await userEvent.fill(price, '89000');
    await expect.element(page.getByText('178.89')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Demo · Save' }));
    expect((await network.next('/order/amendU')).input).toEqual({ id: waiting.id, price: '89000' });
  });

  test('keeps the trailing distance that stands there, also where that was a share of the price before', async () => {
    const network = wire();
    signIn();
    const waiting = { ...waits(), trailingStop: '900.00', trailingBps: 100 };
    await draw(<AmendDialog position={waiting} onDone={() => undefined} />);
    (await network.next(`/index/getMarketInfo/${waiting.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
    await userEvent.fill(page.getByLabelText('Limit price', { exact: true }), '89000');
    await userEvent.click(page.getByRole('button', { name: 'Demo · Save' }));
    const { input } = await network.next('/order/amendU');
    expect(input).toEqual({ id: waiting.id, price: '89000', trailingStop: '900.00' });
  });

  test('is told that a stop lies beyond its liquidation, before it is sent', async () => {
    const network = wire();
    signIn();
    const waiting = waits();
    await draw(<AmendDialog position={waiting} onDone={() => undefined} />);
    (await network.next(`/index/getMarketInfo/${waiting.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
    const stop = page.getByLabelText('Stop-loss', { exact: true });
    await userEvent.fill(stop, '81000');
    await expect.element(page.getByText('Stop-loss or take-profit price unreasonable')).toBeVisible();
    await userEvent.fill(stop, '82000');
    await expect.element(page.getByText('Stop-loss or take-profit price unreasonable')).not.toBeInTheDocument();
  });
});

const save = page.getByRole('button', { name: 'Demo · Save' });
const stopLoss = page.getByRole('textbox', { name: 'Stop-loss', exact: true });
const trailing = page.getByRole('textbox', { name: 'Trailing distance', exact: true });

/** The sheet of a position with these stops, and how often it was left. */
async function amending(stops: { stopLoss?: string; trailingStop?: string }) {
  const network = wire();
  signIn();
  const id = crypto.randomUUID();
  const held = { ...position, ...stops, id, instrumentId: `unread-${id}` };
  const left: string[] = [];
  await draw(<AmendDialog position={held} onDone={() => left.push(id)} />);
  (await network.next(`/index/getMarketInfo/${held.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
  const sent = () => network.calls.filter(({ path }) => path === '/order/amendU');
  return { network, held, left, sent };
}

test.each([
  ['one that stands', { stopLoss: '92000.00' }],
  ['none', {}],
])('a stop that is no number yet in place of %s is not sent, takes nothing away and is not closed over', async (_, stops) => {
  const { held, left, network, sent } = await amending(stops);
  await userEvent.clear(stopLoss);
  await userEvent.click(stopLoss);
  await userEvent.keyboard('95,250,5{Enter}');
  await expect.element(stopLoss).toHaveAccessibleDescription(/^The digit groups do not fit/);
  await userEvent.click(save, { force: true });
  await expect.element(save).toBeDisabled();
  expect([sent(), left]).toEqual([[], []]);
  await userEvent.fill(stopLoss, '95250.5');
  await userEvent.keyboard('{Enter}');
  expect((await network.next('/order/amendU')).input).toEqual({ id: held.id, stopLoss: '95250.5' });
});

test('a trailing distance that is none stands in the way, and only an emptied one takes the stop away', async () => {
  const { held, left, network, sent } = await amending({ trailingStop: '500.00' });
  await userEvent.click(page.getByRole('radiogroup', { name: 'Trailing distance' }).getByText('%'));
  for (const text of ['0', '0.', '1,2,3']) {
    await userEvent.clear(trailing);
    await userEvent.click(trailing);
    await userEvent.keyboard(`${text}{Enter}`);
    await expect.element(trailing).toBeInvalid();
    await expect.element(save).toBeDisabled();
  }
  expect([sent(), left]).toEqual([[], []]);
  await userEvent.clear(trailing);
  await userEvent.click(save);
  expect((await network.next('/order/amendU')).input).toEqual({ id: held.id, trailingStop: null });
});

test('a trailing distance that was none goes back to what it was when it is told in another way', async () => {
  const { sent } = await amending({ trailingStop: '500.00' });
  const how = page.getByRole('radiogroup', { name: 'Trailing distance' });
  await userEvent.click(how.getByText('%'));
  await userEvent.fill(trailing, '0');
  await expect.element(save).toBeDisabled();
  await userEvent.click(how.getByText('Price'));
  await expect.element(trailing).toHaveValue('500.00');
  await userEvent.click(save);
  expect(sent()).toEqual([]);
});

test.each(languages)('in %s no text that says no number is a change of any field', (language) => {
  const before = entryFrom({ ...position, stopLoss: '60000', takeProfit: '99000', trailingStop: '500', limitPrice: '97000' });
  const texts = ['1.234.5', '1,234,5', "1'23", '1.085', '1,085', '.', ',', '-1', '1e5', '0,,1'];
  const misread = texts.filter((text) => 'misread' in readNumber(text, language, 2)).map(unread);
  expect(misread.length).toBeGreaterThan(4);
  for (const text of misread) {
    for (const name of ['price', 'trigger', 'lots', 'stopLoss', 'takeProfit', 'trailingStop'] as const) {
      expect(changeOf(before, { ...before, texts: { ...before.texts, [name]: text } })).toBeNull();
    }
    for (const target of [
      { id: 1, price: text, share: '0.01' },
      { id: 1, price: '98000', share: text },
    ]) {
      expect(changeOf(before, { ...before, targets: [target] })).toBeNull();
    }
  }
});

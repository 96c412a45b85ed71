import { describe, expect, it } from 'vitest';
import type { Quote } from '../market/quote.ts';
import { type Amount, amount, formatAmount, parseAmount } from '../money/amount.ts';
import { assetOf, usdt } from '../money/assets.ts';
import { toFixed } from '../money/fixed.ts';
import { isRefused } from '../positions/refused.ts';
import { afterBuying, afterSelling, averageCost, noCost, unrealisedAt } from './cost.ts';
import { dustOf, mayConvert } from './decide-dust.ts';
import { type Waits, decideSpotStep } from './decide-fill.ts';
import { type SpotRequest, type SpotSituation, decideSubmit } from './decide-submit.ts';
import { mayBecome } from './statuses.ts';
import { paidAsset, receivedAsset, termsFor } from './terms.ts';

const btc = assetOf('BTC');
const instrument = { base: 'BTC', priceScale: 2, spot: { feeRate: toFixed('0.001'), quantityScale: 4 } };
/** 63,990 / 64,000. */
const quote: Quote = { code: 'BTCUSDT', bid: 6_399_000, ask: 6_400_000, time: 0, volume: 0 };
const situation: SpotSituation = { instrument, quote, now: 0, tradable: true, pricesAllowed: true };

const coins = (text: string): Amount => parseAmount(text, btc) ?? amount(-1n);
const dollars = (text: string): Amount => parseAmount(text, usdt) ?? amount(-1n);

function decided(request: SpotRequest, more: Partial<SpotSituation> = {}) {
  const decision = decideSubmit(request, { ...situation, ...more });
  if (isRefused(decision)) throw new Error(`refused with ${decision.refused}`);
  const { terms, deal } = decision;
  const received = receivedAsset(terms);
  return {
    kind: decision.kind,
    quantity: formatAmount(terms.quantity, btc),
    price: deal.price,
    paid: formatAmount(deal.paid, paidAsset(terms)),
    received: formatAmount(deal.received, received),
    fee: formatAmount(deal.fee, received),
    net: formatAmount(deal.net, received),
  };
}

function refusalOf(request: SpotRequest, more: Partial<SpotSituation> = {}) {
  const decision = decideSubmit(request, { ...situation, ...more });
  return isRefused(decision) ? [decision.refused, decision.field] : undefined;
}

describe('a market order', () => {
  it('buys at the ask and pays its fee in coins', () => {
    expect(decided({ side: 'buy', type: 'market', quantity: '0.01' })).toEqual({
      kind: 'fill',
      quantity: '0.01',
      price: 6_400_000,
      paid: '640',
      received: '0.01',
      fee: '0.00001',
      net: '0.00999',
    });
  });

  it('sells at the bid and pays its fee in USDT', () => {
    expect(decided({ side: 'sell', type: 'market', quantity: '0.01' })).toMatchObject({
      price: 6_399_000,
      paid: '0.01',
      received: '639.9',
      fee: '0.6399',
      net: '639.2601',
    });
  });

  it('by turnover trades as many coins as it is worth, down to the quantity scale', () => {
    // 1,000 / 64,000 = 0.015625, down to 0.0156: 998.4 is paid. 1,000 / 63,990 = 0.015627…: 0.0156 sold for 998.244.
    expect(decided({ side: 'buy', type: 'market', turnover: '1000' })).toMatchObject({ quantity: '0.0156', paid: '998.4' });
    expect(decided({ side: 'sell', type: 'market', turnover: '1000' })).toMatchObject({
      quantity: '0.0156',
      received: '998.244',
    });
  });

  it('rounds to the house: what is paid up, what is received down, the fee up', () => {
    const cheap = { base: 'BTC', priceScale: 8, spot: { feeRate: toFixed('0.001'), quantityScale: 2 } };
    const at = { instrument: cheap, quote: { ...quote, bid: 33_333_333, ask: 33_333_333 } };
    // 3.03 × 0.33333333 = 1.0099999899, whose fee of a seller is 0.001009999.
    expect(decided({ side: 'buy', type: 'market', quantity: '3.03' }, at)).toMatchObject({ paid: '1.01', fee: '0.00303' });
    expect(decided({ side: 'sell', type: 'market', quantity: '3.03' }, at)).toMatchObject({
      received: '1.009999',
      fee: '0.00101',
      net: '1.008989',
    });
  });
});

describe('a limit order', () => {
  it('waits, holding what its limit costs, until the quote reaches it', () => {
    expect(decided({ side: 'buy', type: 'limit', price: '63000', quantity: '0.01' })).toMatchObject({
      kind: 'await',
      paid: '630',
    });
    expect(decided({ side: 'sell', type: 'limit', price: '65000', quantity: '0.01' })).toMatchObject({
      kind: 'await',
      paid: '0.01',
      received: '650',
    });
  });

  it('fills at once, at the quote, when the quote satisfies it already', () => {
    expect(decided({ side: 'buy', type: 'limit', price: '65000', quantity: '0.01' })).toMatchObject({
      kind: 'fill',
      paid: '640',
    });
    expect(decided({ side: 'sell', type: 'limit', price: '63990', quantity: '0.01' })).toMatchObject({
      kind: 'fill',
      received: '639.9',
    });
  });

  it('by turnover is worth that turnover at its limit', () => {
    // 1,000 / 62,500 = 0.016 exactly.
    expect(decided({ side: 'buy', type: 'limit', price: '62500', turnover: '1000' })).toMatchObject({
      quantity: '0.016',
      paid: '1000',
    });
  });

  it('is filled at its limit or better, never worse', () => {
    const buy = termsFor('BTC', 2, toFixed('0.001'), 'buy', toFixed('0.01'));
    const sell = termsFor('BTC', 2, toFixed('0.001'), 'sell', toFixed('0.01'));
    const at = (limit: number): Waits => ({ type: 'limit', limit, trigger: null, triggered: false });
    expect(decideSpotStep(buy, at(6_399_999), quote)).toBeNull();
    expect(decideSpotStep(buy, at(6_400_000), quote)).toMatchObject({ deal: { paid: dollars('640') } });
    expect(decideSpotStep(buy, at(6_500_000), quote)).toMatchObject({ deal: { paid: dollars('640') } });
    expect(decideSpotStep(sell, at(6_399_001), quote)).toBeNull();
    expect(decideSpotStep(sell, at(6_300_000), quote)).toMatchObject({ deal: { received: dollars('639.9') } });
  });
});

describe('an order with a trigger', () => {
  const begins = { side: 'buy', type: 'stopLimit', price: '65000', trigger: '64500', quantity: '0.01' } as const;
  const pair = { side: 'sell', type: 'oco', price: '70000', trigger: '60000', quantity: '0.01' } as const;

  it('holds what it would pay at its limit, though the price is better: it has not begun', () => {
    expect(decided(begins)).toMatchObject({ kind: 'await', price: 6_500_000, paid: '650' });
    expect(decided({ ...begins, side: 'sell', price: '60000', trigger: '63000' })).toMatchObject({
      kind: 'await',
      paid: '0.01',
      received: '600',
    });
  });

  it('that sells at a take-profit or a stop-loss holds the coins once', () => {
    expect(decided(pair)).toMatchObject({ kind: 'await', price: 7_000_000, paid: '0.01', received: '700' });
  });

  it('begins at its trigger, at the quote that reached it, and fills there or rests at its limit', () => {
    const terms = termsFor('BTC', 2, toFixed('0.001'), 'buy', toFixed('0.01'));
    const waits: Waits = { type: 'stopLimit', limit: 6_450_000, trigger: 6_400_000, triggered: false };
    expect(decideSpotStep(terms, { ...waits, trigger: 6_400_001 }, quote)).toBeNull();
    expect(decideSpotStep(terms, waits, quote)).toMatchObject({ kind: 'fill', begins: true, deal: { paid: dollars('640') } });
    expect(decideSpotStep(terms, { ...waits, limit: 6_399_999 }, quote)).toEqual({ kind: 'begin' });
    const begun = { ...waits, limit: 6_399_999, triggered: true };
    expect(decideSpotStep(terms, begun, quote)).toBeNull();
    expect(decideSpotStep(terms, begun, { ...quote, ask: 6_399_999 })).toMatchObject({ kind: 'fill', begins: false });
  });

  it('of a pair sells at whatever the quote says that reached the stop-loss', () => {
    const terms = termsFor('BTC', 2, toFixed('0.001'), 'sell', toFixed('0.01'));
    const waits: Waits = { type: 'oco', limit: 7_000_000, trigger: 6_000_000, triggered: false };
    const at = (bid: number) => decideSpotStep(terms, waits, { ...quote, bid, ask: bid });
    expect(at(6_000_001)).toBeNull();
    expect(at(5_900_000)).toMatchObject({ kind: 'fill', deal: { received: dollars('590') } });
    expect(at(6_999_999)).toBeNull();
    expect(at(7_050_000)).toMatchObject({ kind: 'fill', deal: { received: dollars('705') } });
  });

  it.each<[string, SpotRequest, readonly [string, string]]>([
    ['without one', { ...begins, trigger: undefined }, ['11321', 'trigger']],
    ['that the price has reached', { ...begins, trigger: '64000' }, ['11321', 'trigger']],
    ['between two ticks', { ...begins, trigger: '64500.001' }, ['11321', 'trigger']],
    ['on a limit order', { ...begins, type: 'limit', price: '60000' }, ['11321', 'trigger']],
    ['without a limit', { ...begins, price: undefined }, ['11012', 'price']],
    ['with a stop-loss above the price', { ...pair, trigger: '63990' }, ['11322', 'trigger']],
    ['with a take-profit below the price', { ...pair, price: '63990' }, ['11322', 'price']],
    ['with a pair that buys', { ...pair, side: 'buy', price: '60000', trigger: '70000' }, ['11322', 'side']],
    ['with an end that has passed', { ...begins, until: '1970-01-01T00:00:00.000Z' }, ['11305', 'until']],
    ['at the market with an end', { side: 'buy', type: 'market', quantity: '1', until: 'day' }, ['11305', 'until']],
  ])('is refused %s', (_, request, refusal) => {
    expect(refusalOf(request)).toEqual(refusal);
  });

  it('ends when it is told to', () => {
    const end = (until: SpotRequest['until']) => {
      const decision = decideSubmit({ ...begins, until }, { ...situation, now: 1000 });
      return isRefused(decision) ? decision.refused : decision.expiresAt;
    };
    expect([end(undefined), end(null), end('day'), end('1970-01-01T01:00:00Z')]).toEqual([null, null, 86_400_000, 3_600_000]);
  });
});

describe('what is left of a coin', () => {
  const leftover = (text: string, bid = 6_399_000) =>
    dustOf({ instrument, available: coins(text), quote: { ...quote, bid }, tradable: true });

  it('is sold to the last unit at the bid, for the ordinary fee', () => {
    // 0.00001234 × 63,990 = 0.7896366; the fee of a thousandth is 0.00078964, rounded up to a millionth.
    expect(leftover('0.00001234')?.deal).toMatchObject({
      paid: coins('0.00001234'),
      received: dollars('0.789636'),
      fee: dollars('0.00079'),
      net: dollars('0.788846'),
    });
  });

  it('is no leftover from the smallest order on, without a price, or where nothing would be received', () => {
    expect(leftover('0.0001', 999_999)).not.toBeNull();
    expect(leftover('0.0001', 1_000_000)).toBeNull();
    expect(leftover('0')).toBeNull();
    expect(leftover('0.00000001', 100)).toBeNull();
    const known = { instrument, available: coins('0.00001'), quote, tradable: true };
    expect(dustOf(known)).not.toBeNull();
    expect(dustOf({ ...known, quote: undefined })).toBeNull();
    expect(dustOf({ ...known, tradable: false })).toBeNull();
    expect(dustOf({ ...known, instrument: { ...instrument, spot: null } })).toBeNull();
  });

  it('is converted once in a UTC day', () => {
    const deals = [leftover('0.00001')].flatMap((one) => one ?? []);
    const noon = Date.parse('2030-01-07T12:00:00Z');
    expect(mayConvert(deals, null, noon)).toBeNull();
    expect(mayConvert(deals, Date.parse('2030-01-06T23:59:59.999Z'), noon)).toBeNull();
    expect(mayConvert(deals, Date.parse('2030-01-07T00:00:00Z'), noon)).toMatchObject({ refused: '11323' });
    expect(mayConvert([], null, noon)).toMatchObject({ refused: '11324' });
  });
});

describe('an order is refused', () => {
  it.each<[string, SpotRequest, Partial<SpotSituation>, readonly [string, string | null]]>([
    [
      'without spot trading',
      { side: 'buy', type: 'market', quantity: '1' },
      { instrument: { ...instrument, spot: null } },
      ['11009', 'code'],
    ],
    ['on simulated prices', { side: 'buy', type: 'market', quantity: '1' }, { pricesAllowed: false }, ['11011', null]],
    ['while nothing trades', { side: 'buy', type: 'market', quantity: '1' }, { tradable: false }, ['10015', null]],
    ['at the market with a price', { side: 'buy', type: 'market', price: '1', quantity: '1' }, {}, ['11012', 'price']],
    ['by limit without a price', { side: 'buy', type: 'limit', quantity: '1' }, {}, ['11012', 'price']],
    ['by limit between two ticks', { side: 'buy', type: 'limit', price: '63000.005', quantity: '1' }, {}, ['11012', 'price']],
    ['at an ask that moved', { side: 'buy', type: 'market', seenPrice: '63999.99' }, {}, ['11004', 'seenPrice']],
    ['at a bid that moved', { side: 'sell', type: 'market', seenPrice: '63990.01' }, {}, ['11004', 'seenPrice']],
    // 63,680.59 and half a percent are 63,998.992…, a cent short of the ask.
    [
      'at an ask that moved by more than was accepted',
      { side: 'buy', type: 'market', quantity: '0.01', seenPrice: '63680.59', maxSlippageBps: 50 },
      {},
      ['11004', 'seenPrice'],
    ],
    ['with a slippage from no price', { side: 'buy', type: 'market', maxSlippageBps: 5 }, {}, ['11004', 'seenPrice']],
    ['without a size', { side: 'buy', type: 'market' }, {}, ['10016', 'quantity']],
    ['with two sizes', { side: 'buy', type: 'market', quantity: '1', turnover: '64000' }, {}, ['10016', 'turnover']],
    ['finer than the quantity scale', { side: 'buy', type: 'market', quantity: '0.00001' }, {}, ['10016', 'quantity']],
    ['finer than a micro-USDT', { side: 'buy', type: 'market', turnover: '100.0000001' }, {}, ['10016', 'turnover']],
    ['below one USDT', { side: 'sell', type: 'limit', price: '9999.99', quantity: '0.0001' }, {}, ['10016', 'quantity']],
    ['that buys no coin at all', { side: 'buy', type: 'market', turnover: '6.3' }, {}, ['10016', 'turnover']],
    ['above ten million', { side: 'buy', type: 'limit', price: '63000', quantity: '158.7302' }, {}, ['10016', 'quantity']],
    ['beyond 200 waiting', { side: 'buy', type: 'limit', price: '63000', quantity: '1' }, { openOrders: 200 }, ['11010', null]],
    [
      'with too little USDT',
      { side: 'buy', type: 'market', quantity: '0.01' },
      { available: dollars('639.999999') },
      ['10011', 'quantity'],
    ],
    [
      'with too few coins',
      { side: 'sell', type: 'market', turnover: '1000' },
      { available: coins('0.01559999') },
      ['11013', 'turnover'],
    ],
  ])('%s', (_, request, more, refusal) => {
    expect(refusalOf(request, more)).toEqual(refusal);
  });

  it('but not for a price that moved as far as was accepted or the other way, nor by limit', () => {
    // 63,681.60 and half a percent are 64,000.008; 64,311.55 less half a percent 63,989.99225.
    const sound: readonly SpotRequest[] = [
      { side: 'buy', type: 'market', quantity: '0.01', seenPrice: '63681.60', maxSlippageBps: 50 },
      { side: 'buy', type: 'market', quantity: '0.01', seenPrice: '70000' },
      { side: 'sell', type: 'market', quantity: '0.01', seenPrice: '64311.55', maxSlippageBps: 50 },
      { side: 'sell', type: 'market', quantity: '0.01', seenPrice: '60000' },
      { side: 'buy', type: 'limit', price: '63000', quantity: '0.01', seenPrice: '1' },
    ];
    for (const request of sound) expect(refusalOf(request)).toBeUndefined();
  });

  it('but not for having exactly enough, nor at the market for having many waiting', () => {
    expect(
      refusalOf({ side: 'buy', type: 'market', quantity: '0.01' }, { available: dollars('640'), openOrders: 200 }),
    ).toBeUndefined();
    expect(refusalOf({ side: 'sell', type: 'limit', price: '10000', quantity: '0.0001' })).toBeUndefined();
    expect(refusalOf({ side: 'buy', type: 'limit', price: '62500', turnover: '10000000' })).toBeUndefined();
  });
});

describe('the cost of coins', () => {
  const at = (price: number) => ({ base: btc, price, priceScale: 2 });
  const bought = (net: string, paid: string) => afterBuying(noCost, { net: coins(net), paid: dollars(paid) });

  it('is averaged over purchases, and a sale takes its share of it', () => {
    // 1 at 60,000 and 3 at 64,000: 63,000 on average.
    const basis = afterBuying(bought('1', '60000'), { net: coins('3'), paid: dollars('192000') });
    expect(basis).toEqual({ quantity: coins('4'), cost: dollars('252000') });
    expect(averageCost(basis, btc)).toBe(dollars('63000'));
    // 1.5 at 65,000 bring 97,500, less the fee of a thousandth 97,402.5.
    const sold = afterSelling(basis, { coins: coins('1.5'), net: dollars('97402.5') });
    expect(sold.basis).toEqual({ quantity: coins('2.5'), cost: dollars('157500') });
    expect(sold.sale).toEqual({ profit: dollars('2902.5'), cost: dollars('94500') });
    expect(unrealisedAt(sold.basis, coins('2.5'), at(6_200_000))).toBe(-dollars('2500'));
  });

  it('has the fee in it, which is taken in coins: 0.01 at 64,000 are 0.00999 coins for 640', () => {
    const basis = bought('0.00999', '640');
    // 640 ÷ 0.00999 = 64,064.064064…
    expect(averageCost(basis, btc)).toBe(dollars('64064.064065'));
    expect(averageCost(noCost, btc)).toBeNull();
    expect(unrealisedAt(basis, coins('0.00999'), at(6_400_000))).toBe(-dollars('0.64'));
  });

  it('of coins from elsewhere is unknown: they bring neither profit nor loss', () => {
    const five = { coins: coins('5'), net: dollars('305000') };
    expect(afterSelling(bought('1', '60000'), five)).toEqual({
      basis: noCost,
      sale: { profit: dollars('1000'), cost: dollars('60000') },
    });
    expect(afterSelling(noCost, five).sale).toEqual({ profit: 0n, cost: 0n });
  });

  it('of coins that have left by another way no longer counts as unrealised', () => {
    const basis = bought('2', '120000');
    expect(unrealisedAt(basis, coins('0.5'), at(6_100_000))).toBe(dollars('500'));
    expect(unrealisedAt(basis, amount(0n), at(6_100_000))).toBe(0n);
  });
});

it('an order that is filled or cancelled never changes again', () => {
  expect(mayBecome('open', 'filled') && mayBecome('open', 'cancelled')).toBe(true);
  for (const ended of ['filled', 'cancelled'] as const)
    for (const next of ['open', 'filled', 'cancelled'] as const) expect(mayBecome(ended, next)).toBe(false);
});

import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { describe, expect, it } from 'vitest';
import {
  type Balances,
  type SpotForm,
  type SpotPrices,
  balancesAfter,
  previewSpot,
  sizeForShare,
  spreadCost,
} from './spot-preview.ts';

/** 40,002.00 to buy, 39,998.00 to sell; fee 0.1%; 1,000 USDT and 0.5 bitcoin at hand. */
const prices: SpotPrices = {
  instrument: { base: 'BTC', priceScale: 2, spot: { quantityScale: 6, feeRate: toFixed('0.001') } },
  quote: { code: 'BTCUSDT', bid: 3_999_800, ask: 4_000_200, time: 0, volume: 0 },
  now: 0,
  tradable: true,
  pricesAllowed: true,
};
const btc = assetOf('BTC');
const balances: Balances = { usdt: amount(1_000_000_000n), coin: amount(5n * 10n ** BigInt(btc.scale - 1)) };
const form: SpotForm = { side: 'buy', type: 'market', price: '', trigger: '', until: '', sizeBy: 'quantity', size: '0.01' };

describe('an order with a trigger', () => {
  const pair: SpotForm = { ...form, side: 'sell', type: 'oco', price: '45000', trigger: '35000' };

  it('holds the coins of a pair, and asks for what is missing in the order of the fields', () => {
    expect(previewSpot(pair, prices, balances).decision).toMatchObject({ kind: 'await', limit: 4_500_000, trigger: 3_500_000 });
    const missing = (change: Partial<SpotForm>) => previewSpot({ ...pair, ...change }, prices, balances).blocked;
    expect(missing({ trigger: '', price: '' })).toEqual({ code: 'missing', field: 'trigger' });
    expect(missing({ price: '' })).toEqual({ code: 'missing', field: 'price' });
    expect(missing({ trigger: '41000' })).toEqual({ code: '11322', field: 'trigger' });
    expect(missing({ until: 'date' })).toEqual({ code: '11305', field: 'until' });
  });

  it('ends when its ticket says so, and at the market never waits', () => {
    const ends = previewSpot({ ...pair, until: 'day' }, prices, balances);
    expect([ends.request?.until, ends.decision?.expiresAt]).toEqual(['day', 86_400_000]);
    expect(previewSpot({ ...form, until: 'day' }, prices, balances).request?.until).toBeUndefined();
  });
});

describe('the spot ticket', () => {
  it('buys at the ask and pays the fee in the coin', () => {
    // 0.01 × 40,002 = 400.02 USDT; 0.1% of 0.01 BTC is 0.00001 BTC.
    const { decision, blocked } = previewSpot(form, prices, balances);
    expect(blocked).toBeNull();
    expect(decision && formatAmount(decision.deal.paid, usdt)).toBe('400.02');
    expect(decision && formatAmount(decision.deal.net, btc)).toBe('0.00999');
  });

  it('sells at the bid and pays the fee in USDT', () => {
    // 0.01 × 39,998 = 399.98 USDT, of which 0.39998 are the fee.
    const { decision } = previewSpot({ ...form, side: 'sell' }, prices, balances);
    expect(decision && formatAmount(decision.deal.net, usdt)).toBe('399.58002');
  });

  it('says what the spread costs against the middle price', () => {
    // Two dollars a coin on a hundredth of one.
    const { decision } = previewSpot(form, prices, balances);
    expect(decision && formatAmount(spreadCost(decision, prices), usdt)).toBe('0.02');
  });

  it('spends no more than a turnover', () => {
    // 1,000 / 40,002 = 0.0249987… coins, cut to six decimals.
    const { decision } = previewSpot({ ...form, sizeBy: 'turnover', size: '1000' }, prices, balances);
    expect(decision && formatAmount(decision.terms.quantity, btc)).toBe('0.024998');
    expect(decision && decision.deal.paid <= balances.usdt).toBe(true);
  });

  it('shows both balances before and after', () => {
    const { decision } = previewSpot(form, prices, balances);
    const after = decision && balancesAfter(balances, decision);
    expect(after?.usdt).toBe(599_980_000n);
    expect(after && formatAmount(amount(after.coin), btc)).toBe('0.50999');
  });

  it('credits nothing while a limit order waits', () => {
    const { decision } = previewSpot({ ...form, type: 'limit', price: '39000' }, prices, balances);
    expect(decision?.kind).toBe('await');
    expect(decision && balancesAfter(balances, decision)).toEqual({ usdt: 610_000_000n, coin: balances.coin });
  });

  it('takes a share of USDT to buy and of the coin to sell', () => {
    expect(sizeForShare({ side: 'buy' }, prices, balances, 25)).toEqual({ sizeBy: 'turnover', size: '250' });
    expect(sizeForShare({ side: 'sell' }, prices, balances, 50)).toEqual({ sizeBy: 'quantity', size: '0.25' });
    expect(sizeForShare({ side: 'sell' }, prices, { ...balances, coin: amount(1n) }, 25).size).toBe('');
  });

  it.each([
    ['nothing entered', { size: '' }, { code: 'missing', field: 'size' }],
    ['a limit order without a limit', { type: 'limit' }, { code: 'missing', field: 'price' }],
    ['less than the smallest order', { size: '0.00001' }, { code: '10016', field: 'size' }],
    ['more USDT than there is', { size: '0.03' }, { code: '10011', field: 'size' }],
    ['more coins than there are', { side: 'sell', size: '0.6' }, { code: '11013', field: 'size' }],
    ['a limit that is no price', { type: 'limit', price: '0.001' }, { code: '11012', field: 'price' }],
  ] as const)('names %s', (_, change, blocked) => {
    expect(previewSpot({ ...form, ...change }, prices, balances).blocked).toEqual(blocked);
  });
});

import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { resultAt } from '@assay/domain/positions/costs.ts';
import { describe, expect, it } from 'vitest';
import { closingNow, endedResult, liveResult, netText } from '../../shared/trading/live-position.ts';
import { checkReceipt } from './receipt/check-receipt.ts';

const position: Position = {
  id: '1',
  orderNo: 'C1',
  code: 'X',
  instrumentId: 'crypto-X',
  orderType: 'market',
  side: 'long',
  lots: '2',
  handCount: '2',
  priceScale: 2,
  conversion: '1',
  leverage: 10,
  limitPrice: null,
  triggerPrice: null,
  triggeredAt: null,
  openPrice: '100.00',
  closePrice: null,
  currentPrice: '100.00',
  lastPrice: '100.05',
  openTime: null,
  closeTime: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  stopLoss: null,
  targets: [],
  takeProfit: null,
  trailingStop: null,
  trailingStopPrice: null,
  liquidationPrice: '90.50',
  marginUsed: '20',
  fee: '0.2',
  openFee: '0.2',
  financing: '0',
  profit: '0',
  expectedProfit: null,
  splits: null,
  feeRate: '0.001',
  financingRate: '0.0001',
  maintenanceRate: '0.005',
  maintenance: '1',
  partOf: null,
  parts: 0,
  status: 'open',
  closeReason: null,
};

describe('closing a part of a position', () => {
  const closed = (lots: string, price: string, of = position) => closingNow(of, toFixed(lots), price);
  const result = (lots: string, price: string, of = position) => {
    const now = closed(lots, price, of);
    return now && resultAt(now.holding, now.close);
  };

  it('is worked out by the rule that settles it, with its share of every cost and what stays', () => {
    // Half a lot: (104 − 100) × 0.5 = 2, 52 × 0.1%; a quarter of the margin and of the opening fee goes with it.
    expect(result('0.5', '104')).toEqual({
      gross: 2_000_000n,
      openFee: 50_000n,
      closeFee: 52_000n,
      financing: 0n,
      net: 1_898_000n,
    });
    expect(closed('0.5', '104')).toMatchObject({ margin: { before: 20_000_000n, after: 15_000_000n }, rest: '1.5' });
    expect(closed('2', '104')).toMatchObject({ margin: { after: 0n }, rest: null });
    expect(result('2', '104')?.gross).toBe(8_000_000n);
  });

  it('rounds the share of the margin down, and costs no more than that', () => {
    const third = { ...position, lots: '3', handCount: '3', marginUsed: '10' };
    expect(closed('1', '100', third)).toMatchObject({ margin: { after: 6_666_667n }, rest: '2' });
    expect(result('1', '10', third)).toMatchObject({ gross: -3_333_333n, closeFee: 0n });
    expect(closed('1', '', third)).toBeNull();
  });
});

describe('the live result of a position', () => {
  const net = (of: Position, quote: { bid: string; ask: string } | undefined) => {
    const live = liveResult(of, quote);
    return live && [live.price, netText(live.result), live.percent];
  };

  it('is that of closing a long at the bid, with both fees off', () => {
    // (103.50 − 100) × 2 = 7, less 0.2 and 207 × 0.1%; 6.593 is 32.965% of a margin of 20.
    expect(net(position, { bid: '103.5', ask: '103.6' })).toEqual(['103.50', '6.593', '32.96']);
  });

  it('is that of closing a short at the ask, in USDT by the frozen conversion, with its nights off', () => {
    // (100 − 103.60) × 2 × 0.5 = −3.6, less 0.2, 103.6 × 0.1% and 0.05; −3.9536 is −19.768% of 20.
    const short: Position = { ...position, side: 'short', conversion: '0.5', financing: '0.05' };
    expect(net(short, { bid: '103.5', ask: '103.6' })).toEqual(['103.60', '-3.9536', '-19.77']);
  });

  it('goes by the server’s price while there is no quote, and is none once it is closed', () => {
    expect(net(position, undefined)).toEqual(['100.00', '-0.4', '-2']);
    expect(liveResult({ ...position, status: 'closed' }, { bid: '1', ask: '2' })).toBeNull();
  });

  it('of one that has ended is what it brought less what it cost', () => {
    const ended: Position = { ...position, status: 'closed', profit: '7', fee: '0.407', financing: '0.02' };
    expect(endedResult(ended)).toMatchObject({ openFee: 200_000n, closeFee: 207_000n, net: 6_573_000n });
  });
});

/** 1 lot of 1 at 100.00 with leverage 10, maintenance 0.5%, fee 0.1%, closed at 105.00. */
const receipt: Receipt = {
  id: '1',
  kind: 'contract',
  status: 'closedEarly',
  terms: {
    orderType: 'market',
    side: 'long',
    lots: '1',
    lotSize: '1',
    leverage: '10',
    conversion: '1',
    feeRate: '0.001',
    maintenanceRate: '0.005',
    financingRate: '0.0002',
  },
  quotes: [
    { moment: 'open', time: '2026-01-01T00:00:00.000Z', bid: '99.90', ask: '100.00', source: 'simulated X' },
    { moment: 'close', time: '2026-01-01T01:00:00.000Z', bid: '105.00', ask: '105.10', source: 'simulated X' },
  ],
  steps: [
    { name: 'quantity', formula: '', numbers: {}, result: '1' },
    { name: 'notional', formula: '', numbers: { price: '100.00' }, result: '100' },
    { name: 'margin', formula: '', numbers: {}, result: '10' },
    { name: 'openFee', formula: '', numbers: {}, result: '0.1' },
    { name: 'maintenance', formula: '', numbers: {}, result: '0.5' },
    // (0.5 − 10 + 100) / 0.999 = 90.5905…, rounded down to a tick
    { name: 'liquidationPrice', formula: '', numbers: { margin: '10' }, result: '90.59' },
    { name: 'profit', formula: '', numbers: { closePrice: '105.00', margin: '10' }, result: '5' },
    { name: 'closeFee', formula: '', numbers: {}, result: '0.105' },
    { name: 'returned', formula: '', numbers: {}, result: '14.895' },
  ],
  transfers: [],
};

const withStep = (name: string, result: string): Receipt => ({
  ...receipt,
  steps: receipt.steps.map((step) => (step.name === name ? { ...step, result } : step)),
});

describe('a receipt', () => {
  it('is computed again in full from terms and quotes', () => {
    expect(checkReceipt(receipt)).toEqual({
      checked: [
        'quantity',
        'notional',
        'openFee',
        'maintenance',
        'margin',
        'liquidationPrice',
        'openQuote',
        'closeQuote',
        'profit',
        'closeFee',
        'returned',
      ],
      differs: [],
    });
  });

  it.each(['notional', 'margin', 'openFee', 'liquidationPrice', 'profit', 'closeFee', 'returned'])(
    'is not believed when its %s is another',
    (name) => {
      expect(checkReceipt(withStep(name, '4.999999'))?.differs).toEqual([name]);
    },
  );

  it('is not believed when it opened or closed at another price than the recorded quote', () => {
    const quotes = receipt.quotes.map((quote) => ({ ...quote, bid: '104.00', ask: '104.10' }));
    expect(checkReceipt({ ...receipt, quotes })?.differs).toEqual(['openQuote', 'closeQuote']);
  });

  it('of an open position is checked as far as it goes', () => {
    const steps = receipt.steps.slice(0, 6);
    expect(checkReceipt({ ...receipt, steps, quotes: receipt.quotes.slice(0, 1) })?.differs).toEqual([]);
  });

  it('that cannot be computed claims nothing', () => {
    expect(checkReceipt({ ...receipt, terms: { ...receipt.terms, lots: 'many' } })).toBeNull();
    expect(checkReceipt({ ...receipt, kind: 'plan' })).toBeNull();
  });
});

import { languages } from '@assay/contract/vocabulary/languages.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { fixed, one, toFixed } from '@assay/domain/money/fixed.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Situation } from '../../../shared/trading/market/situation.ts';
import { readNumber, unread } from '../../../shared/words/read-number.ts';
import { blockerOf } from './blocker.ts';
import { type TicketForm, lotsForShare, previewTicket, withSeenPrice } from './preview.ts';

/** One lot is one unit; 100.00 to buy, 99.90 to sell; fee 0.1%, maintenance 0.5%; 50 USDT at hand. */
const situation: Situation = {
  instrument: {
    priceScale: 2,
    contract: {
      lotSize: one,
      lotStep: toFixed('0.01'),
      lotsMin: toFixed('0.01'),
      lotsMax: toFixed('100'),
      leverages: [5, 10],
      feeRate: toFixed('0.001'),
      maintenanceRate: toFixed('0.005'),
      financingRateLong: toFixed('0.0002'),
      financingRateShort: toFixed('-0.0001'),
    },
  },
  quote: { code: 'X', bid: 9_990, ask: 10_000, time: 0, volume: 0 },
  conversion: fixed(1n, 0),
  available: amount(50_000_000n),
};
const nothing = { by: 'price', text: '' } as const;
const form: TicketForm = {
  side: 'long',
  type: 'market',
  sizeBy: 'lots',
  size: '1',
  leverage: 10,
  price: '',
  trigger: '',
  until: '',
  stopLoss: nothing,
  targets: [],
  takeProfit: nothing,
  trailing: { by: 'price', text: '' },
};

describe('the ticket', () => {
  it('shows margin, fee and what leaves the balance before the order is sent', () => {
    const { decision, blocked } = previewTicket(form, situation);
    expect(blocked).toBeNull();
    expect(decision?.opening.margin).toBe(10_000_000n);
    expect(decision?.opening.fee).toBe(100_000n);
    expect(decision?.hold).toBe(10_100_000n);
  });

  it('buys with an amount no more than margin and fee that fit into it', () => {
    // A lot costs 10 margin and 0.10 fee, so 25 USDT hold 25 / 10.1 = 2.475… lots, which the step makes 2.47.
    const { request, decision } = previewTicket({ ...form, sizeBy: 'amount', size: '25' }, situation);
    expect(request?.lots).toBe('2.47');
    expect(formatAmount(decision?.hold ?? amount(0n), usdt)).toBe('24.947');
  });

  it('fills the slider with whole steps, fee included', () => {
    // 50 / 10.1 = 4.950… lots
    expect(lotsForShare(form, situation, 100)).toBe('4.95');
    expect(lotsForShare(form, situation, 50)).toBe('2.47');
    expect(lotsForShare(form, { ...situation, available: amount(50_000n) }, 100)).toBe('');
  });

  it('turns a stop in percent or money into the price at which that is lost or won', () => {
    // Half of a margin of 10 is lost on one unit at 95.00; 20 is won at 120.00.
    const { request } = previewTicket(
      { ...form, stopLoss: { by: 'percent', text: '50' }, takeProfit: { by: 'amount', text: '20' } },
      situation,
    );
    expect(request?.stopLoss).toBe('95');
    expect(request?.takeProfit).toBe('120');
  });

  it('turns them round for a short', () => {
    // It opens at 99.90 with a margin of 9.99; half of it is lost at 104.895, and a whole tick costs no more at 104.89.
    const { request } = previewTicket(
      { ...form, side: 'short', stopLoss: { by: 'percent', text: '50' }, takeProfit: { by: 'amount', text: '9.9' } },
      situation,
    );
    expect(request?.stopLoss).toBe('104.89');
    expect(request?.takeProfit).toBe('90');
  });

  it('names the price on the screen in an order at the market, and none in a limit order', () => {
    const market = previewTicket(form, situation).request;
    const limit = previewTicket({ ...form, type: 'limit', price: '98' }, situation).request;
    expect(market && withSeenPrice(market, situation)).toMatchObject({ seenPrice: '100', maxSlippageBps: 50 });
    expect(limit && withSeenPrice(limit, situation)).not.toHaveProperty('seenPrice');
  });

  it('turns shares in percent into lots of the order, and all of them into all of it', () => {
    const targets = [
      { id: 1, price: '110', share: '33' },
      { id: 2, price: '105', share: '33' },
    ];
    const of = (entries: typeof targets) => previewTicket({ ...form, size: '0.1', targets: entries }, situation);
    expect(of(targets).request?.targets).toEqual([
      { price: '110', lots: '0.03' },
      { price: '105', lots: '0.03' },
    ]);
    // Nearest first; 0.03 × 5 and 0.03 × 10.
    expect(of(targets).decision?.targets).toEqual([
      { price: 10_500, lots: '0.03' },
      { price: 11_000, lots: '0.03' },
    ]);
    expect(of([...targets, { id: 3, price: '112', share: '34' }]).request?.targets?.at(-1)).toEqual({
      price: '112',
      lots: '0.04',
    });
    expect(of([{ id: 1, price: '99', share: '33' }]).blocked).toEqual({
      code: '11005',
      field: 'targets',
      target: 'targets.0.price',
    });
  });

  it('keeps showing the figures of an order that the balance cannot carry', () => {
    const { decision, blocked } = previewTicket({ ...form, size: '6' }, situation);
    expect(decision?.hold).toBe(60_600_000n);
    expect(blocked).toEqual({ code: '10011', field: 'size' });
  });
});

describe('the button', () => {
  const ready = { signedIn: true, stopped: false, feed: 'live', hasContract: true, trading: 'open' } as const;
  const say = (change: Partial<TicketForm>) =>
    blockerOf({ ...ready, preview: previewTicket({ ...form, ...change }, situation) });

  it('is free when nothing stands in the way', () => {
    expect(say({})).toBeNull();
  });

  it.each([
    ['nothing entered', { size: '' }, 'enterSize'],
    ['a size between two steps', { size: '1.005' }, 'lots'],
    ['more than the largest order', { size: '101' }, 'lots'],
    ['an amount below the smallest lot', { sizeBy: 'amount', size: '0.01' }, 'lots'],
    ['more than the balance', { size: '6' }, 'balance'],
    ['a limit order without a limit', { type: 'limit' }, 'enterPrice'],
    ['a stop on the wrong side', { stopLoss: { by: 'price', text: '101' } }, 'stopLoss'],
    ['a stop beyond liquidation', { stopLoss: { by: 'price', text: '90' } }, 'stopLoss'],
    ['a take-profit on the wrong side', { takeProfit: { by: 'price', text: '99' } }, 'takeProfit'],
    ['a target without a price', { targets: [{ id: 1, price: '', share: '50' }] }, 'targets'],
    ['a target on the wrong side', { targets: [{ id: 1, price: '99', share: '50' }] }, 'targets'],
    ['a target of less than a step', { targets: [{ id: 1, price: '105', share: '0' }] }, 'targets'],
    ['leverage that is not offered', { leverage: 7 }, 'leverage'],
  ] as const)('names %s', (_, change, blocker) => {
    expect(say(change)).toBe(blocker);
  });

  it('names first what no entry can mend', () => {
    const preview = previewTicket({ ...form, size: '' }, situation);
    expect(blockerOf({ ...ready, preview, trading: 'closed' })).toBe('closed');
    expect(blockerOf({ ...ready, preview, trading: 'suspended' })).toBe('suspended');
    expect(blockerOf({ ...ready, preview, signedIn: false })).toBe('signedOut');
    expect(blockerOf({ ...ready, preview, stopped: true })).toBe('stopped');
    expect(blockerOf({ ...ready, preview, feed: 'delayed' })).toBe('delayed');
    expect(blockerOf({ ...ready, preview: null })).toBe('noPrice');
  });

  it.each(languages)(
    'in %s sends nothing as long as a text that says no number stands in any field that may stay empty',
    (language) => {
      const text = fc
        .string({
          unit: fc.constantFrom('0', '1', '85', '234', '.', ',', ' ', '\u2019', '\u202f', '-', 'e'),
          minLength: 1,
          maxLength: 12,
        })
        .filter((typed) => 'misread' in readNumber(typed, language, 2));
      const by = fc.constantFrom('price', 'percent', 'amount');
      fc.assert(
        fc.property(text, by, (typed, how) => {
          const entry = { by: how, text: unread(typed) } as const;
          const target = { id: 1, price: '120', share: '50' };
          const each: Partial<TicketForm>[] = [
            { stopLoss: entry },
            { takeProfit: entry },
            { trailing: { by: how === 'amount' ? 'price' : how, text: entry.text } },
            { targets: [{ ...target, price: entry.text }] },
            { targets: [{ ...target, share: entry.text }] },
          ];
          for (const filled of each) {
            expect(previewTicket({ ...form, ...filled }, situation)).toMatchObject({ request: null, blocked: {} });
          }
        }),
      );
    },
  );
});

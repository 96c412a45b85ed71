import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Quote } from '../market/quote.ts';
import { amount, least, minus, nothing, sum, toDecimal } from '../money/amount.ts';
import { assetOf, usdt } from '../money/assets.ts';
import { compare, fixed, formatFixed } from '../money/fixed.ts';
import { isRefused } from '../positions/refused.ts';
import { afterDeal, afterLeaving, noCost } from './cost.ts';
import { type SpotStep, decideSpotStep } from './decide-fill.ts';
import { decideSubmit } from './decide-submit.ts';
import { type SpotSide, type SpotTerms, dealAt, reachesTrigger, turnoverAt } from './terms.ts';

const btc = assetOf('BTC');
const side = fc.constantFrom<SpotSide>('buy', 'sell');
const price = fc.integer({ min: 1, max: 10_000_000 });

/** Over price scales, quantities from one unit of a coin up, and all fee rates below 0.3%. */
const terms: fc.Arbitrary<SpotTerms> = fc.record({
  side,
  base: fc.constant(btc),
  quantity: fc.bigInt({ min: 1n, max: 10n ** 15n }).map(amount),
  priceScale: fc.integer({ min: 0, max: 8 }),
  feeRate: fc.bigInt({ min: 0n, max: 299n }).map((units) => fixed(units, 5)),
});

const firstFill = (quotes: readonly Quote[], stepAt: (quote: Quote) => SpotStep | null) =>
  quotes.flatMap((quote) => {
    const step = stepAt(quote);
    return step?.kind === 'fill' ? [step.deal] : [];
  })[0] ?? null;

describe('for every spot order', () => {
  it('the customer never pays less nor receives more than the turnover, and by less than one unit', () => {
    fc.assert(
      fc.property(terms, price, (each, at) => {
        const turnover = turnoverAt(each, at);
        const deal = dealAt(each, at);
        const dollars = each.side === 'buy' ? deal.paid : deal.received;
        const beyond = amount(dollars + (each.side === 'buy' ? -1n : 1n));
        const order = each.side === 'buy' ? 1 : -1;
        expect(compare(toDecimal(dollars, usdt), turnover) * order).toBeGreaterThanOrEqual(0);
        expect(compare(toDecimal(beyond, usdt), turnover) * order).toBeLessThan(0);
        expect(sum(deal.net, deal.fee)).toBe(deal.received);
        expect(deal.fee >= 0n && deal.net >= 0n).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('a fill never costs more than was held at the limit, and a better price never makes it worse', () => {
    fc.assert(
      fc.property(terms, price, price, (each, limit, at) => {
        const held = dealAt(each, limit);
        const waits = { type: 'limit', limit, trigger: null, triggered: false } as const;
        const step = decideSpotStep(each, waits, { code: 'BTCUSDT', bid: at, ask: at, time: 0, volume: 0 });
        const deal = step?.kind === 'fill' ? step.deal : null;
        expect(deal === null).toBe(each.side === 'buy' ? at > limit : at < limit);
        if (deal === null) return;
        expect(deal.paid <= held.paid).toBe(true);
        expect(deal.net >= held.net).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('a stop-limit order comes to the same as a limit order that is placed at the quote which crossed its trigger', () => {
    const quotes = fc.array(price, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(terms, price, price, quotes, (each, limit, trigger, prices) => {
        const told = prices.map((at) => ({ code: 'BTCUSDT', bid: at, ask: at, time: 0, volume: 0 }));
        const crossed = told.findIndex(({ bid }) => reachesTrigger(each.side, bid, trigger));
        const rests = { type: 'limit', limit, trigger: null, triggered: false } as const;
        const expected = crossed < 0 ? null : firstFill(told.slice(crossed), (quote) => decideSpotStep(each, rests, quote));
        let triggered = false;
        const found = firstFill(told, (quote) => {
          const step = decideSpotStep(each, { type: 'stopLimit', limit, trigger, triggered }, quote);
          triggered = triggered || step?.kind === 'begin';
          return step;
        });
        expect(found).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('a turnover is never exceeded, and one step of quantity more would exceed it', () => {
    const turnover = fc.bigInt({ min: 1_000_000n, max: 10n ** 13n });
    fc.assert(
      fc.property(
        side,
        turnover,
        fc.integer({ min: 100, max: 10_000_000 }),
        fc.integer({ min: 0, max: 6 }),
        (each, units, at, scale) => {
          const instrument = { base: 'BTC', priceScale: 2, spot: { feeRate: fixed(1n, 3), quantityScale: scale } };
          const quote = { code: 'BTCUSDT', bid: at, ask: at, time: 0, volume: 0 };
          const wanted = fixed(units, usdt.scale);
          const decision = decideSubmit(
            { side: each, type: 'market', turnover: formatFixed(wanted) },
            { instrument, quote, now: 0, tradable: true, pricesAllowed: true },
          );
          if (isRefused(decision)) return;
          expect(compare(turnoverAt(decision.terms, at), wanted)).toBeLessThanOrEqual(0);
          const step = 10n ** BigInt(btc.scale - scale);
          const more = { ...decision.terms, quantity: amount(decision.terms.quantity + step) };
          expect(compare(turnoverAt(more, at), wanted)).toBe(1);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('however coins are bought and sold, profits and remaining cost add up to what was paid and received', () => {
    const coins = fc.bigInt({ min: 2n, max: 10n ** 12n }).map(amount);
    const trades = fc.array(fc.record({ buys: fc.boolean(), coins, price }), { maxLength: 30 });
    fc.assert(
      fc.property(trades, (each) => {
        let basis = noCost;
        let paid = 0n;
        let received = 0n;
        let profit = 0n;
        for (const trade of each) {
          const quantity = trade.buys ? trade.coins : least(trade.coins, basis.quantity);
          if (quantity === 0n) continue;
          const way = {
            side: trade.buys ? 'buy' : 'sell',
            base: btc,
            quantity,
            priceScale: 2,
            feeRate: fixed(1n, 3),
          } as const;
          const deal = dealAt(way, trade.price);
          const after = afterDeal(basis, way, deal);
          paid += trade.buys ? deal.paid : 0n;
          received += trade.buys ? 0n : deal.net;
          profit += after.sale?.profit ?? 0n;
          basis = after.basis;
          expect(basis.cost >= 0n && basis.quantity >= 0n).toBe(true);
          expect(basis.quantity > 0n || basis.cost === 0n).toBe(true);
        }
        expect(received - paid + basis.cost).toBe(profit);
      }),
      { numRuns: 300 },
    );
  });
  it('however coins are bought, brought, sold and taken out, no more of them were bought than are there, and what left has its share of the cost', () => {
    const acts = fc.array(
      fc.record({
        act: fc.constantFrom('buy', 'bring', 'sell', 'leave'),
        coins: fc.bigInt({ min: 2n, max: 10n ** 12n }),
        price,
      }),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(acts, (each) => {
        let [basis, balance, left] = [noCost, nothing, 0n];
        let [paid, received, profit] = [0n, 0n, 0n];
        for (const { act, coins, price: at } of each) {
          const quantity = act === 'buy' || act === 'bring' ? amount(coins) : least(amount(coins), balance);
          if (quantity === 0n) continue;
          if (act === 'bring') balance = sum(balance, quantity);
          else if (act === 'leave') {
            balance = minus(balance, quantity);
            const after = afterLeaving(basis, balance);
            // Never more than as many coins have cost on average, and less than a unit.
            const gone = basis.quantity - after.quantity;
            const share = basis.cost - after.cost;
            expect(share * basis.quantity >= basis.cost * gone).toBe(true);
            expect(gone === 0n || (share - 1n) * basis.quantity < basis.cost * gone).toBe(true);
            left += share;
            basis = after;
          } else {
            const way = { side: act, base: btc, quantity, priceScale: 2, feeRate: fixed(1n, 3) } as const;
            const deal = dealAt(way, at);
            const after = afterDeal(basis, way, deal);
            balance = act === 'buy' ? sum(balance, deal.net) : minus(balance, quantity);
            paid += act === 'buy' ? deal.paid : 0n;
            received += after.sale === null ? 0n : sum(after.sale.profit, after.sale.cost);
            profit += after.sale?.profit ?? 0n;
            basis = after.basis;
          }
          expect(basis.quantity <= balance && basis.cost >= 0n).toBe(true);
          expect(basis.quantity > 0n || basis.cost === 0n).toBe(true);
        }
        expect(received - paid + basis.cost + left).toBe(profit);
      }),
      { numRuns: 300 },
    );
  });
});

import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { describe, expect, it } from 'vitest';
import { coin } from '../../test/coin.ts';
import { type DeskTerms, booked, deskOf, now, owner, quoteOf, units } from '../../test/desk.ts';
import { isRefused, refused } from '../positions/refused.ts';
import { cancelOrder, withdrawOrder } from './cancel-order.ts';
import { type CostBasis, noCost } from './cost.ts';
import { openSpotOrdersMax } from './decide-submit.ts';
import { fillOnTape } from './fill-on-tape.ts';
import { fillOrder } from './fill-order.ts';
import type { SpotDesk } from './order.ts';
import { type SpotPlacement, placeOrder } from './place-order.ts';

const desk = (terms: DeskTerms = {}, basis: CostBasis = noCost): SpotDesk => ({ ...deskOf(terms), costOf: () => basis });
const buy = { code: coin.code, side: 'buy', type: 'market', quantity: '3' } as const;
const limit = { ...buy, type: 'limit', price: '95' } as const;

function decided(
  input: SpotPlacement['input'],
  where = desk(),
  { openOrders = 0, book = 'demo' }: { readonly openOrders?: number; readonly book?: Book } = {},
) {
  return placeOrder(where, { owner: owner(book), orderNo: 'S300107-0000000001', input }, { id: 3, openOrders });
}

function placed(input: SpotPlacement['input'], where = desk()) {
  const draft = decided(input, where);
  if (isRefused(draft)) throw new Error(`refused with ${draft.refused}`);
  return draft;
}

const refusalOf = (...asked: Parameters<typeof decided>) => {
  const draft = decided(...asked);
  return isRefused(draft) ? draft.refused : undefined;
};

describe('an order at the market', () => {
  it('pays 300 for three coins at 100, and the fee of a thousandth in coins', () => {
    const draft = placed(buy);
    expect(draft.before).toBeNull();
    expect(draft.row).toMatchObject({ status: 'filled', filledPrice: 10_000, hold: 0n, paid: 300_000_000n, profit: null });
    expect(booked(draft)).toEqual([
      'spot.filled: available → house:trading 300 USDT',
      'spot.filled: house:trading → available 3 COIN',
      'spot.filled: available → house:fees 0.003 COIN',
    ]);
    // What was bought is what is left of it: 2.997 coins at 100.
    expect(draft.basis).toEqual({ quantity: units('2.997', 8), cost: units('299.7') });
    expect(draft.quotes).toMatchObject([{ reference: 'S300107-0000000001', moment: 'fill', quote: quoteOf(10_000) }]);
  });

  it('that sells earns what the coins bring beyond their cost: two of three at 90 gain 20 at 100', () => {
    const basis = { quantity: units('3', 8), cost: units('270') };
    const draft = placed({ ...buy, side: 'sell', quantity: '2' }, desk({}, basis));
    expect(draft.row).toMatchObject({ profit: 20_000_000n, cost: 180_000_000n, fee: 200_000n });
    expect(draft.basis).toEqual({ quantity: units('1', 8), cost: units('90') });
    expect(booked(draft)).toEqual([
      'spot.filled: available → house:trading 2 COIN',
      'spot.filled: house:trading → available 200 USDT',
      'spot.filled: available → house:fees 0.2 USDT',
    ]);
  });

  it('is refused by the first of all that is wrong: owner, instrument, price, rules; a sale asks no limit of its owner', () => {
    const stopped = refused('11132');
    expect(refusalOf({ ...buy, code: 'NONE' }, desk({ stopped, price: null }))).toBe('11132');
    expect(refusalOf({ ...buy, code: 'NONE' }, desk({ price: null }))).toBe('11009');
    expect(refusalOf(buy, desk({ price: null }))).toBe('10015');
    expect(refusalOf(buy, desk({ tradable: false }))).toBe('10015');
    expect(refusalOf(buy, desk({ fresh: false }))).toBe('11212');
    expect(refusalOf({ ...buy, side: 'sell' }, desk({ fresh: false }))).toBe('11212');
    expect(refusalOf({ ...buy, side: 'sell' }, desk({ stopped }))).toBeUndefined();
  });

  it('with real money takes live prices alone where the deployment is live', () => {
    const simulated = desk({ mode: 'live' });
    expect(refusalOf(buy, simulated, { book: 'real' })).toBe('11011');
    expect(refusalOf(buy, simulated)).toBeUndefined();
    expect(refusalOf(buy, desk({ mode: 'live', feed: 'live' }), { book: 'real' })).toBeUndefined();
  });
});

describe('an order with a limit', () => {
  const waiting = placed(limit);

  it('holds what it would pay there, beside no more than 200 others', () => {
    expect(waiting.row).toMatchObject({ status: 'open', hold: 285_000_000n, limitPrice: 9500, filledPrice: null });
    expect(waiting.basis).toBeNull();
    expect(booked(waiting)).toEqual(['spot.placed: available → order 285 USDT']);
    expect(waiting.quotes).toMatchObject([{ moment: 'place' }]);
    expect(refusalOf(limit, desk(), { openOrders: openSpotOrdersMax })).toBe('11010');
    // One that fills at once never waits.
    expect(refusalOf(buy, desk(), { openOrders: openSpotOrdersMax })).toBeUndefined();
  });

  it('fills at the quote that reached it, and has back what it did not need', () => {
    expect(fillOrder(desk(), quoteOf(9501), waiting.row)).toBeNull();
    const filled = fillOrder(desk(), quoteOf(9400), waiting.row);
    expect(filled?.row).toMatchObject({ status: 'filled', filledPrice: 9400, paid: 282_000_000n, quotedAt: now });
    expect(filled && booked(filled)).toEqual([
      'spot.filled: order → house:trading 282 USDT',
      'spot.filled: house:trading → available 3 COIN',
      'spot.filled: available → house:fees 0.003 COIN',
      'spot.filled: order → available 3 USDT',
    ]);
    expect(filled && fillOrder(desk(), quoteOf(9400), filled.row)).toBeNull();
  });

  it('fills at the first quote on the tape that reached it: none of the moment that it was placed at, nor of another coin', () => {
    const onTape = (...quotes: readonly Partial<ReturnType<typeof quoteOf>>[]) =>
      fillOnTape(
        () => desk(),
        waiting.row,
        quotes.map((quote) => ({ ...quoteOf(9400), time: now + 1, ...quote })),
      );
    expect(onTape({ time: now }, { code: 'OTHER' }, { bid: 9501, ask: 9501 })).toBeNull();
    expect(onTape({ bid: 9501, ask: 9501 }, {}, { bid: 9300, ask: 9300 })?.row).toMatchObject({
      status: 'filled',
      filledPrice: 9400,
    });
  });

  it('whose buyer may open nothing any more gives all back, and brings no coins', () => {
    const stopped = desk({ stopped: refused('11133') });
    const withdrawn = fillOrder(stopped, quoteOf(9400), waiting.row);
    expect(withdrawn).toMatchObject({ row: { status: 'cancelled', hold: 0n, filledPrice: null }, basis: null, quotes: [] });
    expect(withdrawn && booked(withdrawn)).toEqual(['spot.cancelled: order → available 285 USDT']);
    const selling = placed({ ...limit, side: 'sell', price: '105' }).row;
    expect(fillOrder(stopped, quoteOf(10_600), selling)?.row.status).toBe('filled');
  });

  it('is cancelled once: 404 for what is not there, 11008 for what has ended', () => {
    const shut = desk({ tradable: false, price: null });
    const cancelled = cancelOrder(shut, waiting.row);
    expect(cancelled).toEqual(withdrawOrder(shut, waiting.row));
    expect(cancelled).toMatchObject({ row: { status: 'cancelled' } });
    expect(cancelOrder(shut, undefined)).toMatchObject({ refused: '404', field: 'id' });
    expect(cancelOrder(shut, placed(buy).row)).toMatchObject({ refused: '11008' });
  });
});

import { nftStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { describe, expect, it } from 'vitest';
import { amount, formatAmount, nothing } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Auction, decideBid, decideBuyNow, extensionMs, meetsReserve, minimumBid, suggestedBids } from './auction.ts';
import { mayBecome, statusAt } from './statuses.ts';
import { decideTerms } from './terms.ts';

const now = Date.parse('2030-01-07T12:00:00Z');
const hour = 3_600_000;
const usd = (value: number) => amount(BigInt(Math.round(value * 1e6)));
const text = (value: bigint) => formatAmount(amount(value), usdt);

/** From 50, at once for 400; on sale for another hour; there is no bid. */
const fresh: Auction = {
  status: 'onSale',
  startsAt: now - hour,
  endsAt: now + hour,
  startPrice: usd(50),
  buyNowPrice: usd(400),
  currentBid: null,
};
const standingAt = (bid: number): Auction => ({ ...fresh, currentBid: usd(bid) });
const bid = (value: string, auction: Auction = fresh, more: Partial<Parameters<typeof decideBid>[1]> = {}) =>
  decideBid({ amount: value }, { auction, now, held: nothing, ...more });

describe('the smallest bid', () => {
  it('is the start price, then 5% above the highest bid, rounded up to the cent', () => {
    expect(text(minimumBid(fresh))).toBe('50');
    // 50 → 52.50 → 55.125 → 55.13.
    expect(text(minimumBid(standingAt(50)))).toBe('52.5');
    expect(text(minimumBid(standingAt(52.5)))).toBe('55.13');
    expect(text(minimumBid(standingAt(0.01)))).toBe('0.02');
  });

  it('is suggested with one and two steps above it, as long as buying at once costs more', () => {
    expect(suggestedBids(standingAt(100)).map(text)).toEqual(['105', '110.25', '115.77']);
    expect(suggestedBids({ ...fresh, startPrice: usd(385) }).map(text)).toEqual(['385']);
  });
});

describe('a bid', () => {
  it('holds all of it, and of an own highest bid the difference', () => {
    expect(bid('60')).toEqual({ amount: usd(60), hold: usd(60), endsAt: fresh.endsAt });
    expect(bid('70', standingAt(60), { held: usd(60) })).toMatchObject({ amount: usd(70), hold: usd(10) });
  });

  it('moves the end when less than 15 minutes are left', () => {
    const ending = (leftMs: number) => bid('60', { ...fresh, endsAt: now + leftMs });
    expect(ending(extensionMs)).toMatchObject({ endsAt: now + extensionMs });
    expect(ending(extensionMs - 1)).toMatchObject({ endsAt: now + extensionMs });
    expect(ending(1)).toMatchObject({ endsAt: now + extensionMs });
    expect(ending(extensionMs + 1)).toMatchObject({ endsAt: now + extensionMs + 1 });
  });

  it('is refused when the piece is not on sale: before its start, at its end, when it is over', () => {
    for (const auction of [
      { ...fresh, status: 'upcoming', startsAt: now + 1 },
      { ...fresh, endsAt: now },
      { ...fresh, status: 'sold' },
      { ...fresh, status: 'unsold' },
    ] as const) {
      expect(bid('60', auction)).toEqual({ refused: '10020', field: null });
    }
    expect(bid('60', { ...fresh, status: 'upcoming', startsAt: now })).toMatchObject({ amount: usd(60) });
  });

  it('is refused below the smallest, off the cent, at the price of buying now, and without the money', () => {
    expect(bid('49.99')).toMatchObject({ refused: '11085' });
    expect(bid('62.99', standingAt(60))).toMatchObject({ refused: '11085' });
    for (const value of ['60.001', '0', '', 'sixty', '60.0000001']) expect(bid(value)).toMatchObject({ refused: '10016' });
    expect(bid('400')).toMatchObject({ refused: '11087' });
    expect(bid('400', standingAt(60))).toMatchObject({ amount: usd(400) });
    expect(bid('60', fresh, { available: usd(59.99) })).toMatchObject({ refused: '10011' });
    expect(bid('60', fresh, { available: usd(60) })).toMatchObject({ hold: usd(60) });
    expect(bid('70', standingAt(60), { held: usd(60), available: usd(9.99) })).toMatchObject({ refused: '10011' });
  });
});

describe('buying now', () => {
  const buy = (value: string, auction: Auction = fresh, available?: ReturnType<typeof usd>) =>
    decideBuyNow({ amount: value }, { auction, now, held: nothing, ...(available !== undefined && { available }) });

  it('costs the named price while nobody has bid', () => {
    expect(buy('400')).toBe(usd(400));
    expect(buy('399.99')).toMatchObject({ refused: '10016' });
    expect(buy('400', standingAt(50))).toMatchObject({ refused: '11086' });
    expect(buy('400', { ...fresh, buyNowPrice: null })).toMatchObject({ refused: '11086' });
    expect(buy('400', { ...fresh, endsAt: now })).toMatchObject({ refused: '10020' });
    expect(buy('400', fresh, usd(399))).toMatchObject({ refused: '10011' });
  });
});

describe('the reserve', () => {
  it('is met by a bid of as much', () => {
    expect([null, usd(99.99), usd(100), usd(101)].map((each) => meetsReserve(each, usd(100)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('statuses', () => {
  it('go one way, and what is over stays as it is', () => {
    const ways = nftStatuses.flatMap((from) => nftStatuses.filter((to) => mayBecome(from, to)).map((to) => `${from}-${to}`));
    expect(ways).toEqual(['upcoming-onSale', 'upcoming-unsold', 'onSale-sold', 'onSale-unsold']);
    expect(statusAt('upcoming', now, now - 1)).toBe('upcoming');
    expect(statusAt('upcoming', now, now)).toBe('onSale');
    expect(statusAt('sold', now, now)).toBe('sold');
  });
});

describe('terms', () => {
  const iso = (at: number) => new Date(at).toISOString();
  const good = {
    startPrice: '50',
    reserve: '100',
    buyNowPrice: '400',
    startsAt: iso(now + hour),
    endsAt: iso(now + 25 * hour),
  };
  const field = (part: object) => {
    const decision = decideTerms({ ...good, ...part }, now);
    return 'refused' in decision ? decision.field : null;
  };

  it('are refused on the field that does not fit', () => {
    expect(decideTerms(good, now)).toMatchObject({ startPrice: usd(50), reserve: usd(100), buyNowPrice: usd(400) });
    expect(field({ buyNowPrice: null })).toBeNull();
    expect(field({ startPrice: '50.001' })).toBe('startPrice');
    expect(field({ reserve: '49.99' })).toBe('reserve');
    expect(field({ buyNowPrice: '99' })).toBe('buyNowPrice');
    expect(field({ reserve: '50', buyNowPrice: '50' })).toBe('buyNowPrice');
    expect(field({ startsAt: iso(now) })).toBe('startsAt');
    expect(field({ startsAt: 'soon' })).toBe('startsAt');
    expect(field({ endsAt: iso(now + hour + 59 * 60_000) })).toBe('endsAt');
    expect(field({ endsAt: iso(now + 92 * 24 * hour) })).toBe('endsAt');
  });
});

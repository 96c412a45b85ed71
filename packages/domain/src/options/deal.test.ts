import { describe, expect, it } from 'vitest';
import { coin } from '../../test/coin.ts';
import { type DeskTerms, booked, deskOf, now, owner, quoteOf } from '../../test/desk.ts';
import { isRefused, refused } from '../positions/refused.ts';
import { type BuyingSituation, type OptionPurchase, buyOption } from './buy-option.ts';
import { openOptionsMax } from './decide-buy.ts';
import { endOption } from './end-option.ts';
import type { OptionRow } from './option.ts';

const purchase = {
  owner: owner(),
  orderNo: 'O300107-0000000001',
  input: { code: coin.code, direction: 'up', amount: '10', periodId: '1min' },
} as const satisfies OptionPurchase;
const offered: BuyingSituation = { id: 3, offered: true, openOptions: 0 };

function bought(terms: DeskTerms = {}) {
  const draft = buyOption(deskOf(terms), purchase, offered);
  if (isRefused(draft)) throw new Error(`refused with ${draft.refused}`);
  return draft;
}

function refusalOf(terms: DeskTerms, situation: Partial<BuyingSituation> = {}, input: Partial<OptionPurchase['input']> = {}) {
  const asked = { ...purchase, owner: owner('real'), input: { ...purchase.input, ...input } };
  const decision = buyOption(deskOf(terms), asked, { ...offered, ...situation });
  return isRefused(decision) ? decision.refused : undefined;
}

describe('a purchase', () => {
  it('sets the stake aside, freezes its terms and keeps the quote that struck it', () => {
    const { before, row, quotes, ...money } = bought();
    expect(before).toBeNull();
    expect(row).toMatchObject({
      id: 3,
      userId: '7',
      book: 'demo',
      status: 'open',
      stake: 10_000_000n,
      strike: 10_000,
      payoutRate: '0.8',
      openedAt: new Date(now),
      expiresAt: new Date(now + 60_000),
      staleAfterMs: 10_000,
      profit: null,
    });
    expect(booked(money)).toEqual(['option.bought: available → order 10 USDT']);
    expect(money.postings).toMatchObject([{ book: 'demo', reference: purchase.orderNo, at: now }]);
    expect(quotes).toEqual([
      { reference: purchase.orderNo, moment: 'open', instrument: coin, quote: quoteOf(10_000), source: 'simulated' },
    ]);
  });

  it('is refused by the first of all that is wrong: owner, instrument, list of countries, price, rules', () => {
    const stopped = refused('11130');
    expect(refusalOf({ stopped, price: null }, { offered: refused('10018') }, { code: 'NONE' })).toBe('11130');
    expect(refusalOf({ price: null }, { offered: refused('10018') }, { code: 'NONE' })).toBe('10014');
    expect(refusalOf({ price: null }, { offered: refused('10018') })).toBe('10018');
    expect(refusalOf({ price: null }, { offered: false })).toBe('10015');
    expect(refusalOf({ tradable: false }, { offered: false })).toBe('10014');
    expect(refusalOf({ tradable: false })).toBe('10015');
    expect(refusalOf({ fresh: false })).toBe('11212');
    expect(refusalOf({}, { openOptions: openOptionsMax })).toBe('11010');
    expect(refusalOf({}, { openOptions: openOptionsMax - 1 })).toBeUndefined();
  });

  it('with real money takes live prices alone where the deployment is live', () => {
    expect(refusalOf({ mode: 'live', feed: 'simulated' })).toBe('11011');
    expect(refusalOf({ mode: 'live', feed: 'replay' })).toBe('11011');
    expect(refusalOf({ mode: 'live', feed: 'live' })).toBeUndefined();
    expect(bought({ mode: 'live', feed: 'simulated' }).row.source).toBe('simulated');
  });
});

describe('the end of an option', () => {
  const { row } = bought();
  const expired = deskOf({ at: now + 61_000 });
  const at = (bid: number, time = now + 59_000) => endOption(expired, { kind: 'settle', quote: quoteOf(bid, bid, time) }, row);

  it.each([
    [10_001, 'won', 8_000_000n, ['option.won: order → available 10 USDT', 'option.won: house:trading → available 8 USDT']],
    [9999, 'lost', -10_000_000n, ['option.lost: order → house:trading 10 USDT']],
    [10_000, 'tie', 0n, ['option.tied: order → available 10 USDT']],
  ])('at %i is %s: the row, the money and the quote agree', (bid, status, profit, journal) => {
    const ended = at(bid);
    expect(ended?.row).toMatchObject({ status, profit, settlement: bid, voidReason: null, settledAt: new Date(now + 61_000) });
    expect(ended?.before).toBe(row);
    expect(ended && booked(ended)).toEqual(journal);
    expect(ended?.quotes).toMatchObject([{ moment: 'settle', quote: quoteOf(bid, bid, now + 59_000) }]);
  });

  it('without a price that was fresh is void, and shows the one that was too old', () => {
    const stale = at(10_500, now + 49_999);
    expect(stale?.row).toMatchObject({ status: 'void', voidReason: 'stale', settlement: null, profit: 0n });
    expect(stale && booked(stale)).toEqual(['option.voided: order → available 10 USDT']);
    expect(stale?.quotes).toHaveLength(1);
    const silent = endOption(expired, { kind: 'settle', quote: undefined }, row);
    expect(silent).toMatchObject({ row: { status: 'void', voidReason: 'stale' }, quotes: [] });
  });

  it('with its demo account gives the stake back, before it expires too', () => {
    const reset = endOption(deskOf(), { kind: 'reset' }, row);
    expect(reset?.row).toMatchObject({ status: 'void', voidReason: 'reset' });
    expect(reset && booked(reset)).toEqual(['option.voided: order → available 10 USDT']);
  });

  it('comes once: settling what has ended finds nothing to do', () => {
    const ended: OptionRow = { ...row, status: 'lost' };
    expect(endOption(expired, { kind: 'settle', quote: quoteOf(10_001) }, ended)).toBeNull();
    expect(endOption(expired, { kind: 'reset' }, ended)).toBeNull();
  });
});

import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { describe, expect, it } from 'vitest';
import { coin } from '../../test/coin.ts';
import { type DeskTerms, booked, deskOf, now, owner, quoteOf, units } from '../../test/desk.ts';
import { actOnQuote } from './act-on-quote.ts';
import { actOnTape, isReachedSince } from './act-on-tape.ts';
import { amendContract } from './amend-contract.ts';
import { chargeDue } from './charge-due.ts';
import { closeContract, giveBack, withdrawContract } from './close-contract.ts';
import type { AmendRequest } from './decide-amend.ts';
import { openOrdersMax } from './decide-open.ts';
import { type ContractRequest, openContract } from './open-contract.ts';
import { type ContractDraft, type PositionRow, contractDraft } from './position.ts';
import { type Refused, isRefused, refused } from './refused.ts';

const day = 86_400_000;
const long = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const limit = { ...long, type: 'limit', price: '95' } as const;

function sound(draft: ContractDraft | Refused): ContractDraft {
  if (isRefused(draft)) throw new Error(`refused with ${draft.refused}`);
  return draft;
}

function asked(
  input: ContractRequest['input'],
  terms: DeskTerms = {},
  { openOrders = 0, book = 'demo' }: { readonly openOrders?: number; readonly book?: Book } = {},
) {
  return openContract(deskOf(terms), { owner: owner(book), orderNo: 'C300107-0000000001', input }, { id: 3, openOrders });
}
const opened = (input: ContractRequest['input'] = long) => sound(asked(input));
const refusalOf = (...order: Parameters<typeof asked>) => {
  const draft = asked(...order);
  return isRefused(draft) ? draft.refused : undefined;
};
const reached = (row: PositionRow, bid: number, terms: DeskTerms = {}) =>
  actOnQuote(deskOf(terms), { quote: quoteOf(bid), reached: { version: row.version, best: null } }, row);

describe('an order', () => {
  it('at the market sets margin and fee aside at once: 10 and a tenth of 100 at ten times', () => {
    const draft = opened();
    expect(draft.before).toBeNull();
    expect(draft.row).toMatchObject({
      id: 3,
      status: 'open',
      openPrice: 10_000,
      margin: 10_000_000n,
      openFee: 100_000n,
      hold: 0n,
      liquidationPrice: 9059,
      openedAt: new Date(now),
      financedUntil: new Date(now),
      version: 1,
    });
    expect(booked(draft)).toEqual([
      'contract.opened: available → margin 10 USDT',
      'contract.opened: available → house:fees 0.1 USDT',
    ]);
    expect(draft.quotes).toMatchObject([{ reference: 'C300107-0000000001', moment: 'open', quote: quoteOf(10_000) }]);
  });

  it('with a limit holds both as they would be there, until it fills at that or better', () => {
    const waiting = opened(limit);
    expect(waiting.row).toMatchObject({ status: 'awaiting', openPrice: null, hold: 9_595_000n });
    expect(booked(waiting)).toEqual(['contract.placed: available → order 9.595 USDT']);
    expect(reached(waiting.row, 9501)).toBeNull();
    const filled = reached(waiting.row, 9400);
    expect(filled?.row).toMatchObject({ status: 'open', openPrice: 9400, margin: 9_400_000n, hold: 0n, quotedAt: now });
    expect(filled && booked(filled)).toEqual([
      'contract.filled: order → margin 9.4 USDT',
      'contract.filled: order → house:fees 0.094 USDT',
      'contract.filled: order → available 0.101 USDT',
    ]);
  });

  it('fills at the first quote on the tape that reached its limit, and is not closed by that one when it is brought once more', () => {
    const { row } = opened({ ...limit, stopLoss: '94.50' });
    const quotes = [9501, 9400, 9450].map((bid, place) => ({ ...quoteOf(bid), time: now + place }));
    const filled = actOnTape(() => deskOf({}), row, quotes);
    expect(filled).toMatchObject({ draft: { row: { status: 'open', openPrice: 9400 } }, quote: { bid: 9400 } });
    const open = filled?.draft.row ?? row;
    const again = (quote = quotes[1] ?? quoteOf(9400)) =>
      actOnQuote(deskOf({}), { quote, reached: { version: open.version, best: null } }, open);
    expect(again()).toBeNull();
    expect(again({ ...quoteOf(9400), time: now + 2 })).toMatchObject({ row: { closeReason: 'stopLoss' } });
    // At the moment of the quote that it was placed at, or of another instrument, nothing is reached.
    expect(actOnTape(() => deskOf({}), row, [quoteOf(9400), { ...quoteOf(9400), time: now + 1, code: 'OTHER' }])).toBeNull();
  });

  it('whose owner may open nothing any more gives all back when its limit is reached', () => {
    const withdrawn = reached(opened(limit).row, 9400, { stopped: refused('11133') });
    expect(withdrawn?.row).toMatchObject({ status: 'cancelled', closeReason: 'cancelled', hold: 0n });
    expect(withdrawn && booked(withdrawn)).toEqual(['contract.cancelled: order → available 9.595 USDT']);
  });

  it('is refused by the first of all that is wrong: owner, instrument, price, rules', () => {
    const none = { ...long, code: 'NONE' };
    expect(refusalOf(none, { stopped: refused('11130'), price: null })).toBe('11130');
    expect(refusalOf(none, { price: null })).toBe('11009');
    expect(refusalOf(long, { price: null })).toBe('10015');
    expect(refusalOf(long, { mode: 'live', tradable: false }, { book: 'real' })).toBe('11011');
    expect(refusalOf(long, { tradable: false })).toBe('10015');
    expect(refusalOf(long, {}, { openOrders: openOrdersMax })).toBe('11010');
    expect(refusalOf(long, { fresh: false })).toBe('11212');
    expect(refusalOf(limit, { fresh: false })).toBe('11212');
    expect(refusalOf(long, { mode: 'live', feed: 'live' }, { book: 'real' })).toBeUndefined();
  });
});

describe('a quote', () => {
  const { row } = opened();

  it('beyond a stop closes there: 6 of 10 are lost, and the fee of a thousandth of 94', () => {
    const closed = reached({ ...row, stopLoss: 9500 }, 9400);
    expect(closed?.row).toMatchObject({ status: 'closed', closeReason: 'stopLoss', profit: -6_000_000n, closeFee: 94_000n });
    expect(closed && booked(closed)).toEqual([
      'contract.closed: margin → house:trading 6 USDT',
      'contract.closed: margin → house:fees 0.094 USDT',
      'contract.closed: margin → available 3.906 USDT',
    ]);
    expect(closed?.quotes).toMatchObject([{ moment: 'close', quote: quoteOf(9400) }]);
    expect(closed && reached(closed.row, 9000)).toBeNull();
  });

  it('beyond the margin liquidates: insurance pays the gap as far as it has, the holder nothing', () => {
    const liquidated = reached(row, 5000, { balances: { 'house:insurance': units('25') } });
    expect(liquidated?.row).toMatchObject({ status: 'liquidated', profit: -10_000_000n, closeFee: 0n, gap: 40_000_000n });
    expect(liquidated && booked(liquidated)).toEqual([
      'contract.liquidated: margin → house:trading 10 USDT',
      'contract.liquidated: house:insurance → house:trading 25 USDT',
    ]);
  });

  it('near the end of the margin warns once, until the position has recovered; nothing is booked', () => {
    const warned = reached(row, 9070);
    expect(warned).toMatchObject({ row: { status: 'open', marginWarned: true }, postings: [], quotes: [] });
    expect(warned && reached(warned.row, 9070)).toBeNull();
    expect(warned && reached(warned.row, 9500)?.row.marginWarned).toBe(false);
  });

  it('closes by what a trailing stop has followed to, as long as that is about the order as it is', () => {
    const trailing = { ...row, trailingDistance: 200, trailingBest: 10_000, version: 2 };
    const at = (version: number) =>
      actOnQuote(deskOf(), { quote: { ...quoteOf(10_100), time: now + 1 }, reached: { version, best: 10_400 } }, trailing);
    expect(at(2)?.row).toMatchObject({ closeReason: 'trailingStop', closePrice: 10_100, trailingBest: 10_400 });
    expect(at(1)).toBeNull();
  });

  it('that warns its holder, or is the first after a charge, forgets nothing of how far a trailing stop has followed', () => {
    const trailing = { ...row, trailingDistance: 1500, trailingBest: 10_000, quotedAt: now - 1 };
    const at = (bid: number, terms: DeskTerms = {}) => {
      const reaching = { quote: { ...quoteOf(bid), time: now }, reached: { version: 1, best: 10_570 } };
      return actOnQuote(deskOf(terms), reaching, trailing)?.row;
    };
    // 105.70 less 15 is 90.70: what warns is a little above, and what comes after it ends the position there.
    const warned = at(9074);
    expect(warned).toMatchObject({ status: 'open', marginWarned: true, trailingBest: 10_570, quotedAt: now });
    expect(warned && reached(warned, 9070)?.row).toMatchObject({ closeReason: 'trailingStop', closePrice: 9070 });
    expect(at(10_600, { at: now + day, balances: { available: units('5') } })).toMatchObject({
      financing: 10_000n,
      trailingBest: 10_600,
    });
  });

  it('of before an order was given other terms says nothing about them, and a later one does', () => {
    const amended = { ...row, stopLoss: 9500, version: 2 };
    const at = (time: number, version: number | null) => {
      const reaching = { quote: { ...quoteOf(9400), time }, reached: version === null ? null : { version, best: null } };
      return actOnQuote(deskOf(), reaching, amended);
    };
    expect([at(now - 1, 1), at(now, 1), at(now, null)]).toEqual([null, null, null]);
    for (const closed of [at(now + 1, 1), at(now + 1, null), at(now - 1, 2)]) {
      expect(closed?.row).toMatchObject({ closeReason: 'stopLoss', closePrice: 9400 });
    }
  });
});

describe('quotes of after the tape was read', () => {
  const { row } = opened({ ...long, stopLoss: '95', takeProfit: '105' });
  const at = (price: number, later = 2) => ({ ...quoteOf(price), time: now + later });

  it('reach a position by what ends it or takes shares of it, on their way as well, and by nothing else', () => {
    const reaches = (of: PositionRow, ...prices: readonly number[]) =>
      isReachedSince(
        of,
        [],
        prices.map((price, place) => at(price, place + 1)),
      );
    expect([reaches(row), reaches(row, 9501, 10_499), reaches(row, 9400, 9900), reaches(row, 10_500)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    const bare = opened().row;
    // Liquidated at 90.59; a little before that its holder is warned.
    expect([reaches(bare, 9070), reaches(bare, 9059)]).toEqual([false, true]);
    const aimed = { ...row, targets: [{ price: 10_200, lots: '0.4' }] };
    expect([reaches(aimed, 10_199), reaches(aimed, 10_200)]).toEqual([false, true]);
    expect([reaches({ ...row, quotedAt: now + 1 }, 9400), reaches({ ...row, code: 'OTHER' }, 9400)]).toEqual([false, false]);
  });

  it('reach a trailing stop from where the tape, what is parked, or they themselves had taken it', () => {
    const trailing = { ...opened().row, trailingDistance: 200, trailingBest: 10_000 };
    const parked = (version: number) => ({ ...at(10_000, 1), reached: { version, best: 10_400 } });
    expect(isReachedSince(trailing, [], [at(10_199)])).toBe(false);
    expect(isReachedSince(trailing, [at(10_400, 1)], [at(10_200)])).toBe(true);
    expect(isReachedSince(trailing, [parked(1)], [at(10_200)])).toBe(true);
    expect(isReachedSince(trailing, [parked(2)], [at(10_200)])).toBe(false);
    expect(isReachedSince(trailing, [], [at(10_400), at(10_200, 3)])).toBe(true);
    // It is on the tape too, where it had been read a little later: not before those that came before it.
    expect(isReachedSince(trailing, [at(10_400, 3)], [at(10_200), at(10_400, 3)])).toBe(false);
  });
});

describe('financing', () => {
  const { row } = opened();
  const charged = (from: PositionRow, terms: DeskTerms) => chargeDue(deskOf({ at: now + day, ...terms }), contractDraft(from));

  it('is charged for each evening that has passed, once, out of what is free', () => {
    const draft = charged(row, { balances: { available: units('5') } });
    expect(booked(draft)).toEqual(['financing.charged: available → house:trading 0.01 USDT']);
    expect(draft.row).toMatchObject({ financing: 10_000n, marginTaken: 0n, financedUntil: new Date(Date.UTC(2030, 0, 7, 21)) });
    expect(draft.charges).toMatchObject([{ positionId: 3, days: 1, amount: 10_000n, fromMargin: 0n }]);
    expect(charged(draft.row, {}).row).toBe(draft.row);
  });

  it('comes out of the margin where nothing is free, and then the liquidation price is nearer', () => {
    const draft = charged(row, {});
    expect(booked(draft)).toEqual(['financing.charged: margin → house:trading 0.01 USDT']);
    expect(draft.row).toMatchObject({ marginTaken: 10_000n, liquidationPrice: 9060, quotedAt: now + day });
  });

  it('is received where the rate is negative', () => {
    const draft = charged(opened({ ...long, side: 'short' }).row, {});
    expect(booked(draft)).toEqual(['financing.received: house:trading → available 0.005 USDT']);
    expect(draft.row.financing).toBe(-5000n);
  });

  it('that fell due is paid before a position is closed', () => {
    const closed = sound(closeContract(deskOf({ at: now + day, balances: { available: units('5') } }), row, {}));
    expect(closed.postings.map(({ reason }) => reason)).toEqual(['financing.charged', 'contract.closed']);
  });
});

describe('closing by hand', () => {
  const { row } = opened();

  it('pays the profit and takes its fee: 4 on 100 at 104', () => {
    const closed = sound(closeContract(deskOf({ price: 10_400 }), row, {}));
    expect(closed.row).toMatchObject({ status: 'closedEarly', closeReason: 'manual', profit: 4_000_000n, closeFee: 104_000n });
    expect(booked(closed)).toEqual([
      'contract.closed: house:trading → available 4 USDT',
      'contract.closed: margin → available 10 USDT',
      'contract.closed: available → house:fees 0.104 USDT',
    ]);
  });

  it('is refused for what is not there, has ended, does not trade, or is worth less than what was seen', () => {
    const of = (from: PositionRow | undefined, terms: DeskTerms = {}, seen: Parameters<typeof closeContract>[2] = {}) => {
      const draft = closeContract(deskOf(terms), from, seen);
      return isRefused(draft) ? draft.refused : draft.row.status;
    };
    expect(of(undefined)).toBe('404');
    expect(of({ ...row, status: 'closed' })).toBe('11008');
    expect(of(row, { tradable: false })).toBe('10015');
    expect(of(row, {}, { seenPrice: '101', maxSlippageBps: 50 })).toBe('11004');
    expect(of(row, {}, { seenPrice: '101', maxSlippageBps: 100 })).toBe('closedEarly');
    // Withdrawing what waits asks for no price.
    expect(of(opened(limit).row, { price: null, tradable: false })).toBe('cancelled');
  });
});

describe('an end without a price', () => {
  it('returns the margin, and every fee when operators void the position', () => {
    const { row } = opened();
    const voided = giveBack(deskOf(), row, 'void');
    expect(voided.row).toMatchObject({ status: 'cancelled', closeReason: 'void', profit: null });
    expect(booked(voided)).toEqual([
      'contract.voided: margin → available 10 USDT',
      'contract.voided: house:trading → available 0.1 USDT',
    ]);
    expect(booked(giveBack(deskOf(), row, 'reset'))).toEqual(['contract.voided: margin → available 10 USDT']);
    expect(withdrawContract(deskOf(), opened(limit).row, 'reset').row).toMatchObject({ closeReason: 'reset', hold: 0n });
  });
});

describe('amending', () => {
  const { row } = opened();

  it('keeps what is not named, and the quote that the stops were compared with', () => {
    const amended = sound(amendContract(deskOf(), { stopLoss: '95', trailingStop: '2' }, { ...row, takeProfit: 11_000 }, null));
    expect(amended.row).toMatchObject({ stopLoss: 9500, takeProfit: 11_000, trailingDistance: 200, trailingBest: 10_000 });
    expect(amended).toMatchObject({ postings: [], quotes: [{ moment: 'amend', quote: quoteOf(10_000) }] });
  });

  it('never has an order judged once more by prices from before the ones that it was judged by', () => {
    const judgedAt = (quotedAt: number) =>
      sound(amendContract(deskOf(), { stopLoss: '95' }, { ...row, quotedAt }, null)).row.quotedAt;
    const { time } = quoteOf(10_000);
    expect([judgedAt(time - 1), judgedAt(time + 1)]).toEqual([time, time + 1]);
  });

  it('leaves a trailing stop where it had followed to, unless it is set anew', () => {
    const trailing = { ...row, trailingDistance: 200, trailingBest: 10_000 };
    const best = (input: AmendRequest) => sound(amendContract(deskOf(), input, trailing, 10_400)).row.trailingBest;
    expect([{ stopLoss: '95' }, { trailingStop: '2' }, { trailingStop: '3' }].map(best)).toEqual([10_400, 10_400, 10_000]);
  });

  it('is possible while nothing trades, and refused for what is not there, has ended, or was never quoted', () => {
    const of = (from: PositionRow | undefined, terms: DeskTerms = {}) => {
      const draft = amendContract(deskOf(terms), { stopLoss: '95' }, from, null);
      return isRefused(draft) ? draft.refused : draft.row.stopLoss;
    };
    expect(of(row, { tradable: false })).toBe(9500);
    expect(of(undefined)).toBe('404');
    expect(of({ ...row, status: 'liquidated' })).toBe('11008');
    expect(of(row, { price: null })).toBe('10015');
    expect(of(row, { price: 9400 })).toBe('11005');
  });
});

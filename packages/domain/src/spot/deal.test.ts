import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { describe, expect, it } from 'vitest';
import { coin } from '../../test/coin.ts';
import { type DeskTerms, booked, deskOf, now, owner, quoteOf, units } from '../../test/desk.ts';
import { userAccount } from '../ledger/accounts.ts';
import { assetOf } from '../money/assets.ts';
import { isRefused, refused } from '../positions/refused.ts';
import { amendOrder, amendmentsMax } from './amend-order.ts';
import { cancelOrder, withdrawOrder } from './cancel-order.ts';
import { convertDust } from './convert-dust.ts';
import { type CostBasis, noCost } from './cost.ts';
import type { SeenReceived } from './decide-dust.ts';
import { openSpotOrdersMax } from './decide-submit.ts';
import { fillOnTape, isReached } from './fill-on-tape.ts';
import { fillOrder } from './fill-order.ts';
import { type SpotDesk, type SpotDraft, afterDrafts } from './order.ts';
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
    // All that was paid is what the coins that are left have cost.
    expect(draft.basis).toEqual({ quantity: units('2.997', 8), cost: units('300') });
    expect(draft.quotes).toMatchObject([{ reference: 'S300107-0000000001', moment: 'fill', quote: quoteOf(10_000) }]);
  });

  it('that sells earns what the coins bring beyond their cost, less the fee: two of three at 90 gain 19.8 at 100', () => {
    const basis = { quantity: units('3', 8), cost: units('270') };
    const draft = placed({ ...buy, side: 'sell', quantity: '2' }, desk({}, basis));
    expect(draft.row).toMatchObject({ profit: 19_800_000n, cost: 180_000_000n, fee: 200_000n });
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
    expect(withdrawn).toMatchObject({
      row: { status: 'cancelled', reason: 'stopped', hold: 0n, filledPrice: null },
      basis: null,
      quotes: [],
    });
    expect(withdrawn && booked(withdrawn)).toEqual(['spot.cancelled: order → available 285 USDT']);
    const selling = placed({ ...limit, side: 'sell', price: '105' }).row;
    expect(fillOrder(stopped, quoteOf(10_600), selling)?.row.status).toBe('filled');
  });

  it('is cancelled once: 404 for what is not there, 11008 for what has ended', () => {
    const shut = desk({ tradable: false, price: null });
    const cancelled = cancelOrder(shut, waiting.row);
    expect(cancelled).toEqual(withdrawOrder(waiting.row, 'cancelled', now));
    expect(cancelled).toMatchObject({ row: { status: 'cancelled', reason: 'cancelled' } });
    expect(cancelOrder(shut, undefined)).toMatchObject({ refused: '404', field: 'id' });
    expect(cancelOrder(shut, placed(buy).row)).toMatchObject({ refused: '11008' });
  });
});

describe('an order with a trigger', () => {
  const begins = { ...buy, type: 'stopLimit', price: '104', trigger: '105' } as const;
  const at = (price: number, later = 1) => ({ ...quoteOf(price), time: now + later });
  const onTape = (row: ReturnType<typeof placed>['row'], ...quotes: ReturnType<typeof at>[]) =>
    fillOnTape((quote) => desk({ at: quote.time }), row, quotes);

  it('begins at the quote that reached it, which is kept and books nothing, and fills at a later one', () => {
    const waiting = placed(begins);
    expect(waiting.row).toMatchObject({ status: 'open', hold: 312_000_000n, triggerPrice: 10_500, triggeredAt: null });
    expect(fillOrder(desk(), at(9000), waiting.row)).toBeNull();
    const begun = onTape(waiting.row, at(10_400, 1), at(10_600, 2));
    expect(begun?.row).toMatchObject({ status: 'open', triggeredAt: new Date(now + 2), quotedAt: now + 2 });
    expect([begun && booked(begun), begun?.quotes.map(({ moment }) => moment)]).toEqual([[], ['trigger']]);
    const filled = onTape(waiting.row, at(10_600, 1), at(10_500, 2), at(10_300, 3), at(10_000, 4));
    expect(filled?.row).toMatchObject({ status: 'filled', filledPrice: 10_300, paid: 309_000_000n });
    expect(filled?.quotes.map(({ moment }) => moment)).toEqual(['trigger', 'fill']);
    expect(filled?.before).toBe(waiting.row);
  });

  it('is reached by what begins or fills it, and by what came when its time had run out; by none of before or of another', () => {
    const { row } = placed(begins);
    const begun = { ...row, triggeredAt: new Date(now) };
    expect([isReached(row, [at(10_499)]), isReached(row, [at(10_499), at(10_500)])]).toEqual([false, true]);
    expect([isReached(begun, [at(10_500)]), isReached(begun, [at(10_400)])]).toEqual([false, true]);
    expect(isReached(row, [at(10_500, 0), { ...at(10_500), code: 'OTHER' }])).toBe(false);
    const over = { ...row, expiresAt: new Date(now + 2) };
    expect([isReached(over, [at(10_000)]), isReached(over, [at(10_000, 2)])]).toEqual([false, true]);
  });

  it('that begins where its limit is reached too fills at that very quote', () => {
    const filled = onTape(placed({ ...begins, price: '106' }).row, at(10_550));
    expect(filled?.row).toMatchObject({ status: 'filled', filledPrice: 10_550, triggeredAt: new Date(now + 1) });
    expect(filled?.quotes.map(({ moment }) => moment)).toEqual(['trigger', 'fill']);
  });

  it('that sells by a pair ends by the one that comes first, and says which', () => {
    const pair = placed({ ...buy, side: 'sell', type: 'oco', price: '120', trigger: '90' });
    expect(booked(pair)).toEqual(['spot.placed: available → order 3 COIN']);
    expect(onTape(pair.row, at(9001), at(11_999, 2))).toBeNull();
    expect(onTape(pair.row, at(8_500), at(12_500, 2))?.row).toMatchObject({ reason: 'stopLoss', filledPrice: 8_500 });
    expect(onTape(pair.row, at(12_500), at(8_500, 2))?.row).toMatchObject({ reason: 'takeProfit', filledPrice: 12_500 });
  });
});

describe('an order with an end', () => {
  const waiting = placed({ ...limit, until: new Date(now + 60_000).toISOString() }).row;
  const at = (price: number, later: number) => ({ ...quoteOf(price), time: now + later });

  it('fills until the millisecond before, and is over from its end on, whoever comes to it', () => {
    expect(waiting.expiresAt).toEqual(new Date(now + 60_000));
    expect(fillOrder(desk(), at(9400, 59_999), waiting)?.row.status).toBe('filled');
    const over = fillOrder(desk({ at: now + 90_000 }), at(9400, 60_000), waiting);
    expect(over?.row).toMatchObject({ status: 'cancelled', reason: 'expired', endedAt: new Date(now + 60_000) });
    expect(over && booked(over)).toEqual(['spot.cancelled: order → available 285 USDT']);
    expect(over?.postings.map((posting) => posting.at)).toEqual([now + 60_000]);
  });
});

describe('an amendment', () => {
  const waiting = placed(limit).row;
  const amended = (request: Parameters<typeof amendOrder>[1], where = desk(), row = waiting) => {
    const draft = amendOrder(where, request, row);
    if (isRefused(draft)) throw new Error(`refused with ${draft.refused}`);
    return draft;
  };
  const refusedWith = (...asked: Parameters<typeof amendOrder>) => {
    const draft = amendOrder(...asked);
    return isRefused(draft) ? draft.refused : undefined;
  };

  it('of a purchase is refused while an operator has stopped what opens; of a sale it is not', () => {
    const halted = desk({ halted: [coin.code] });
    expect(refusedWith(halted, { price: '96' }, waiting)).toBe('10015');
    expect(refusedWith(desk({ halted: ['OTHER'] }), { price: '96' }, waiting)).toBeUndefined();
    const selling = placed({ ...limit, side: 'sell', price: '105' }).row;
    expect(refusedWith(halted, { price: '106' }, selling)).toBeUndefined();
  });

  it('holds what the order needs now, and keeps what it was before', () => {
    const dearer = amended({ price: '96' });
    expect(dearer.row).toMatchObject({ hold: 288_000_000n, limitPrice: 9600, quantity: units('3', 8) });
    expect(booked(dearer)).toEqual(['spot.amended: available → order 3 USDT']);
    expect(dearer.quotes.map(({ moment }) => moment)).toEqual(['amend']);
    const smaller = amended({ quantity: '1' }, desk(), dearer.row);
    expect(booked(smaller)).toEqual(['spot.amended: order → available 192 USDT']);
    expect(smaller.row.amendments).toMatchObject([
      { limitPrice: 9500, quantity: '300000000', hold: '285000000' },
      { limitPrice: 9600, quantity: '300000000', hold: '288000000' },
    ]);
  });

  it('never has the order judged once more by prices from before the ones that it was judged by', () => {
    const judgedAt = (quotedAt: number) => amended({ price: '96' }, desk(), { ...waiting, quotedAt }).row.quotedAt;
    const { quotedAt: time } = amended({ price: '96' }).row;
    expect([judgedAt(time - 1), judgedAt(time + 1)]).toEqual([time, time + 1]);
  });

  it('that the price has reached fills the order at once, at the price', () => {
    const filled = amended({ price: '101' });
    expect(filled.row).toMatchObject({ status: 'filled', filledPrice: 10_000, paid: 300_000_000n, hold: 0n });
    expect(booked(filled)).toEqual([
      'spot.amended: available → order 15 USDT',
      'spot.filled: order → house:trading 300 USDT',
      'spot.filled: house:trading → available 3 COIN',
      'spot.filled: available → house:fees 0.003 COIN',
    ]);
  });

  it('sets and takes away the end of an order, and moves no money by it', () => {
    const day = amended({ until: 'day' });
    expect([day.row.expiresAt, booked(day)]).toEqual([new Date(now + 43_200_000), []]);
    expect(amended({ until: null }, desk(), day.row).row.expiresAt).toBeNull();
    expect(amended({ price: '94' }, desk(), day.row).row.expiresAt).toEqual(day.row.expiresAt);
  });

  it('keeps a stop-limit order to its trigger until it has begun, and to its limit from then on', () => {
    const begins = placed({ ...buy, type: 'stopLimit', price: '104', trigger: '105' }).row;
    expect(amended({ trigger: '106' }, desk(), begins).row).toMatchObject({ triggerPrice: 10_600, limitPrice: 10_400 });
    expect(refusedWith(desk(), { trigger: '99' }, begins)).toBe('11321');
    const begun = { ...begins, triggeredAt: new Date(now) };
    expect(refusedWith(desk(), { trigger: '106' }, begun)).toBe('11321');
    expect(amended({ price: '99' }, desk(), begun).row).toMatchObject({ limitPrice: 9900, triggerPrice: 10_500 });
  });

  it('is refused for what is not there, has ended, or was amended a hundred times, and to a buyer who has stopped', () => {
    expect(refusedWith(desk(), {}, undefined)).toBe('404');
    expect(refusedWith(desk(), {}, placed(buy).row)).toBe('11008');
    expect(refusedWith(desk(), {}, { ...waiting, expiresAt: new Date(now) })).toBe('11008');
    const [was] = amended({ price: '96' }).row.amendments ?? [];
    const often = Array.from({ length: amendmentsMax }, () => was).flatMap((one) => one ?? []);
    expect(refusedWith(desk(), { price: '96' }, { ...waiting, amendments: often })).toBe('11307');
    expect(refusedWith(desk({ price: null }), {}, waiting)).toBe('10015');
    expect(refusedWith(desk({ fresh: false }), {}, waiting)).toBe('11212');
    const stopped = desk({ stopped: refused('11133') });
    expect(refusedWith(stopped, { price: '96' }, waiting)).toBe('11133');
    expect(refusedWith(stopped, { price: '94' }, waiting)).toBeUndefined();
  });

  it('that buys at once asks whether its buyer has stopped, however little it costs', () => {
    // A coin at 100 of the 285 that the order holds.
    const cheaper = { price: '101', quantity: '1' };
    expect(amended(cheaper).row).toMatchObject({ status: 'filled', paid: 100_000_000n });
    const stopped = desk({ stopped: refused('11133') });
    expect(refusedWith(stopped, cheaper, waiting)).toBe('11133');
    const selling = placed({ ...limit, side: 'sell', price: '105' }).row;
    expect(amended({ price: '99' }, stopped, selling).row.status).toBe('filled');
  });
});

describe('several orders of one command', () => {
  const [first, second] = [placed(limit).row, { ...placed(limit).row, id: 4 }];
  const filledBy = (afterThose: typeof afterDrafts): SpotDraft[] => {
    const drafts: SpotDraft[] = [];
    for (const row of [first, second]) {
      const filled = fillOrder(afterThose(desk(), drafts), quoteOf(9400), row);
      if (filled !== null) drafts.push(filled);
    }
    return drafts;
  };

  it('add up what their coins have cost: twice 2.997 coins for 282; those who look only at what was read count the last alone', () => {
    expect(filledBy(afterDrafts).at(-1)?.basis).toEqual({ quantity: units('5.994', 8), cost: units('564') });
    const forgetful: typeof afterDrafts = (where) => where;
    expect(filledBy(forgetful).at(-1)?.basis).toEqual({ quantity: units('2.997', 8), cost: units('282') });
  });

  it('are each decided on what those before have left, of one account and coin', () => {
    const after = afterDrafts(desk({ balances: { available: units('1000') } }), filledBy(afterDrafts));
    const has = (asset: string) => after.view.balanceOf('demo', userAccount('7', 'available'), assetOf(asset));
    // Of the 285 held for each 3 return.
    expect(has('USDT')).toBe(units('1006'));
    const other = { userId: '7', book: 'demo', base: 'OTHER' } as const;
    expect([after.costOf(other), after.costOf({ ...other, base: 'COIN', book: 'real' })]).toEqual([noCost, noCost]);
  });
});

describe('leftovers of coins', () => {
  const coins = [{ code: coin.code, orderNo: 'S300107-0000000002' }];
  const ask = (terms: DeskTerms, lastAt: number | null = null, seen: SeenReceived = {}) =>
    convertDust(desk(terms), { owner: owner(), coins, ...seen }, { ids: [4], lastAt });

  it('are sold at the bid by an order of their own: 0.00512345 coins at 100', () => {
    const drafts = ask({ balances: { available: units('0.00512345', 8) } });
    if (isRefused(drafts)) throw new Error(`refused with ${drafts.refused}`);
    const [draft] = drafts;
    // 0.512345 less the fee of a thousandth, 0.000513.
    expect(draft?.row).toMatchObject({ id: 4, orderType: 'dust', side: 'sell', status: 'filled', limitPrice: null });
    expect(draft && booked(draft)).toEqual([
      'spot.filled: available → house:trading 0.00512345 COIN',
      'spot.filled: house:trading → available 0.512345 USDT',
      'spot.filled: available → house:fees 0.000513 USDT',
    ]);
  });

  it('of one coin are sold once, by whichever of its instruments comes first', () => {
    const where = desk({ balances: { available: units('0.005', 8) } });
    const market = {
      ...where.market,
      instrument: (code: string) => ({ ...coin, code }),
      quote: (code: string) => ({ ...quoteOf(10_000), code }),
    };
    const twice = [...coins, { code: 'COINEUR', orderNo: 'S300107-0000000003' }];
    const sold = convertDust({ ...where, market }, { owner: owner(), coins: twice }, { ids: [4, 5], lastAt: null });
    expect(sold).toMatchObject([{ row: { id: 4, code: coin.code } }]);
  });

  it.each([
    ['0.511832', undefined, undefined],
    ['0.5', undefined, undefined],
    // A millionth less than seen, and a percent of it at most.
    ['0.511833', undefined, '11004'],
    ['0.516', 100, undefined],
    ['0.52', 100, '11004'],
    [undefined, 100, '11004'],
    ['much', undefined, '11004'],
  ])('bring what was seen of them or stay: %s seen, %s basis points less', (seenReceived, maxSlippageBps, refusal) => {
    const sold = ask({ balances: { available: units('0.00512345', 8) } }, null, { seenReceived, maxSlippageBps });
    expect(isRefused(sold) ? [sold.refused, sold.field] : []).toEqual(refusal === undefined ? [] : [refusal, 'seenReceived']);
  });

  it('are left where they are today for the second time, nobody watches their price, or there are none', () => {
    const balances = { available: units('0.005', 8) };
    expect(ask({ balances }, now)).toMatchObject({ refused: '11323' });
    expect(ask({ balances, fresh: false })).toMatchObject({ refused: '11324' });
    expect(ask({ balances: { available: units('0.01', 8) } })).toMatchObject({ refused: '11324' });
  });
});

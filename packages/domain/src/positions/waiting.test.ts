import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coin } from '../../test/coin.ts';
import { type DeskTerms, booked, deskOf, now, owner, quoteOf, units } from '../../test/desk.ts';
import { validDaysMax } from '../dealing/validity.ts';
import { formatFixed } from '../money/fixed.ts';
import { actOnQuote } from './act-on-quote.ts';
import { actOnTape } from './act-on-tape.ts';
import { amendContract } from './amend-contract.ts';
import { amendmentsMax } from './amend-waiting.ts';
import type { AmendRequest } from './decide-amend.ts';
import type { OpenRequest } from './decide-open.ts';
import { openContract } from './open-contract.ts';
import type { ContractDraft, PositionRow } from './position.ts';
import { type Refused, isRefused, refused } from './refused.ts';

const [second, day] = [1000, 86_400_000];
const orderNo = 'C300107-0000000001';
const long = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const stop = { ...long, type: 'stop', trigger: '105' } as const;
const rich = { balances: { available: units('1000') } };

function sound(draft: ContractDraft | Refused | null): ContractDraft {
  if (draft === null) throw new Error('nothing follows');
  if (isRefused(draft)) throw new Error(`refused with ${draft.refused}`);
  return draft;
}
const asked = (input: OpenRequest, terms: DeskTerms = {}) =>
  openContract(deskOf(terms), { owner: owner(), orderNo, input: { ...input, code: coin.code } }, { id: 3, openOrders: 0 });
const placed = (input: OpenRequest, terms: DeskTerms = {}) => sound(asked(input, terms)).row;
const codeOf = (draft: unknown) => (isRefused(draft) ? `${draft.refused} ${draft.field}` : undefined);
/** What a quote makes of an order, some seconds after it was placed. */
const at = (row: PositionRow, bid: number, ask = bid, { after = second, ...terms }: DeskTerms & { after?: number } = rich) => {
  const time = now + after;
  return actOnQuote(deskOf({ ...terms, at: time }), { quote: quoteOf(bid, ask, time), reached: null }, row);
};

describe('a stop entry', () => {
  it('holds margin and fee at its trigger, and waits below it', () => {
    const draft = sound(asked(stop));
    // 105 / 10 + 0.1% of 105.
    expect(booked(draft)).toEqual(['contract.placed: available → order 10.605 USDT']);
    expect(draft.row).toMatchObject({ status: 'awaiting', triggerPrice: 10_500, limitPrice: null, hold: 10_605_000n });
    expect(at(draft.row, 10_400, 10_499)).toBeNull();
  });

  it('opens at the quote that crossed: what it held too little comes out of the balance', () => {
    // At 107: margin 10.7, fee 0.107; 10.605 are held.
    const draft = sound(at(placed(stop), 10_690, 10_700));
    expect(draft.row).toMatchObject({ status: 'open', openPrice: 10_700, margin: 10_700_000n, openFee: 107_000n, hold: 0n });
    expect(booked(draft)).toEqual([
      'contract.filled: order → margin 10.605 USDT',
      'contract.filled: available → margin 0.095 USDT',
      'contract.filled: available → house:fees 0.107 USDT',
    ]);
  });

  it('of a short lies below, and gives back what it held too much', () => {
    const row = placed({ ...stop, side: 'short', trigger: '95' });
    expect(at(row, 9501)).toBeNull();
    // Held 9.5 + 0.095; at 94 it is 9.4 + 0.094.
    expect(booked(sound(at(row, 9400)))).toEqual([
      'contract.filled: order → margin 9.4 USDT',
      'contract.filled: order → house:fees 0.094 USDT',
      'contract.filled: order → available 0.101 USDT',
    ]);
  });

  it('that the balance can’t pay for ends, and all that it held returns', () => {
    const terms = { balances: { available: units('0.201999') } };
    const draft = sound(at(placed(stop), 10_700, 10_700, terms));
    expect(draft.row).toMatchObject({ status: 'cancelled', closeReason: 'uncovered', hold: 0n });
    expect(booked(draft)).toEqual(['contract.cancelled: order → available 10.605 USDT']);
    expect(draft.quotes).toMatchObject([{ moment: 'trigger' }]);
    expect(sound(at(placed(stop), 10_700, 10_700, { balances: { available: units('0.202') } })).row.status).toBe('open');
  });

  it('is what an order at the market would be at the quote that crossed', () => {
    const cents = fc.integer({ min: 10_501, max: 14_000 });
    const lots = fc.integer({ min: 1, max: 5000 }).map((steps) => (steps / 100).toFixed(2));
    const mirrored = (price: number, side: 'long' | 'short') => (side === 'long' ? price : 20_000 - price);
    fc.assert(
      fc.property(
        fc.constantFrom('long', 'short'),
        lots,
        fc.constantFrom(1, 5, 20),
        cents,
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom(
          {},
          { trailingStop: '1.5' },
          { trailingStop: '20' },
          { trailingBps: 1 },
          { trailingBps: 123 },
          { trailingBps: 2500 },
        ),
        (side, size, leverage, crossing, spread, trailing) => {
          const price = mirrored(crossing, side);
          const [bid, ask] = side === 'long' ? [price - spread, price] : [price, price + spread];
          const input = { side, lots: size, leverage, ...trailing };
          const all = { balances: { available: units('1000000') } };
          const row = placed({ ...input, type: 'stop', trigger: side === 'long' ? '105' : '95' });
          const waited = at(row, bid, ask, all);
          const time = now + second;
          const market = deskOf({ ...all, at: time });
          const atQuote = { ...market, market: { ...market.market, quote: () => quoteOf(bid, ask, time) } };
          const bought = openContract(
            atQuote,
            { owner: owner(), orderNo, input: { ...input, type: 'market', code: coin.code } },
            { id: 3, openOrders: 0 },
          );
          if (isRefused(bought)) {
            expect([bought.refused, waited?.row.closeReason]).toEqual(['11006', 'uncovered']);
            return;
          }
          const asMarket = { orderType: 'market', triggerPrice: null, createdAt: bought.row.createdAt };
          expect({ ...waited?.row, ...asMarket }).toEqual(bought.row);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a stop-limit entry', () => {
  const stopLimit = { ...stop, type: 'stopLimit', price: '106' } as const;

  it('holds at its limit, rests there once its trigger is reached, and is filled at that or better', () => {
    const row = placed(stopLimit);
    expect(row.hold).toBe(10_706_000n);
    // Below its limit, and yet nothing: the trigger comes first.
    expect(at(row, 10_400)).toBeNull();
    const rests = sound(at(row, 10_650));
    expect(rests.row).toMatchObject({ status: 'awaiting', hold: 10_706_000n, triggeredAt: new Date(now + second) });
    expect(rests.postings).toEqual([]);
    expect(rests.quotes).toMatchObject([{ moment: 'trigger' }]);
    expect(at(rests.row, 10_601, 10_601, { ...rich, after: 2 * second })).toBeNull();
    const filled = sound(at(rests.row, 10_300, 10_300, { ...rich, after: 3 * second }));
    expect(filled.row).toMatchObject({ status: 'open', openPrice: 10_300, margin: 10_300_000n });
    expect(filled.quotes.map(({ moment }) => moment)).toEqual(['open']);
  });

  it('is filled by the quote that reaches both at once', () => {
    const draft = sound(at(placed(stopLimit), 10_550));
    expect(draft.row).toMatchObject({ status: 'open', openPrice: 10_550, triggeredAt: new Date(now + second) });
    expect(draft.quotes.map(({ moment }) => moment)).toEqual(['trigger', 'open']);
  });

  it('goes by the tape: triggered, then filled, or triggered and waiting', () => {
    const row = placed(stopLimit);
    const deskAt = (quote: { time: number }) => deskOf({ ...rich, at: quote.time });
    const tape = [10_300, 10_700, 10_650, 10_590].map((price, place) => quoteOf(price, price, now + (place + 1) * second));
    const reached = actOnTape(deskAt, row, tape);
    expect(reached?.draft).toMatchObject({ before: row, row: { status: 'open', openPrice: 10_590 } });
    expect(reached?.draft.quotes.map(({ moment }) => moment)).toEqual(['trigger', 'open']);
    expect(actOnTape(deskAt, row, tape.slice(0, 3))?.draft.row).toMatchObject({
      status: 'awaiting',
      quotedAt: now + 2 * second,
    });
    expect(actOnTape(deskAt, row, tape.slice(0, 1))).toBeNull();
  });
});

describe('what is asked of an entry', () => {
  it.each([
    [{ type: 'stop' }, '11304 trigger'],
    [{ type: 'stop', trigger: '100' }, '11304 trigger'],
    [{ type: 'stop', trigger: '99' }, '11304 trigger'],
    [{ type: 'stop', trigger: '105.001' }, '11304 trigger'],
    [{ type: 'stop', trigger: '105', price: '106' }, '11012 price'],
    [{ type: 'stopLimit', trigger: '105' }, '11012 price'],
    [{ type: 'limit', price: '95', trigger: '105' }, '11304 trigger'],
    [{ type: 'market', trigger: '105' }, '11304 trigger'],
    [{ type: 'market', until: 'day' }, '11305 until'],
    [{ type: 'limit', price: '95', until: new Date(now).toISOString() }, '11305 until'],
    [{ type: 'limit', price: '95', until: new Date(now + validDaysMax * day + 1).toISOString() }, '11305 until'],
    [{ type: 'stop', trigger: '105', stopLoss: '105' }, '11005 stopLoss'],
    [{ type: 'market', trailingStop: '1', trailingBps: 100 }, '11016 trailingStop'],
    [{ type: 'market', trailingStop: '100' }, '11016 trailingStop'],
  ] as const)('%j is refused with %s', (over, code) => {
    expect(codeOf(asked({ ...long, ...over }))).toBe(code);
  });

  it('may be a trailing stop: in price, or as a share of the price at which it opens', () => {
    expect(placed({ ...long, trailingStop: '2.5' })).toMatchObject({ trailingDistance: 250, trailingBest: 10_000 });
    // 1.23% of 105, rounded up to a cent; it follows once the position is open.
    const row = placed({ ...stop, trailingBps: 123 });
    expect(row).toMatchObject({ trailingDistance: 130, trailingBest: null });
    // Of 107, at which it opened: 1.3161.
    const opened = { trailingDistance: 132, trailingBps: null, trailingBest: 10_690 };
    expect(sound(at(row, 10_690, 10_700)).row).toMatchObject(opened);
    // A share of nearly all leaves the stop a tick above nothing.
    const all = placed({ ...stop, trailingBps: 9990 });
    expect(sound(at(all, 10_600, 10_700)).row).toMatchObject({ trailingDistance: 10_599, trailingBest: 10_600 });
  });
});

describe('an order with an end', () => {
  const limit = { ...long, type: 'limit', price: '95' } as const;
  const until = (text: string) => placed({ ...limit, until: text });

  it('may be the end of the day, or a time; one that opens at once has none', () => {
    expect(until('day').expiresAt).toEqual(new Date(Date.UTC(2030, 0, 8)));
    expect(until('2030-01-07T12:30:00Z').expiresAt).toEqual(new Date(Date.UTC(2030, 0, 7, 12, 30)));
    expect(placed({ ...limit, price: '101', until: 'day' })).toMatchObject({ status: 'open', expiresAt: null });
  });

  it('is filled by a quote of before its end, however late that is looked at, and by none from its end on', () => {
    const row = until('2030-01-07T12:00:01Z');
    expect(sound(at(row, 9400, 9400, { after: second - 1 })).row.status).toBe('open');
    expect(sound(at(row, 9400, 9400, { after: second + 1 })).row.closeReason).toBe('expired');
    const draft = sound(at(row, 9400, 9400, { after: second }));
    expect(draft.row).toMatchObject({
      status: 'cancelled',
      closeReason: 'expired',
      closedAt: new Date(now + second),
      hold: 0n,
    });
    expect(booked(draft)).toEqual(['contract.expired: order → available 9.595 USDT']);
    expect(draft.postings).toMatchObject([{ at: now + second }]);
  });

  it('is over once the tape has passed it, and can’t be changed any more', () => {
    const row = until('2030-01-07T12:00:01Z');
    const tape = [quoteOf(9900, 9900, now + 500), quoteOf(9900, 9900, now + 2000), quoteOf(9000, 9000, now + 3000)];
    expect(actOnTape(({ time }) => deskOf({ at: time }), row, tape)?.draft.row.closeReason).toBe('expired');
    expect(actOnTape(({ time }) => deskOf({ at: time }), row, tape.slice(0, 1))).toBeNull();
    expect(amendContract(deskOf({ at: now + second }), { until: null }, row, null)).toEqual(refused('11008'));
  });
});

describe('changing an order that waits', () => {
  const limit = { ...long, type: 'limit', price: '95' } as const;
  const amend = (row: PositionRow, change: AmendRequest, terms: DeskTerms = rich) =>
    amendContract(deskOf(terms), change, row, null);

  it('is refused while an operator has stopped what opens there', () => {
    const row = placed(limit);
    expect(codeOf(amend(row, { price: '96' }, { ...rich, halted: [coin.code] }))).toBe('10015 null');
    sound(amend(row, { price: '96' }, { ...rich, halted: ['OTHER'] }));
  });

  it('to a better price and another size: what it holds follows', () => {
    const row = placed(limit);
    // 9.595 are held; two lots at 96: 19.2 + 0.192.
    const draft = sound(amend(row, { price: '96', lots: '2' }));
    expect(booked(draft)).toEqual(['contract.amended: available → order 9.797 USDT']);
    expect(draft.row).toMatchObject({
      lots: '2',
      limitPrice: 9600,
      hold: 19_392_000n,
      margin: 19_200_000n,
      openFee: 192_000n,
      amendments: 1,
    });
    expect(draft.superseded).toMatchObject({ number: 1, lots: '1', limitPrice: 9500, hold: 9_595_000n });
    expect(booked(sound(amend(draft.row, { lots: '0.5' })))).toEqual(['contract.amended: order → available 14.544 USDT']);
  });

  it('through the market rests until the next quote, and is filled at that', () => {
    const { row } = sound(amend(placed(limit), { price: '101' }));
    expect(row).toMatchObject({ status: 'awaiting', limitPrice: 10_100 });
    expect(sound(at(row, 10_000)).row).toMatchObject({ status: 'open', openPrice: 10_000 });
  });

  it('moves a trigger, and both prices of a stop-limit order; once triggered its limit alone', () => {
    expect(sound(amend(placed(stop), { trigger: '110' })).row).toMatchObject({ triggerPrice: 11_000, hold: 11_110_000n });
    const row = placed({ ...stop, type: 'stopLimit', price: '106' });
    expect(sound(amend(row, { trigger: '107', price: '108' })).row).toMatchObject({ triggerPrice: 10_700, limitPrice: 10_800 });
    const rests = sound(at(row, 10_650)).row;
    expect(codeOf(amend(rests, { trigger: '107' }))).toBe('11304 trigger');
    expect(sound(amend(rests, { price: '104' })).row).toMatchObject({ triggerPrice: 10_500, limitPrice: 10_400 });
  });

  it('keeps a trailing stop that is a share of its price as one of the new price, and one in price only where it fits', () => {
    const share = placed({ ...limit, trailingBps: 100 });
    expect(share).toMatchObject({ trailingDistance: 95, trailingBps: 100 });
    const moved = sound(amend(share, { price: '50' })).row;
    expect(moved).toMatchObject({ trailingDistance: 50, trailingBps: 100 });
    expect(sound(amend(moved, { trailingStop: '2' })).row).toMatchObject({ trailingDistance: 200, trailingBps: null });
    const far = placed({ ...limit, trailingStop: '90' });
    expect(codeOf(amend(far, { price: '50' }))).toBe('11016 trailingStop');
    expect(sound(amend(far, { price: '94' })).row).toMatchObject({ limitPrice: 9400, trailingDistance: 9000 });
    expect(sound(amend(far, { price: '50', trailingStop: '40' })).row.trailingDistance).toBe(4000);
    expect(sound(amend(far, { price: '50', trailingStop: null })).row.trailingDistance).toBeNull();
  });

  it('sets its end, or takes it away, and its stops as those of a new order', () => {
    const row = placed({ ...limit, until: 'day' });
    expect(sound(amend(row, { until: '2030-01-09T00:00:00Z' })).row.expiresAt).toEqual(new Date(Date.UTC(2030, 0, 9)));
    const open = sound(amend(row, { until: null }));
    expect([open.row.expiresAt, open.row.amendments, open.superseded]).toEqual([null, 0, null]);
    const moved = sound(amend(row, { price: '90', stopLoss: '88', takeProfit: '99', trailingStop: '1' })).row;
    expect(moved).toMatchObject({ stopLoss: 8800, takeProfit: 9900, trailingDistance: 100, trailingBest: null });
    expect(codeOf(amend(moved, { price: '87' }))).toBe('11005 stopLoss');
    expect(sound(amend(moved, { price: '87', stopLoss: null })).row.stopLoss).toBeNull();
  });

  it.each([
    [limit, { price: '94.999' }, rich, '11012 price'],
    [limit, { trigger: '105' }, rich, '11304 trigger'],
    [stop, { trigger: '99' }, rich, '11304 trigger'],
    [limit, { lots: '0.005' }, rich, '11007 lots'],
    [limit, { lots: '2' }, { balances: { available: units('9.594999') } }, '10011 lots'],
    [limit, { price: '96' }, { tradable: false }, '10015 null'],
    [limit, { price: '94' }, { ...rich, fresh: false }, '11212 null'],
    [limit, { lots: '2' }, { ...rich, stopped: refused('11130') }, '11130 null'],
    [limit, { until: '2030-01-07T11:00:00Z' }, rich, '11305 until'],
    [long, { price: '95' }, rich, '11306 null'],
    [long, { until: 'day' }, rich, '11306 null'],
  ] as const)('is refused for what is wrong about it, such as %#', (order, change, terms, code) => {
    expect(codeOf(amend(placed(order), change, terms))).toBe(code);
  });

  it('to something smaller is nobody refused who has stopped trading', () => {
    expect(sound(amend(placed(limit), { lots: '0.5' }, { ...rich, stopped: refused('11130') })).row.lots).toBe('0.5');
  });

  it('is done a hundred times, and not after a split', () => {
    const row = placed(limit);
    expect(codeOf(amend({ ...row, amendments: amendmentsMax }, { price: '94' }))).toBe('11307 null');
    const split = { action: 1, to: '2', from: '1', opened: false, since: now - 1000 };
    expect(codeOf(amend({ ...row, splits: [split] }, { price: '94' }))).toBe('11307 null');
  });

  it('and back is neutral: the balance and what is held are what they were', () => {
    const prices = fc.integer({ min: 5000, max: 9999 }).map((cents) => (cents / 100).toFixed(2));
    const steps = fc.array(
      fc.record({ price: prices, lots: fc.integer({ min: 1, max: 900 }).map((n) => (n / 100).toFixed(2)) }),
    );
    fc.assert(
      fc.property(steps, (changes) => {
        let row = placed(limit);
        let free = 0n;
        for (const change of [...changes, { price: '95', lots: '1' }]) {
          const draft = sound(amend(row, change, { balances: { available: units('100000') } }));
          free += row.hold - draft.row.hold;
          row = draft.row;
        }
        expect([free, row.hold, formatFixed({ units: BigInt(row.limitPrice ?? 0), scale: 2 })]).toEqual([0n, 9_595_000n, '95']);
      }),
      { numRuns: 100 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coin } from '../../../test/coin.ts';
import { type DeskTerms, booked, deskOf, now, owner, quoteOf } from '../../../test/desk.ts';
import { expectParts } from '../../../test/parts.ts';
import { fixed, formatFixed, toFixed } from '../../money/fixed.ts';
import { actOnTape } from '../act-on-tape.ts';
import { closeContract } from '../close-contract.ts';
import type { OpenRequest } from '../decide-open.ts';
import { openContract } from '../open-contract.ts';
import { type ContractDraft, type PositionRow, marginLeft } from '../position.ts';
import { type Refused, isRefused } from '../refused.ts';
import { type PartRequest, closePart } from './close-part.ts';
import { halfOf, partsMax, shareOf, sharesOf } from './shares.ts';

const day = 86_400_000;
const orderNo = 'C300107-0000000001';
const long = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;

function sound(draft: ContractDraft | Refused): ContractDraft {
  if (isRefused(draft)) throw new Error(`refused with ${draft.refused}`);
  return draft;
}
/** One lot at 100, ten times: margin 10, fee 0.1, maintenance 0.5. */
const open = (input: Partial<OpenRequest> = {}, terms: DeskTerms = {}) =>
  sound(openContract(deskOf(terms), { owner: owner(), orderNo, input: { ...long, ...input } }, { id: 3, openOrders: 0 })).row;
const part = (row: PositionRow, request: PartRequest, terms: DeskTerms = {}, followed: number | null = null) =>
  closePart(deskOf(terms), row, request, { id: 4, followed, judgedUntil: now });
const codeOf = (draft: ContractDraft | Refused) => (isRefused(draft) ? draft.refused : undefined);
const partOf = ({ part: closed }: ContractDraft): PositionRow => {
  if (closed === null) throw new Error('no part was closed');
  return closed;
};

describe('closing a part', () => {
  it('of four tenths at 110 brings 4 and its share of the margin for a fee of 0.044; the rest keeps its terms', () => {
    const draft = sound(part(open(), { lots: '0.4' }, { price: 11_000 }));
    expect(booked(draft)).toEqual([
      'contract.closed: house:trading → available 4 USDT',
      'contract.closed: margin → available 4 USDT',
      'contract.closed: available → house:fees 0.044 USDT',
    ]);
    expect(draft.postings.map(({ reference }) => reference)).toEqual([`${orderNo}/1`]);
    expect(draft.quotes).toMatchObject([{ reference: `${orderNo}/1`, moment: 'close' }]);
    const share = { margin: 4_000_000n, maintenance: 200_000n, openFee: 40_000n };
    expect(partOf(draft)).toMatchObject({
      id: 4,
      orderNo: `${orderNo}/1`,
      partOf: 3,
      lots: '0.4',
      status: 'closedEarly',
      closeReason: 'manual',
      profit: 4_000_000n,
      closeFee: 44_000n,
      ...share,
    });
    expect(draft.row).toMatchObject({
      id: 3,
      orderNo,
      status: 'open',
      lots: '0.6',
      parts: 1,
      openPrice: 10_000,
      closeFee: null,
    });
    expect(draft.row).toMatchObject({ margin: 6_000_000n, maintenance: 300_000n, openFee: 60_000n, liquidationPrice: 9059 });
  });

  it('at a loss takes it from the share of the margin alone: 2 of 4 at 95, and the fee', () => {
    expect(booked(sound(part(open(), { lots: '0.4' }, { price: 9500 })))).toEqual([
      'contract.closed: margin → house:trading 2 USDT',
      'contract.closed: margin → house:fees 0.038 USDT',
      'contract.closed: margin → available 1.962 USDT',
    ]);
  });

  it('numbers the parts, and the last one ends the order itself', () => {
    const first = sound(part(open(), { lots: '0.3' }));
    const second = sound(part(first.row, { lots: '0.3' }));
    expect([partOf(first).orderNo, partOf(second).orderNo]).toEqual([`${orderNo}/1`, `${orderNo}/2`]);
    const last = sound(part(second.row, { lots: '0.4' }));
    expect(last).toMatchObject({ part: null, row: { id: 3, orderNo, status: 'closedEarly', lots: '0.4', margin: 4_000_000n } });
  });

  it('charges the night first, for all lots, and shares what it took of the margin', () => {
    const charged = sound(part(open({}, { at: now - day }), { lots: '0.4' }));
    expect(booked(charged)[0]).toBe('financing.charged: margin → house:trading 0.01 USDT');
    expect(charged.postings.map(({ reference }) => reference)).toEqual([orderNo, `${orderNo}/1`]);
    expect(charged.charges).toHaveLength(1);
    expect([partOf(charged), charged.row].map(({ marginTaken, financing }) => [marginTaken, financing])).toEqual([
      [4000n, 4000n],
      [6000n, 6000n],
    ]);
    expect([partOf(charged), charged.row].map(marginLeft)).toEqual([3_996_000n, 5_994_000n]);
  });

  it('leaves a trailing stop where it had followed to, and earlier quotes with nothing to say about the rest', () => {
    const row = { ...open(), trailingDistance: 500, trailingBest: 10_000, quotedAt: now - 5000 };
    const rest = sound(part(row, { lots: '0.4' }, { price: 10_200 }, 10_400)).row;
    expect(rest).toMatchObject({ trailingBest: 10_400, quotedAt: now });
    const tape = [quoteOf(9000, 9000, now - 1000), quoteOf(9900, 9900, now + 1000)];
    expect(actOnTape((quote) => deskOf({ at: quote.time }), rest, tape)?.quote.bid).toBe(9900);
    expect(actOnTape((quote) => deskOf({ at: quote.time }), rest, tape.slice(0, 1))).toBeNull();
  });

  it('of dust is liquidated where what stayed with the rest says, to the tick', () => {
    // 0.03 lots at 0.01: 30 millionths of margin of which 2 are taken. A third of 28 is 9, and 19 stay for 0.02 lots:
    // (0.000002 − 0.000019 + 0.0002) / (0.02 × 0.999) = 0.009159…
    const plain = deskOf();
    const desk = { ...plain, market: { ...plain.market, instrument: () => ({ ...coin, priceScale: 6 }) } };
    const asked = { owner: owner(), orderNo, input: { ...long, lots: '0.03' } };
    const { row } = sound(openContract(desk, asked, { id: 3, openOrders: 0 }));
    const draft = sound(
      closePart(desk, { ...row, marginTaken: 2n }, { lots: '0.01' }, { id: 4, followed: null, judgedUntil: now }),
    );
    expect(marginLeft(draft.row)).toBe(19n);
    expect(draft.row.liquidationPrice).toBe(9159);
  });

  it.each([
    ['0.005', '11300'],
    ['0.995', '11300'],
    ['0', '11300'],
    ['1.01', '11300'],
    ['0.99', undefined],
    ['1', undefined],
  ])('of %s lots of one, in steps of 0.01: %s', (lots, code) => {
    expect(codeOf(part(open(), { lots }))).toBe(code);
  });

  it('leaves nothing smaller than the smallest order, nor is it', () => {
    const terms = { ...coin.contract, lotsMin: toFixed('0.1') };
    const desk = deskOf();
    const market = { ...desk.market, instrument: () => ({ ...coin, contract: terms }) };
    const of = (lots: string) =>
      codeOf(closePart({ ...desk, market }, open(), { lots }, { id: 4, followed: null, judgedUntil: now }));
    expect(['0.09', '0.1', '0.9', '0.91', '1'].map(of)).toEqual(['11300', undefined, undefined, '11300', undefined]);
  });

  it('is closed so often and no more: after the hundredth part only all of what is left', () => {
    const often = { ...open(), parts: partsMax };
    expect(codeOf(part({ ...often, parts: partsMax - 1 }, { lots: '0.4' }))).toBeUndefined();
    expect(codeOf(part(often, { lots: '0.4' }))).toBe('11303');
    expect(codeOf(part(often, { lots: '1' }))).toBeUndefined();
  });

  it('asks what closing asks: an open position of one’s own, a market, and the price that was seen', () => {
    const half = { lots: '0.5' };
    expect(codeOf(closePart(deskOf(), undefined, half, { id: 4, followed: null, judgedUntil: now }))).toBe('404');
    expect(codeOf(part(open({ type: 'limit', price: '95' }), half))).toBe('11301');
    expect(codeOf(part(sound(closeContract(deskOf(), open(), {})).row, half))).toBe('11008');
    expect(codeOf(part(open(), half, { tradable: false }))).toBe('10015');
    expect(codeOf(part(open(), { ...half, seenPrice: '101', maxSlippageBps: 50 }))).toBe('11004');
  });
});

describe('half of a position', () => {
  const steps = { lotStep: toFixed('0.1'), lotsMin: toFixed('0.1') };
  const half = (lots: string, parts = 0, lotsMin = '0.1') => {
    const found = halfOf({ lots: toFixed(lots), parts }, { ...steps, lotsMin: toFixed(lotsMin) });
    return isRefused(found) ? found.refused : formatFixed(found);
  };

  it('is of whole steps, rounded down, and what stays is the larger', () => {
    expect([half('1'), half('0.2'), half('0.3'), half('0.5')]).toEqual(['0.5', '0.1', '0.1', '0.2']);
  });

  it('of one step there is none, nor one that is smaller than the smallest order, nor after the hundredth part', () => {
    expect([half('0.1'), half('0.3', 0, '0.2'), half('1', partsMax)]).toEqual(['11300', '11300', '11303']);
  });
});

describe('however a position is closed in parts', () => {
  const steps = fc.uniqueArray(fc.integer({ min: 1, max: 776 }), { maxLength: 5 });
  const price = fc.integer({ min: 9300, max: 11_000 });

  it('its parts are what it was, and the money is that of one close but for a unit of profit and of fee for each part', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('long', 'short'),
        steps,
        price,
        fc.bigInt({ min: 0n, max: 99_999n }),
        (side, cuts, at, taken) => {
          const row = { ...open({ side, lots: '7.77' }), marginTaken: taken };
          const close = sound(closeContract(deskOf({ price: at }), row, {})).row;
          const ends = [...cuts.toSorted((a, b) => a - b), 777];
          const lots = ends.map((end, place) => formatFixed(fixed(BigInt(end - (ends[place - 1] ?? 0)), 2)));
          const closed: PositionRow[] = [];
          let left: PositionRow = row;
          for (const each of lots) {
            const draft = sound(part(left, { lots: each }, { price: at }));
            closed.push(draft.part ?? draft.row);
            left = draft.row;
          }
          expectParts(closed, row, close);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('no share is below nothing, and none is more than there was', () => {
    const stake = fc.tuple(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.integer({ min: 1, max: 99 }),
    );
    fc.assert(
      fc.property(stake, ([margin, most, lots]) => {
        const marginTaken = most > margin ? margin : most;
        const whole = {
          lots: '1',
          margin,
          marginTaken,
          maintenance: margin / 7n,
          openFee: margin / 3n,
          financing: -marginTaken,
        };
        const { part: some, rest } = sharesOf(whole, fixed(BigInt(lots), 2));
        for (const each of [some, rest]) {
          expect(each.margin >= 0n && each.marginTaken >= 0n && each.marginTaken <= each.margin).toBe(true);
        }
        expect(some.margin - some.marginTaken).toBe(shareOf(margin - marginTaken, fixed(BigInt(lots), 2), toFixed('1')));
        expect(some.financing + rest.financing).toBe(whole.financing);
      }),
      { numRuns: 500 },
    );
  });

  it('a unit that has no half stays with the rest', () => {
    const stake = { lots: '1', margin: 3n, marginTaken: 0n, maintenance: 1n, openFee: 1n, financing: 0n };
    expect(sharesOf(stake, toFixed('0.5'))).toMatchObject({
      part: { margin: 1n, maintenance: 0n },
      rest: { margin: 2n, maintenance: 1n },
    });
  });
});

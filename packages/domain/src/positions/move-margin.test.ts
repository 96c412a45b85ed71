import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coin } from '../../test/coin.ts';
import { type DeskTerms, booked, deskOf, now, owner, quoteOf } from '../../test/desk.ts';
import { amount, formatAmount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { actOnTape } from './act-on-tape.ts';
import type { OpenRequest } from './decide-open.ts';
import { type MarginRequest, moveMargin, removable } from './move-margin.ts';
import { openContract } from './open-contract.ts';
import { closePart } from './parts/close-part.ts';
import { type ContractDraft, type PositionRow, marginLeft, openPositionOf } from './position.ts';
import { type Refused, isRefused } from './refused.ts';
import { settle } from './settle.ts';

const day = 86_400_000;
const long = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;

function sound(draft: ContractDraft | Refused): ContractDraft {
  if (isRefused(draft)) throw new Error(`refused with ${draft.refused}`);
  return draft;
}
/** One lot at 100, ten times: margin 10, maintenance 0.5, liquidated at 90.59 or 109.39. */
const open = (input: Partial<OpenRequest> = {}, terms: DeskTerms = {}) =>
  sound(
    openContract(
      deskOf(terms),
      { owner: owner(), orderNo: 'C300107-0000000001', input: { ...long, ...input } },
      { id: 3, openOrders: 0 },
    ),
  ).row;
const moved = (row: PositionRow, request: MarginRequest, terms: DeskTerms = {}, followed: number | null = null) =>
  moveMargin(deskOf(terms), request, row, followed);
const add = (row: PositionRow, text: string) => sound(moved(row, { way: 'add', amount: text }));
const remove = (row: PositionRow, text: string, terms: DeskTerms = {}) => moved(row, { way: 'remove', amount: text }, terms);
const codeOf = (draft: ContractDraft | Refused) => (isRefused(draft) ? draft.refused : undefined);

describe('margin', () => {
  it('that is added moves the liquidation price away: 5 more, and a long is safe to 85.59', () => {
    const draft = add(open(), '5');
    expect(booked(draft)).toEqual(['margin.added: available → margin 5 USDT']);
    // (0.5 − 15 + 100) / 0.999 = 85.5855…
    expect(draft.row).toMatchObject({ margin: 15_000_000n, liquidationPrice: 8558, maintenance: 500_000n, openFee: 100_000n });
  });

  it('comes out again, down to what the opening needed and no further', () => {
    const rich = add(open(), '5').row;
    const draft = sound(remove(rich, '3.5'));
    expect(booked(draft)).toEqual(['margin.removed: margin → available 3.5 USDT']);
    // (0.5 − 11.5 + 100) / 0.999.
    expect(draft.row).toMatchObject({ margin: 11_500_000n, liquidationPrice: 8908 });
    expect(codeOf(remove(draft.row, '1.500001'))).toBe('11302');
    expect(codeOf(remove(draft.row, '1.5'))).toBeUndefined();
    expect(codeOf(remove(open(), '0.000001'))).toBe('11302');
  });

  it('stays where what is left would be liquidated by the very price', () => {
    const rich = add(open(), '5').row;
    expect(codeOf(remove(rich, '5', { price: 9060 }))).toBeUndefined();
    expect(codeOf(remove(rich, '5', { price: 9059 }))).toBe('11302');
    expect(codeOf(remove(rich, '4', { price: 9059 }))).toBeUndefined();
  });

  it('has its night charged first: what that takes cannot be taken out', () => {
    const yesterday = { at: now - day };
    const { row } = sound(moved(open({}, yesterday), { way: 'add', amount: '5' }, yesterday));
    const draft = sound(remove(row, '4.99'));
    expect(booked(draft)).toEqual([
      'financing.charged: margin → house:trading 0.01 USDT',
      'margin.removed: margin → available 4.99 USDT',
    ]);
    expect(marginLeft(draft.row)).toBe(10_000_000n);
    expect(codeOf(remove(row, '4.990001'))).toBe('11302');
  });

  it('of a part is shared like all of it, and the rest gives back its own', () => {
    const rich = add(open(), '5').row;
    const part = sound(closePart(deskOf(), rich, { lots: '0.4' }, { id: 4, followed: null, judgedUntil: now }));
    expect([part.part?.margin, part.row.margin]).toEqual([6_000_000n, 9_000_000n]);
    expect(codeOf(remove(part.row, '3'))).toBeUndefined();
    expect(codeOf(remove(part.row, '3.000001'))).toBe('11302');
  });

  it('that was taken out is no reason for what earlier quotes did, nor forgets how far a stop had followed', () => {
    const row = { ...add(open(), '5').row, trailingDistance: 2000, trailingBest: 10_000, quotedAt: now - 5000 };
    const rest = sound(moved(row, { way: 'remove', amount: '5' }, {}, 10_400)).row;
    expect(rest).toMatchObject({ trailingBest: 10_400, quotedAt: now, liquidationPrice: 9059 });
    const tape = [quoteOf(8900, 8900, now - 1000), quoteOf(9000, 9000, now + 1000)];
    expect(actOnTape((quote) => deskOf({ at: quote.time }), rest, tape.slice(0, 1))).toBeNull();
    expect(actOnTape((quote) => deskOf({ at: quote.time }), rest, tape)?.quote.bid).toBe(9000);
  });

  it('is moved of an open position of one’s own, by an amount that there is, also while the market is closed', () => {
    const five = { way: 'add', amount: '5' } as const;
    expect(codeOf(moveMargin(deskOf(), five, undefined, null))).toBe('404');
    expect(codeOf(moved(open({ type: 'limit', price: '95' }), five))).toBe('11008');
    expect(codeOf(moved(open(), five, { price: null }))).toBe('10015');
    expect(codeOf(moved(open(), five, { tradable: false }))).toBeUndefined();
    for (const text of ['0', '-1', '0.0000001', 'x']) expect(codeOf(moved(open(), { way: 'add', amount: text }))).toBe('10016');
  });
});

describe('taking margin out', () => {
  it('needs a market that trades at a price that was told in time, as opening does', () => {
    const rich = add(open(), '5').row;
    expect(codeOf(remove(rich, '5', { tradable: false }))).toBe('10015');
    expect(codeOf(remove(rich, '5', { fresh: false }))).toBe('11212');
    expect(codeOf(moved(rich, { way: 'add', amount: '5' }, { tradable: false, fresh: false }))).toBeUndefined();
  });
});

describe('for any position', () => {
  const size = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => amount(units));
  const side = fc.constantFrom('long', 'short');

  it('adding and removing the same is as if neither had been', () => {
    fc.assert(
      fc.property(side, size, (way, added) => {
        const row = open({ side: way, lots: '7.77' });
        const text = formatAmount(added, usdt);
        const back = sound(remove(add(row, text).row, text)).row;
        expect(back).toEqual({ ...row, quotedAt: back.quotedAt });
      }),
    );
  });

  it('what was added comes back with the position, whatever it is closed at, but for what it lost more', () => {
    fc.assert(
      fc.property(side, size, fc.integer({ min: 5000, max: 15_000 }), (way, added, price) => {
        const row = open({ side: way });
        const more = add(row, formatAmount(added, usdt)).row;
        const end = (of: PositionRow) => {
          const { terms, cover } = openPositionOf(of);
          return settle(terms, cover, price);
        };
        const [before, after] = [end(row), end(more)];
        const brought = (one: typeof before, of: PositionRow) => marginLeft(of) + one.profit - one.fee;
        const kept = brought(after, more) - brought(before, row);
        expect(kept >= 0n && kept <= added).toBe(true);
        expect(before.gap === 0n && before.fee === after.fee ? kept : added).toBe(added);
        const { terms, cover } = openPositionOf(more);
        expect(removable(terms, cover)).toBe(added);
      }),
    );
  });
});

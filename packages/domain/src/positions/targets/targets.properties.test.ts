import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coin } from '../../../test/coin.ts';
import { deskOf, now, owner, quoteOf } from '../../../test/desk.ts';
import { expectParts } from '../../../test/parts.ts';
import { add, compare, fixed, formatFixed, toFixed, zero } from '../../money/fixed.ts';
import { actOnQuote } from '../act-on-quote.ts';
import { closeAt } from '../close-contract.ts';
import { openContract } from '../open-contract.ts';
import { type PositionRow, contractDraft, writtenRow } from '../position.ts';
import { isRefused } from '../refused.ts';
import { lotsOf, targetsWithin } from './targets.ts';

const side = fc.constantFrom('long', 'short');
/** Distances of targets from the opening price, in ticks, and their lots, in hundredths of the 7.77 that there are. */
const targets = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 155 })), {
  minLength: 1,
  maxLength: 5,
  selector: ([distance]) => distance,
});
const steps = fc.array(fc.integer({ min: -200, max: 1000 }), { minLength: 1, maxLength: 8 });

function opened(way: 'long' | 'short', wanted: readonly (readonly [number, number])[], takeProfit?: number): PositionRow {
  const sign = way === 'long' ? 1 : -1;
  const priceOf = (distance: number) => formatFixed(fixed(BigInt(10_000 + sign * distance), 2));
  const input = {
    code: coin.code,
    side: way,
    type: 'market',
    lots: '7.77',
    leverage: 10,
    targets: wanted.map(([distance, lots]) => ({ price: priceOf(distance), lots: formatFixed(fixed(BigInt(lots), 2)) })),
    ...(takeProfit !== undefined && { takeProfit: priceOf(takeProfit) }),
  } as const;
  const asked = { owner: owner(), orderNo: 'C300107-0000000001', input };
  const draft = openContract(deskOf(), asked, { id: 3, openOrders: 0 });
  if (isRefused(draft)) throw new Error(draft.refused);
  return draft.row;
}

describe('however a position takes its profit by targets', () => {
  it('at one quote its parts are what it was, and the money is that of one close but for a unit of profit and fee for each part', () => {
    fc.assert(
      fc.property(
        side,
        targets,
        fc.integer({ min: 901, max: 2000 }),
        fc.bigInt({ min: 0n, max: 99_999n }),
        (way, wanted, far, taken) => {
          const row = { ...opened(way, wanted, 901), marginTaken: taken };
          const at = way === 'long' ? 10_000 + far : 10_000 - far;
          const quote = quoteOf(at, at, now + 1);
          const draft = actOnQuote(deskOf({ at: now + 1 }), { quote, reached: null }, row);
          if (draft === null) throw new Error('the take-profit was not reached');
          const whole = closeAt(deskOf({ at: now + 1 }), contractDraft(row), quote, 'takeProfit').row;
          const closed = [...draft.earlier.flatMap(({ part }) => (part === null ? [] : [part])), draft.row];
          expect(closed).toHaveLength(wanted.length + 1);
          expectParts(closed, row, whole);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('over many quotes each target is reached once, by the first quote at or beyond it, and what is left is what none has taken', () => {
    fc.assert(
      fc.property(side, targets, steps, (way, wanted, moves) => {
        const sign = way === 'long' ? 1 : -1;
        let row = opened(way, wanted);
        const taken: [distance: number, lots: string][] = [];
        for (const [place, move] of moves.entries()) {
          const at = 10_000 + sign * move;
          const time = now + 1 + place;
          const draft = actOnQuote(deskOf({ at: time }), { quote: quoteOf(at, at, time), reached: null }, row);
          if (draft === null) continue;
          const parts = [...draft.earlier, draft].flatMap(({ part }) => (part === null ? [] : [part]));
          taken.push(...parts.map((part): [number, string] => [move, part.lots]));
          row = writtenRow(draft);
        }
        const best = Math.max(...moves);
        const first = (distance: number) => moves.find((move) => move >= distance) ?? 0;
        const expected = wanted
          .filter(([distance]) => distance <= best)
          .toSorted(([one], [other]) => one - other)
          .map(([distance, lots]) => [first(distance), formatFixed(fixed(BigInt(lots), 2))]);
        expect(taken).toEqual(expected);
        const gone = taken.reduce((all, [, lots]) => add(all, toFixed(lots)), zero);
        expect(compare(add(gone, toFixed(row.lots)), toFixed('7.77'))).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('targets never have more than is left, and each what can be closed', () => {
    const min = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(targets, min, fc.integer({ min: 1, max: 777 }), (wanted, smallest, left) => {
        const lotsMin = fixed(BigInt(smallest), 2);
        const set = wanted.map(([price, lots]) => ({ price, lots: formatFixed(fixed(BigInt(lots + smallest), 2)) }));
        const lots = fixed(BigInt(left + smallest), 2);
        const within = targetsWithin(set, lots, lotsMin);
        const rest = fixed(lots.units - BigInt(Number(formatFixed(lotsOf(within), 2).replace('.', ''))), 2);
        expect(rest.units === 0n || compare(rest, lotsMin) >= 0).toBe(true);
        for (const each of within) expect(compare(toFixed(each.lots), lotsMin)).not.toBe(-1);
        expect(within.map(({ price }) => price)).toEqual(set.slice(0, within.length).map(({ price }) => price));
      }),
      { numRuns: 500 },
    );
  });
});

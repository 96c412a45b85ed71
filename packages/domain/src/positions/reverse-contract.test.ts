import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coin } from '../../test/coin.ts';
import { booked, deskOf, now, owner, quoteOf, units } from '../../test/desk.ts';
import { afterPostings } from '../dealing/booked-view.ts';
import type { View } from '../dealing/desk.ts';
import type { House, Taking } from '../dealing/house.ts';
import { userAccount } from '../ledger/accounts.ts';
import { dealtBy } from '../limits/dealt.ts';
import { usdt } from '../money/assets.ts';
import { fixed, formatFixed } from '../money/fixed.ts';
import { openContract } from './open-contract.ts';
import type { ContractDesk, PositionRow } from './position.ts';
import { isRefused, refused } from './refused.ts';
import { reverseContract } from './reverse-contract.ts';

const input = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const number = { id: 4, orderNo: 'C300107-0000000002', openOrders: 1 };

function opened() {
  const draft = openContract(deskOf(), { owner: owner(), orderNo: 'C300107-0000000001', input }, { id: 3, openOrders: 0 });
  if (isRefused(draft)) throw new Error(`refused with ${draft.refused}`);
  return draft.row;
}

it('closes at the market and opens as much the other way, out of what that has left', () => {
  const row = opened();
  const reversed = reverseContract(deskOf({ price: 10_390 }), row, {}, number);
  if (isRefused(reversed) || isRefused(reversed.opened)) throw new Error('it is refused');
  expect(booked(reversed.closed)).toEqual([
    'contract.closed: house:trading → available 3.9 USDT',
    'contract.closed: margin → available 10 USDT',
    'contract.closed: available → house:fees 0.1039 USDT',
  ]);
  expect(booked(reversed.opened)).toEqual([
    'contract.opened: available → margin 10.39 USDT',
    'contract.opened: available → house:fees 0.1039 USDT',
  ]);
  expect(reversed.opened.row).toMatchObject({ side: 'short', lots: '1', leverage: 10, openPrice: 10_390 });
});

it('leaves closed what can’t be opened the other way', () => {
  const short = (available: string) => {
    const reversed = reverseContract(deskOf({ price: 9500, balances: { available: units(available) } }), opened(), {}, number);
    return isRefused(reversed) || isRefused(reversed.opened) ? 'refused' : 'opened';
  };
  // 10 − 5 − 0.095 come back; 9.5 + 0.095 are needed: 4.69 must be there.
  expect([short('4.689999'), short('4.69')]).toEqual(['refused', 'opened']);
});

const lossMax = units('10');
/** A customer who may lose ten USDT of real money; `counts` what the same act has booked, or not. */
function limited(counts: boolean): ContractDesk {
  const desk = deskOf({ price: 9030, balances: { available: units('1000') } });
  const mayOpen: View['mayOpen'] = ({ userId }, before = []) =>
    counts && dealtBy(before, userId, 0) <= -lossMax ? refused('11130') : undefined;
  return { ...desk, view: { ...desk.view, mayOpen } };
}

it('is held to the owner’s own limits by what the closing has just cost', () => {
  const row = { ...opened(), book: 'real', leverage: 5, margin: units('20'), liquidationPrice: 8049 } as const;
  const openedBy = (desk: ContractDesk) => {
    const reversed = reverseContract(desk, row, {}, number);
    if (isRefused(reversed)) throw new Error('it is refused');
    // 9.7 lost, and 0.0903 of fee: 9.7903 are less than 10.
    expect(dealtBy(reversed.closed.postings, '7', 0)).toBe(-units('9.7903'));
    return isRefused(reversed.opened) ? reversed.opened.refused : 'opened';
  };
  expect(openedBy(limited(true))).toBe('opened');
  const worse = (counts: boolean) => {
    const desk = limited(counts);
    const market = { ...desk.market, quote: () => quoteOf(9005) };
    const reversed = reverseContract({ ...desk, market }, row, {}, number);
    return isRefused(reversed) || isRefused(reversed.opened) ? reversed : 'opened';
  };
  // 9.95 and 0.09005 are 10.04005; without the booked amount it would be unknown.
  expect(worse(true)).toMatchObject({ opened: { refused: '11130' } });
  expect(worse(false)).toBe('opened');
});

it('asks the house without what was closed, and only for what can be paid for', () => {
  const asked: { readonly taking: Taking; readonly given: readonly Taking[] }[] = [];
  const house: House = {
    limitsOf: () => ({ dealMax: units('1000000'), leverageMax: null }),
    refuses: (taking, given = []) => void asked.push({ taking, given }),
  };
  const row = { ...opened(), book: 'real' } as const;
  const reverse = (available: string) => {
    const desk = deskOf({ price: 10_390, balances: { available: units(available) } });
    return reverseContract({ ...desk, view: { ...desk.view, house } }, row, {}, number);
  };
  // What is held of it is what it was opened for.
  expect(reverse('0')).toMatchObject({ opened: { row: { side: 'short' } } });
  expect(asked).toMatchObject([
    {
      taking: { side: 'short', notional: units('103.9'), waits: false },
      given: [{ side: 'long', notional: -units('100'), product: 'contract', waits: false }],
    },
  ]);
  // 10 + 3.9 − 0.1039 come back, and 10.39 + 0.1039 are needed.
  expect(reverse('-3.4')).toMatchObject({ opened: { refused: '10011' } });
  expect(asked).toHaveLength(1);
});

describe('after a split', () => {
  const split = (to: string, from: string) => [{ action: 1, to, from, opened: true, since: now - 1 }];
  const turned = (row: Partial<PositionRow>, price: number) => {
    const reversed = reverseContract(
      deskOf({ price, balances: { available: units('10000') } }),
      { ...opened(), ...row },
      {},
      number,
    );
    if (isRefused(reversed)) throw new Error('it is refused');
    return isRefused(reversed.opened) ? reversed.opened.refused : reversed.opened;
  };

  it('opens as many as the position has become', () => {
    // 2 at 100 have become 14 at 14.30: 200.2, of which a tenth is the margin and a thousandth the fee.
    const draft = turned({ lots: '2', margin: units('20'), liquidationPrice: 1293, splits: split('7', '1') }, 1430);
    expect(draft).toMatchObject({ row: { side: 'short', lots: '14', openPrice: 1430, margin: units('20.02') } });
    expect(typeof draft === 'string' ? [] : booked(draft)).toEqual([
      'contract.opened: available → margin 20.02 USDT',
      'contract.opened: available → house:fees 0.2002 USDT',
    ]);
    // Of half a lot, one for four, there is an eighth: 0.125 is no whole number of hundredths. Of two lots there is a half.
    expect(turned({ lots: '0.5', margin: units('5'), splits: split('1', '4') }, 40_000)).toBe('11007');
    expect(turned({ lots: '2', margin: units('20'), splits: split('1', '4') }, 40_000)).toMatchObject({ row: { lots: '0.5' } });
    expect(turned({ lots: '1', splits: split('1', '3') }, 30_000)).toBe('11007');
  });

  it('opens as much money’s worth as it closes, whatever the split', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 500 }), (to, cents) => {
        const lots = formatFixed(fixed(BigInt(cents), 2));
        const draft = turned({ lots, margin: units('100000'), splits: split(String(to), '1') }, 1430);
        if (typeof draft === 'string') throw new Error(`refused with ${draft}`);
        expect(draft.row.lots).toBe(formatFixed(fixed(BigInt(cents * to), 2)));
      }),
    );
  });
});

it('knows balances as they are once something is booked', () => {
  const row = opened();
  const reversed = reverseContract(deskOf({ price: 10_390 }), row, {}, number);
  if (isRefused(reversed)) throw new Error('it is refused');
  const { view } = deskOf({ balances: { available: units('1'), margin: units('10') } });
  const after = afterPostings(view, reversed.closed.postings);
  const has = (kind: 'available' | 'margin') => after.balanceOf('demo', userAccount('7', kind), usdt);
  expect([has('available'), has('margin')]).toEqual([units('14.7961'), 0n]);
  expect(after.balanceOf('demo', userAccount('8', 'available'), usdt)).toBe(units('1'));
});

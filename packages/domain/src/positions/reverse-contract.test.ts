import { expect, it } from 'vitest';
import { coin } from '../../test/coin.ts';
import { booked, deskOf, owner, units } from '../../test/desk.ts';
import { afterPostings } from '../dealing/booked-view.ts';
import { userAccount } from '../ledger/accounts.ts';
import { usdt } from '../money/assets.ts';
import { openContract } from './open-contract.ts';
import { isRefused } from './refused.ts';
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

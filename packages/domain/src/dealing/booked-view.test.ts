import { expect, it } from 'vitest';
import { deskOf, units } from '../../test/desk.ts';
import { houseAccount, userAccount } from '../ledger/accounts.ts';
import type { Posting } from '../ledger/recipes/recipe.ts';
import { usdt } from '../money/assets.ts';
import { bookedToo, nothingBooked, viewAfter } from './booked-view.ts';

const available = userAccount('7', 'available');
const margin = userAccount('7', 'margin');
let read = 0;

/** A hundred go from the free balance to the margin. Counts how often it is read. */
const posting = (book: 'demo' | 'real' = 'real'): Posting => ({
  book,
  reason: 'contract.opened',
  reference: 'one of many',
  at: 0,
  get transfers() {
    read += 1;
    return [{ from: available, to: margin, asset: usdt, amount: units('100') }];
  },
});

it('of two hundred postings, one after the other, an account is what all of them leave, and each is read once', () => {
  read = 0;
  const { view } = deskOf({ balances: { available: units('50000'), margin: units('1') } });
  let booked = nothingBooked;
  for (let number = 1; number <= 200; number += 1) {
    booked = bookedToo(booked, [posting()]);
    const after = viewAfter(view, booked);
    expect(after.balanceOf('real', available, usdt)).toBe(units(String(50_000 - 100 * number)));
    expect(after.balanceOf('real', margin, usdt)).toBe(units(String(1 + 100 * number)));
  }
  expect(read).toBe(200);
  expect(booked.postings).toHaveLength(200);
});

it('what is of another book, of somebody else or of the house stays', () => {
  const { view } = deskOf({ balances: { available: units('50') } });
  const after = viewAfter(view, bookedToo(nothingBooked, [posting('demo')]));
  expect(after.balanceOf('real', available, usdt)).toBe(units('50'));
  const own = viewAfter(view, bookedToo(nothingBooked, [posting()]));
  expect(own.balanceOf('real', userAccount('8', 'available'), usdt)).toBe(units('50'));
  expect(own.balanceOf('real', houseAccount('fees'), usdt)).toBe(units('0'));
});

it('what is before is counted when it is asked whether anything may be opened', () => {
  const asked: number[] = [];
  const view = { ...deskOf({}).view, mayOpen: (_: unknown, before: readonly Posting[] = []) => void asked.push(before.length) };
  const after = viewAfter(view, bookedToo(bookedToo(nothingBooked, [posting()]), [posting(), posting()]));
  after.mayOpen({ userId: '7', book: 'real' }, [posting()]);
  expect(asked).toEqual([4]);
});

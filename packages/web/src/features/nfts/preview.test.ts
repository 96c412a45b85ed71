import { amount, formatAmount, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, it } from 'vitest';
import { choicesOf, previewBid } from './preview.ts';

const now = Date.parse('2030-01-07T12:00:00Z');
const piece = {
  status: 'onSale',
  startsAt: '2030-01-07T10:00:00Z',
  endsAt: '2030-01-07T12:10:00Z',
  currentBid: '100',
  minimumBid: '105',
  buyNowPrice: null,
} as const;
const preview = (value: string, more: Partial<Parameters<typeof previewBid>[2]> = {}) =>
  previewBid(value, piece, { now, held: nothing, available: '500', ...more });

it('shows what a bid sets aside, and the end that it would move to', () => {
  const { decision, blocker } = preview('120');
  expect(blocker).toBeNull();
  expect(decision && formatAmount(decision.hold, usdt)).toBe('120');
  // Ten minutes are left: the bid makes it fifteen.
  expect(decision?.endsAt).toBe(now + 15 * 60_000);
});

it('sets aside the difference to an own highest bid', () => {
  const { decision } = preview('120', { held: amount(100_000_000n) });
  expect(decision && formatAmount(decision.hold, usdt)).toBe('20');
});

it('says what stands in the way, the balance last and with the figures', () => {
  expect(preview('').blocker).toBe('amount');
  expect(preview('104.99').blocker).toBe('low');
  expect(preview('105.001').blocker).toBe('cents');
  expect(preview('120', { now: now + 10 * 60_000 }).blocker).toBe('over');
  expect(
    previewBid('300', { ...piece, currentBid: null, buyNowPrice: '300' }, { now, held: nothing, available: '500' }).blocker,
  ).toBe('buyNow');
  const short = preview('120', { available: '119.99' });
  expect(short.blocker).toBe('balance');
  expect(short.decision).not.toBeNull();
});

it('offers the smallest bid and two steps above it', () => {
  expect(choicesOf(piece).map((choice) => formatAmount(choice, usdt))).toEqual(['105', '110.25', '115.77']);
});

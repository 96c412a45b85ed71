import { describe, expect, it } from 'vitest';
import { type PlanOfferText, readOffer } from './product.ts';
import { isReasonable } from './reasonable-offer.ts';

const now = Date.parse('2026-11-21T00:00:00Z');
const sound: PlanOfferText = {
  amountMin: '50',
  amountMax: '2000',
  penaltyRate: '0.01',
  startsAt: null,
  periods: [
    { days: 7, dailyYield: '0.0002' },
    { days: 30, dailyYield: '0.0003' },
  ],
};
const judged = (changes: Partial<PlanOfferText>) => isReasonable(readOffer({ ...sound, ...changes }), now);

describe('an offer of a yield plan', () => {
  it('is sold with a range, a penalty, periods and yields', () => {
    expect(judged({})).toBe(true);
    expect(judged({ amountMax: '50', penaltyRate: '1', startsAt: '2026-11-22T00:00:00Z' })).toBe(true);
  });

  it.each([
    ['a range upside down', { amountMin: '2001' }],
    ['no smallest amount', { amountMin: '0' }],
    ['a penalty beyond the principal', { penaltyRate: '1.000001' }],
    ['a penalty finer than a rate is written', { penaltyRate: '0.0000001' }],
    ['a start that has passed', { startsAt: '2026-11-20T00:00:00Z' }],
    ['a period twice', { periods: [sound.periods[0], sound.periods[0]].flatMap((one) => one ?? []) }],
    ['more than 1% a day', { periods: [{ days: 7, dailyYield: '0.010001' }] }],
    ['a yield that pays nothing on the smallest amount', { amountMin: '0.5', periods: [{ days: 7, dailyYield: '0.000001' }] }],
  ])('is not sold with %s', (_, changes) => {
    expect(judged(changes)).toBe(false);
  });
});

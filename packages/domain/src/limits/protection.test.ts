import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../money/amount.ts';
import { isRefused } from '../positions/refused.ts';
import { blockedBy, decideCoolOff, decideDailyLoss, decideExclusion } from './protection.ts';

const now = Date.UTC(2030, 0, 31, 12);
const day = 86_400_000;
const wait = { now, waitMs: day };
const usdt = (whole: number) => amount(BigInt(whole) * 1_000_000n);

describe('the daily loss limit', () => {
  it('never loosens before the wait, whatever is asked for', () => {
    const limits = fc.option(fc.integer({ min: 1, max: 1_000_000 }));
    fc.assert(
      fc.property(limits, limits, (current, asked) => {
        const decision = decideDailyLoss(asked === null ? null : String(asked), current === null ? null : usdt(current), wait);
        if (isRefused(decision)) throw new Error('a limit within the range was refused');
        const loosens = current !== null && (asked === null || asked > current);
        expect(decision.effectiveAt).toBe(loosens ? now + day : now);
      }),
    );
  });
});

describe('a cool-off', () => {
  it('is not replaced by one that ends earlier, and ends early after the wait alone', () => {
    expect(decideCoolOff('3d', null, wait)).toEqual({ until: now + 3 * day, effectiveAt: now });
    expect(decideCoolOff('1d', now + 2 * day, wait)).toEqual({ refused: '11134', field: 'period' });
    expect(decideCoolOff('end', now + 2 * day, wait)).toEqual({ until: now + day, effectiveAt: now + day });
    expect(decideCoolOff('end', now + day, wait)).toEqual({ refused: '11134', field: 'period' });
  });
});

describe('a self-exclusion', () => {
  it('ends on the same day of a later month, or on its last', () => {
    expect(decideExclusion('1m', null, now)).toEqual({ until: Date.UTC(2030, 1, 28, 12), effectiveAt: now });
    expect(decideExclusion('6m', null, now)).toEqual({ until: Date.UTC(2030, 6, 31, 12), effectiveAt: now });
    expect(decideExclusion('forGood', { until: now + day }, now)).toEqual({ until: null, effectiveAt: now });
    expect(decideExclusion('6m', { until: null }, now)).toEqual({ refused: '11134', field: 'period' });
  });
});

describe('what is in the way', () => {
  const all = { dailyLoss: usdt(10), coolsOffUntil: now + day, exclusion: { until: now + 2 * day }, exclusionElsewhere: null };
  const seen = { lost: usdt(10), dayEndsAt: now + day / 2 };

  it('is the longest pause first, and on the demo account an exclusion alone', () => {
    expect(blockedBy(all, { ...seen, book: 'real' })?.code).toBe('11132');
    expect(blockedBy(all, { ...seen, book: 'demo' })?.code).toBe('11132');
    expect(blockedBy({ ...all, exclusion: null }, { ...seen, book: 'real' })?.code).toBe('11131');
    expect(blockedBy({ ...all, exclusion: null }, { ...seen, book: 'demo' })).toBeUndefined();
  });

  it('is the exclusion that ends last, on whichever account of the person', () => {
    const code = (own: number | null | undefined, elsewhere: number | null) =>
      blockedBy(
        { ...all, exclusion: own === undefined ? null : { until: own }, exclusionElsewhere: { until: elsewhere } },
        { ...seen, book: 'demo' },
      );
    expect(code(undefined, now + day)).toEqual({ code: '11264', until: now + day });
    expect(code(now + day, now + 2 * day)?.code).toBe('11264');
    expect(code(now + 2 * day, now + day)?.code).toBe('11132');
    expect(code(now + day, null)).toEqual({ code: '11265', until: null });
    expect(code(null, null)?.code).toBe('11133');
  });

  it('is the daily limit from the very unit that reaches it', () => {
    const limit = { ...all, exclusion: null, coolsOffUntil: null };
    expect(blockedBy(limit, { ...seen, book: 'real' })).toEqual({ code: '11130', until: seen.dayEndsAt });
    expect(blockedBy(limit, { ...seen, lost: amount(9_999_999n), book: 'real' })).toBeUndefined();
  });
});

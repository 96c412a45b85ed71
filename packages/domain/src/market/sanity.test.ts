import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen } from './hours.ts';
import type { Quote } from './quote.ts';
import {
  believe,
  believeReal,
  checkQuote,
  type Checked,
  initialSanity,
  openingGap,
  restoredSanity,
  type SanityRules,
  sanityRules,
  type SanityState,
  suspension,
} from './sanity.ts';

const coins = { assetClass: 'crypto', hours: 'always' } as const;
const shares = { assetClass: 'stock', hours: 'usEquity' } as const;
const rules = sanityRules(shares, 'live');
const quote = (mid: number, time = 0, spread = 2): Quote => ({
  code: 'AAPL',
  bid: mid - spread / 2,
  ask: mid + spread / 2,
  time,
  volume: 0,
});

/** Sends mids a second apart, the first at `from`; answers the outcome of each and the state after them. */
function send(
  mids: readonly number[],
  state: SanityState = initialSanity(),
  from = 0,
): { outcomes: string[]; state: SanityState } {
  const outcomes: string[] = [];
  let now = from;
  let current = state;
  for (const mid of mids) {
    const checked = checkQuote(current, quote(mid, now), rules, now);
    outcomes.push(outcomeOf(checked));
    current = checked.state;
    now += 1000;
  }
  return { outcomes, state: current };
}

function outcomeOf({ verdict }: Checked): string {
  return verdict.outcome === 'dropped' ? verdict.reason : verdict.outcome;
}

describe('a quote that cannot be', () => {
  const good = send([10_000]).state;
  it.each([
    ['zero', { ...quote(10_000, 1), bid: 0 }, 'zero'],
    ['zero on one side', { ...quote(10_000, 1), ask: 0 }, 'zero'],
    ['negative', { ...quote(10_000, 1), bid: -1 }, 'negative'],
    ['no number', { ...quote(10_000, 1), ask: Number.NaN }, 'notNumber'],
    ['infinite', { ...quote(10_000, 1), ask: Infinity }, 'notNumber'],
    ['between two ticks', { ...quote(10_000, 1), bid: 9_999.5 }, 'notNumber'],
    ['beyond exact integers', { ...quote(10_000, 1), ask: 2 ** 53 }, 'notNumber'],
    ['without a time', { ...quote(10_000), time: Number.NaN }, 'notNumber'],
    ['of an unknown volume', { ...quote(10_000, 1), volume: Number.NaN }, 'notNumber'],
    ['of a negative volume', { ...quote(10_000, 1), volume: -1 }, 'negative'],
    ['crossed', { ...quote(10_000, 1), bid: 10_001, ask: 10_000 }, 'crossed'],
    ['older than the last', quote(10_000, -1), 'outOfOrder'],
    ['from the future', quote(10_000, 6_000), 'future'],
  ])('%s is dropped and counted', (_, bad, reason) => {
    const checked = checkQuote(good, bad, rules, 0);
    expect(checked.verdict).toEqual({ outcome: 'dropped', reason });
    expect(checked.state).toEqual({ ...good, dropped: { ...good.dropped, [reason]: 1 } });
  });

  it('but bid and ask may meet, and two quotes may have one time', () => {
    expect(outcomeOf(checkQuote(good, quote(10_000, 0, 0), rules, 0))).toBe('accepted');
  });
});

describe('a move too far', () => {
  it('is held beyond 20 %, of a coin beyond 30 %', () => {
    expect(send([10_000, 12_000]).outcomes).toEqual(['accepted', 'accepted']);
    expect(send([10_000, 12_001]).outcomes).toEqual(['accepted', 'held']);
    expect(send([10_000, 8_000]).outcomes).toEqual(['accepted', 'accepted']);
    expect(send([10_000, 7_999]).outcomes).toEqual(['accepted', 'held']);
    const coin = sanityRules(coins, 'live');
    const { state } = checkQuote(initialSanity(), quote(10_000), coin, 0);
    expect(outcomeOf(checkQuote(state, quote(13_000), coin, 0))).toBe('accepted');
    expect(outcomeOf(checkQuote(state, quote(13_001), coin, 0))).toBe('held');
  });

  it('is believed when three later quotes agree, not before', () => {
    const { outcomes, state } = send([10_000, 15_000, 15_100, 15_000, 15_200, 15_300]);
    expect(outcomes).toEqual(['accepted', 'held', 'held', 'held', 'accepted', 'accepted']);
    expect(state.last).toEqual(quote(15_300, 5_000));
    // The move itself and the first two that confirmed it were never believed.
    expect(state.dropped.spike).toBe(3);
  });

  it('once confirmed says which of the held quotes were right: those that agree with the three', () => {
    const verdictOf = (prices: readonly number[], last: number) => {
      const { state } = send([10_000, ...prices]);
      return checkQuote(state, quote(last, 9_000), rules, 9_000).verdict;
    };
    expect(verdictOf([15_000, 15_100, 15_000], 15_200)).toEqual({
      outcome: 'accepted',
      confirmed: [quote(15_000, 1_000), quote(15_100, 2_000), quote(15_000, 3_000)],
    });
    expect(verdictOf([20_000, 15_100, 15_000], 15_200)).toEqual({
      outcome: 'accepted',
      confirmed: [quote(15_100, 2_000), quote(15_000, 3_000)],
    });
    expect(verdictOf([15_000, 15_100], 10_000)).toEqual({ outcome: 'accepted' });
  });

  it('agreement is within 2 % of each other: 15 000 and 15 300 do, 15 000 and 15 301 do not', () => {
    expect(send([10_000, 20_000, 15_000, 15_300, 15_100]).outcomes.at(-1)).toBe('accepted');
    expect(send([10_000, 20_000, 15_000, 15_301, 15_100]).outcomes.at(-1)).toBe('held');
  });

  it('goes on being held until the last three agree', () => {
    const { outcomes, state } = send([10_000, 15_000, 16_000, 17_000, 18_000, 18_100, 18_200]);
    expect(outcomes).toEqual(['accepted', 'held', 'held', 'held', 'held', 'held', 'accepted']);
    expect(state.held).toEqual([]);
    expect(state.dropped.spike).toBe(5);
  });

  it('is forgotten when the price comes back', () => {
    const { outcomes, state } = send([10_000, 15_000, 15_100, 10_100]);
    expect(outcomes).toEqual(['accepted', 'held', 'held', 'accepted']);
    expect(state.held).toEqual([]);
    expect(state.dropped.spike).toBe(2);
    // Two earlier ones do not help the next move.
    expect(send([15_000, 15_100, 15_200], state, 4_000).outcomes).toEqual(['held', 'held', 'held']);
  });

  it('takes order of time from the held quotes too', () => {
    const { state } = send([10_000, 15_000]);
    expect(outcomeOf(checkQuote(state, quote(15_000, 999), rules, 1000))).toBe('outOfOrder');
  });
});

describe('suspension', () => {
  const priced = send([10_000]).state;

  it('lasts until the first quote', () => {
    expect(suspension(initialSanity(), rules, 0, true)).toBe('unpriced');
    expect(suspension(believe(initialSanity(), quote(10_000), rules), rules, 0, true)).toBeUndefined();
  });

  it('lasts while a move is held, and ends when the price comes back or the move is confirmed', () => {
    const moved = send([15_000], priced, 1000).state;
    expect(suspension(moved, rules, 1000, true)).toBe('spike');
    expect(suspension(send([10_000], moved, 2000).state, rules, 2000, true)).toBeUndefined();
    expect(suspension(send([15_000, 15_000, 15_000], moved, 2000).state, rules, 4000, true)).toBeUndefined();
  });

  it.each([
    ['crypto', 'live', 10_000],
    ['crypto', 'simulated', 10_000],
    ['forex', 'live', 60_000],
    ['stock', 'simulated', 60_000],
    ['crypto', 'replay', 180_000],
    ['metal', 'replay', 180_000],
  ] as const)('%s of a %s feed is stale after %i ms', (assetClass, feed, staleAfterMs) => {
    const own = sanityRules({ ...shares, assetClass }, feed);
    expect(suspension(priced, own, staleAfterMs, true)).toBeUndefined();
    expect(suspension(priced, own, staleAfterMs + 1, true)).toBe('stale');
  });

  it('knows no stale price outside trading hours', () => {
    expect(suspension(priced, rules, 3_600_000, false)).toBeUndefined();
  });

  it('begins when the price claims to come from the future: somebody has set a clock', () => {
    const { staleAfterMs } = rules;
    const later = believe(initialSanity(), quote(10_000, staleAfterMs), rules);
    expect(suspension(later, rules, 0, true)).toBeUndefined();
    expect(suspension(later, rules, -1, true)).toBe('stale');
    expect(suspension(later, rules, -1, false)).toBeUndefined();
  });

  it('begins when no quote was heard for that long, whatever clocks say', () => {
    expect(suspension(priced, rules, 0, true, rules.staleAfterMs)).toBeUndefined();
    expect(suspension(priced, rules, 0, true, rules.staleAfterMs + 1)).toBe('stale');
  });

  it('does not count a dropped or held quote as fresh', () => {
    const { state } = checkQuote(priced, { ...quote(10_000, 60_000), bid: 0 }, rules, 60_000);
    expect(suspension(state, rules, 60_001, true)).toBe('stale');
  });
});

/** Friday 2014-06-06 and Monday 2014-06-09 in New York: 13:30 to 20:00 UTC. */
const friday = Date.UTC(2014, 5, 6, 19, 59);
const preMarket = Date.UTC(2014, 5, 9, 11);
const monday = Date.UTC(2014, 5, 9, 13, 30);

/** The state after quotes of given mids and times, and what became of each. */
function quoted(
  quotes: readonly (readonly [mid: number, time: number])[],
  from: SanityState = initialSanity(),
  by: SanityRules = rules,
): { outcomes: string[]; state: SanityState } {
  let state = from;
  const outcomes = quotes.map(([price, time]) => {
    const checked = checkQuote(state, quote(price, time), by, time);
    state = checked.state;
    return outcomeOf(checked);
  });
  return { outcomes, state };
}

describe('the first price of a session', () => {
  const closed = quoted([[64_900, friday]]).state;
  const second = 1000;

  it('more than 20% away from the last close is held, however many quotes agree', () => {
    // 649 split 7 to 1 is 92.71.
    const many = Array.from({ length: 50 }, (_, place) => [9_271, monday + place * second] as const);
    const { outcomes, state } = quoted(many, closed);
    expect(new Set(outcomes)).toEqual(new Set(['held']));
    expect([state.held.length, state.dropped.spike]).toEqual([3, 47]);
    expect(suspension(state, rules, monday, true)).toBe('spike');
    expect(openingGap(state, rules)).toMatchObject({
      close: { price: 64_900, time: friday },
      quote: { time: monday + 49_000 },
    });
  });

  it('is compared with the close and not with what was quoted before the opening, step by step', () => {
    // 100 → 118 → 120 is near enough; 121 is 21% from the close, though less than 1% from the last quote.
    const before = quoted([[10_000, friday]]).state;
    const steps = [
      [11_800, preMarket],
      [12_000, preMarket + second],
      [12_100, preMarket + 2 * second],
      [12_100, monday],
    ] as const;
    expect(quoted(steps, before).outcomes).toEqual(['accepted', 'accepted', 'held', 'held']);
    expect(quoted([[12_001, monday]], before).outcomes).toEqual(['held']);
    expect(quoted([[12_000, monday]], before).outcomes).toEqual(['accepted']);
    expect(quoted([[8_000, monday]], before).outcomes).toEqual(['accepted']);
    expect(quoted([[7_999, monday]], before).outcomes).toEqual(['held']);
  });

  it('is every price of the first five minutes, so that a feed may begin by repeating the last one', () => {
    const minutes = 60_000;
    const split = Array.from({ length: 9 }, (_, place) => [9_271, monday + (1 + place) * second] as const);
    expect(new Set(quoted([[64_900, monday], ...split], closed).outcomes.slice(1))).toEqual(new Set(['held']));
    const early = [
      [52_000, monday],
      [51_900, monday + 5 * minutes - 1],
      [51_900, monday + 5 * minutes],
    ] as const;
    // 519.00 is 20.03% below the close.
    expect(quoted(early, closed).outcomes).toEqual(['accepted', 'held', 'held']);
    const later = quoted(
      [
        [52_000, monday],
        [52_000, monday + 5 * minutes],
        [51_900, monday + 6 * minutes],
      ],
      closed,
    );
    expect(later.outcomes).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it('is compared with a session that is over, however short it was', () => {
    const tuesday = monday + 86_400_000;
    // 649 → 700 at the end of Monday → 830 is 18.6% more, and 27.9% more than Friday’s close.
    const over = quoted([[70_000, Date.UTC(2014, 5, 9, 19, 59)]], closed).state;
    expect(quoted([[83_000, tuesday]], over).outcomes).toEqual(['accepted']);
    // 545 is 22.1% less than Monday’s close and 16.0% less than Friday’s.
    expect(quoted([[54_500, tuesday]], over).outcomes).toEqual(['held']);
    expect(openingGap(quoted([[54_500, tuesday]], over).state, rules)?.close.price).toBe(70_000);
  });

  it('within a session three agreeing quotes are believed as before', () => {
    const jump = [
      [5_000, friday + second],
      [5_000, friday + 2 * second],
      [5_000, friday + 3 * second],
      [5_000, friday + 4 * second],
    ] as const;
    expect(quoted(jump, closed).outcomes).toEqual(['held', 'held', 'held', 'accepted']);
  });

  it('is forgotten when the price comes back to the close', () => {
    const { outcomes, state } = quoted(
      [
        [9_271, monday],
        [9_271, monday + second],
        [64_800, monday + 2 * second],
      ],
      closed,
    );
    expect([outcomes, state.held]).toEqual([['held', 'held', 'accepted'], []]);
    expect(openingGap(state, rules)).toBeUndefined();
  });

  it('is believed once two operators call it real: that price, of that close, when three later quotes agree', () => {
    const held = quoted(
      [
        [9_271, monday],
        [9_270, monday + second],
        [9_272, monday + 2 * second],
      ],
      closed,
    ).state;
    const real = believeReal(held, { closeTime: friday, price: 9_272 });
    expect(openingGap(real, rules)).toBeUndefined();
    expect(quoted([[9_271, monday + 3 * second]], real).outcomes).toEqual(['accepted']);
    // Another close, or a price that has moved on by more than 20%: 92.72 × 1.2 = 111.264.
    const other = believeReal(held, { closeTime: friday - 1, price: 9_272 });
    expect(quoted([[9_271, monday + 3 * second]], other).outcomes).toEqual(['held']);
    // Said again of an earlier close, it does not take back what was said of this one.
    const still = believeReal(real, { closeTime: friday - 1, price: 13_000 });
    expect(quoted([[9_271, monday + 3 * second]], still).outcomes).toEqual(['accepted']);
    const away = [
      [11_126, monday + 3 * second],
      [11_126, monday + 4 * second],
      [11_126, monday + 5 * second],
    ] as const;
    expect(quoted(away, real).outcomes).toEqual(['held', 'held', 'accepted']);
    expect(
      quoted(
        away.map(([, time]) => [11_127, time] as const),
        real,
      ).outcomes,
    ).toEqual(['held', 'held', 'held']);
  });

  it('is looked at after a restart as before it', () => {
    const { state } = quoted(
      [
        [11_800, preMarket],
        [13_000, monday],
      ],
      quoted([[10_000, friday]]).state,
    );
    const { last, close } = state;
    const gap = openingGap(state, rules)?.quote ?? null;
    expect([last?.bid, close?.price, gap?.bid]).toEqual([11_799, 10_000, 12_999]);
    const restarted = restoredSanity({ last: quote(11_800, preMarket), close, gap }, rules);
    expect(restarted).toEqual({ ...state, session: null, dropped: initialSanity().dropped });
    expect(quoted([[13_000, monday + second]], restarted).outcomes).toEqual(['held']);
    const fresh = restoredSanity({ last: quote(10_000, friday), close: null, gap: null }, rules);
    expect(quoted([[13_000, monday]], fresh).outcomes).toEqual(['held']);
  });

  it('is as free as any other price of coins, currencies and futures, and of simulated shares', () => {
    const free = [
      sanityRules(coins, 'live'),
      sanityRules({ assetClass: 'forex', hours: 'forex' }, 'replay'),
      sanityRules({ assetClass: 'future', hours: 'usFuture' }, 'live'),
      sanityRules(shares, 'simulated'),
    ];
    for (const by of free) {
      const jump = [0, 1, 2, 3].map((place) => [9_271, monday + place * second] as const);
      expect(quoted([[64_900, friday], ...jump], initialSanity(), by).outcomes.at(-1)).toBe('accepted');
    }
    expect(sanityRules({ assetClass: 'etf', hours: 'usEquity' }, 'replay').sessions).toBe('usEquity');
  });

  const step = fc.tuple(fc.integer({ min: 3_000, max: 30_000 }), fc.integer({ min: 1, max: 20 * 3_600_000 }));
  const nothingFar = (by: SanityRules) =>
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let time = friday;
      let { state } = quoted([[10_000, time]], initialSanity(), by);
      let close = { price: 10_000, day: dayOf(time) };
      for (const [price, later] of steps) {
        time += later;
        const inSession = isOpen('usEquity', time);
        const checked = checkQuote(state, quote(price, time), by, time);
        state = checked.state;
        if (checked.verdict.outcome !== 'accepted') continue;
        const sameSession = inSession && dayOf(time) === close.day;
        if (!sameSession && Math.abs(price - close.price) * 5 > close.price) return false;
        if (inSession) close = { price, day: dayOf(time) };
      }
      return true;
    });

  it('is never believed far from the last close, whatever comes; without the rule it is', () => {
    fc.assert(nothingFar(rules));
    // A hundred histories of chance may miss it; these are always the same.
    expect(fc.check(nothingFar({ ...rules, sessions: null }), { seed: 1, numRuns: 2_000 }).failed).toBe(true);
  });
});

/** Sessions of New York lie within one day of UTC. */
function dayOf(time: number): number {
  return Math.floor(time / 86_400_000);
}

describe('whatever arrives', () => {
  const tick = fc.oneof(fc.integer({ min: -5, max: 40_000 }), fc.constantFrom(Number.NaN, Infinity, 0.5, 2 ** 60));
  const anyQuote = fc.record({
    code: fc.constant('AAPL'),
    bid: tick,
    ask: tick,
    time: fc.integer({ min: 0, max: 20 }),
    volume: tick,
  });

  it('what is believed is sound, in order, near the last or confirmed; and every quote is accounted for', () => {
    fc.assert(
      fc.property(fc.array(anyQuote, { maxLength: 60 }), (quotes) => {
        let state = initialSanity();
        let accepted = 0;
        for (const one of quotes) {
          const before = state;
          const checked = checkQuote(state, one, rules, 20);
          state = checked.state;
          if (checked.verdict.outcome !== 'accepted') {
            expect(state.last).toBe(before.last);
            continue;
          }
          accepted += 1;
          expect(state.last).toBe(one);
          expect(one.bid > 0 && one.bid <= one.ask && Number.isSafeInteger(one.ask)).toBe(true);
          expect(one.time).toBeGreaterThanOrEqual(before.last?.time ?? 0);
          const move = before.last === null ? 0 : Math.abs((one.bid + one.ask) / (before.last.bid + before.last.ask) - 1);
          expect(move <= 0.2 || before.held.length === 3).toBe(true);
        }
        const dropped = Object.values(state.dropped).reduce((total, count) => total + count, 0);
        expect(accepted + dropped + state.held.length).toBe(quotes.length);
        expect(state.held.length).toBeLessThanOrEqual(3);
      }),
    );
  });
});

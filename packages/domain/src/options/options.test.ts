import { type AssetClass, type HoursId, assetClasses } from '@assay/contract/vocabulary/markets.ts';
import { optionStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { describe, expect, it } from 'vitest';
import { hasPassed } from '../market/passed.ts';
import { amount, formatAmount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { compare, one, toFixed } from '../money/fixed.ts';
import { type BuyDecision, type BuyRequest, type BuySituation, decideBuy, openOptionsMax } from './decide-buy.ts';
import { breakEvenChance, expiryOf, optionPeriods } from './periods.ts';
import { settleOption } from './settle.ts';
import { mayBecome } from './statuses.ts';

const at = Date.parse('2030-01-09T12:00:00.250Z'); // a Wednesday
const quote = (mid: number, time = at) => ({ code: 'X', bid: mid - 1, ask: mid + 1, time, volume: 0 });
const usd = (text: string) => amount(BigInt(Math.round(Number(text) * 1_000_000)));

function situation(change: Partial<BuySituation> & { assetClass?: AssetClass; hours?: HoursId } = {}): BuySituation {
  const { assetClass = 'crypto', hours = 'always', ...more } = change;
  const instrument = { assetClass, hours, priceScale: 2 };
  const periods = optionPeriods(instrument);
  const usual = { feed: 'simulated', offered: true, tradable: true, pricesAllowed: true } as const;
  return { instrument, periods, quote: quote(10_000), now: at, ...usual, ...more };
}

const request: BuyRequest = { direction: 'up', amount: '10', periodId: '1min' };

function bought(change: Partial<BuyRequest> = {}, around: Parameters<typeof situation>[0] = {}): BuyDecision {
  const decision = decideBuy({ ...request, ...change }, situation(around));
  if ('refused' in decision) throw new Error(`refused with ${decision.refused}`);
  return decision;
}

const refusalOf = (change: Partial<BuyRequest>, around: Parameters<typeof situation>[0] = {}) => {
  const decision = decideBuy({ ...request, ...change }, situation(around));
  return 'refused' in decision ? [decision.refused, decision.field] : undefined;
};

describe('a period', () => {
  it.each([
    ['1min', '2030-01-09T12:01:00.250Z'],
    ['30min', '2030-01-09T12:30:00.250Z'],
    ['4hour', '2030-01-09T16:00:00.250Z'],
    ['1day', '2030-01-10T12:00:00.250Z'],
    ['1week', '2030-01-16T12:00:00.250Z'],
    ['1month', '2030-02-09T12:00:00.250Z'],
  ])('of %s from noon on a Wednesday ends at %s', (periodId, end) => {
    expect(new Date(bought({ periodId }).terms.expiresAt).toISOString()).toBe(end);
  });

  it.each([
    ['2030-01-31T23:59:59.999Z', 1, '2030-02-28T23:59:59.999Z'],
    ['2028-01-30T08:00:00.000Z', 1, '2028-02-29T08:00:00.000Z'],
    ['2028-02-29T08:00:00.000Z', 1, '2028-03-29T08:00:00.000Z'],
    ['2030-03-31T00:00:00.000Z', 1, '2030-04-30T00:00:00.000Z'],
    ['2030-12-31T10:00:00.000Z', 1, '2031-01-31T10:00:00.000Z'],
    ['2030-12-31T10:00:00.000Z', 2, '2031-02-28T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 12, '2029-02-28T10:00:00.000Z'],
  ])('that starts at %s and runs for %i calendar months ends at %s', (from, count, end) => {
    expect(new Date(expiryOf({ count, unit: 'month' }, Date.parse(from))).toISOString()).toBe(end);
  });

  it.each(assetClasses)(
    'of %s pays less than the stake, more the longer it runs, and comes in all five units',
    (assetClass) => {
      const periods = optionPeriods({ assetClass });
      expect(new Set(periods.map(({ unit }) => unit))).toEqual(new Set(['min', 'hour', 'day', 'week', 'month']));
      expect(new Set(periods.map(({ id }) => id)).size).toBe(periods.length);
      for (const [index, { payoutRate, stakeMin, stakeMax }] of periods.entries()) {
        expect(compare(payoutRate, one)).toBe(-1);
        expect(compare(payoutRate, periods[index - 1]?.payoutRate ?? toFixed('0'))).toBeGreaterThanOrEqual(0);
        expect(stakeMin > 0n && stakeMin < stakeMax).toBe(true);
      }
    },
  );
});

describe('buying', () => {
  it('strikes at the mid and says what returns: 10 at 80 % is 18, 33.333333 is 59.999999 and not a millionth more', () => {
    const ten = bought();
    expect(ten.terms).toMatchObject({ strike: 10_000, openedAt: at, expiresAt: at + 60_000, staleAfterMs: 10_000 });
    expect(formatAmount(ten.expectedReturn, usdt)).toBe('18');
    // 33.333333 × 0.8 = 26.6666664.
    expect(formatAmount(bought({ amount: '33.333333' }).profitIfWon, usdt)).toBe('26.666666');
    expect(formatAmount(bought({ amount: '33.333333' }).expectedReturn, usdt)).toBe('59.999999');
  });

  it('takes a mid between two ticks as the lower one, and freezes how old a price may be by class and feed', () => {
    const between = { ...quote(10_000), ask: 10_002 };
    expect(bought({}, { quote: between }).terms.strike).toBe(10_000);
    expect(bought({}, { assetClass: 'forex' }).terms.staleAfterMs).toBe(60_000);
    expect(bought({}, { feed: 'replay' }).terms.staleAfterMs).toBe(180_000);
  });

  it('is refused with the code of what is wrong, the product before the order', () => {
    expect(refusalOf({ periodId: 'x' }, { offered: false, pricesAllowed: false, tradable: false })).toEqual(['10014', 'code']);
    expect(refusalOf({ periodId: 'x' }, { pricesAllowed: false, tradable: false })).toEqual(['11011', null]);
    expect(refusalOf({ periodId: 'x' }, { tradable: false })).toEqual(['10015', null]);
    expect(refusalOf({ periodId: 'x', amount: '0' })).toEqual(['10017', 'periodId']);
    expect(refusalOf({ periodId: '2min' })).toEqual(['10017', 'periodId']);
    expect(refusalOf({}, { openOptions: openOptionsMax, available: usd('0') })).toEqual(['11010', null]);
    expect(refusalOf({}, { openOptions: openOptionsMax - 1, available: usd('9.999999') })).toEqual(['10011', 'amount']);
    expect(refusalOf({}, { openOptions: openOptionsMax - 1, available: usd('10') })).toBeUndefined();
  });

  it.each([
    ['4.999999', true],
    ['5', false],
    ['5000', false],
    ['5000.000001', true],
    ['5.0000001', true],
    ['5.0000000', false],
    ['-5', true],
    ['1e2', true],
    ['NaN', true],
  ])('a stake of %s is refused: %s', (stake, isRefused) => {
    expect(refusalOf({ amount: stake })).toEqual(isRefused ? ['10016', 'amount'] : undefined);
  });

  it('is refused at a strike that moved against it: up at a higher one, down at a lower', () => {
    const moved = ['11004', 'seenPrice'];
    // The strike is 100.00; 99.90 and a tenth of a percent are 99.9999, 100.10 less as much is 99.9999 too.
    expect(refusalOf({ seenPrice: '99.90', maxSlippageBps: 10 })).toEqual(moved);
    expect(refusalOf({ seenPrice: '99.91', maxSlippageBps: 10 })).toBeUndefined();
    expect(refusalOf({ seenPrice: '100.11' })).toBeUndefined();
    expect(refusalOf({ direction: 'down', seenPrice: '100.11', maxSlippageBps: 10 })).toEqual(moved);
    expect(refusalOf({ direction: 'down', seenPrice: '100.10', maxSlippageBps: 10 })).toBeUndefined();
    expect(refusalOf({ direction: 'down', seenPrice: '99.9' })).toBeUndefined();
    expect(refusalOf({ maxSlippageBps: 10 })).toEqual(moved);
    expect(refusalOf({ seenPrice: '1', amount: '0' })).toEqual(moved);
    expect(refusalOf({ seenPrice: '1', periodId: '2min' })).toEqual(['10017', 'periodId']);
  });

  it('is refused for a period that ends while the market is closed, since no price could settle it', () => {
    const friday = Date.parse('2030-01-11T21:30:00Z'); // half an hour before forex closes for the weekend
    const forex = (now: number) => ({ assetClass: 'forex', hours: 'forex', now, quote: quote(10_000, now) }) as const;
    expect(refusalOf({ periodId: '15min' }, forex(friday))).toBeUndefined();
    expect(refusalOf({ periodId: '30min' }, forex(friday))).toEqual(['10015', 'periodId']);
    expect(refusalOf({ periodId: '1day' }, forex(friday))).toEqual(['10015', 'periodId']);
    expect(refusalOf({ periodId: '1week' }, forex(friday))).toBeUndefined();
    const stock = { assetClass: 'stock', hours: 'usEquity', now: Date.parse('2030-01-09T20:45:00Z') } as const;
    expect(refusalOf({ periodId: '30min' }, stock)).toEqual(['10015', 'periodId']);
    expect(refusalOf({ periodId: '1day' }, stock)).toBeUndefined();
  });
});

describe('settling', () => {
  const { terms } = bought();
  const end = terms.expiresAt;
  const put = bought({ direction: 'down' }).terms;

  it.each([
    ['up', 10_001, 'won', '8', '18'],
    ['up', 10_000, 'tie', '0', '10'],
    ['up', 9_999, 'lost', '-10', '0'],
    ['down', 10_001, 'lost', '-10', '0'],
    ['down', 10_000, 'tie', '0', '10'],
    ['down', 9_999, 'won', '8', '18'],
  ] as const)('%s from 100.00 ends at %i ticks: %s, profit %s, returned %s', (direction, price, outcome, profit, returned) => {
    const settled = settleOption(direction === 'up' ? terms : put, quote(price, end));
    expect(settled).toMatchObject({ outcome, price });
    expect([formatAmount(settled.profit, usdt), formatAmount(settled.returned, usdt)]).toEqual([profit, returned]);
  });

  it('is void without a quote, or with one that was too old at expiry: ten seconds for a coin is not', () => {
    const refund = { outcome: 'void', price: null, profit: 0n, returned: terms.stake };
    expect(settleOption(terms, undefined)).toEqual(refund);
    expect(settleOption(terms, quote(11_000, end - 10_001))).toEqual(refund);
    expect(settleOption(terms, quote(11_000, end - 10_000)).outcome).toBe('won');
  });

  it('never takes a quote from after expiry', () => {
    expect(() => settleOption(terms, quote(11_000, end + 1))).toThrow('after its expiry');
  });

  it.each([
    ['before expiry', { now: end - 1, quotedAt: end - 1, heldSince: undefined }, false],
    ['at expiry, when a quote of before may be on its way', { now: end, quotedAt: end, heldSince: undefined }, false],
    ['once a later quote was believed', { now: end + 1, quotedAt: end + 1, heldSince: undefined }, true],
    ['before two seconds have passed without any', { now: end + 1999, quotedAt: end - 500, heldSince: undefined }, false],
    ['after two seconds without any', { now: end + 2000, quotedAt: end - 500, heldSince: undefined }, true],
    ['with no quote at all', { now: end + 2000, quotedAt: undefined, heldSince: undefined }, true],
    ['while a price of before expiry is held', { now: end + 59_999, quotedAt: end - 500, heldSince: end }, false],
    ['a minute after expiry, held or not', { now: end + 60_000, quotedAt: end - 500, heldSince: end }, true],
    ['while a price of after expiry is held', { now: end + 2000, quotedAt: end - 500, heldSince: end + 1 }, true],
  ])('%s: %o may be settled: %s', (_, after, expected) => {
    expect(hasPassed({ expiresAt: end, ...after })).toBe(expected);
  });

  it('happens once: of all changes of status only those from open exist', () => {
    const allowed = optionStatuses.flatMap((from) =>
      optionStatuses.filter((to) => mayBecome(from, to)).map((to) => [from, to]),
    );
    expect(allowed).toEqual([
      ['open', 'won'],
      ['open', 'lost'],
      ['open', 'tie'],
      ['open', 'void'],
    ]);
  });
});

it.each([
  ['0.8', '0.556'],
  ['0.84', '0.544'],
  ['0.88', '0.532'],
  ['1', '0.5'],
])('a payout of %s needs a chance of %s to break even', (rate, chance) => {
  // 1 ÷ 1.8 = 0.5555…; less than that much of the time loses on average.
  expect(compare(breakEvenChance(toFixed(rate)), toFixed(chance))).toBe(0);
});

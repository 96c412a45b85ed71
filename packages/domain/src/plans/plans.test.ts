import { planStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { describe, expect, it } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { toFixed } from '../money/fixed.ts';
import { planListings } from './catalogue.ts';
import { type BuyDecision, type BuyRequest, type BuySituation, decideBuy, onSale } from './decide-buy.ts';
import { type RunningPlan, decideDue } from './decide-due.ts';
import { type PlanState, decideExit } from './decide-exit.ts';
import { type PlanOffer, readOffer } from './product.ts';
import { project } from './project.ts';
import { incomesDue } from './schedule.ts';
import { isAlive, mayBecome } from './statuses.ts';
import { planTerms } from './terms.ts';

const at = Date.parse('2030-01-07T12:00:00.250Z');
const day = 86_400_000;
const iso = (time: number) => new Date(time).toISOString();
const usd = (text: string) => amount(BigInt(Math.round(Number(text) * 1_000_000)));
const text = (value: bigint) => formatAmount(amount(value), usdt);

/** 0.5% a day over 30 days or 0.4% over 7, 5% penalty, from 100 to 10,000. */
const offer = readOffer({
  amountMin: '100',
  amountMax: '10000',
  penaltyRate: '0.05',
  startsAt: null,
  periods: [
    { days: 7, dailyYield: '0.004' },
    { days: 30, dailyYield: '0.005' },
  ],
});

const ask = (request: Partial<BuyRequest> = {}, situation: Partial<BuySituation> = {}) =>
  decideBuy({ days: 30, amount: '1000', ...request }, { offer, now: at, ...situation });

function bought(...asked: Parameters<typeof ask>): BuyDecision {
  const decision = ask(...asked);
  if ('refused' in decision) throw new Error(`refused with ${decision.refused}`);
  return decision;
}

const refusalOf = (...asked: Parameters<typeof ask>) => {
  const decision = ask(...asked);
  return 'refused' in decision ? [decision.refused, decision.field] : undefined;
};

describe('buying', () => {
  it('1,000 at 0.5% a day for 30 days pays 5 a day, 150 in all, and costs 50 to leave', () => {
    const decision = bought();
    expect(text(decision.terms.dailyIncome)).toBe('5');
    expect(text(decision.wholeIncome)).toBe('150');
    expect(text(decision.terms.penalty)).toBe('50');
  });

  it('opens in this second, pays a day later, and matures with its last income', () => {
    const decision = bought();
    expect(decision.kind).toBe('open');
    expect([decision.opensAt, decision.firstIncomeAt, decision.maturesAt].map(iso)).toEqual([
      '2030-01-07T12:00:00.000Z',
      '2030-01-08T12:00:00.000Z',
      '2030-02-06T12:00:00.000Z',
    ]);
  });

  it('is refused at terms that were not shown, each of them looked at for itself; a start that has passed is none', () => {
    const startsAt = Date.parse('2030-01-01T00:00:00Z');
    const offered = { offer: { ...offer, startsAt } };
    const shown = { seenDailyYield: '0.0050', seenPenaltyRate: '0.05', seenStartsAt: iso(startsAt) };
    expect(bought(shown, offered)).toEqual(bought({}, offered));
    const others = [
      { seenDailyYield: '0.004' },
      { seenPenaltyRate: '0.01' },
      { seenStartsAt: null },
      { seenStartsAt: iso(startsAt + day) },
    ];
    for (const other of others) {
      expect(refusalOf({ ...shown, ...other }, offered)).toEqual(['11209', null]);
      expect(refusalOf(other, offered)).toEqual(['11209', null]);
    }
    expect(refusalOf({ seenStartsAt: null })).toBeUndefined();
  });

  it('waits for a start date that is still to come, and ignores one that has passed', () => {
    const startsAt = Date.parse('2030-01-10T00:00:00Z');
    const waiting = bought({}, { offer: { ...offer, startsAt } });
    expect([waiting.kind, iso(waiting.opensAt), iso(waiting.firstIncomeAt)]).toEqual([
      'wait',
      '2030-01-10T00:00:00.000Z',
      '2030-01-11T00:00:00.000Z',
    ]);
    expect(bought({}, { offer: { ...offer, startsAt }, now: startsAt }).kind).toBe('open');
    expect(iso(bought({}, { offer: { ...offer, startsAt }, now: startsAt + day + 1500 }).opensAt)).toBe(
      '2030-01-11T00:00:01.000Z',
    );
  });

  it('rounds income down and penalty up: 333.333333 pays 1.666666 a day and costs 16.666667 to leave', () => {
    // 333.333333 × 0.005 = 1.666666665 · 333.333333 × 0.05 = 16.66666665
    const { terms } = bought({ amount: '333.333333' });
    expect([text(terms.dailyIncome), text(terms.penalty)]).toEqual(['1.666666', '16.666667']);
  });

  it.each([
    ['a period that is not offered', { days: 14 }, ['10012', 'days']],
    ['less than the smallest amount', { amount: '99.999999' }, ['10013', 'amount']],
    ['more than the largest amount', { amount: '10000.000001' }, ['10013', 'amount']],
    ['a finer amount than money has', { amount: '1000.0000001' }, ['10013', 'amount']],
    ['no number at all', { amount: '١٠٠' }, ['10013', 'amount']],
  ])('is refused for %s', (_, request, refusal) => {
    expect(refusalOf(request)).toEqual(refusal);
  });

  it('takes the smallest and the largest amount', () => {
    expect(text(bought({ amount: '100' }).terms.principal)).toBe('100');
    expect(text(bought({ amount: '10000' }).terms.principal)).toBe('10000');
  });

  it('is refused for an amount that would pay nothing', () => {
    // 0.000199 × 0.005 is less than a micro-USDT.
    expect(refusalOf({ amount: '0.000199' }, { offer: { ...offer, amountMin: amount(1n) } })).toEqual(['10013', 'amount']);
    expect(refusalOf({ amount: '0.0002' }, { offer: { ...offer, amountMin: amount(1n) } })).toBeUndefined();
  });

  it('is refused for a product that is held already, before money is looked at', () => {
    expect(refusalOf({}, { alreadyBought: true, treasuryFree: usd('0'), available: usd('0') })).toEqual(['10024', null]);
  });

  it('needs the whole income in the treasury, to the last unit, and says so before it asks for a deposit', () => {
    expect(refusalOf({}, { treasuryFree: usd('149.999999'), available: usd('0') })).toEqual(['11017', null]);
    expect(refusalOf({}, { treasuryFree: usd('150'), available: usd('1000') })).toBeUndefined();
  });

  it('needs the principal in the balance', () => {
    expect(refusalOf({}, { treasuryFree: usd('150'), available: usd('999.999999') })).toEqual(['10011', 'amount']);
  });

  it('is open as long as the treasury covers the smallest plan of the cheapest period', () => {
    // 100 for 7 days at 0.4%: 2.8 in all.
    expect(onSale(offer, usd('2.8'))).toBe(true);
    expect(onSale(offer, usd('2.799999'))).toBe(false);
  });
});

describe('leaving', () => {
  const openedAt = Date.parse('2030-01-07T12:00:00Z');
  const { terms } = bought();
  const plan: PlanState = { terms, status: 'inIncome', openedAt };
  const exit = (state: PlanState, now: number, seenReturn?: string) => {
    const decision = decideExit(state, now, seenReturn);
    return 'refused' in decision
      ? [decision.refused, decision.field]
      : [decision.status, decision.received, decision.forfeited, decision.returned, decision.incomeNotPaid].map((part) =>
          typeof part === 'bigint' ? text(part) : part,
        );
  };

  it('after ten days keeps 50 of income, forfeits 50 of penalty and 50 of income, and returns 900', () => {
    expect(exit(plan, openedAt + 10 * day)).toEqual(['closed', '50', '100', '900', '100']);
  });

  it('before the first income costs the penalty alone', () => {
    expect(exit(plan, openedAt)).toEqual(['closed', '0', '50', '950', '150']);
    expect(exit(plan, openedAt + day - 1)).toEqual(['closed', '0', '50', '950', '150']);
  });

  it('counts an income from the moment that it falls due', () => {
    expect(exit(plan, openedAt + day)).toEqual(['closed', '5', '55', '945', '145']);
  });

  it('never returns less than nothing', () => {
    // 100 at 10% a day, penalty 50%: after six days 50 + 60 are more than the principal.
    const dear = planTerms(usd('100'), { days: 10, dailyYield: toFixed('0.1') }, toFixed('0.5'));
    expect(exit({ ...plan, terms: dear }, openedAt + 6 * day)).toEqual(['closed', '60', '100', '0', '40']);
  });

  it('while it waits is a refund of everything', () => {
    expect(exit({ terms, status: 'waiting', openedAt: null }, openedAt)).toEqual(['expired', '0', '0', '1000', '150']);
  });

  it('is refused once the last income is due: the plan has matured', () => {
    expect(exit(plan, openedAt + 30 * day - 1)).toEqual(['closed', '145', '195', '805', '5']);
    expect(exit(plan, openedAt + 30 * day)).toEqual(['11008', null]);
  });

  it('is refused in every status that is left already or has ended', () => {
    for (const status of ['closed', 'closedSuccessfully', 'profitDivided', 'expired'] as const) {
      expect(exit({ ...plan, status }, openedAt + day)).toEqual(['11008', null]);
    }
  });

  it('returns what was shown, or is refused', () => {
    const shown = openedAt + 3 * day - 1;
    expect(exit(plan, shown, '940')).toEqual(['closed', '10', '60', '940', '140']);
    expect(exit(plan, shown, '940.000')).toMatchObject(['closed', '10', '60', '940', '140']);
    expect(exit(plan, shown + 1, '940')).toEqual(['11018', 'seenReturn']);
    expect(exit(plan, shown, 'much')).toEqual(['11018', 'seenReturn']);
  });
});

describe('what is due', () => {
  const { terms } = bought({ days: 7 });
  const opensAt = Date.parse('2030-01-07T12:00:00Z');
  const plan: RunningPlan = { terms, status: 'inIncome', opensAt, incomeDays: 0, forfeited: null, calledOff: false };
  const after = (days: number) => opensAt + days * day;

  it('is nothing until a day has passed, then one income of 4 USDT', () => {
    expect(decideDue(plan, after(1) - 1)).toEqual([]);
    const income = { kind: 'income', paid: [{ day: 1, at: after(1) }], income: usd('4'), incomeDays: 1 };
    expect(decideDue(plan, after(1))).toEqual([{ ...income, lastAt: after(1), nextDueAt: after(2) }]);
    expect(decideDue({ ...plan, incomeDays: 1 }, after(1))).toEqual([]);
  });

  it('is every income that was missed, each at its own moment, and the end with the last', () => {
    const [step, ...more] = decideDue({ ...plan, incomeDays: 4 }, after(20));
    const paid = [5, 6, 7].map((number) => ({ day: number, at: after(number) }));
    expect(step).toEqual({ kind: 'income', paid, income: usd('12'), incomeDays: 7, lastAt: after(7), nextDueAt: null });
    expect(more).toEqual([]);
  });

  it('is 31 incomes at most: what has been overdue for years is left to the next looks, each at its own moment', () => {
    const years = { ...plan, terms: { ...terms, days: 3650 } };
    const [first] = decideDue(years, after(3650));
    expect(first).toMatchObject({ incomeDays: 31, lastAt: after(31), nextDueAt: after(32) });
    const [last] = decideDue({ ...years, incomeDays: 3630 }, after(9999));
    expect(last).toMatchObject({ incomeDays: 3650, lastAt: after(3650), nextDueAt: null });
  });

  it('of one that waits is its opening with whatever fell due since, or the refund when its product was called off', () => {
    const waiting = { ...plan, status: 'waiting' } as const;
    expect(decideDue(waiting, opensAt - 1)).toEqual([]);
    expect(decideDue(waiting, opensAt)).toEqual([{ kind: 'open', nextDueAt: after(1) }]);
    expect(decideDue(waiting, after(2)).map(({ kind }) => kind)).toEqual(['open', 'income']);
    expect(decideDue({ ...waiting, calledOff: true }, after(2))).toEqual([{ kind: 'expire' }]);
  });

  it('of one that was left is its payout, and of one that has ended nothing', () => {
    const left = { ...plan, status: 'closed', incomeDays: 2, forfeited: usd('58') } as const;
    // 28 USDT of income for 7 days, of which 8 are paid.
    expect(decideDue(left, after(3))).toEqual([{ kind: 'payOut', forfeited: usd('58'), incomeNotPaid: usd('20') }]);
    expect(() => decideDue({ ...left, forfeited: null }, after(3))).toThrow('without saying');
    for (const status of ['profitDivided', 'closedSuccessfully', 'expired'] as const) {
      expect(decideDue({ ...plan, status }, after(9))).toEqual([]);
    }
  });
});

describe('the projection', () => {
  it('shows every income with what has come together and what leaving would return', () => {
    const decision = bought({ days: 7, amount: '500' });
    // 500 × 0.4% = 2 a day, penalty 25.
    const rows = project(decision.terms, decision.opensAt).map((row) => [
      row.day,
      iso(row.at).slice(0, 10),
      text(row.income),
      text(row.cumulative),
      text(row.returned),
    ]);
    expect(rows).toEqual([
      [1, '2030-01-08', '2', '2', '473'],
      [2, '2030-01-09', '2', '4', '471'],
      [3, '2030-01-10', '2', '6', '469'],
      [4, '2030-01-11', '2', '8', '467'],
      [5, '2030-01-12', '2', '10', '465'],
      [6, '2030-01-13', '2', '12', '463'],
      [7, '2030-01-14', '2', '14', '500'],
    ]);
  });
});

describe('the schedule', () => {
  it('counts incomes by whole days since the opening second, from none to all of them', () => {
    const openedAt = Date.parse('2030-03-30T23:59:59Z');
    expect(
      [-day, 0, day - 1, day, 9 * day + 5, 400 * day].map((passed) => incomesDue(openedAt, 30, openedAt + passed)),
    ).toEqual([0, 0, 0, 1, 9, 30]);
  });
});

describe('statuses', () => {
  it('change only as the table says', () => {
    const changes = planStatuses.flatMap((from) =>
      planStatuses.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(changes).toEqual([
      'waiting → inIncome',
      'waiting → expired',
      'inIncome → profitDivided',
      'inIncome → closed',
      'closed → closedSuccessfully',
    ]);
    expect(planStatuses.filter(isAlive)).toEqual(['waiting', 'inIncome', 'closed']);
  });
});

describe('the catalogue', () => {
  it('lists six products under names of their own, one of which starts later', () => {
    expect(planListings).toHaveLength(6);
    expect(new Set(planListings.flatMap(({ product }) => [product.id, product.code, product.name])).size).toBe(18);
    expect(planListings.filter(({ startsAfterDays }) => startsAfterDays !== null)).toHaveLength(1);
  });

  it.each(planListings.map(({ product }): [string, PlanOffer] => [product.name, product]))(
    '%s pays more the longer it binds, and never more a day than leaving costs',
    (_, { amountMin, amountMax, penaltyRate, periods }) => {
      expect(amountMin < amountMax).toBe(true);
      const days = periods.map((period) => period.days);
      expect(days).toEqual(days.toSorted((a, b) => a - b));
      const terms = periods.map((period) => planTerms(amountMin, period, penaltyRate));
      const incomes = terms.map(({ dailyIncome }) => dailyIncome);
      expect(incomes).toEqual(incomes.toSorted((a, b) => Number(a - b)));
      for (const { dailyIncome, penalty } of terms) expect(dailyIncome > 0n && dailyIncome < penalty).toBe(true);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { type DeskTerms, booked, deskOf, now, owner, units } from '../../test/desk.ts';
import { type Refused, isRefused, refused } from '../positions/refused.ts';
import { bringUpToDate, isBehind } from './bring-up-to-date.ts';
import { type BuyingSituation, type PlanPurchase, buyPlan } from './buy-plan.ts';
import { leavePlan } from './leave-plan.ts';
import type { PlanDraft, PlanRow } from './plan.ts';
import { type PlanProduct, readOffer } from './product.ts';
import { dayMs } from './schedule.ts';

const product: PlanProduct = {
  id: 'plan-gold',
  code: 'GOLD',
  name: 'gold',
  logo: '/logos/plan.svg',
  ...readOffer({
    amountMin: '100',
    amountMax: '10000',
    penaltyRate: '0.05',
    startsAt: null,
    periods: [
      { days: 7, dailyYield: '0.004' },
      { days: 60, dailyYield: '0.005' },
    ],
  }),
};
const purchase = {
  owner: owner('real'),
  orderNo: 'P300107-0000000001',
  input: { productId: product.id, days: 7, amount: '1000' },
} satisfies PlanPurchase;
const situation: BuyingSituation = { id: 3, product, alreadyBought: false };
const rich: DeskTerms = { balances: { 'house:treasury': units('28') } };

function sound(draft: PlanDraft | Refused): PlanDraft {
  if (isRefused(draft)) throw new Error(`refused with ${draft.refused}`);
  return draft;
}
const bought = (around: Partial<BuyingSituation> = {}, input: PlanPurchase['input'] = purchase.input) =>
  sound(
    buyPlan(
      deskOf({ balances: { 'house:treasury': units('1000') } }).view,
      { ...purchase, input },
      { ...situation, ...around },
    ),
  );

const starting = { product: { ...product, startsAt: now + 3 * dayMs } };
/** Its opening is a whole second, so days are counted from there. */
const daysAfter = ({ opensAt }: PlanRow, days: number) => opensAt.getTime() + days * dayMs;

describe('a purchase', () => {
  it('is stopped with all that opens, and not with one instrument', () => {
    const halted = { ...rich, halted: [null] };
    expect(buyPlan(deskOf(halted).view, purchase, situation)).toEqual(refused('10015'));
    sound(buyPlan(deskOf({ ...rich, halted: ['COINUSDT'] }).view, purchase, situation));
  });

  it('binds the principal, sets the whole income aside and is in income at once', () => {
    const draft = sound(buyPlan(deskOf(rich).view, purchase, situation));
    expect(draft.row).toMatchObject({
      id: 3,
      userId: '7',
      book: 'real',
      status: 'inIncome',
      principal: 1_000_000_000n,
      dailyIncome: 4_000_000n,
      dueAt: new Date(now + dayMs),
      incomeDays: 0,
      forfeited: null,
    });
    expect(booked(draft)).toEqual([
      'plan.opened: available → plan 1000 USDT',
      'plan.opened: house:treasury → house:committed 28 USDT',
    ]);
    expect(draft.changes).toEqual([{ before: null, row: draft.row, incomes: [] }]);
  });

  it('waits for the start date of its product', () => {
    const { row } = bought(starting);
    expect(row).toMatchObject({ status: 'waiting', opensAt: new Date(now + 3 * dayMs), dueAt: new Date(now + 3 * dayMs) });
  });

  it('is refused by the first of all that is wrong: owner, product, terms, what is held already, the treasury', () => {
    const refusalOf = (
      terms: DeskTerms,
      around: Partial<BuyingSituation> = {},
      input: PlanPurchase['input'] = purchase.input,
    ) => {
      const draft = buyPlan(deskOf(terms).view, { ...purchase, input }, { ...situation, ...around });
      return isRefused(draft) ? [draft.refused, draft.field] : undefined;
    };
    const poor = { balances: { 'house:treasury': units('27.999999') } };
    const wrong = { productId: product.id, days: 8, amount: '1' };
    const held = { alreadyBought: true };
    expect(refusalOf({ stopped: refused('11131') }, { product: undefined })).toEqual(['11131', null]);
    expect(refusalOf(poor, { ...held, product: undefined }, wrong)).toEqual(['10010', 'productId']);
    expect(refusalOf(poor, held, wrong)).toEqual(['10012', 'days']);
    expect(refusalOf(poor, held, { ...wrong, days: 7 })).toEqual(['10013', 'amount']);
    expect(refusalOf(poor, held)).toEqual(['10024', null]);
    expect(refusalOf(poor)).toEqual(['11017', null]);
    expect(refusalOf(rich)).toBeUndefined();
  });
});

describe('what falls due', () => {
  const { row } = bought();

  it('is nothing before the first day has passed', () => {
    expect(bringUpToDate(row, daysAfter(row, 1) - 1, false)).toMatchObject({ row, changes: [], postings: [] });
  });

  it('is paid for each day at its own moment, however late the look', () => {
    const draft = bringUpToDate(row, daysAfter(row, 3) + 5, false);
    expect(draft.row).toMatchObject({ status: 'inIncome', incomeDays: 3, dueAt: new Date(daysAfter(row, 4)) });
    expect(booked(draft)).toEqual(Array.from({ length: 3 }, () => 'plan.income: house:committed → available 4 USDT'));
    expect(draft.postings.map(({ at }) => at)).toEqual([1, 2, 3].map((day) => daysAfter(row, day)));
    expect(draft.changes.flatMap(({ incomes }) => incomes.map(({ day }) => day))).toEqual([1, 2, 3]);
    expect(bringUpToDate(draft.row, daysAfter(row, 3) + 5, false).changes).toEqual([]);
  });

  it('ends with the principal beside the last income', () => {
    const draft = bringUpToDate(row, daysAfter(row, 100), false);
    expect(draft.row).toMatchObject({ status: 'profitDivided', dueAt: null, endedAt: new Date(daysAfter(row, 7)) });
    expect(booked(draft)).toHaveLength(8);
    expect(booked(draft).at(-1)).toBe('plan.matured: plan → available 1000 USDT');
    expect(bringUpToDate(draft.row, daysAfter(row, 200), false).changes).toEqual([]);
  });

  it('is paid for 31 days at a time, so that no look books years', () => {
    const long = bought({}, { ...purchase.input, days: 60 }).row;
    const draft = bringUpToDate(long, daysAfter(long, 50), false);
    expect(draft.row.incomeDays).toBe(31);
    expect(isBehind(draft.row, daysAfter(long, 50))).toBe(true);
    expect(leavePlan(long, {}, { now: daysAfter(long, 50), calledOff: false })).toMatchObject({ refused: '503' });
  });

  it('of a plan that waits is its opening, with incomes if the look is late; or its refund, once it was called off', () => {
    const waiting = bought(starting).row;
    const opened = bringUpToDate(waiting, daysAfter(waiting, 1), false);
    expect(opened.changes.map(({ row: { status, incomeDays } }) => [status, incomeDays])).toEqual([
      ['inIncome', 0],
      ['inIncome', 1],
    ]);
    const off = bringUpToDate(waiting, daysAfter(waiting, 1), true);
    expect(off.row.status).toBe('expired');
    expect(booked(off)).toEqual([
      'plan.expired: plan → available 1000 USDT',
      'plan.expired: house:committed → house:treasury 28 USDT',
    ]);
  });
});

describe('leaving', () => {
  const { row } = bought();
  const at = daysAfter(row, 2) + 1;

  it('after two days pays what was due, and returns 942: less 50 of penalty and 8 of income; once', () => {
    const left = sound(leavePlan(row, { seenReturn: '942' }, { now: at, calledOff: false }));
    expect(left.row).toMatchObject({ status: 'closed', incomeDays: 2, forfeited: 58_000_000n, dueAt: new Date(at) });
    expect(booked(left)).toEqual(Array.from({ length: 2 }, () => 'plan.income: house:committed → available 4 USDT'));
    const paidOut = bringUpToDate(left.row, at + 1000, false);
    expect(paidOut.row).toMatchObject({ status: 'closedSuccessfully', endedAt: new Date(at + 1000) });
    expect(booked(paidOut)).toEqual([
      'plan.left: plan → house:treasury 58 USDT',
      'plan.left: plan → available 942 USDT',
      'plan.left: house:committed → house:treasury 20 USDT',
    ]);
    for (const ended of [left.row, paidOut.row]) {
      expect(leavePlan(ended, {}, { now: at + 1000, calledOff: false })).toMatchObject({ refused: '11008' });
    }
  });

  it('is refused for another amount than the one that was shown, and for a plan that there is not', () => {
    expect(leavePlan(row, { seenReturn: '946' }, { now: at, calledOff: false })).toMatchObject({ refused: '11018' });
    expect(leavePlan(undefined, {}, { now: at, calledOff: false })).toMatchObject({ refused: '404', field: 'id' });
  });

  it('a plan that waits gives everything back at once', () => {
    const left = sound(leavePlan(bought(starting).row, { seenReturn: '1000' }, { now, calledOff: false }));
    expect(left.row.status).toBe('expired');
    expect(booked(left)[0]).toBe('plan.expired: plan → available 1000 USDT');
  });
});

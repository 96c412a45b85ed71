import {
  type House,
  type Legs,
  dealMaxOf,
  instrumentMaxOf,
  leverageMaxOf,
  refuseExposure,
  refuseHedge,
} from '@assay/domain/dealing/house.ts';
import type { LoanOffer } from '@assay/domain/loans/terms.ts';
import { interestToTerm, readOffer } from '@assay/domain/loans/terms.ts';
import { Lateness, freshForMs, transportMsMax } from '@assay/domain/market/freshness.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { type Amount, amount, nothing } from '@assay/domain/money/amount.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { soundPeriods, spendableOnPlans } from '@assay/domain/plans/against-loans.ts';
import { planTerms, wholeIncome } from '@assay/domain/plans/terms.ts';
import { closeAt } from '@assay/domain/positions/close-contract.ts';
import { moveMargin } from '@assay/domain/positions/move-margin.ts';
import { openContract } from '@assay/domain/positions/open-contract.ts';
import { type PositionRow, contractDraft } from '@assay/domain/positions/position.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { deskOf, now, owner, quoteOf, units } from '@assay/domain/test/desk.ts';
import { describe, expect, it } from 'vitest';
import { terms } from './house-terms.ts';

/**
 * Traders who look for nothing but the house's own money, each with the rules of the house and without them. GREEDY_ROUNDS makes it longer, GREEDY_SEED another one.
 */
const rounds = Number(process.env['GREEDY_ROUNDS'] ?? '400');
const seed = Number(process.env['GREEDY_SEED'] ?? '1');

/** Numbers between 0 and 1 that follow from the seed (mulberry32). */
function chance(of: number): () => number {
  let state = of >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A normally distributed number, from two even ones. */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

interface Outcome {
  /** USDT that all rounds together have brought the trader; negative is the house's. */
  readonly earned: number;
  readonly deals: number;
  readonly refusals: number;
}

const dollars = (value: bigint) => Number(value) / 1e6;

/** What a position has brought once it is closed, fees included; a loss beyond the margin is the house's. */
function resultOf(row: PositionRow, price: number, liquidated = false): number {
  const desk = deskOf({ price, balances: { 'house:insurance': units('100000000') } });
  const closed = closeAt(desk, contractDraft(row), quoteOf(price), liquidated ? 'liquidation' : 'manual').row;
  const profit = Math.max(dollars(closed.profit ?? 0n), -dollars(closed.margin));
  return profit - dollars(closed.openFee) - dollars(closed.closeFee ?? 0n);
}

interface Asking {
  readonly price: number;
  readonly side: 'long' | 'short';
  readonly leverage: number;
  readonly lots: string;
  readonly fresh?: boolean;
  readonly instrument?: Instrument;
  readonly house?: House;
  readonly at?: number;
}

function open({
  price,
  side,
  leverage,
  lots,
  fresh = true,
  instrument = coin,
  house,
  at = now,
}: Asking): PositionRow | undefined {
  const plain = deskOf({ price, fresh, at });
  const market = { ...plain.market, instrument: () => instrument };
  const desk = { ...plain, market, view: { ...plain.view, house } };
  const input = { code: coin.code, side, type: 'market', lots, leverage } as const;
  const draft = openContract(desk, { owner: owner('real'), orderNo: 'C1', input }, { id: 1, openOrders: 0 });
  return isRefused(draft) ? undefined : draft.row;
}

/**
 * Hears the exchange at once and buys here what has moved there. A price moves for seconds when there is news, and the
 * connection of the house falls behind now and then.
 */
function sniper(guarded: boolean): Outcome {
  const random = chance(seed);
  const outcome = { earned: 0, deals: 0, refusals: 0 };
  const allowedMs = freshForMs(coin, 'live') ?? Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const late = random() < 0.5 ? 100 + random() * 300 : 2_000 + random() * 7_000;
    const drift = (random() < 0.5 ? -1 : 1) * random() * 0.0005;
    const second = (at: number) => Math.round(1_000_000 * Math.exp((drift * at) / 1_000)) / 100;
    const lateness = new Lateness();
    lateness.of(now - 60_000, now - 60_000 + 50);
    const moment = 12_000;
    const fresh = lateness.of(now + moment - late, now + moment) <= Math.min(transportMsMax, allowedMs);
    const [here, there] = [Math.round(second(moment - late)), Math.round(second(moment))];
    // Two fees of a thousandth each.
    if (Math.abs(there / here - 1) < 0.0021) continue;
    const row = open({
      price: here,
      side: there > here ? 'long' : 'short',
      leverage: 20,
      lots: '10',
      fresh: fresh || !guarded,
    });
    if (row === undefined) {
      outcome.refusals += 1;
      continue;
    }
    outcome.deals += 1;
    outcome.earned += resultOf(row, there);
  }
  return outcome;
}

/** Holds both sides over the night before a company's figures, in one account or in two. */
function gapHedger(guarded: boolean): Outcome {
  const random = chance(seed);
  const outcome = { earned: 0, deals: 0, refusals: 0 };
  const share: Instrument = { ...coin, hours: 'usEquity' };
  const evening = Date.UTC(2030, 0, 7, 20, 50);
  for (let round = 0; round < rounds; round += 1) {
    const inOne = random() < 0.5;
    const legs: { long: Amount; short: Amount } = { long: nothing, short: nothing };
    const house: House = {
      limitsOf: () => ({ dealMax: units('100000'), leverageMax: leverageMaxOf(share.hours, evening, terms) }),
      refuses: (taking) => refuseHedge(taking, inOne ? legs : { long: nothing, short: nothing }),
    };
    const leg = (side: keyof Legs) => {
      const rows = [20, 10, 5].map((leverage) =>
        open({ price: 10_000, side, leverage, lots: '10', instrument: share, at: evening, ...(guarded && { house }) }),
      );
      const row = rows.find((each) => each !== undefined);
      if (row !== undefined) legs[side] = units('1000');
      return row;
    };
    const held = [leg('long'), leg('short')].filter((row) => row !== undefined);
    outcome.refusals += 2 - held.length;
    // One side alone is a bet, and not his.
    if (held.length < 2) continue;
    outcome.deals += 1;
    const morning = Math.max(100, Math.round(10_000 * (1 + 0.1 * normal(random))));
    for (const row of held) outcome.earned += resultOf(row, morning, dollars(row.margin) < Math.abs(morning - 10_000) / 10);
  }
  return outcome;
}

/**
 * Adds to his margin for the night, and takes it out again in the morning where he hears that the price will open beyond the rest:
 * the loss beyond what is left is the house's. Each night comes with its mirror image, so that luck is not counted.
 */
function morningReader(guarded: boolean): Outcome {
  const random = chance(seed);
  const outcome = { earned: 0, deals: 0, refusals: 0 };
  const share: Instrument = { ...coin, hours: 'usEquity' };
  const evening = Date.UTC(2030, 0, 7, 20, 50);
  const closed = deskOf({ price: 10_000, at: evening, tradable: !guarded });
  const desk = { ...closed, market: { ...closed.market, instrument: () => share } };
  const moved = (row: PositionRow, way: 'add' | 'remove') => moveMargin(desk, { way, amount: '400' }, row, null);
  for (let round = 0; round < rounds; round += 2) {
    const news = 0.15 * normal(random);
    for (const change of [news, -news]) {
      const row = open({ price: 10_000, side: 'long', leverage: 5, lots: '10', instrument: share, at: evening });
      const safe = row && moved(row, 'add');
      if (safe === undefined || isRefused(safe)) throw new Error('margin can be added at any time');
      const morning = Math.max(100, Math.round(10_000 * (1 + change)));
      // Of ten lots at 100, 200 are what the opening needed.
      const bare = change < -0.2 ? moved(safe.row, 'remove') : safe;
      if (isRefused(bare)) outcome.refusals += 1;
      const held = isRefused(bare) ? safe.row : bare.row;
      outcome.deals += 1;
      outcome.earned += resultOf(held, morning, dollars(held.margin) < (10_000 - morning) / 10);
    }
  }
  return outcome;
}

/** Borrows, and puts what is borrowed into whatever plan pays more than it costs: in the same account, or in a friend's. */
function borrower(guarded: boolean): Outcome {
  const random = chance(seed);
  const outcome = { earned: 0, deals: 0, refusals: 0 };
  const rate = (max: number) => (random() * max).toFixed(6);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  for (let round = 0; round < rounds; round += 1) {
    const loans: LoanOffer[] = [7, 30, 90, 180].map((days) =>
      readOffer({
        id: `loan-${days}`,
        days,
        dailyRate: rate(0.001),
        freeDays: pick([0, 3, 7]),
        amountMin: '1',
        amountMax: '100000',
      }),
    );
    const periods = [7, 30, 90, 180].map((days) => ({ days, dailyYield: toFixed(`${rate(0.001)}1`) }));
    const principal = units('10000');
    // He looks at every plan that is sold, with every loan that lasts as long.
    const sold = guarded ? soundPeriods(periods, loans) : periods;
    const best = periods
      .flatMap((period) => loans.filter((loan) => loan.days === period.days).map((loan) => ({ period, loan })))
      .map(({ period, loan }) => {
        const earns = wholeIncome(planTerms(principal, period, toFixed('0'))) - interestToTerm({ ...loan, principal });
        return { period, earns: dollars(earns) };
      })
      .toSorted((a, b) => b.earns - a.earns)
      .find(({ earns }) => earns > 0);
    if (best === undefined) continue;
    const own = random() < 0.5 ? { available: principal, owed: principal } : { available: principal, owed: nothing };
    const may = sold.includes(best.period) && (!guarded || spendableOnPlans(own.available, own.owed) >= principal);
    if (!may) outcome.refusals += 1;
    else {
      outcome.deals += 1;
      outcome.earned += best.earns;
    }
  }
  return outcome;
}

/**
 * Takes a side here with many accounts, then moves a thin price on its exchange: a share s of a day's turnover moves it by
 * about a day's volatility times the root of s, of which he loses two thirds on what he buys there; both places take fees.
 */
function mover(guarded: boolean): Outcome {
  const random = chance(seed);
  const outcome = { earned: 0, deals: 0, refusals: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const turnover = 10 ** (6 + 3 * random());
    const limits = { dealMax: dealMaxOf(amount(BigInt(Math.round(turnover)) * 1_000_000n), terms) };
    const capped = { ...terms, instrumentMax: instrumentMaxOf(limits.dealMax, terms) };
    const deal = guarded ? limits.dealMax : units('100000');
    let held = 0n;
    for (let account = 0; account < 100; account += 1) {
      const nets = { person: nothing, instrument: amount(held), others: nothing };
      const beyond = guarded && refuseExposure({ side: 'long', notional: deal }, nets, capped) !== undefined;
      if (beyond) outcome.refusals += 1;
      else held += deal;
    }
    outcome.deals += 1;
    const volatility = 0.02 + 0.03 * random();
    const here = dollars(held);
    const results = Array.from({ length: 30 }, (_, step) => {
      const share = 0.0005 * 1.3 ** step;
      const moved = volatility * Math.sqrt(share);
      return here * moved - (2 / 3) * turnover * share * moved - 0.002 * (here + turnover * share);
    });
    // He does it although it costs him, as far as he can't know the volatility of the day beforehand.
    outcome.earned += Math.max(...results);
  }
  return outcome;
}

describe('whoever lives on the house', () => {
  const strategies = { sniper, gapHedger, morningReader, borrower, mover };

  it.each(Object.entries(strategies))('the %s earns nothing on average', (_, strategy) => {
    const { earned, refusals } = strategy(true);
    expect(earned).toBeLessThanOrEqual(0);
    expect(refusals).toBeGreaterThan(rounds / 20);
  });

  it.each(Object.entries(strategies))('without the rules the %s does: this simulation would notice', (_, strategy) => {
    const { earned, deals, refusals } = strategy(false);
    expect(earned).toBeGreaterThan(0);
    expect(deals).toBeGreaterThan(rounds / 20);
    expect(refusals).toBe(0);
  });
});

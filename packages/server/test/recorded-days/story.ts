import { order } from '@assay/contract/endpoints/order.ts';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database.ts';
import { expectSoundBooks } from '../trading.ts';
import type { Dust, Spot } from './coins.ts';
import type { Contract, Sweep } from './contract-course.ts';
import { type CoinSweep, followDust, followSpot } from './follow-coins.ts';
import { followContract, followSweep, listedContracts } from './follow-contracts.ts';
import { balancesAfter, moves } from './money.ts';
import { type Option, type Plan, optionCourse, planCourse } from './others.ts';
import { type Prices, pricesOf } from './prices.ts';
import { type Run, answered, holdReceipt, iso, key } from './run.ts';
import { recordedWorld, roundEvery } from './world.ts';

/** Acts of a customer on recorded days. */
export interface Wishes {
  readonly contracts: readonly Contract[];
  readonly sweeps?: readonly Sweep[];
  readonly options: readonly Option[];
  readonly spot?: readonly Spot[];
  readonly coinSweeps?: readonly CoinSweep[];
  readonly dust?: readonly Dust[];
  readonly plans?: readonly Plan[];
}

/** The rounds see to what is due at the next of their moments. */
const settles = (time: number) => Math.floor(time / roundEvery) * roundEvery + roundEvery;

/**
 * Lives through recorded days with these wishes and holds everything that became of them against what was computed from the
 * files: every answer, every quote, every movement of money with its moment, and what each account has in the end. Answers
 * which endings there were, and all receipts.
 */
export async function liveThrough(days: readonly string[], from: string, wish: (all: readonly Prices[]) => Wishes) {
  const prices = pricesOf(days);
  const { contracts, sweeps = [], options, spot = [], coinSweeps = [], dust = [], plans = [] } = wish(prices);
  const times = prices.flatMap(({ quotes }) => quotes.map(({ time }) => time));
  const until = settles(times.reduce((latest, time) => Math.max(latest, time), 0));
  const world = await recordedWorld(from);
  let listed: ReturnType<typeof listedContracts> | undefined;
  const run: Run = {
    until,
    demo: world.demo,
    real: world.real,
    actions: [],
    legs: [],
    checks: [],
    listed: () => (listed ??= listedContracts(world.demo)),
    endings: new Set(),
    receipts: [],
    booked: { demo: [], real: [] },
  };
  for (const contract of contracts) followContract(run, contract, sweeps);
  for (const sweep of sweeps) followSweep(run, sweep);
  for (const option of options) followOption(run, option);
  followSpot(run, spot, coinSweeps);
  for (const each of dust) followDust(run, each);
  for (const [place, plan] of plans.entries()) followPlan(run, plan, `plan-${['one', 'two', 'three'][place] ?? ''}`);
  await world.play(until, run.actions);
  for (const check of run.checks) await check();
  await world.end();
  await holdBalances(world.db, run);
  await expectSoundBooks(world.db);
  return { prices, endings: run.endings, receipts: run.receipts, until, call: world.anybody };
}

function followOption(run: Run, option: Option): void {
  const { prices, at, direction, periodId, stake } = option;
  const course = optionCourse(option, run.until, settles);
  const input = { code: prices.code, direction, periodId, amount: stake };
  let id = '';
  run.actions.push({
    at,
    run: async () => {
      const answer = await answered(run.demo(order.buyOptions, input, key()));
      expect([input, answer.refused]).toEqual([input, course.refused]);
      id = answer.id;
    },
  });
  run.endings.add(`option ${course.refused ?? course.status}`);
  if (course.refused !== null) return;
  run.checks.push(async () => {
    await holdReceipt(run, 'demo', id, course);
    const { status, expiresAt, strike, settlement } = await run.demo(order.getOptionsOrderById, { id });
    const price = (ticks: bigint) => Number(ticks) / 10 ** prices.scale;
    expect({ status, expiresAt, strike: Number(strike), settlement: settlement === null ? null : Number(settlement) }).toEqual({
      status: course.status,
      expiresAt: iso(course.expiresAt),
      strike: price(course.strike),
      settlement: course.settlement === null ? null : price(course.settlement),
    });
  });
}

function followPlan(run: Run, plan: Plan, productId: string): void {
  const { real, actions } = run;
  const course = planCourse(plan, run.until, settles);
  let id = '';
  actions.push({
    at: plan.at,
    run: async () => {
      id = (await real(order.buySmart, { productId, days: plan.days, amount: plan.amount }, key())).id;
    },
  });
  if (plan.leaveAt !== undefined) {
    actions.push({ at: plan.leaveAt, run: () => real(order.stopSmart, { id }, key()) });
  }
  run.endings.add(`plan ${course.status}`);
  run.checks.push(async () => {
    const { status } = await holdReceipt(run, 'real', id, { quotes: [], moves: course.moves });
    expect(status).toBe(course.status);
  });
}

/** What every account of both books has must be what the computed movements leave. */
async function holdBalances(db: Database, { booked }: Run): Promise<void> {
  const given = {
    demo: [
      ['house:issuance → available', 100_000_000_000n],
      ['house:capital → house:insurance', 1_000_000_000_000n],
    ],
    real: [
      ['house:outside:deposits → available', 20_000_000_000n],
      ['house:capital → house:treasury', 1_000_000_000_000n],
    ],
  } as const;
  for (const book of ['demo', 'real'] as const) {
    const rows = await db.query<{ owner: string; kind: string; asset: string; balance: bigint }>(
      'select owner, kind, asset, ledger_balance(id) as balance from ledger_accounts where book = $1',
      [book],
    );
    const kept = rows.filter(({ balance }) => balance !== 0n);
    const names = kept.map(({ owner, kind, asset }) => `${owner === 'house' ? 'house:' : ''}${kind} ${asset}`);
    expect(Object.fromEntries(kept.map(({ balance }, place) => [names[place], String(balance)]))).toEqual(
      balancesAfter([...moves(0, 'begun', given[book]), ...booked[book]]),
    );
  }
}

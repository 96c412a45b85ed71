import type { Client } from '@assay/contract/client.ts';
import type { SmartOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { expect } from 'vitest';
import { putOnSale } from '../../src/plans/index.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database.ts';
import { day } from '../identity-app.ts';
import { modest, product } from '../plans.ts';

interface Simulated<Trader> {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: {
    pick<T>(items: readonly T[]): T;
    chance(share: number): boolean;
  };
  readonly clientOf: (trader: Trader, book: Book) => Client;
  /** The answer, or the code of a refusal. */
  readonly attempt: <T>(call: Promise<T>) => Promise<T | string>;
  readonly key: () => string;
}

/** Products that the simulation puts on sale at most. */
const productsMax = 400;

function offers({ db, clock, random }: Pick<Simulated<never>, 'db' | 'clock' | 'random'>) {
  const products: string[] = [];
  /** Of hundreds the oldest have long begun: every other time one that may still wait for its day. */
  const known = () => random.pick(random.chance(0.5) ? products.slice(-3) : products);

  /** A new product, now and then one whose plans wait; and now and then one is taken off sale. */
  async function offer(): Promise<void> {
    if (products.length === productsMax) return;
    const name = `product${products.length}`;
    await putOnSale(db, [product(name, random.pick([null, 1, 3]), modest)], clock.now());
    products.push(`plan-${name}`);
    if (!random.chance(0.3)) return;
    await db.query('update plan_products set withdrawn_at = $2 where id = $1 and withdrawn_at is null', [
      known(),
      new Date(clock.now()),
    ]);
  }

  const wanted = () => ({
    productId: known(),
    days: random.pick([8, 8, 8, 8, 30, 7]),
    amount: random.pick([
      '100',
      '100',
      '150',
      '250.55',
      '333.333333',
      '1000',
      '99',
      '10000.1',
      '0',
      '-5',
      '1e3',
      '100.0000001',
    ]),
  });

  return { offer, wanted };
}

/** The part of the simulation that buys and leaves yield plans, and that computes by itself what each must have paid. */
export function planSavers<Trader>({ db, clock, random, clientOf, attempt, key }: Simulated<Trader>) {
  const { offer, wanted } = offers({ db, clock, random });
  /** Every plan that was acknowledged, as it was bought, with its buyer. */
  const bought = new Map<string, { readonly plan: SmartOrder; readonly owner: Trader }>();
  /** What each plan that was left must return, as its owner was shown. */
  const leaving = new Map<string, string>();

  async function buy(owner: Trader): Promise<void> {
    if (random.chance(0.1)) {
      expect(await attempt(clientOf(owner, 'demo')(order.buySmart, wanted(), { idempotencyKey: key() }))).toMatch(
        /^(11002|400)$/,
      );
    }
    const input = wanted();
    const idempotencyKey = key();
    const times = random.chance(0.2) ? [1, 2, 3] : [1];
    const answers = await Promise.all(
      times.map(() => attempt(clientOf(owner, 'real')(order.buySmart, input, { idempotencyKey }))),
    );
    const told = new Set(answers.map((answer) => (typeof answer === 'string' ? answer : answer.id)));
    expect(told.size, 'the same key was answered differently').toBe(1);
    for (const plan of answers) if (typeof plan !== 'string') bought.set(plan.id, { plan, owner });
  }

  /** Leaves a plan for what is shown now, or for what was shown at first; now and then twice at once, or another customer's. */
  async function leave(trader: Trader): Promise<void> {
    const call = clientOf(trader, 'real');
    const plans = [...bought.values()].filter(({ owner }) => owner === trader || random.chance(0.05));
    if (plans.length === 0) return;
    // A plan that waits does not for long.
    const { plan, owner } = random.pick(random.chance(0.5) ? plans.slice(-3) : plans);
    const { items } = await call(order.listSmartOrder, { limit: 100 });
    const now = items.find(({ id }) => id === plan.id) ?? plan;
    const { returnedIfExitedNow: seenReturn } = random.chance(0.8) ? now : plan;
    const times = random.chance(0.2) ? [1, 2] : [1];
    const answers = await Promise.all(
      times.map(() => attempt(call(order.stopSmart, { id: plan.id, seenReturn }, { idempotencyKey: key() }))),
    );
    if (owner !== trader) expect(new Set(answers), "somebody else's plan was left").toEqual(new Set(['404']));
    const left = answers.filter((answer) => typeof answer !== 'string');
    expect(left.length, 'a plan was left twice').toBeLessThanOrEqual(1);
    if (left.length > 0) leaving.set(plan.id, seenReturn);
  }

  async function look(owner: Trader): Promise<void> {
    const { items } = await clientOf(owner, 'real')(order.listSmartOrder, {});
    const [newest] = items;
    if (newest === undefined) return;
    const receipt = await attempt(clientOf(owner, 'real')(order.receipt, { id: newest.id }));
    expect(receipt).toMatchObject({ kind: 'plan', status: newest.status });
  }

  /** Every plan that was acknowledged has paid what follows from the terms returned to its buyer, at the moments that do. */
  async function check(): Promise<void> {
    const rows = await db.query<Row>(
      `select 'p' || p.id as id, p.status,
         (select coalesce(array_agg(extract(epoch from i.due_at)::float8 * 1000 order by i.day), '{}') from plan_incomes i where i.plan_id = p.id) as "paidAt",
         (select coalesce(sum(t.amount), 0) from ledger_transactions x join ledger_transfers t on t.transaction_id = x.id
            join ledger_accounts a on a.id = t.to_account where x.reference = p.order_no and a.kind = 'available') as received
       from plans p`,
    );
    expect(rows.length, 'a plan is there that nobody was told of, or an acknowledged one is gone').toBe(bought.size);
    for (const row of rows) {
      const known = bought.get(row.id);
      if (known === undefined) throw new Error(`nobody was told of the plan ${row.id}`);
      expectPaid(row, known.plan, leaving.get(row.id), clock.now());
    }
  }

  /** The states and endings of plans so far. */
  async function statuses(): Promise<string[]> {
    const rows = await db.query<{ status: string }>('select distinct status from plans');
    return rows.map(({ status }) => status);
  }

  return { offer, buy, leave, look, check, statuses };
}

interface Row {
  readonly id: string;
  readonly status: SmartOrder['status'];
  readonly paidAt: readonly number[];
  readonly received: bigint;
}

/** A decimal as a whole number of its smallest unit. */
function units(text: string, scale: number): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(scale, '0'));
}

/** The arithmetic of plans once more, apart from the rules that the server uses. */
function expectPaid(
  { id, status, paidAt, received }: Row,
  told: SmartOrder,
  seenReturn: string | undefined,
  now: number,
): void {
  const principal = units(told.amount, 6);
  const income = (principal * units(told.dailyYield, 6)) / 1_000_000n;
  const opens = Date.parse(told.accruesFrom ?? '');
  const due = Array.from({ length: told.days }, (_, index) => opens + (index + 1) * day).filter((at) => at <= now);
  const incomes = income * BigInt(paidAt.length);
  expect(paidAt, `incomes of ${id}`).toEqual(due.slice(0, paidAt.length));
  const expected: Record<SmartOrder['status'], bigint | undefined> = {
    waiting: opens > now ? 0n : undefined,
    inIncome: paidAt.length === due.length && due.length < told.days ? incomes : undefined,
    profitDivided: paidAt.length === told.days ? principal + incomes : undefined,
    // Paid out at once by the round that follows every step.
    closed: undefined,
    closedSuccessfully: seenReturn === undefined ? undefined : units(seenReturn, 6) + incomes,
    expired: paidAt.length === 0 ? principal : undefined,
  };
  expect({ id, status, received }).toEqual({ id, status, received: expected[status] });
}

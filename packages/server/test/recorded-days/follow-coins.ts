import { order } from '@assay/contract/endpoints/order.ts';
import { expect } from 'vitest';
import { refusalOf } from '../identity-app.ts';
import { type Dust, type Spot, type SpotCourse, spotCourse } from './coins.ts';
import { ceil, floor, least, plain, units } from './money.ts';
import { minute } from './prices.ts';
import { type Run, answered, holdReceipt, key, triggersOf } from './run.ts';

/** All that waits of a coin is withdrawn at once. */
export interface CoinSweep {
  readonly code: string;
  readonly at: number;
}

/** Spot orders, and what the sales among them earned against the average cost of what had been bought by then. */
export function followSpot(run: Run, orders: readonly Spot[], sweeps: readonly CoinSweep[]): void {
  const { demo, actions, until } = run;
  const swept = new Map(sweeps.map((sweep) => [sweep, [] as (() => string)[]]));
  const fills = orders.map((each) => {
    const { prices, at, side, size, by, limit, trigger, stop, endsAt, cancelAt = Infinity, amend } = each;
    const sweep = sweeps.find((one) => one.code === prices.code && one.at > at);
    const withdrawnAt = Math.min(cancelAt, sweep?.at ?? Infinity);
    const course = spotCourse({ ...each, cancelAt: withdrawnAt }, until);
    const told = { order: each, course, profit: '' };
    const price = (ticks: bigint) => plain(ticks, prices.scale);
    const kind = stop !== undefined ? 'oco' : trigger !== undefined ? 'stopLimit' : limit === undefined ? 'market' : 'limit';
    const begins = stop ?? trigger;
    const type = {
      type: kind,
      ...(limit !== undefined && { price: price(limit) }),
      ...(begins !== undefined && { trigger: price(begins) }),
      ...(endsAt !== undefined && { until: new Date(endsAt).toISOString() }),
    } as const;
    let id = '';
    actions.push({
      at,
      run: async () => {
        id = (await demo(order.submit, { code: prices.code, side, [by]: size, ...type }, key())).id;
      },
    });
    if (amend !== undefined && amend.at <= until) {
      const change = { price: price(amend.limit), ...(amend.size !== undefined && { quantity: amend.size }) };
      const amended = () => answered(demo(order.amendBb, { id, ...change }, key()));
      actions.push({ at: amend.at, run: async () => expect((await amended()).refused).toBe(course.amendRefused) });
      run.endings.add(`spot amended ${course.amendRefused ?? (course.filledAt === amend.at ? 'filled' : 'waits')}`);
    }
    const isSwept = course.reason === 'cancelled' && withdrawnAt < cancelAt;
    if (sweep !== undefined && isSwept) swept.get(sweep)?.push(() => id);
    if (cancelAt <= until) {
      const refused = course.reason === 'cancelled' && !isSwept ? null : '11008';
      const cancel = () => answered(demo(order.cancelBb, { id }, key()));
      actions.push({ at: cancelAt, run: async () => expect((await cancel()).refused).toBe(refused) });
    }
    run.endings.add(`spot ${kind === 'market' || kind === 'limit' ? '' : `${kind} `}${side} ${course.reason ?? course.status}`);
    run.checks.push(async () => {
      const receipt = await holdReceipt(run, 'demo', id, course);
      const { status, terms, steps } = receipt;
      const profit = steps.find(({ name }) => name === 'profit')?.result ?? '';
      const quantity = `${plain(course.quantity, 8)} ${prices.code.replace('USDT', '')}`;
      const ending = [status, receipt.closeReason ?? null, terms['quantity'], profit];
      expect(ending).toEqual([course.status, course.reason, quantity, told.profit]);
      const quoted = side === 'buy' ? 'ask' : 'bid';
      const begun =
        course.begunPrice === null
          ? []
          : [`entryTrigger ${quoted} ${price(course.begunPrice)} triggerPrice ${price(trigger ?? 0n)}`];
      const [name, level] =
        course.reason === 'stopLoss' ? ['stopLoss', stop] : [stop === undefined ? 'limitPrice' : 'takeProfit', course.limit];
      const filled =
        level === undefined || course.filledPrice === null
          ? []
          : [`fillTrigger ${quoted} ${price(course.filledPrice)} ${name} ${price(level)}`];
      expect(triggersOf(receipt)).toEqual([...begun, ...filled]);
    });
    return told;
  });
  for (const [{ code, at }, ids] of swept) {
    const sweep = async () => {
      const { items } = await demo(order.cancelAllBb, { code }, key());
      expect(items.map(({ id, status }) => `${id} ${status}`).toSorted()).toEqual(
        ids.map((idOf) => `${idOf()} cancelled`).toSorted(),
      );
      expect(items.length).toBeGreaterThan(1);
    };
    if (at <= until) actions.push({ at, run: sweep });
  }
  const costs = new Map(orders.map(({ prices: { code } }) => [code, countingCosts()]));
  const inOrder = fills.filter(({ course }) => course.filledAt !== null);
  for (const told of inOrder.toSorted((a, b) => (a.course.filledAt ?? 0) - (b.course.filledAt ?? 0) || turn(a) - turn(b))) {
    told.profit = costs.get(told.order.prices.code)?.(told.order, told.course) ?? '';
  }
}

/** Counts what coins have cost, deal by deal; answers what a sale has earned. */
function countingCosts() {
  let [coins, cost] = [0n, 0n];
  return ({ side, prices: { scale } }: Spot, { quantity, filledPrice }: SpotCourse): string => {
    const worth = [quantity * (filledPrice ?? 0n), 10n ** BigInt(scale + 2)] as const;
    if (side === 'buy') {
      coins += quantity - ceil(quantity, 1000n);
      cost += ceil(...worth);
      return '';
    }
    const sold = least(quantity, coins);
    const spent = ceil(cost * sold, coins);
    const received = floor(...worth);
    const net = received - ceil(received, 1000n);
    coins -= sold;
    cost -= spent;
    return plain((sold === quantity ? net : floor(net * sold, quantity)) - spent, 6);
  };
}

/** Coins that are bought and sold on the real account but for a little, which is converted: it is a sale of all that is left. */
export function followDust(run: Run, { prices, at, bought, sold }: Dust): void {
  const { real, actions, until } = run;
  const { code } = prices;
  const trade = { prices, by: 'quantity' } as const;
  const left = units(bought, 8) - ceil(units(bought, 8), 1000n) - units(sold, 8);
  const steps = [
    { ...trade, at, side: 'buy', size: bought },
    { ...trade, at: at + minute, side: 'sell', size: sold },
    { ...trade, at: at + 2 * minute, side: 'sell', size: plain(left, 8) },
  ] as const;
  const earned = countingCosts();
  for (const [place, step] of steps.entries()) {
    const course = spotCourse(step, until);
    const profit = earned(step, course);
    let id = '';
    const ask = async () => {
      if (place < 2)
        return (await real(order.submit, { code, side: step.side, type: 'market', quantity: step.size }, key())).id;
      const { items } = await real(order.dust, { codes: [code] }, key());
      expect(items).toMatchObject([{ type: 'dust', quantity: step.size, held: '0' }]);
      expect(await refusalOf(real(order.dust, { codes: [code] }, key()))).toBe('11323');
      return items[0]?.id ?? '';
    };
    actions.push({ at: step.at, run: async () => (id = await ask()) });
    run.checks.push(async () => {
      const receipt = await holdReceipt(run, 'real', id, course);
      const told = receipt.steps.find(({ name }) => name === 'profit')?.result ?? '';
      expect([receipt.status, told]).toEqual(['filled', profit]);
    });
  }
  run.endings.add('spot dust filled');
}

/**
 * Of the orders that one quote fills, sells go first, and of these those that waited for a fall, the nearest price
 * first.
 */
function turn({ order: { at, side, trigger, stop, amend }, course }: { order: Spot; course: SpotCourse }): number {
  // What is filled when it is placed comes as it is placed.
  if (course.filledAt === at || course.filledAt === amend?.at) return 0;
  if (side === 'buy') return Number.MAX_VALUE;
  const fell = course.reason === 'stopLoss' ? stop : course.begunAt === course.filledAt ? trigger : undefined;
  return fell === undefined ? Number(course.limit ?? 0n) : -1 / Number(fell);
}

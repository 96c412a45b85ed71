import { ApiRefusal, type Client } from '@assay/contract/client.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, amount, charge, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { multiply, toFixed } from '@assay/domain/money/fixed.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { day, hour, minute } from '../../test/identity-app.ts';
import { leading } from '../../test/leading.ts';
import { fundTreasury, product } from '../../test/plans.ts';
import { fund, trading } from '../../test/trading.ts';
import { post } from '../ledger/index.ts';
import { putOnSale } from '../plans/index.ts';
import { isRefusal } from '../platform/refusal.ts';
import type { Account } from './context.ts';
import { equitiesOf, totalsOf } from './profit-total.ts';

const db = await testDatabase();
const { clock, quote, person, rounds, market, bus, sources, portfolio } = await trading(db);
// Stops, targets and limits are seen to by the tape, as they are outside of tests.
const { engine } = await leading({ db, market, bus, sources });
for (const book of ['demo', 'real'] as const) await fund(db, book, 1_000_000_000_000_000n);
await fundTreasury(db, '1000000');
const lending = recipes.houseAdded({ account: 'lending', amount: amount(1_000_000_000n) });
await db.transact((tx) => post(tx, { book: 'real', reference: 'house:lending', at: 0, ...lending }));
await putOnSale(db, [product('gold')], clock.now());

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '10', leverage: 10 } as const;
const buy = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '5' } as const;
const { signal } = new AbortController();

let keys = 0;
/** Two orders that read the same are two. */
const anew = () => ({ idempotencyKey: `act-${(keys += 1)}` });

const units = (text: string): Amount => parseAmount(text, usdt) ?? nothing;
const total = (texts: readonly string[]) => texts.reduce((sum, text) => sum + units(text), 0n);

/** What falls due by the clock: financing, options that expire, incomes of plans. */
async function handleWhatIsDue(): Promise<void> {
  for (const round of rounds) if (['financing', 'settlement', 'plans'].includes(round.name)) await round.run(signal);
}

/** Money that comes and goes without a trade, as the ledger books it. False where too little was free for it. */
async function moved(userId: string, recipe: Recipe): Promise<boolean> {
  const posting = { book: 'real' as const, reference: `test:${userId}`, at: clock.now(), ...recipe };
  return !isRefusal(await db.transact((tx) => post(tx, posting)));
}

/** Everything that the pages show of an account, and that it adds up. */
async function shown(call: Client) {
  const totals = await call(order.getProfitTotal, {});
  const bridge = await call(order.equityBridge, {});
  const sums = await call(order.results, {});
  const listed = await everyResult(call);
  const open = (await call(order.listUOrder, { status: 'open', limit: 100 })).items;

  // The profile: what is free and set aside, less loans, and what is open, is the equity.
  const { available, coins, held, loans, openProfit, equity } = totals;
  expect(total([available, coins, held, openProfit]) - units(loans)).toBe(units(equity));
  // The bridge: what was brought, what came of it, and what else there was, is the same equity.
  const { brought, products, other } = bridge;
  const results = products.flatMap(({ realised, unrealised }) => [realised, unrealised]);
  expect(total([...brought, ...other].map((part) => part.amount)) + total(results)).toBe(units(equity));
  expect(total([totals.realisedProfit, totals.unrealisedProfit])).toBe(total(results));
  // The lists of what has ended: every row together is the total, and each product's part of the profile.
  expect(total(listed.map(({ net }) => net))).toBe(units(sums.net));
  expect(total([sums.gross]) - total([sums.fees, sums.financing])).toBe(units(sums.net));
  for (const { product: name, realised } of totals.products) {
    expect([name, total(listed.filter((row) => row.product === name).map(({ net }) => net))]).toEqual([name, units(realised)]);
  }
  const months = [...new Set(listed.map(({ endedAt }) => endedAt.slice(0, 7)))];
  const days = await Promise.all(months.map((month) => call(order.resultDays, { month })));
  expect(total(days.flat().map(({ net }) => net))).toBe(units(sums.net));
  // The positions: each with its fees, its nights and what closing costs at its price, is what is not realised yet.
  const nets = open.map(({ profit, fee, financing, handCount, currentPrice, feeRate }) => {
    const closing = charge(multiply(multiply(toFixed(handCount), toFixed(currentPrice ?? '0')), toFixed(feeRate)), usdt);
    return units(profit) - units(fee) - units(financing) - closing;
  });
  const contracts = totals.products.find((each) => each.product === 'contract');
  expect(nets.reduce((sum, net) => sum + net, 0n)).toBe(units(contracts?.unrealised ?? '0'));
  return { totals, bridge, sums };
}

async function everyResult(call: Client) {
  const rows = [];
  for (let cursor: string | undefined; ;) {
    const page = await call(order.listResults, { limit: 7, ...(cursor !== undefined && { cursor }) });
    rows.push(...page.items);
    if (page.nextCursor === null) return rows;
    cursor = page.nextCursor;
  }
}

describe('what an account shows', () => {
  it('is net of every cost, and adds up: a contract won, one open, coins kept, a deposit', async () => {
    const { real, userId } = await person('adder');
    await moved(userId, recipes.depositCompleted({ userId, amount: units('1000') }));
    await quote(10_000);
    await real(order.buyU, long, anew());
    await quote(10_200);
    const [position] = (await real(order.listUOrder, { status: 'open' })).items;
    await real(order.stopU, { id: position?.id ?? '' }, anew());
    await real(order.buyU, { ...long, lots: '5' }, anew());
    const { totals, bridge, sums } = await shown(real);
    // 20 of price, 1 and 1.02 of fees; 0.51 to open 5 lots at 102 and 0.51 to close them there.
    expect(sums).toMatchObject({ gross: '20', fees: '2.02', net: '17.98', ended: 1, won: 1, averageWin: '17.98' });
    expect(totals).toMatchObject({
      realisedProfit: '17.98',
      unrealisedProfit: '-1.02',
      openProfit: '-0.51',
      equity: '1016.96',
    });
    expect(bridge.brought).toEqual([{ name: 'deposits', amount: '1000' }]);
    expect(bridge.other).toEqual([]);
  });

  it('tells what won, what lost on average, and how far the results fell at most', async () => {
    const { demo } = await person('faller');
    const round = async (from: number, to: number) => {
      await quote(from);
      const { id } = await demo(order.buyU, long, anew());
      await quote(to);
      await demo(order.stopU, { id }, anew());
      clock.advance(minute);
    };
    // +10 − 1 − 1.01, then −10 − 1 − 0.99, −20 − 1 − 0.98, and +10 again: 7.99, −11.99, −21.98, 7.99.
    await round(10_000, 10_100);
    await round(10_000, 9900);
    await round(10_000, 9800);
    await round(10_000, 10_100);
    const { sums } = await shown(demo);
    expect(sums).toMatchObject({
      ended: 4,
      won: 2,
      averageWin: '7.99',
      averageLoss: '-16.985',
      largestFall: '33.97',
      net: '-17.99',
    });
    const before = new Date(clock.now()).toISOString();
    expect(await demo(order.results, { from: before })).toMatchObject({
      ended: 0,
      net: '0',
      averageWin: null,
      largestFall: '0',
    });
    expect(await demo(order.results, { to: before, product: 'option' })).toMatchObject({ ended: 0, net: '0' });
    expect((await demo(order.results, { code: 'EURJPY' })).net).toBe('0');
  });

  it('begins anew when a demo account does', async () => {
    const { demo } = await person('afresh');
    await quote(10_000);
    await demo(order.buyU, long, anew());
    await demo(order.submit, buy, anew());
    await quote(9900);
    const [position] = (await demo(order.listUOrder, { status: 'open' })).items;
    await demo(order.stopU, { id: position?.id ?? '' }, anew());
    // 10 of price, 1 and 0.99 of fees; what the coins have cost counts once they are sold.
    expect((await shown(demo)).sums.net).toBe('-11.99');
    await demo(order.buyU, long, anew());
    clock.advance(1000);
    await demo(user.demoReset, {});
    const { totals, bridge, sums } = await shown(demo);
    expect(totals).toMatchObject({ equity: '100000', realisedProfit: '0', todayProfit: '0', unrealisedProfit: '0' });
    expect(sums).toMatchObject({ ended: 0, net: '0', since: new Date(clock.now()).toISOString() });
    expect(bridge.brought).toEqual([{ name: 'demo', amount: '100000' }]);
    await quote(10_000);
    await demo(order.submit, buy, anew());
    expect((await shown(demo)).bridge.since).not.toBeNull();
    expect((await demo(order.equityFlows, { from: new Date(0).toISOString() })).at(-1)).toMatchObject({ kind: 'reset' });
  });

  it('counts what an inviter, a charity and a loan brought or took as neither brought nor won', async () => {
    const { real, userId } = await person('otherwise');
    await moved(userId, recipes.depositCompleted({ userId, amount: units('500') }));
    await moved(userId, recipes.loanPaidOut({ userId, principal: units('100') }));
    await moved(userId, recipes.loanRepaid({ userId, interest: units('2.5'), principal: units('40') }));
    await moved(userId, recipes.nftBought({ userId, price: units('30') }));
    const bitcoin = { asset: assetOf('COIN'), amount: amount(200_000_000n) };
    await quote(10_000);
    await moved(userId, recipes.depositCompleted({ userId, ...bitcoin }));
    const { totals, bridge } = await shown(real);
    // 500 + 100 − 2.5 − 40 − 30 of USDT, two coins at 100, 60 still owed.
    expect(totals).toMatchObject({ equity: '667.5', loans: '60' });
    expect(bridge.brought).toEqual([
      { name: 'deposits', amount: '500' },
      { name: 'coins', amount: '200' },
    ]);
    expect(bridge.other).toEqual([
      { name: 'loanInterest', amount: '-2.5' },
      { name: 'nfts', amount: '-30' },
    ]);
  });
});

/** Acts of a customer. Each returns whether it happened: without a suitable object it does not. */
interface Act {
  readonly kind: string;
  readonly does: (call: Client, userId: string) => Promise<unknown>;
}

const nothingToDo = Symbol('nothing to do');
const oneOf = async <Item>(items: Promise<{ items: Item[] }>, then: (item: Item) => Promise<unknown>) => {
  const [item] = (await items).items;
  return item === undefined ? nothingToDo : then(item);
};
/** Of a call that does as much as it finds. */
const some = async (done: Promise<{ done: unknown[] } | { items: unknown[] }>) => {
  const answer = await done;
  return ('done' in answer ? answer.done : answer.items).length === 0 ? nothingToDo : answer;
};
const inStep = (hundredths: number) => (hundredths / 100).toString();
const open = (call: Client) => call(order.listUOrder, { status: 'open' });
const waiting = (call: Client) => call(order.listUOrder, { status: 'awaiting' });

type Side = 'long' | 'short';
const stops = (at: (distance: number) => string, away: number) => ({
  trailing: { trailingStop: '1.5' },
  targets: { targets: [{ price: at(away + 1), lots: '4' }], takeProfit: at(away + 2), stopLoss: at(away - 3) },
  stops: { takeProfit: at(away + 2), stopLoss: at(away - 2) },
});

const doing = {
  open: (side: Side, lots: number, away: number): Act => {
    const price = String(100 + (side === 'long' ? away : -away));
    const request = { ...long, side, lots: String(lots) };
    return away === 0
      ? { kind: 'market', does: (call) => call(order.buyU, request, anew()) }
      : { kind: 'limit', does: (call) => call(order.buyU, { ...request, type: 'limit', price }, anew()) };
  },
  close: (part: boolean): Act => ({
    kind: part ? 'part' : 'close',
    does: (call) => oneOf(open(call), ({ id }) => call(order.stopU, { id, ...(part && { lots: '1' }) }, anew())),
  }),
  cancel: (): Act => ({
    kind: 'cancel',
    does: (call) => oneOf(waiting(call), ({ id }) => call(order.stopU, { id }, anew())),
  }),
  margin: (way: 'add' | 'remove', size: number): Act => ({
    kind: way,
    does: (call) => oneOf(open(call), ({ id }) => call(order.margin, { id, way, amount: String(size) }, anew())),
  }),
  /** Opens at a trigger, with what may end it: a stop that follows, or a share of it at a target. */
  stop: (side: Side, away: number, rests: boolean, ends: 'trailing' | 'targets' | 'stops'): Act => {
    const at = (distance: number) => String(100 + (side === 'long' ? distance : -distance));
    const entry = rests ? ({ type: 'stopLimit', price: at(away) } as const) : ({ type: 'stop' } as const);
    const request = { ...long, side, trigger: at(away), ...entry, ...stops(at, away)[ends] };
    return { kind: `${entry.type} ${ends}`, does: (call) => call(order.buyU, request, anew()) };
  },
  amend: (): Act => ({
    kind: 'amend',
    does: (call) => oneOf(waiting(call), ({ id }) => call(order.amendU, { id, lots: '3' }, anew())),
  }),
  turn: (): Act => ({
    kind: 'reverse',
    does: (call) => oneOf(open(call), ({ id }) => call(order.reverse, { id }, anew())),
  }),
  sweep: (kind: 'closeAll' | 'cancelAll'): Act => ({ kind, does: (call) => some(call(order[kind], {}, anew())) }),
  coins: (side: 'buy' | 'sell', hundredths: number): Act => ({
    kind: side,
    does: (call) => call(order.submit, { ...buy, side, quantity: inStep(hundredths) }, anew()),
  }),
  /** Leaves no more than dust. */
  sellOut: (): Act => ({
    kind: 'sellOut',
    does: async (call) => {
      const { balances } = await call(order.getAssestInfo, { code: 'COIN' });
      const hundredths = Math.floor(Number(balances[0]?.available ?? '0') * 100);
      if (hundredths === 0) return nothingToDo;
      return call(order.submit, { ...buy, side: 'sell', quantity: inStep(hundredths) }, anew());
    },
  }),
  /** Coins that wait for a trigger, or for one of two prices. */
  spotStopLimit: (hundredths: number, away: number): Act => {
    const [quantity, price] = [inStep(hundredths), String(100 + away)];
    const request = { ...buy, quantity, price, trigger: price, type: 'stopLimit' } as const;
    return { kind: 'spotStopLimit', does: (call) => call(order.submit, request, anew()) };
  },
  pair: (hundredths: number, away: number): Act => {
    const prices = { price: String(100 + away), trigger: String(100 - away) };
    const request = { ...buy, side: 'sell', type: 'oco', quantity: inStep(hundredths), ...prices } as const;
    return { kind: 'pair', does: (call) => call(order.submit, request, anew()) };
  },
  amendCoins: (): Act => ({
    kind: 'amendCoins',
    does: (call) =>
      oneOf(call(order.listBbOrder, { status: 'open' }), ({ id }) => call(order.amendBb, { id, price: '101.5' }, anew())),
  }),
  cancelCoins: (): Act => ({ kind: 'cancelCoins', does: (call) => some(call(order.cancelAllBb, {}, anew())) }),
  dust: (): Act => ({ kind: 'dust', does: (call) => some(call(order.dust, { codes: ['COINUSDT'] }, anew())) }),
  option: (direction: 'up' | 'down'): Act => ({
    kind: direction,
    does: (call) => call(order.buyOptions, { code: 'COINUSDT', direction, amount: '10', periodId: '1min' }, anew()),
  }),
  plan: (): Act => ({
    kind: 'plan',
    does: (call) => call(order.buySmart, { productId: 'plan-gold', days: 7, amount: '100' }, anew()),
  }),
  leave: (): Act => ({
    kind: 'leave',
    does: (call) => oneOf(call(order.listSmartOrder, {}), ({ id }) => call(order.stopSmart, { id }, anew())),
  }),
  deposit: (size: number): Act => ({
    kind: 'deposit',
    does: (_, userId) => moved(userId, recipes.depositCompleted({ userId, amount: amount(BigInt(size)) })),
  }),
  withdraw: (most: number): Act => ({
    kind: 'withdraw',
    does: async (_, userId) => {
      const size = amount(BigInt(most));
      if (!(await moved(userId, recipes.withdrawalRequested({ userId, asset: usdt, amount: size })))) return nothingToDo;
      return moved(userId, recipes.withdrawalCompleted({ userId, asset: usdt, actual: amount(size - 1n), fee: amount(1n) }));
    },
  }),
  pass: (time: number, move: number): Act => ({
    kind: 'pass',
    does: async () => {
      clock.advance(time - 1000);
      await quote(10_000 + move, 10_000 + move + 10);
      await engine.settled();
      clock.advance(1000);
      await handleWhatIsDue();
    },
  }),
};

const side = fc.constantFrom('long' as const, 'short' as const);
const hundredths = fc.integer({ min: 1, max: 200 });
const near = fc.integer({ min: 1, max: 2 });
const acts = fc.oneof(
  fc.tuple(side, fc.integer({ min: 1, max: 30 }), fc.integer({ min: -3, max: 0 })).map((each) => doing.open(...each)),
  fc.boolean().map(doing.close),
  fc.constantFrom(doing.cancel(), doing.amend(), doing.turn(), doing.sweep('closeAll'), doing.sweep('cancelAll')),
  fc.tuple(fc.constantFrom('add', 'add', 'remove'), fc.integer({ min: 1, max: 50 })).map((each) => doing.margin(...each)),
  fc
    .tuple(side, fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.constantFrom('trailing', 'targets', 'stops'))
    .map((each) => doing.stop(...each)),
  fc.tuple(hundredths, near).map((each) => doing.spotStopLimit(...each)),
  fc.tuple(hundredths, near).map((each) => doing.pair(...each)),
  fc.constantFrom(doing.amendCoins(), doing.cancelCoins(), doing.sellOut(), doing.dust(), doing.plan(), doing.leave()),
  fc.tuple(fc.constantFrom('buy', 'sell'), fc.integer({ min: 1, max: 900 })).map((each) => doing.coins(...each)),
  fc.constantFrom('up' as const, 'down' as const).map(doing.option),
  fc.integer({ min: 1, max: 90_000_000 }).map(doing.deposit),
  fc.integer({ min: 2, max: 30_000_000 }).map(doing.withdraw),
  fc.tuple(fc.constantFrom(minute, hour, day), fc.integer({ min: -250, max: 250 })).map((each) => doing.pass(...each)),
);

/** Each kind once at least, where it can come about; then the market meets what waits for it. */
const everyKind = [
  [doing.deposit(1_000_000), doing.coins('buy', 500), doing.open('long', 10, 0), doing.open('long', 5, -3), doing.amend()],
  [doing.margin('add', 30), doing.margin('remove', 10), doing.close(true), doing.cancel(), doing.plan(), doing.leave()],
  (['trailing', 'targets', 'stops'] as const).flatMap((ends) => [
    doing.stop('long', 1, false, ends),
    doing.stop('short', 1, true, ends),
  ]),
  (['trailing', 'targets', 'stops'] as const).map((ends) => doing.stop('long', 1, true, ends)),
  (['trailing', 'targets', 'stops'] as const).map((ends) => doing.stop('short', 2, false, ends)),
  [doing.spotStopLimit(100, 1), doing.pair(50, 2), doing.amendCoins(), doing.option('up'), doing.option('down')],
  [doing.pass(minute, 120), doing.pass(minute, 210), doing.pass(minute, 320), doing.pass(day, -40), doing.pass(minute, -250)],
  [doing.open('short', 3, 0), doing.turn(), doing.close(false), doing.open('long', 2, 0), doing.sweep('closeAll')],
  [doing.open('long', 5, -3), doing.sweep('cancelAll'), doing.pair(50, 3), doing.cancelCoins(), doing.coins('sell', 40)],
  [doing.sellOut(), doing.dust(), doing.withdraw(2_000_000)],
].flat();

let people = 0;

it('adds up after every random history, to the last unit', async () => {
  const came = new Map(everyKind.map(({ kind }) => [kind, 0]));
  /** Refused is no act; anything else that goes wrong is no refusal. */
  const cameAbout = async ({ kind, does }: Act, call: Client, userId: string) => {
    const answer = await does(call, userId).catch((error: unknown) => {
      if (error instanceof ApiRefusal && error.code !== '500') return nothingToDo;
      throw error;
    });
    if (answer !== nothingToDo) came.set(kind, (came.get(kind) ?? 0) + 1);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 20, maxLength: 45 }), async (history) => {
      people += 1;
      const { real, userId } = await person(`history${people}`);
      await moved(userId, recipes.depositCompleted({ userId, amount: units('5000') }));
      await quote(9995, 10_005);
      await engine.settled();
      for (const act of history) await cameAbout(act, real, userId);
      const { bridge } = await shown(real);
      // Nothing came from elsewhere but USDT: each coin's value is rounded down by itself.
      const coins = bridge.brought.find(({ name }) => name === 'coins');
      expect(Number(coins?.amount ?? '0')).toBeCloseTo(0, 4);
      expect(bridge.brought.map(({ name }) => name)).not.toContain('demo');
    }),
    { numRuns: 12, examples: [[everyKind]] },
  );
  expect([...came].filter(([, times]) => times === 0)).toEqual([]);
  // The values of all accounts at once equal those of each; without holdings beyond balances they would not.
  const everybody = await db.query<Account>(
    'select distinct owner as "userId", book from ledger_accounts where not house order by 1, 2',
  );
  const told: Amount[] = [];
  for (const account of everybody) told.push((await totalsOf(portfolio, account)).equity);
  expect(await equitiesOf(portfolio, everybody)).toEqual(told);
  expect(await equitiesOf({ ...portfolio, beyond: [] }, everybody)).not.toEqual(told);
  const ended = await db.query<{ reason: string }>('select distinct close_reason as reason from positions');
  const reasons = ['manual', 'stopLoss', 'takeProfit', 'trailingStop', 'cancelled'];
  expect(ended.map(({ reason }) => reason)).toEqual(expect.arrayContaining(reasons));
});

import { amount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { fundTreasury, product } from '../../test/plans.ts';
import { coin, fund, trading } from '../../test/trading.ts';
import { audit, balances, openDemo, post, recipes } from '../ledger/index.ts';
import { putOnSale } from '../plans/index.ts';
import { allHoldings as holdings, createProducts } from '../products.ts';

const db = await testDatabase();
const { bus, market, clock, quote } = await trading(db);
await fund(db, 'demo', 1_000_000_000_000_000n);
await fundTreasury(db, '1000000');
await putOnSale(db, [product('gold'), product('silver')], clock.now());
const parts = { db, bus, clock, market, mode: 'sandbox', log: silent, origin: '' } as const;
const { dealer } = createProducts(parts).positions;

const dayMs = 86_400_000;
const ownersMax = 3;
const owner = fc.nat({ max: ownersMax - 1 });
const contract = fc.record({
  kind: fc.constant('open'),
  owner,
  side: fc.constantFrom('long', 'short'),
  lots: fc.constantFrom('1', '40', '3000', '9000', '100000'),
  price: fc.constantFrom(undefined, '95', '105'),
  stopped: fc.boolean(),
});
const option = fc.record({
  kind: fc.constant('option'),
  owner,
  direction: fc.constantFrom('up', 'down'),
  amount: fc.constantFrom('5', '4999.999999', '5000.01'),
});
const spot = fc.record({
  kind: fc.constant('spot'),
  owner,
  side: fc.constantFrom('buy', 'sell'),
  quantity: fc.constantFrom('0.0333', '3', '700'),
  price: fc.constantFrom(undefined, '95', '105'),
});
const plan = fc.record({
  kind: fc.constant('plan'),
  owner,
  productId: fc.constantFrom('plan-gold', 'plan-silver', 'plan-none'),
  days: fc.constantFrom(7, 30),
  amount: fc.constantFrom('100', '1234.567891', '6000'),
});
const opening = fc.oneof(contract, option, spot, plan);

const nth = fc.nat({ max: 5 });
/** About one of the orders that were opened, by its place. */
const later = fc.oneof(
  opening,
  fc.record({ kind: fc.constant('close'), owner, nth }),
  fc.record({ kind: fc.constant('amend'), owner, nth, stopLoss: fc.constantFrom('99', '90', '101', null) }),
  // Half a percent, a stop, a liquidation, one with a gap that the insurance fund is asked for.
  fc.record({ kind: fc.constant('act'), owner, nth, price: fc.constantFrom(9450, 9900, 9000, 5000, 10_600, 14_000) }),
  fc.record({ kind: fc.constant('settle'), owner, nth, price: fc.constantFrom(9999, 10_000, 10_001, undefined) }),
  fc.record({ kind: fc.constant('fill'), owner, nth, price: fc.constantFrom(9400, 10_000, 10_600) }),
  fc.record({ kind: fc.constant('cancel'), owner, nth }),
  fc.record({ kind: fc.constant('seeTo'), owner, nth }),
  fc.record({ kind: fc.constant('leave'), owner, nth }),
);
type Opening = typeof opening extends fc.Arbitrary<infer T> ? T : never;
type Later = typeof later extends fc.Arbitrary<infer T> ? T : never;
const sizes = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 6 });

/** A drill asks for more than a run of all tests does. */
const cases = Number(process.env['GROUP_CASES'] ?? 100);

/** Brings about whatever may become of an order; tried before all that is made up. */
const everything: [Opening[], Later[], number[]] = [
  [
    ...[0, 0, 1, 2].map(
      (of) => ({ kind: 'open', owner: of, side: 'long', lots: '1', price: undefined, stopped: of === 0 }) as const,
    ),
    ...[1, 2].map((of) => ({ kind: 'open', owner: of, side: 'long', lots: '1', price: '95', stopped: false }) as const),
    ...[0, 0, 0, 0, 1].map((of) => ({ kind: 'option', owner: of, direction: 'up', amount: '5' }) as const),
    ...([0, 2] as const).map((of) => ({ kind: 'spot', owner: of, side: 'buy', quantity: '3', price: '95' }) as const),
    { kind: 'spot', owner: 1, side: 'buy', quantity: '3', price: undefined },
    ...[0, 1].map((of) => ({ kind: 'plan', owner: of, productId: 'plan-gold', days: 7, amount: '1234.567891' }) as const),
  ],
  [
    { kind: 'act', owner: 0, nth: 0, price: 9450 },
    { kind: 'act', owner: 0, nth: 1, price: 9000 },
    ...[0, 1].map((place) => ({ kind: 'close', owner: 1, nth: place }) as const),
    ...([9999, 10_000, 10_001, undefined] as const).map(
      (price, place) => ({ kind: 'settle', owner: 0, nth: place, price }) as const,
    ),
    { kind: 'cancel', owner: 0, nth: 0 },
    { kind: 'leave', owner: 1, nth: 0 },
  ],
  [64],
];

let people = 0;
let numbers = 0;
let worlds = 0;
const start = clock.now();

/** Somebody with 100,000 USDT of play money, and as much of one's own. */
async function somebody(): Promise<string> {
  people += 1;
  const [user] = await db.query<{ id: number }>(
    `insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
     values ($1, $2, 'none', now(), 'en', $3, now()) returning id`,
    [`people${people}`, `people${people}@example.com`, String(people).padStart(10, '0')],
  );
  const userId = String(user?.id);
  const given = amount(100_000_000_000n);
  await db.transact((tx) => openDemo(tx, { userId, amount: given, at: 0 }));
  const deposit = recipes.depositCompleted({ userId, amount: given });
  await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${userId}`, at: 0, ...deposit }));
  return userId;
}

/** In groups of these sizes, over and over: all commands of a group are submitted together. */
async function inGroups<C>(commands: readonly C[], groups: readonly number[], submit: (command: C) => Promise<unknown>) {
  const answers: unknown[] = [];
  for (let from = 0, turn = 0; from < commands.length; turn += 1) {
    const size = groups[turn % groups.length] ?? 1;
    answers.push(...(await Promise.all(commands.slice(from, from + size).map(submit))));
    from += size;
  }
  return answers as ({ readonly code?: string; readonly id?: string; readonly status?: string } | undefined)[];
}

function orderNo(letter: string): string {
  numbers += 1;
  return `${letter}300107-${String(numbers).padStart(10, '0')}`;
}

/** Whose command it is, and the letter before the product's ids on the wire. */
const products = {
  open: { name: 'contracts', letter: '' },
  close: { name: 'contracts', letter: '' },
  amend: { name: 'contracts', letter: '' },
  act: { name: 'contracts', letter: '' },
  option: { name: 'options', letter: 'o' },
  settle: { name: 'options', letter: 'o' },
  spot: { name: 'spot', letter: 's' },
  fill: { name: 'spot', letter: 's' },
  cancel: { name: 'spot', letter: 's' },
  plan: { name: 'plans', letter: 'p' },
  seeTo: { name: 'plans', letter: 'p' },
  leave: { name: 'plans', letter: 'p' },
} as const;

const code = coin.code;

function openingOf(command: Opening): object {
  if (command.kind === 'option') {
    const { direction, amount: stake } = command;
    return { kind: 'buy', orderNo: orderNo('O'), input: { direction, amount: stake, code, periodId: '1min' } };
  }
  if (command.kind === 'plan') {
    const { productId, days, amount: principal } = command;
    return { kind: 'buy', orderNo: orderNo('P'), input: { productId, days, amount: principal } };
  }
  const { side, price } = command;
  const asked = { code, side, price, type: price === undefined ? 'market' : 'limit' };
  if (command.kind === 'open') {
    const stopLoss = command.stopped ? { stopLoss: side === 'long' ? '94.5' : '105.5' } : {};
    return { kind: 'open', orderNo: orderNo('C'), input: { ...asked, leverage: 10, lots: command.lots, ...stopLoss } };
  }
  return { kind: 'place', orderNo: orderNo('S'), base: coin.base, input: { ...asked, quantity: command.quantity } };
}

function laterOf(command: Exclude<Later, Opening>, id: number, openedAt: number): object {
  const { kind } = command;
  if (kind === 'amend') return { kind, id, input: { id: String(id), stopLoss: command.stopLoss } };
  if (kind === 'leave') return { kind, id, input: { id: `p${id}` } };
  if (kind === 'close') return { kind, id, input: { id: String(id) } };
  if (!('price' in command)) return { kind, id, base: coin.base };
  const at = kind === 'settle' ? openedAt + 59_000 : clock.now();
  const { price } = command;
  const seen = price === undefined ? undefined : { code, bid: price, ask: price, time: at, volume: 0 };
  return { kind, id, base: coin.base, quote: seen, followed: null };
}

const isOpening = (command: Later): command is Opening => !('nth' in command);

/** What became of the commands: answers, orders, balances and bookings, without the numbers that differ each time. */
async function outcome(openings: readonly Opening[], rest: readonly Later[], groups: readonly number[]) {
  // Always at the same hour of the same day of the week.
  worlds += 1;
  clock.advance(start + worlds * 14 * dayMs - clock.now());
  quote(10_000);
  const openedAt = clock.now();
  const users = await Promise.all(Array.from({ length: ownersMax }, somebody));
  const submit = (command: Later, more: object) => {
    const { name } = products[command.kind];
    const book = name === 'plans' ? 'real' : 'demo';
    const whose = { userId: users[command.owner] ?? '', book } as const;
    const asked = { product: name, lane: 'people', call: null, owner: whose, opens: true, ...more } as const;
    return dealer.submit(asked);
  };
  const opened = await inGroups(openings, groups, (command) => submit(command, openingOf(command)));
  // Three incomes of plans have fallen due, and three charges of financing.
  clock.advance(3 * dayMs);
  quote(10_000);
  const idsOf = ({ kind, owner: place }: Later) => {
    const { name, letter } = products[kind];
    return opened.flatMap((answer, index) => {
      const { id } = answer ?? {};
      const asked = openings[index];
      const own = id !== undefined && asked?.owner === place && products[asked.kind].name === name;
      return own ? [Number(id.slice(letter.length))] : [];
    });
  };
  const answers = await inGroups(rest, groups, (command) => {
    if (isOpening(command)) return submit(command, openingOf(command));
    const ids = idsOf(command);
    return submit(command, laterOf(command, ids[command.nth % Math.max(1, ids.length)] ?? 0, openedAt));
  });
  // The round of plans: whoever has left is paid out.
  const bought = openings.flatMap((asked, index) => {
    const { id } = opened[index] ?? {};
    return asked.kind === 'plan' && id !== undefined
      ? [{ kind: 'seeTo', owner: asked.owner, id: Number(id.slice(1)) } as const]
      : [];
  });
  await inGroups(bought, groups, ({ id, ...command }) => submit({ ...command, nth: 0 }, { kind: 'seeTo', id }));
  return {
    codes: [...opened, ...answers].map((answer) => answer?.status ?? answer?.code),
    accounts: await Promise.all(users.map((userId) => account(userId))),
  };
}

async function account(userId: string) {
  const rows = (columns: string, table: string) =>
    db.query(`select ${columns} from ${table} where user_id = $1 order by order_no`, [userId]);
  const booked = await db.query(
    `select a.book, a.asset, a.kind, e.version, e.amount, e.balance_after, t.reason from ledger_entries e
     join ledger_accounts a on a.id = e.account_id join ledger_transactions t on t.id = e.transaction_id
     where a.owner = $1 order by a.book, a.asset, a.kind, e.version`,
    [userId],
  );
  return {
    contracts: await rows(
      `status, side, lots, margin, hold, open_price, close_price, profit, close_fee, gap, financing, stop_loss, close_reason, version`,
      'positions',
    ),
    options: await rows('status, direction, stake, settlement, profit, void_reason', 'options'),
    spot: await rows('status, side, quantity, hold, filled_price, paid, received, fee, profit, cost, version', 'spot_orders'),
    plans: await rows('status, product_id, days, principal, income_days, forfeited', 'plans'),
    incomes: await db.query(
      `select p.product_id, i.day, i.amount, i.due_at - p.opens_at as after from plan_incomes i join plans p on p.id = i.plan_id
       where p.user_id = $1 order by p.order_no, i.day`,
      [userId],
    ),
    costs: await db.query('select asset, quantity, cost from spot_costs where user_id = $1', [userId]),
    booked,
    balances: await balances(db, 'demo', userId, [usdt, assetOf(coin.base)]),
  };
}

async function statusesOf(table: string): Promise<string[]> {
  const rows = await db.query<{ status: string }>(`select distinct status from ${table} order by status`);
  return rows.map(({ status }) => status);
}

it('the same commands in groups of any size lead to the same answers, orders and books as one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(opening, { minLength: 1, maxLength: 14 }),
      fc.array(later, { minLength: 1, maxLength: 24 }),
      sizes,
      async (openings, rest, groups) => {
        expect(await outcome(openings, rest, groups)).toEqual(await outcome(openings, rest, [1]));
      },
    ),
    { numRuns: cases, examples: [everything] },
  );
  expect((await audit(db, { holdings })).findings).toEqual([]);
  expect(await statusesOf('options')).toEqual(['lost', 'open', 'tie', 'void', 'won']);
  expect(await statusesOf('spot_orders')).toEqual(['cancelled', 'filled', 'open']);
  expect(await statusesOf('plans')).toEqual(['closedSuccessfully', 'inIncome']);
  expect(await statusesOf('positions')).toEqual(['awaiting', 'cancelled', 'closed', 'closedEarly', 'liquidated', 'open']);
}, 1_800_000);

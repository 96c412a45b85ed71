import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { fund, trading } from '../../test/trading.ts';
import { audit, balances, openDemo } from '../ledger/index.ts';
import { allHoldings as holdings, createProducts } from '../products.ts';

const db = await testDatabase();
const { bus, market, clock, quote } = await trading(db);
await fund(db, 'demo', 1_000_000_000_000_000n);
quote(10_000);
const parts = { db, bus, clock, market, mode: 'sandbox', log: silent, origin: '' } as const;
const { dealer } = createProducts(parts).positions;

const ownersMax = 3;
const owner = fc.nat({ max: ownersMax - 1 });
const opening = fc.record({
  kind: fc.constant('open'),
  owner,
  side: fc.constantFrom('long', 'short'),
  lots: fc.constantFrom('1', '40', '3000', '9000', '100000'),
  price: fc.constantFrom(undefined, '95', '105'),
});
/** About one of the orders that were opened, by its place. */
const later = fc.oneof(
  opening,
  fc.record({ kind: fc.constantFrom('close'), owner, nth: fc.nat({ max: 5 }) }),
  fc.record({ kind: fc.constant('amend'), owner, nth: fc.nat({ max: 5 }), stopLoss: fc.constantFrom('99', '90', '101', null) }),
  // Half a percent, a stop, a liquidation, one with a gap that the insurance fund is asked for.
  fc.record({
    kind: fc.constant('act'),
    owner,
    nth: fc.nat({ max: 5 }),
    price: fc.constantFrom(9450, 9900, 9000, 5000, 10_600, 14_000),
  }),
);
type Opening = typeof opening extends fc.Arbitrary<infer T> ? T : never;
type Later = typeof later extends fc.Arbitrary<infer T> ? T : never;
const sizes = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 6 });

/** A drill asks for more than a run of all tests does. */
const cases = Number(process.env['GROUP_CASES'] ?? 100);

let people = 0;
let numbers = 0;

/** Somebody with 100,000 USDT of play money. */
async function somebody(): Promise<string> {
  people += 1;
  const [user] = await db.query<{ id: number }>(
    `insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
     values ($1, $2, 'none', now(), 'en', $3, now()) returning id`,
    [`people${people}`, `people${people}@example.com`, String(people).padStart(10, '0')],
  );
  const userId = String(user?.id);
  await db.transact((tx) => openDemo(tx, { userId, amount: amount(100_000_000_000n), at: 0 }));
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
  return answers as { readonly code?: string; readonly id?: string; readonly status?: string }[];
}

/** What became of the commands: answers, orders, balances and bookings, without the numbers that differ each time. */
async function outcome(openings: readonly Opening[], rest: readonly Later[], groups: readonly number[]) {
  const users = await Promise.all(Array.from({ length: ownersMax }, somebody));
  const ownerOf = (place: number) => ({ userId: users[place] ?? '', book: 'demo' as const });
  const base = (place: number) =>
    ({ product: 'contracts', lane: 'people', call: null, owner: ownerOf(place), opens: true }) as const;
  const open = ({ owner: place, side, lots, price }: Opening) => {
    numbers += 1;
    const orderNo = `C300107-${String(numbers).padStart(10, '0')}`;
    const input = { code: 'COINUSDT', side, type: price === undefined ? 'market' : 'limit', lots, leverage: 10, price };
    const asked = { ...base(place), kind: 'open', orderNo, input };
    return dealer.submit(asked);
  };
  const opened = await inGroups(openings, groups, open);
  const idsOf = (place: number) =>
    opened.flatMap(({ id }, index) => (id !== undefined && openings[index]?.owner === place ? [Number(id)] : []));
  const answers = await inGroups(rest, groups, (command) => {
    if (command.kind === 'open') return open(command);
    const ids = idsOf(command.owner);
    const id = ids[command.nth % Math.max(1, ids.length)] ?? 0;
    if (command.kind === 'close') {
      const closing = { ...base(command.owner), kind: 'close', id, input: { id: String(id) } };
      return dealer.submit(closing);
    }
    if ('stopLoss' in command) {
      const input = { id: String(id), stopLoss: command.stopLoss };
      const asked = { ...base(command.owner), kind: 'amend', id, input };
      return dealer.submit(asked);
    }
    const crossed = { code: 'COINUSDT', bid: command.price, ask: command.price, time: clock.now(), volume: 0 };
    const asked = { ...base(command.owner), kind: 'act', id, quote: crossed, followed: null };
    return dealer.submit(asked);
  });
  return {
    codes: [...opened, ...answers].map((answer) => answer?.status ?? answer?.code),
    accounts: await Promise.all(users.map((userId) => account(userId))),
  };
}

async function account(userId: string) {
  const rows = await db.query(
    `select status, side, lots, margin, hold, open_price, close_price, profit, close_fee, gap, stop_loss, close_reason, version
     from positions where user_id = $1 order by id`,
    [userId],
  );
  const booked = await db.query(
    `select e.version, e.amount, e.balance_after, a.kind, t.reason from ledger_entries e
     join ledger_accounts a on a.id = e.account_id join ledger_transactions t on t.id = e.transaction_id
     where a.owner = $1 order by a.kind, e.version`,
    [userId],
  );
  return { rows, booked, balances: await balances(db, 'demo', userId, [usdt]) };
}

it('the same commands in groups of any size lead to the same answers, orders and books as one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(opening, { minLength: 1, maxLength: 12 }),
      fc.array(later, { minLength: 1, maxLength: 20 }),
      sizes,
      async (openings, rest, groups) => {
        expect(await outcome(openings, rest, groups)).toEqual(await outcome(openings, rest, [1]));
      },
    ),
    { numRuns: cases },
  );
  expect((await audit(db, { holdings })).findings).toEqual([]);
}, 1_800_000);

import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { coin } from '@assay/domain/test/coin.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import {
  type Later,
  type Opening,
  bookOf,
  everything,
  isOpening,
  laneOf,
  later,
  laterOf,
  limitedOwner,
  opening,
  openingOf,
  ownersMax,
  products,
  refusedLots,
  sizes,
} from '../../test/dealing/commands.ts';
import { fundTreasury, product } from '../../test/plans.ts';
import { fund, trading } from '../../test/trading.ts';
import { allHoldings as holdings } from '../holdings.ts';
import { audit, balances, openDemo, post } from '../ledger/index.ts';
import { putOnSale } from '../plans/index.ts';
import { bodyHashOf } from '../platform/idempotency.ts';
import { createProducts } from '../products.ts';

const db = await testDatabase();
const { bus, market, clock, quote } = await trading(db);
for (const book of ['demo', 'real'] as const) await fund(db, book, 1_000_000_000_000_000n);
await fundTreasury(db, '1000000000');
await putOnSale(db, [product('gold'), product('silver'), product('later')], clock.now());
const parts = { db, bus, clock, market, mode: 'sandbox', log: silent, origin: '' } as const;
const { dealer } = createProducts({ ...parts, placesMax: Infinity }).positions;
await db.query(
  `create function refuses() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
   create trigger refuses before insert on positions for each row when (new.lots = ${refusedLots}) execute function refuses()`,
);

const dayMs = 86_400_000;
/** A drill asks for more than a run of all tests does, and for other ones. */
const cases = Number(process.env['GROUP_CASES'] ?? 25);
const seed = process.env['GROUP_SEED'];
/** A case takes a fifth of a second on a quiet machine. */
const patience = { timeout: Math.max(300_000, cases * 3_600) };

let people = 0;
let worlds = 0;
const refusals = new Set<string>();
const start = clock.now();

/** A customer with 100,000 USDT of play money, and as much of real money. */
async function somebody(_: unknown, place: number): Promise<string> {
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
  if (place === limitedOwner) {
    // Five USDT are lost by the fees of two orders of 40 lots.
    await db.query(
      `insert into limit_choices (user_id, kind, daily_loss, chosen_at, effective_at) values ($1, 'dailyLoss', 5000000, $2, $2)`,
      [userId, new Date(0)],
    );
  }
  return userId;
}

/** A session that lasts longer than a world. */
async function session(userId: string): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `insert into sessions (token_hash, user_id, network, user_agent, created_at, last_used_at, expires_at)
     values (sha256(convert_to($1, 'UTF8')), $1::bigint, '192.0.2.', 'test', $2, $2, $3) returning id::text`,
    [userId, new Date(clock.now()), new Date(clock.now() + 14 * dayMs)],
  );
  return row?.id ?? '';
}

/** Those that are sent twice are listed twice, with one key. */
const withRepeats = <C extends Later>(commands: readonly C[], turn: string): (C & { key?: string })[] =>
  commands.flatMap((command, place): (C & { key?: string })[] => {
    const repeated = { ...command, key: `${turn}${place}` };
    return isOpening(command) && command.twice ? [repeated, repeated] : [command];
  });

/** What a command is answered with; of several orders at once as far as it is the same each time. */
interface Answer {
  readonly code?: string;
  readonly id?: string;
  readonly status?: string;
  /** Of a position turned around. */
  readonly closed?: Answer;
  readonly opened?: Answer | null;
  /** Of all that ended at once. */
  readonly done?: readonly Answer[];
  readonly refused?: string | null | readonly Answer[];
}

function shortOf(answer: Answer | undefined): string | undefined {
  if (answer?.closed !== undefined) {
    const { closed, opened, refused } = answer;
    return `turned ${closed.status ?? ''} ${opened?.status ?? (typeof refused === 'string' ? refused : '')}`;
  }
  if (answer?.done === undefined) return answer?.status ?? answer?.code;
  const refused = Array.isArray(answer.refused) ? (answer.refused as readonly Answer[]) : [];
  return ['ended', ...answer.done.map(({ status = '' }) => status), ...refused.map(({ code = '' }) => code)].join(' ');
}

/** In groups of these sizes, over and over: all commands of a group are submitted together. */
async function inGroups<C>(commands: readonly C[], groups: readonly number[], submit: (command: C) => Promise<unknown>) {
  const answers: unknown[] = [];
  for (let from = 0, turn = 0; from < commands.length; turn += 1) {
    const size = groups[turn % groups.length] ?? 1;
    const sent = commands.slice(from, from + size).map((command) => submit(command).catch(() => ({ code: 'failed' })));
    answers.push(...(await Promise.all(sent)));
    from += size;
  }
  return answers as (Answer | undefined)[];
}

/** What became of the commands: answers, orders, balances and bookings, without the numbers that differ each time. */
async function outcome(first: readonly Opening[], then: readonly Later[], groups: readonly number[]) {
  const [openings, rest] = [withRepeats(first, 'first'), withRepeats(then, 'then')];
  // Always at the same hour of the same day of the week.
  worlds += 1;
  clock.advance(start + worlds * 14 * dayMs - clock.now());
  await quote(10_000);
  const openedAt = clock.now();
  const opensAt = new Date(Math.floor(openedAt / 1000) * 1000 + 5 * dayMs);
  await db.query("update plan_products set starts_at = $1 where id = 'plan-later'", [opensAt]);
  const users = await Promise.all(Array.from({ length: ownersMax }, somebody));
  const sessions = await Promise.all(users.map(session));
  const callOf = ({ key, ...body }: Later & { key?: string }) => {
    if (key === undefined) return null;
    const [scope, sessionId] = [`${users[body.owner]}|${body.kind}`, sessions[body.owner] ?? ''];
    return { scope, key: `key:${key}`, keyed: true, bodyHash: bodyHashOf(body), sessionId, until: Infinity };
  };
  const submit = (command: Later & { key?: string }, more: object) => {
    const { name } = products[command.kind];
    const book = name === 'plans' ? 'real' : bookOf(command.owner);
    const whose = { userId: users[command.owner] ?? '', book } as const;
    const lane = laneOf(command.owner);
    const asked = {
      product: name,
      kind: command.kind,
      lane,
      call: callOf(command),
      owner: whose,
      opens: true,
      ...more,
    } as const;
    return dealer.submit(asked);
  };
  const opened = await inGroups(openings, groups, (command) => submit(command, openingOf(command)));
  // Three incomes of plans have fallen due, and three charges of financing.
  clock.advance(3 * dayMs);
  await quote(10_000);
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
    return submit(command, laterOf(command, idsOf(command), { openedAt, now: clock.now() }));
  });
  // The round of plans: what waited opens, what has come to its end matures, early exits are paid out.
  clock.advance(5 * dayMs);
  const bought = [...openings, ...rest].flatMap((asked, index) => {
    const { id } = [...opened, ...answers][index] ?? {};
    return asked.kind === 'plan' && id !== undefined
      ? [{ kind: 'runDue', owner: asked.owner, id: Number(id.slice(1)) } as const]
      : [];
  });
  await inGroups(bought, groups, ({ id, ...command }) => submit({ ...command, nth: 0 }, { kind: 'runDue', id }));
  const codes = [...opened, ...answers].map(shortOf);
  for (const answered of codes) if (answered !== undefined) refusals.add(answered);
  return {
    codes,
    accounts: await Promise.all(users.map((userId) => account(userId, openedAt))),
  };
}

async function account(userId: string, openedAt: number) {
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
      `status, side, lots, margin, hold, open_price, close_price, profit, close_fee, gap, financing, stop_loss, trailing_distance,
       trailing_best, margin_warned, close_reason, version`,
      'positions',
    ),
    options: await rows('status, direction, stake, settlement, profit, void_reason', 'options'),
    spot: await rows(
      `status, order_type, side, quantity, limit_price, hold, filled_price, paid, received, fee, profit, cost, reason,
       jsonb_array_length(amendments) as amended, expires_at - created_at as lives, version`,
      'spot_orders',
    ),
    plans: await rows('status, product_id, days, principal, income_days, forfeited', 'plans'),
    incomes: await db.query(
      `select p.product_id, i.day, i.amount, i.due_at - p.opens_at as after from plan_incomes i join plans p on p.id = i.plan_id
       where p.user_id = $1 order by p.order_no, i.day`,
      [userId],
    ),
    financing: await db.query(
      `select f.days, f.amount, f.from_margin from position_financing f join positions p on p.id = f.position_id
       where p.user_id = $1 order by p.order_no, f.due_at`,
      [userId],
    ),
    quotes: await db.query(
      `select q.moment, q.bid, q.ask, q.time_ms - $2 as after from quotes_used q
       join (select user_id, order_no from positions union all select user_id, order_no from options
         union all select user_id, order_no from spot_orders) o on o.order_no = q.reference
       where o.user_id = $1 order by q.reference, q.id`,
      [userId, openedAt],
    ),
    told: await db.query(
      `select book, kind, facts - 'orderId' as facts from notifications where user_id = $1 order by book, id`,
      [userId],
    ),
    days: await db.query(
      'select day - $2::date as after, result, sold from ledger_day_results where owner = $1::text order by day',
      [userId, new Date(openedAt)],
    ),
    costs: await db.query('select asset, quantity, cost from spot_costs where user_id = $1', [userId]),
    booked,
    balances: await Promise.all(
      (['demo', 'real'] as const).map((book) => balances(db, book, userId, [usdt, assetOf(coin.base)])),
    ),
  };
}

/** Where coins have not cost what was paid for them, less what those sold had cost: of every account. */
const miscounted = `
  select o.user_id from spot_orders o join spot_costs c on (c.user_id, c.book, c.asset) = (o.user_id, o.book, o.base)
  where o.status = 'filled' group by o.user_id, o.book, o.base, c.cost
  having sum(case o.side when 'buy' then o.paid else -o.cost end) <> c.cost`;

async function distinct(what: string, table: string): Promise<string[]> {
  const rows = await db.query<{ found: string }>(
    `select distinct ${what} as found from ${table} where ${what} is not null order by 1`,
  );
  return rows.map(({ found }) => found);
}

it(
  'the same commands in groups of any size lead to the same answers, orders and books as one by one',
  patience,
  async ({ task }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(opening, { minLength: 1, maxLength: 14 }),
        fc.array(later, { minLength: 1, maxLength: 24 }),
        sizes,
        async (openings, rest, groups) => {
          expect(await outcome(openings, rest, groups)).toEqual(await outcome(openings, rest, [1]));
        },
      ),
      { numRuns: cases, examples: [everything], ...(seed !== undefined && { seed: Number(seed) }) },
    );
    expect((await audit(db, { holdings })).findings).toEqual([]);
    expect(await distinct('status', 'options')).toEqual(['lost', 'open', 'tie', 'void', 'won']);
    expect(await distinct('void_reason', 'options')).toEqual(['reset', 'stale']);
    expect(await distinct('status', 'spot_orders')).toEqual(['cancelled', 'filled', 'open']);
    expect(await distinct('order_type', 'spot_orders')).toEqual(['dust', 'limit', 'market']);
    expect(await distinct('jsonb_array_length(amendments)', 'spot_orders')).toEqual(expect.arrayContaining([1, 2]));
    expect(await db.query(miscounted)).toEqual([]);
    expect(await distinct('status', 'plans')).toEqual(['closedSuccessfully', 'expired', 'inIncome', 'profitDivided']);
    expect(await distinct('status', 'positions')).toEqual([
      'awaiting',
      'cancelled',
      'closed',
      'closedEarly',
      'liquidated',
      'open',
    ]);
    expect(await distinct('close_reason', 'positions')).toEqual([
      'cancelled',
      'liquidation',
      'manual',
      'reset',
      'stopLoss',
      'trailingStop',
      'void',
    ]);
    expect(await distinct('kind', 'notifications')).toContain('marginWarning');
    expect([...refusals]).toContain('failed');
    for (const each of ['turned closedEarly open', 'turned closedEarly 11130', 'ended closedEarly', 'ended cancelled']) {
      expect(
        [...refusals].some((one) => one.startsWith(each)),
        each,
      ).toBe(true);
    }
    // Whom a limit of the day holds back was decided again after what went before.
    expect([...refusals]).toContain('11130');
    Object.assign(task.meta, { figures: `${cases} cases, ${seed === undefined ? 'a seed of chance' : `GROUP_SEED=${seed}`}` });
  },
);

import * as recipes from '@assay/domain/ledger/recipes/every.ts';
// A thousand options that expire at one moment: from the round that finds them to the last durable settlement.
import { amount } from '@assay/domain/money/amount.ts';
import { post } from '@assay/server/ledger/index.ts';
import { SettlementRound } from '@assay/server/options/index.ts';
import { createLocalBus } from '@assay/server/platform/bus.ts';
import { systemClock } from '@assay/server/platform/clock.ts';
import type { Database } from '@assay/server/platform/database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { createProducts } from '@assay/server/products.ts';
import { withDurableDatabase } from './durable-database.ts';
import { type Measurement, whole } from './measurement.ts';
import { type Mode, beside, modes, person, prepareHouse, standing } from './traders.ts';

const code = 'BTCUSDT';
const people = 100;
const perPerson = 10;
const stake = 1_000_000n;
const msMax = 1000;
const warmUp = 100;
const log = createLogger('silent');

interface Expired {
  readonly users: readonly string[];
  readonly strike: number;
  readonly turn: number;
  readonly mode: Mode;
}

/** Options that have just expired, a little above their strike, with their stakes set aside: of the account that the house is about. */
async function expired(db: Database, { users, strike, turn, mode }: Expired): Promise<void> {
  const at = Date.now();
  const [book, source] = mode === 'live' ? (['real', 'live'] as const) : (['demo', 'simulated'] as const);
  for (const userId of users) {
    const bought = recipes.optionBought({ userId, stake: amount(stake * BigInt(perPerson)) });
    await db.transact((tx) => post(tx, { book, reference: `bench:${userId}`, at, ...bought }));
  }
  await db.query(
    `insert into options (order_no, user_id, book, instrument_id, code, source, direction, stake, period_id, period_count,
       period_unit, payout_rate, strike, price_scale, stale_after_ms, opened_at, expires_at)
     select 'O30010' || $5::text || '-' || lpad((u.place * $2 + n)::text, 10, '0'), u.id, $8, 'crypto-BTCUSDT', 'BTCUSDT', $9, 'up',
       $3, '1min', 1, 'min', 0.8, $4, 2, 10000, $6, $7
     from unnest($1::bigint[]) with ordinality u (id, place), generate_series(1, $2::int) n`,
    [users, perPerson, stake, strike, turn, new Date(at - 60_000), new Date(at), book, source],
  );
}

async function settle(db: Database, mode: Mode): Promise<number> {
  const { market, set } = standing(code, mode);
  await prepareHouse(db, mode);
  const parts = { db, bus: createLocalBus(log), clock: systemClock, market: market as never, mode, log } as const;
  const { options, house } = createProducts({ ...parts, origin: '' });
  house?.begin(db);
  const users: string[] = [];
  for (let index = 0; index < people; index += 1) users.push(await person(db, index));
  const round = async () => {
    set(6_500_000);
    const started = performance.now();
    await new SettlementRound(options, log).run(new AbortController().signal);
    return performance.now() - started;
  };
  await expired(db, { users: users.slice(0, warmUp / perPerson), strike: 6_400_000, turn: 1, mode });
  await round();
  await expired(db, { users, strike: 6_400_000, turn: 2, mode });
  const took = await round();
  house?.stop();
  const [left] = await db.query<{ left: number }>("select count(*) as left from options where status = 'open'");
  if (left?.left !== 0) throw new Error(`${left?.left} options were not settled`);
  return took;
}

export async function measure(): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const mode of modes) {
    const took = await withDurableDatabase(16, ({ db }) => settle(db, mode));
    measured.push({
      figure: `settlements: ${whole(people * perPerson)} options that expire together, their last quotes at hand${beside(mode)}`,
      ours: `${whole(took)} ms`,
      reference: `limit ${whole(msMax)} ms`,
      ratio: msMax / took,
      aim: 1,
    });
  }
  return measured;
}

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
import { person, standing } from './traders.ts';

const code = 'BTCUSDT';
const people = 100;
const perPerson = 10;
const stake = 1_000_000n;
const msMax = 1000;
const warmUp = 100;
const log = createLogger('silent');

/** Options that have just expired, a little above their strike, with their stakes set aside. */
async function expired(db: Database, users: readonly string[], strike: number, turn: number): Promise<void> {
  const at = Date.now();
  for (const userId of users) {
    const bought = recipes.optionBought({ userId, stake: amount(stake * BigInt(perPerson)) });
    await db.transact((tx) => post(tx, { book: 'demo', reference: `bench:${userId}`, at, ...bought }));
  }
  await db.query(
    `insert into options (order_no, user_id, book, instrument_id, code, source, direction, stake, period_id, period_count,
       period_unit, payout_rate, strike, price_scale, stale_after_ms, opened_at, expires_at)
     select 'O30010' || $5::text || '-' || lpad((u.place * $2 + n)::text, 10, '0'), u.id, 'demo', 'crypto-BTCUSDT', 'BTCUSDT', 'simulated', 'up',
       $3, '1min', 1, 'min', 0.8, $4, 2, 10000, $6, $7
     from unnest($1::bigint[]) with ordinality u (id, place), generate_series(1, $2::int) n`,
    [users, perPerson, stake, strike, turn, new Date(at - 60_000), new Date(at)],
  );
}

async function settle(db: Database): Promise<number> {
  const { market, set } = standing(code);
  const parts = { db, bus: createLocalBus(log), clock: systemClock, market: market as never, mode: 'sandbox', log } as const;
  const { options } = createProducts({ ...parts, origin: '' });
  const users: string[] = [];
  for (let index = 0; index < people; index += 1) users.push(await person(db, index));
  const round = async () => {
    set(6_500_000);
    const started = performance.now();
    await new SettlementRound(options, log).run(new AbortController().signal);
    return performance.now() - started;
  };
  await expired(db, users.slice(0, warmUp / perPerson), 6_400_000, 1);
  await round();
  await expired(db, users, 6_400_000, 2);
  const took = await round();
  const [left] = await db.query<{ left: number }>("select count(*) as left from options where status = 'open'");
  if (left?.left !== 0) throw new Error(`${left?.left} options were not settled`);
  return took;
}

export async function measure(): Promise<Measurement[]> {
  return withDurableDatabase(16, async ({ db }) => {
    const took = await settle(db);
    return [
      {
        figure: `settlements: ${whole(people * perPerson)} options that expire together, their last quotes at hand`,
        ours: `${whole(took)} ms`,
        reference: `limit ${whole(msMax)} ms`,
        ratio: msMax / took,
        aim: 1,
      },
    ];
  });
}

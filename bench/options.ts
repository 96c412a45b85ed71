import { createMarket } from '@assay/server/market/index.ts';
// Open options wait for a time, not for a price: what it costs the engine to see that none is due.
import { SettlementRound } from '@assay/server/options/index.ts';
import { createLocalBus } from '@assay/server/platform/bus.ts';
import { systemClock } from '@assay/server/platform/clock.ts';
import type { Database } from '@assay/server/platform/database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { createMetrics } from '@assay/server/platform/metrics.ts';
import { createProducts } from '@assay/server/products.ts';
import { withDurableDatabase } from './durable-database.ts';
import { type Measurement, nanosecondsPerRun } from './measurement.ts';

const openOptions = 200_000;
const looks = 50;

/** Options of one person that expire over the next month, the first in an hour. */
async function fill(db: Database): Promise<void> {
  await db.query(`insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
    values ('bench_options', 'bench_options@example.com', 'none', now(), 'en', 'BENCHMARKA', now())`);
  await db.query(
    `insert into options (order_no, user_id, book, instrument_id, code, source, direction, stake, period_id, period_count,
       period_unit, payout_rate, strike, price_scale, stale_after_ms, opened_at, expires_at)
     select 'O300101-' || lpad(n::text, 10, '0'), u.id, 'demo', 'crypto-BTCUSDT', 'BTCUSDT', 'simulated', 'up', 1000000, 'month1', 1,
       'month', 0.8, 10000, 2, 10000, now(), now() + interval '1 hour' + n * interval '13 seconds'
     from generate_series(1, $1::int) n, users u`,
    [openOptions],
  );
  await db.query('analyze options');
}

async function milliseconds(look: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (let count = 0; count < looks; count += 1) await look();
  return (performance.now() - started) / looks;
}

export function measure(): Promise<Measurement[]> {
  return withDurableDatabase(4, async ({ db }) => {
    await fill(db);
    const log = createLogger('silent');
    const parts = { db, bus: createLocalBus(log), clock: systemClock, log };
    const market = await createMarket({ ...parts, metrics: createMetrics(), role: 'api', catalogue: [], feeds: [] });
    const context = createProducts({ ...parts, market, mode: 'sandbox', origin: '' }).options;
    const signal = new AbortController().signal;

    const first = await milliseconds(() => new SettlementRound(context, log).run(signal));
    const scan = await db.transact(async (tx) => {
      await tx.query('set local enable_indexscan = off');
      await tx.query('set local enable_bitmapscan = off');
      await tx.query('set local enable_indexonlyscan = off');
      return milliseconds(() => tx.query("select id from options where status = 'open' and expires_at <= now()"));
    });
    const round = new SettlementRound(context, log);
    await round.run(signal);
    const later = nanosecondsPerRun(() => void round.run(signal));
    return [
      {
        figure: 'options: the first look at 200,000 open options, none due',
        ours: `${first.toFixed(2)} ms`,
        reference: `${scan.toFixed(1)} ms scanning them`,
        ratio: scan / first,
        aim: 10,
      },
      {
        figure: 'options: every look after that, until the next expiry',
        ours: `${later.toFixed(0)} ns`,
        reference: `${first.toFixed(2)} ms for the first`,
        ratio: (first * 1e6) / later,
        aim: 1000,
      },
    ];
  });
}

import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { PriceAlert } from '@assay/contract/endpoints/notification.ts';
import type { user as calls } from '@assay/contract/endpoints/user.ts';
import { priceAlertsMax } from '@assay/contract/vocabulary/limits.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { AlertsContext } from './context.ts';
import { type AlertRow, alertsTopic, columns, restingOf, toWire } from './row.ts';

/**
 * Sets a price alert. One whose price is reached already fires at the next quote. Refusals: 11009 no such instrument, 11019 not
 * a price of it, 11020 too many alerts are pending, 10015 a split of it is under way: the units of the price would be
 * ambiguous.
 */
export async function createAlert(
  { bus, clock, market }: AlertsContext,
  tx: Transaction,
  userId: string,
  { code, direction, price }: InputOf<typeof calls.createPriceAlert>,
): Promise<PriceAlert | Refusal> {
  const instrument = market.instrument(code);
  if (instrument === undefined) return refuse('11009', { code: '11009' });
  const ticks = readTicks(price, instrument.priceScale);
  if (ticks === undefined) return refuse('11019', { price: '11019' });
  const adjusted = 'select id from corporate_actions where code = $1 and begun_at is not null and done_at is null';
  if ((await tx.query(adjusted, [code])).length > 0) return refuse('10015');
  // One after the other per person, so that the count is exact.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`price_alerts|${userId}`]);
  const [row] = await tx.query<AlertRow>(
    `insert into price_alerts (user_id, code, direction, price, price_scale, created_at, quoted_at)
     select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from price_alerts where user_id = $1) < $8
     returning ${columns}`,
    [
      userId,
      code,
      direction,
      ticks,
      instrument.priceScale,
      new Date(clock.now()),
      market.quote(code)?.time ?? 0,
      priceAlertsMax,
    ],
  );
  if (row === undefined) return refuse('11020');
  tx.afterCommit(() => bus.publish(alertsTopic, restingOf(row)));
  return toWire(row);
}

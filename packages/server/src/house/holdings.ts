import type { HouseTerms, SoldCoins } from '@assay/domain/dealing/house.ts';
import { exact } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import type { Queryable } from '../platform/database.ts';
import { parametersOf } from '../settings/index.ts';

/** What one customer holds of one instrument with real money, in micro-USDT at what it was opened or bought at. */
export interface Holding {
  readonly code: string;
  readonly userId: string;
  /** Long less short. */
  readonly net: bigint;
  /** Contracts alone, orders that wait among them. */
  readonly long: bigint;
  readonly short: bigint;
  /** What orders that wait would add to either side, at their limits. */
  readonly waitingLong: bigint;
  readonly waitingShort: bigint;
}

/** What customers hold, and which transactions that includes, as the database writes a snapshot: `xmin:xmax:xip,…`. */
export interface Held {
  readonly holdings: readonly Holding[];
  readonly snapshot: string;
}

/** Whether a snapshot includes what a transaction has written. */
export function tellsOf(snapshot: string, transaction: bigint): boolean {
  const [oldest = '', next = '', underWay = ''] = snapshot.split(':');
  if (transaction < BigInt(oldest)) return true;
  return transaction < BigInt(next) && !underWay.split(',').includes(String(transaction));
}

/**
 * Contracts that are open or ordered, coins that were bought here and are held still, and those that are ordered. One statement, which
 * says itself what it has seen.
 */
export async function readHoldings(db: Queryable): Promise<Held> {
  const rows = await db.query<Holding & { snapshot: string | null }>(
    `select null as snapshot, code, "userId", sum(net)::numeric(38, 0) as net, sum(long)::numeric(38, 0) as long, sum(short)::numeric(38, 0) as short,
       sum(waiting_long)::numeric(38, 0) as "waitingLong", sum(waiting_short)::numeric(38, 0) as "waitingShort"
     from (
       select code, user_id::text as "userId",
         case when status = 'open' then case side when 'long' then notional else -notional end else 0 end as net,
         case side when 'long' then notional else 0 end as long, case side when 'short' then notional else 0 end as short,
         case when status = 'awaiting' and side = 'long' then notional else 0 end as waiting_long,
         case when status = 'awaiting' and side = 'short' then notional else 0 end as waiting_short
       from (
         select code, user_id, status, side,
           trunc(lots * lot_size * coalesce(open_price, limit_price, trigger_price) * conversion * 1000000 / 10::numeric ^ price_scale) as notional
         from positions where book = 'real' and status in ('awaiting', 'open')
       ) contracts
       union all
       select asset || 'USDT', user_id::text, cost, 0, 0, 0, 0 from spot_costs where book = 'real' and cost > 0
       union all
       select code, user_id::text, 0, 0, 0, hold, 0 from spot_orders where book = 'real' and status = 'open' and side = 'buy'
     ) held
     group by code, "userId"
     union all select pg_current_snapshot()::text, '', '', 0, 0, 0, 0, 0`,
  );
  const snapshot = rows.find((row) => row.snapshot !== null)?.snapshot;
  if (snapshot === undefined || snapshot === null) throw new Error('a statement has not said what it has seen');
  return { holdings: rows.filter((row) => row.snapshot === null), snapshot };
}

/** Which of these coins are sold for real money: those that a network carries, and those that two operators have allowed. */
export async function readSold(db: Queryable, listed: readonly string[]): Promise<SoldCoins> {
  const rows = await db.query<{ coin: string; carried: boolean }>(
    `select coin, true as carried from networks where coin = any ($1::text[])
     union all select unnest(string_to_array(value, ' ')), false from parameters where key = 'spot_claims'`,
    [listed],
  );
  const coins = (carried: boolean) => new Set(rows.filter((row) => row.carried === carried).map(({ coin }) => coin));
  return { carried: coins(true), claims: coins(false) };
}

const keys = [
  'deal_turnover_share',
  'deal_floor',
  'exposure_person_max',
  'exposure_instrument_max',
  'exposure_house_max',
  'close_window_hours',
  'close_leverage_max',
] as const;

const hourMs = 3_600_000;

/** What two persons have set. Throws where a parameter is missing: it can only have been removed by hand. */
export async function readTerms(db: Queryable): Promise<HouseTerms> {
  const values = await parametersOf(db, keys);
  const money = (key: (typeof keys)[number]) => exact(toFixed(values[key]), usdt);
  return {
    dealShare: toFixed(values.deal_turnover_share),
    dealFloor: money('deal_floor'),
    personMax: money('exposure_person_max'),
    instrumentMax: money('exposure_instrument_max'),
    houseMax: money('exposure_house_max'),
    closeWindowMs: Number(values.close_window_hours) * hourMs,
    closeLeverageMax: Number(values.close_leverage_max),
  };
}

import type { Queryable } from '../platform/database.ts';
import type { Account, CoinFill } from '../portfolio/index.ts';

/** Whether the fee of a purchase is in what its coins have cost: it is in neither cost nor profit where nothing is written of it. */
const withFees = `coalesce((to_jsonb(spot_orders) ->> 'with_fees')::boolean, false)`;

/** What a sale has left of what its coins had cost, its own fee off, in SQL. */
const netOfSale = `profit - case when ${withFees} then 0 else fee end`;

/** What a purchase paid beyond what its coins are counted to have cost: its fee, as far as no sale will include it. */
const feeOfPurchase = `case when ${withFees} then 0
  else paid - ceil((received - fee) * filled_price / power(10::numeric, 2 + price_scale)) end`;

/** What a fill has brought by itself. */
export const netOfFill = `case side when 'buy' then -(${feeOfPurchase}) else ${netOfSale} end`;

/** What fills of spot orders have come to, for the results of an account: sales, and the fees of purchases that no cost has in it. */
export const endedSpot = `
  select user_id, book, 'spot' as product, id as number, 's' || id as id, code, ended_at as at, 'filled' as status,
    case side when 'buy' then 0 else ${netOfSale} + fee end as gross,
    case side when 'buy' then ${feeOfPurchase} else fee end as fees, 0 as financing, profit is not null as counts
  from spot_orders where status = 'filled' and (profit is not null or not ${withFees})`;

/** Every fill as a trade with its terms, for exports. A purchase has no result, and its fee is in coins. */
export const spotTrades = `
  select user_id, book, 'spot' as product, id as number, ended_at as at, created_at as opened, code, side, order_no as "orderNo",
    trim_scale(quantity / 1e8)::text as quantity, base as unit,
    case side when 'buy' then trim_scale(filled_price / power(10::numeric, price_scale))::text end as "openPrice",
    case side when 'sell' then trim_scale(filled_price / power(10::numeric, price_scale))::text end as "closePrice",
    ${netOfSale} + fee as gross, fee as fees, case side when 'buy' then base else 'USDT' end as "feeAsset", 0 as financing,
    null::jsonb as splits
  from spot_orders where status = 'filled'`;

/** Fills of an account before a moment, oldest first: so many, after the last one of the previous page. */
export function spotFills(
  db: Queryable,
  { userId, book }: Account,
  before: Date,
  { after, limit }: { readonly after: Pick<CoinFill, 'at' | 'number'> | null; readonly limit: number },
): Promise<CoinFill[]> {
  return db.query<CoinFill>(
    `select id as number, ended_at as at, order_no as "orderNo", side, base as asset,
       case side when 'buy' then received - fee else paid end as coins,
       case side when 'buy' then paid else received - fee end as money,
       case when profit is not null then ${netOfSale} end as net
     from spot_orders where user_id = $1 and book = $2 and status = 'filled' and ended_at < $3
       and ($4::timestamptz is null or (ended_at, id) > ($4, $5::bigint))
     order by ended_at, id limit $6`,
    [userId, book, before, after?.at ?? null, after?.number ?? null, limit],
  );
}

/**
 * What contracts have come to, for the results of an account: each when it ended, with its fees and financing; a dividend on the
 * day on which it was paid. A contract that operators have voided has its fees back.
 */
export const endedContracts = `
  select user_id, book, 'contract' as product, id as number, id::text as id, code, closed_at as at, status::text as status,
    coalesce(profit, 0) as gross, case when close_reason = 'void' then 0 else open_fee + coalesce(close_fee, 0) end as fees,
    financing, profit is not null as counts
  from positions where closed_at is not null and opened_at is not null
  union all
  select p.user_id, p.book, 'contract', p.id, p.id::text, p.code, a.begins_at, 'dividend', 0, 0, o.amount, false
  from positions p
  join order_actions o on o.product = 'contracts' and o.order_id = p.id and o.amount <> 0
  join corporate_actions a on a.id = o.action_id
  where p.adjusted`;

/**
 * The same contracts as trades with their terms, for exports: prices in the currency of the instrument, the rest in USDT.
 * Splits until the closing price are listed beside them.
 */
export const contractTrades = `
  select user_id, book, 'contract' as product, id as number, closed_at as at, opened_at as opened, code, side, order_no as "orderNo",
    trim_scale(lots * lot_size)::text as quantity, code as unit,
    trim_scale(open_price / power(10::numeric, price_scale))::text as "openPrice",
    trim_scale(close_price / power(10::numeric, price_scale))::text as "closePrice",
    coalesce(profit, 0) as gross, case when close_reason = 'void' then 0 else open_fee + coalesce(close_fee, 0) end as fees,
    'USDT' as "feeAsset", financing,
    case when adjusted then order_splits('contracts', id) when part_of is not null then part_splits(part_of, quoted_at) end as splits
  from positions where closed_at is not null and opened_at is not null`;

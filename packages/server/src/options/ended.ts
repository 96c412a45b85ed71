/** What options have come to, for the results of an account; they have no fees. */
export const endedOptions = `
  select user_id, book, 'option' as product, id as number, 'o' || id as id, code, settled_at as at, status::text as status,
    profit as gross, 0 as fees, 0 as financing, status <> 'void' as counts
  from options where settled_at is not null`;

/**
 * The same options as trades with their terms, for exports: the stake is what was bought. Splits until the settling price are
 * listed beside them.
 */
export const optionTrades = `
  select user_id, book, 'option' as product, id as number, settled_at as at, opened_at as opened, code, direction as side,
    order_no as "orderNo", trim_scale(stake / 1e6)::text as quantity, 'USDT' as unit,
    trim_scale(strike / power(10::numeric, price_scale))::text as "openPrice",
    trim_scale(settlement / power(10::numeric, price_scale))::text as "closePrice",
    profit as gross, 0 as fees, 'USDT' as "feeAsset", 0 as financing,
    case when adjusted then (
      select jsonb_agg(split order by (split ->> 'action')::bigint) from jsonb_array_elements(order_splits('options', id)) split
      where not exists (
        select from quotes_used q where q.reference = order_no and q.moment = 'settle' and q.time_ms <= (split ->> 'since')::bigint
      )
    ) end as splits
  from options where settled_at is not null`;

/** What a sale has left of what its coins had cost, its own fee off, in SQL. */
export const netOfSale = 'profit - fee';

/** What sales of coins have come to, for the results of an account. */
export const endedSpot = `
  select user_id, book, 'spot' as product, id as number, 's' || id as id, code, ended_at as at, 'filled' as status,
    ${netOfSale} + fee as gross, fee as fees, 0 as financing, true as counts
  from spot_orders where profit is not null`;

/** What real spot orders have turned over, in USDT: what buyers paid and sellers received. */
export const spotVolume = `
  select user_id, case side when 'buy' then paid else received end / 1000000 as usdt
  from spot_orders where book = 'real' and status = 'filled'`;

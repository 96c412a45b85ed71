/** What real contracts have turned over, in USDT: the notional at open, and again at close. */
export const contractVolume = `
  select user_id, lots * lot_size * conversion * (open_price + coalesce(close_price, 0)) / 10::numeric ^ price_scale as usdt
  from positions where book = 'real' and open_price is not null`;

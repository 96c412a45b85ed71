/** The place of a parameter in the table, and the unit of its value. */
interface About {
  readonly group: 'money' | 'house' | 'people' | 'operators' | 'alarms' | 'site' | 'other';
  readonly unit:
    | 'share'
    | 'usdt'
    | 'days'
    | 'minutes'
    | 'hours'
    | 'hoursText'
    | 'years'
    | 'count'
    | 'times'
    | 'bytes'
    | 'countries'
    | 'coins'
    | 'address'
    | 'statement'
    | 'text';
}

const known: Readonly<Record<string, About>> = {
  withdrawal_fee_rate: { group: 'money', unit: 'share' },
  withdrawal_limit_day_unverified: { group: 'money', unit: 'usdt' },
  withdrawal_limit_month_unverified: { group: 'money', unit: 'usdt' },
  withdrawal_limit_life_unverified: { group: 'money', unit: 'usdt' },
  withdrawal_limit_day_verified: { group: 'money', unit: 'usdt' },
  withdrawal_limit_month_verified: { group: 'money', unit: 'usdt' },
  invite_reward_rate: { group: 'money', unit: 'share' },
  invite_reward_days: { group: 'money', unit: 'days' },
  loan_open_max: { group: 'money', unit: 'count' },
  loan_total_max: { group: 'money', unit: 'usdt' },
  deal_turnover_share: { group: 'house', unit: 'share' },
  deal_floor: { group: 'house', unit: 'usdt' },
  exposure_person_max: { group: 'house', unit: 'usdt' },
  exposure_instrument_max: { group: 'house', unit: 'usdt' },
  exposure_house_max: { group: 'house', unit: 'usdt' },
  close_window_hours: { group: 'house', unit: 'hours' },
  close_leverage_max: { group: 'house', unit: 'times' },
  spot_claims: { group: 'house', unit: 'coins' },
  kyc_hours: { group: 'people', unit: 'hours' },
  retention_years: { group: 'people', unit: 'years' },
  restricted_countries: { group: 'people', unit: 'countries' },
  support_hours: { group: 'people', unit: 'hoursText' },
  image_bytes_max: { group: 'people', unit: 'bytes' },
  third_person_above: { group: 'operators', unit: 'usdt' },
  third_person_new_above: { group: 'operators', unit: 'usdt' },
  wait_above: { group: 'operators', unit: 'usdt' },
  wait_hours: { group: 'operators', unit: 'hours' },
  operator_day_max: { group: 'operators', unit: 'usdt' },
  deposit_hours: { group: 'alarms', unit: 'hours' },
  withdrawal_hours: { group: 'alarms', unit: 'hours' },
  loan_hours: { group: 'alarms', unit: 'hours' },
  chat_hours: { group: 'alarms', unit: 'hours' },
  alarm_movement_above: { group: 'alarms', unit: 'usdt' },
  alarm_exposure_share: { group: 'alarms', unit: 'share' },
  alarm_price_minutes: { group: 'alarms', unit: 'minutes' },
  alarm_sign_ins: { group: 'alarms', unit: 'count' },
  demo_initial_balance: { group: 'site', unit: 'usdt' },
  demo_orders_day_max: { group: 'site', unit: 'count' },
  down_url: { group: 'site', unit: 'address' },
  live_room_url: { group: 'site', unit: 'address' },
  claims: { group: 'site', unit: 'statement' },
};

export function aboutOf(key: string): About {
  return known[key] ?? { group: 'other', unit: 'text' };
}

export const groups = ['money', 'house', 'people', 'operators', 'alarms', 'site', 'other'] as const;

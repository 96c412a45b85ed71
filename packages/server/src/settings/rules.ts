import type { ParameterKind } from '@assay/contract/vocabulary/operators.ts';
import { compare, fitsDecimals, parseFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { parseOfficeHours } from '@assay/domain/support/office-hours.ts';
import { z } from 'zod';

interface Rule {
  readonly kind: ParameterKind;
  /** For rates and amounts as decimals, for integers as such; an address knows neither. */
  readonly min?: string;
  readonly max?: string;
}

/** What operators may change, and within which bounds: a slip of the finger must not give the house away. */
const rules = new Map<string, Rule>([
  ['withdrawal_fee_rate', { kind: 'rate', max: '0.1' }],
  ['withdrawal_limit_day_unverified', { kind: 'amount', max: '1000000' }],
  ['withdrawal_limit_month_unverified', { kind: 'amount', max: '10000000' }],
  ['withdrawal_limit_life_unverified', { kind: 'amount', max: '1000000' }],
  ['withdrawal_limit_day_verified', { kind: 'amount', max: '10000000' }],
  ['withdrawal_limit_month_verified', { kind: 'amount', max: '100000000' }],
  ['invite_reward_rate', { kind: 'rate', max: '0.5' }],
  ['invite_reward_days', { kind: 'integer', min: '1', max: '3650' }],
  ['loan_open_max', { kind: 'integer', min: '0', max: '20' }],
  ['loan_total_max', { kind: 'amount', max: '10000000' }],
  ['image_bytes_max', { kind: 'integer', min: '100000', max: '10485760' }],
  ['kyc_hours', { kind: 'integer', min: '1', max: '720' }],
  ['deposit_hours', { kind: 'integer', min: '1', max: '720' }],
  ['withdrawal_hours', { kind: 'integer', min: '1', max: '720' }],
  ['loan_hours', { kind: 'integer', min: '1', max: '720' }],
  ['chat_hours', { kind: 'integer', min: '1', max: '720' }],
  ['alarm_movement_above', { kind: 'amount', min: '1', max: '10000000000' }],
  ['alarm_exposure_share', { kind: 'rate', min: '0.01', max: '1' }],
  ['alarm_price_minutes', { kind: 'integer', min: '1', max: '1440' }],
  ['alarm_sign_ins', { kind: 'integer', min: '3', max: '1000' }],
  ['retention_years', { kind: 'integer', min: '1', max: '30' }],
  ['demo_initial_balance', { kind: 'amount', min: '1', max: '100000000' }],
  ['deal_turnover_share', { kind: 'rate', min: '0.000001', max: '0.1' }],
  ['deal_floor', { kind: 'amount', min: '100', max: '1000000' }],
  ['exposure_person_max', { kind: 'amount', min: '1000', max: '100000000' }],
  ['exposure_instrument_max', { kind: 'amount', min: '1000', max: '1000000000' }],
  ['exposure_house_max', { kind: 'amount', min: '1000', max: '10000000000' }],
  ['close_window_hours', { kind: 'integer', min: '0', max: '72' }],
  ['close_leverage_max', { kind: 'integer', min: '1', max: '100' }],
  ['spot_claims', { kind: 'coins' }],
  ['demo_orders_day_max', { kind: 'integer', min: '50', max: '100000' }],
  ['third_person_above', { kind: 'amount', max: '10000000000' }],
  ['third_person_new_above', { kind: 'amount', max: '10000000000' }],
  ['wait_above', { kind: 'amount', max: '10000000000' }],
  ['wait_hours', { kind: 'integer', min: '1', max: '48' }],
  ['operator_day_max', { kind: 'amount', max: '10000000000' }],
  ['support_hours', { kind: 'hours' }],
  ['restricted_countries', { kind: 'countries' }],
  ['down_url', { kind: 'url' }],
  ['live_room_url', { kind: 'url' }],
  ['claims', { kind: 'claims' }],
]);

/** How a parameter is written; null for one that operators do not change. */
export function kindOf(key: string): ParameterKind | null {
  return rules.get(key)?.kind ?? null;
}

/** Whether a parameter may have this value. None that operators do not change may have another. */
export function isPossible(key: string, value: string): boolean {
  const rule = rules.get(key);
  return rule !== undefined && readers[rule.kind](value, rule);
}

/** As many as USDT has, and as readers of a rate accept: an unreadable parameter would stop what depends on it. */
const decimalsMax = 6;

function within(value: string, { min = '0', max }: Rule): boolean {
  const read = parseFixed(value);
  if (read === undefined || !fitsDecimals(read, decimalsMax)) return false;
  return compare(read, toFixed(min)) >= 0 && (max === undefined || compare(read, toFixed(max)) <= 0);
}

/** A statement about ourselves says where it comes from and when it was so. */
const claims = z.strictObject({
  volumeUsd24h: z.string().regex(/^\d{1,18}$/),
  listedCryptocurrencies: z.number().int().min(0),
  registeredUsers: z.number().int().min(0),
  feeBelowPercent: z.string().regex(/^\d{1,2}(\.\d{1,4})?$/),
  source: z.string().trim().min(3).max(200),
  date: z.iso.date(),
});

const readers: Readonly<Record<ParameterKind, (value: string, rule: Rule) => boolean>> = {
  rate: within,
  amount: within,
  integer: (value, rule) => /^(?:0|[1-9]\d{0,15})$/.test(value) && within(value, rule),
  url: (value) => value.length <= 500 && (/^\/(?![/\\])[\w\-./?=&%#]*$/.test(value) || isSecureAddress(value)),
  countries: (value) => value === '' || /^[A-Z]{2}( [A-Z]{2})*$/.test(value),
  coins: (value) => value === '' || /^[A-Z0-9]{2,16}( [A-Z0-9]{2,16})*$/.test(value),
  hours: (value) => parseOfficeHours(value) !== undefined,
  claims: (value) => claims.safeParse(parsed(value)).success,
};

function isSecureAddress(value: string): boolean {
  return z.url({ protocol: /^https$/ }).safeParse(value).success;
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

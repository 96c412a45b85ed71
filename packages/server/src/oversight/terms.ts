import { type Fixed, toFixed } from '@assay/domain/money/fixed.ts';
import type { Queryable } from '../platform/database.ts';

const keys = [
  'deposit_hours',
  'withdrawal_hours',
  'kyc_hours',
  'loan_hours',
  'chat_hours',
  'alarm_movement_above',
  'alarm_exposure_share',
  'alarm_price_minutes',
  'alarm_sign_ins',
  'exposure_instrument_max',
  'exposure_house_max',
] as const;
type Key = (typeof keys)[number];

/** Hours that a customer may wait for a desk. */
export type Targets = Readonly<Record<'deposits' | 'withdrawals' | 'kyc' | 'loans' | 'chats', number>>;

/** What two persons have set of what is to be noticed. */
export interface OversightTerms {
  readonly hours: Targets;
  /** USDT that two persons have moved at once, of which a third should know. */
  readonly movementAbove: Fixed;
  /** Of what the house takes on at most. */
  readonly exposureShare: Fixed;
  readonly instrumentMax: Fixed;
  readonly houseMax: Fixed;
  readonly priceMinutes: number;
  readonly signIns: number;
}

/** Throws where a parameter is missing: nobody has taken one away but by hand. */
export async function oversightTerms(db: Queryable): Promise<OversightTerms> {
  const rows = await db.query<{ key: string; value: string }>('select key, value from parameters where key = any($1::text[])', [
    keys,
  ]);
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const text = (key: Key): string => {
    const value = values.get(key);
    if (value === undefined) throw new Error(`the parameter ${key} is missing`);
    return value;
  };
  const whole = (key: Key) => Number(text(key));
  return {
    hours: {
      deposits: whole('deposit_hours'),
      withdrawals: whole('withdrawal_hours'),
      kyc: whole('kyc_hours'),
      loans: whole('loan_hours'),
      chats: whole('chat_hours'),
    },
    movementAbove: toFixed(text('alarm_movement_above')),
    exposureShare: toFixed(text('alarm_exposure_share')),
    instrumentMax: toFixed(text('exposure_instrument_max')),
    houseMax: toFixed(text('exposure_house_max')),
    priceMinutes: whole('alarm_price_minutes'),
    signIns: whole('alarm_sign_ins'),
  };
}

import { type Fixed, toFixed } from '@assay/domain/money/fixed.ts';
import type { Queryable } from '../platform/database.ts';
import { parametersOf } from '../settings/index.ts';

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

/** Hours that a customer may wait for a desk. */
export type Targets = Readonly<Record<'deposits' | 'withdrawals' | 'kyc' | 'loans' | 'chats', number>>;

/** Alarm thresholds, set by two persons. */
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

/** Throws where a parameter is missing: it can only have been removed by hand. */
export async function oversightTerms(db: Queryable): Promise<OversightTerms> {
  const values = await parametersOf(db, keys);
  return {
    hours: {
      deposits: Number(values.deposit_hours),
      withdrawals: Number(values.withdrawal_hours),
      kyc: Number(values.kyc_hours),
      loans: Number(values.loan_hours),
      chats: Number(values.chat_hours),
    },
    movementAbove: toFixed(values.alarm_movement_above),
    exposureShare: toFixed(values.alarm_exposure_share),
    instrumentMax: toFixed(values.exposure_instrument_max),
    houseMax: toFixed(values.exposure_house_max),
    priceMinutes: Number(values.alarm_price_minutes),
    signIns: Number(values.alarm_sign_ins),
  };
}

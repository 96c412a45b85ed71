import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type OptionPeriod, optionPeriods } from '@assay/domain/options/periods.ts';
import { countryOf } from '../identity/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { parameter } from '../settings/index.ts';

/** The periods on an instrument as everybody sees them; none where its options are switched off everywhere. */
export async function optionsOf(db: Queryable, instrument: Instrument): Promise<MarketInfo['options']> {
  if (await isOff(db, instrument.code, null)) return [];
  return optionPeriods(instrument).map(toWire);
}

/**
 * Whether a customer may buy options on an instrument: not where they are switched off, and not from a restricted country. A
 * country that is not known restricts nothing. Refused with 10018 when the list of restricted countries is missing.
 */
export async function isOffered(db: Queryable, code: string, userId: string): Promise<boolean | Refusal> {
  const restricted = await parameter(db, 'restricted_countries');
  if (isRefusal(restricted)) return restricted;
  const country = await countryOf(db, userId);
  if (country !== null && restricted.split(' ').includes(country)) return false;
  return !(await isOff(db, code, country));
}

async function isOff(db: Queryable, code: string, country: string | null): Promise<boolean> {
  const rows = await db.query('select from options_off where code = $1 and (country is null or country = $2)', [code, country]);
  return rows.length > 0;
}

function toWire({ id, count, unit, payoutRate, stakeMin, stakeMax }: OptionPeriod): MarketInfo['options'][number] {
  return {
    id,
    count,
    unit,
    payoutRate: formatFixed(payoutRate),
    stakeMin: formatAmount(stakeMin, usdt),
    stakeMax: formatAmount(stakeMax, usdt),
  };
}

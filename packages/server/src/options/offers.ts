import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { BuyingSituation } from '@assay/domain/options/buy-option.ts';
import { type OptionPeriod, optionPeriods } from '@assay/domain/options/periods.ts';
import { refused } from '@assay/domain/positions/refused.ts';
import { countriesOf } from '../identity/index.ts';
import type { Queryable } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { parameter } from '../settings/index.ts';

/** The periods on an instrument in the public list; none where its options are switched off everywhere. */
export async function optionsOf(db: Queryable, instrument: Instrument): Promise<MarketInfo['options']> {
  const off = await db.query('select from options_off where code = $1 and country is null', [instrument.code]);
  return off.length > 0 ? [] : optionPeriods(instrument).map(toWire);
}

/**
 * Whether a customer may buy options on an instrument: not where they are switched off, and not from a restricted country. A
 * country that is not known restricts nothing. Refused with 10018 when the list of restricted countries is missing.
 */
export type Offered = (userId: string, code: string) => BuyingSituation['offered'];

/** What is offered to the buyers of a group. */
export async function offersTo(db: Queryable, buyers: readonly Owner[]): Promise<Offered> {
  if (buyers.length === 0) return () => false;
  const [restricted, countries, off] = await Promise.all([
    parameter(db, 'restricted_countries'),
    countriesOf(
      db,
      buyers.map(({ userId }) => userId),
    ),
    db.query<{ code: string; country: string | null }>('select code, country from options_off'),
  ]);
  return (userId, code) => {
    if (isRefusal(restricted)) return refused(restricted.code);
    const country = countries.get(userId) ?? null;
    if (country !== null && restricted.split(' ').includes(country)) return false;
    return !off.some((each) => each.code === code && (each.country === null || each.country === country));
  };
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

import type { AssetClass, TimeUnit } from '@assay/contract/vocabulary/markets.ts';
import type { Instrument } from '../market/instrument.ts';
import { type Amount, exact } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, add, divide, one, toFixed } from '../money/fixed.ts';

/** A time that an option can run for, with what it pays and what may be staked on it. */
export interface OptionPeriod {
  /** Count and unit, such as `5min`: stable for ever. */
  readonly id: string;
  readonly count: number;
  readonly unit: TimeUnit;
  /** Share of the stake that a won option pays on top of the stake. */
  readonly payoutRate: Fixed;
  /** In USDT. */
  readonly stakeMin: Amount;
  readonly stakeMax: Amount;
}

/** A period as the wire has it: numbers as plain decimals. */
export type OptionPeriodText = Pick<OptionPeriod, 'id' | 'count' | 'unit'> & {
  readonly [Key in 'payoutRate' | 'stakeMin' | 'stakeMax']: string;
};

export function readPeriod({ payoutRate, stakeMin, stakeMax, ...period }: OptionPeriodText): OptionPeriod {
  return {
    ...period,
    payoutRate: toFixed(payoutRate),
    stakeMin: exact(toFixed(stakeMin), usdt),
    stakeMax: exact(toFixed(stakeMax), usdt),
  };
}

/**
 * How often a buyer must be right to lose nothing on average: 1 / (1 + payout rate), an equal price apart. To a tenth
 * of a percent, rounded up: 80% needs 55.6%.
 */
export function breakEvenChance(payoutRate: Fixed): Fixed {
  return divide(one, add(one, payoutRate), 3, 'up');
}

const lengths: readonly (readonly [count: number, unit: TimeUnit])[] = [
  [1, 'min'],
  [5, 'min'],
  [15, 'min'],
  [30, 'min'],
  [1, 'hour'],
  [4, 'hour'],
  [1, 'day'],
  [1, 'week'],
  [1, 'month'],
];

interface ClassTerms {
  readonly payoutRates: Readonly<Record<TimeUnit, string>>;
  readonly stakeMin: string;
  readonly stakeMax: string;
}

const commonRates = { min: '0.8', hour: '0.82', day: '0.84', week: '0.86', month: '0.88' };
const majorRates = { min: '0.84', hour: '0.85', day: '0.86', week: '0.87', month: '0.88' };

/**
 * At even odds the house keeps (1 − payout rate) / 2 of a stake: between 6 and 10 percent, less the longer an option runs.
 * The largest stake bounds what one option can cost the house.
 */
const classTerms: Readonly<Record<AssetClass, ClassTerms>> = {
  crypto: { payoutRates: commonRates, stakeMin: '5', stakeMax: '5000' },
  forex: { payoutRates: majorRates, stakeMin: '5', stakeMax: '10000' },
  stock: { payoutRates: commonRates, stakeMin: '5', stakeMax: '2000' },
  future: { payoutRates: commonRates, stakeMin: '5', stakeMax: '5000' },
  etf: { payoutRates: commonRates, stakeMin: '5', stakeMax: '2000' },
  metal: { payoutRates: majorRates, stakeMin: '5', stakeMax: '5000' },
};

/** The periods that are offered on an instrument, shortest first. */
export function optionPeriods({ assetClass }: Pick<Instrument, 'assetClass'>): readonly OptionPeriod[] {
  const { payoutRates: rates, stakeMin, stakeMax } = classTerms[assetClass];
  return lengths.map(([count, unit]) =>
    readPeriod({ id: `${count}${unit}`, count, unit, payoutRate: rates[unit], stakeMin, stakeMax }),
  );
}

/** No option runs for less. Of all that expire within this from now on, each has been bought already. */
export const shortestPeriodMs = 60_000;

const unitMs = { min: shortestPeriodMs, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

/**
 * When an option that is bought at `at` expires, to the millisecond. Minutes, hours, days and weeks are lengths: a day is
 * 24 hours. A month is one of the UTC calendar: the same day and time of a later month, or that month's last day where it
 * has no such day. 31 January and a month is 28 February, in leap years the 29th.
 */
export function expiryOf({ count, unit }: Pick<OptionPeriod, 'count' | 'unit'>, at: number): number {
  if (unit !== 'month') return at + count * unitMs[unit];
  const start = new Date(at);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + count];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = at - Date.UTC(year, start.getUTCMonth(), start.getUTCDate());
  return Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)) + timeOfDay;
}

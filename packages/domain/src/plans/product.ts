import { type Amount, exact } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, toFixed } from '../money/fixed.ts';

/** A time in days that a plan can run for, and the share of the principal that each of them pays. */
export interface PlanPeriod {
  readonly days: number;
  readonly dailyYield: Fixed;
}

/** What a product sells, in force for new plans; each plan keeps the terms it was bought with. */
export interface PlanOffer {
  /** In USDT. */
  readonly amountMin: Amount;
  readonly amountMax: Amount;
  /** Share of the principal that an early exit costs. */
  readonly penaltyRate: Fixed;
  /** Plans bought before this moment (epoch milliseconds) wait for it; null when all open at once. */
  readonly startsAt: number | null;
  readonly periods: readonly PlanPeriod[];
}

export interface PlanProduct extends PlanOffer {
  /** `plan-<name>`: stable for ever. */
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** Path of the logo on this site. */
  readonly logo: string;
}

/** An offer as the wire has it: decimals as text, the start as an ISO time. */
export interface PlanOfferText {
  readonly amountMin: string;
  readonly amountMax: string;
  readonly penaltyRate: string;
  readonly startsAt: string | null;
  readonly periods: readonly { readonly days: number; readonly dailyYield: string }[];
}

/** Reads an offer that the server has written; an ill-formed one is our own mistake. */
export function readOffer({ amountMin, amountMax, penaltyRate, startsAt, periods }: PlanOfferText): PlanOffer {
  return {
    amountMin: exact(toFixed(amountMin), usdt),
    amountMax: exact(toFixed(amountMax), usdt),
    penaltyRate: toFixed(penaltyRate),
    startsAt: startsAt === null ? null : Date.parse(startsAt),
    periods: periods.map(({ days, dailyYield }) => ({ days, dailyYield: toFixed(dailyYield) })),
  };
}

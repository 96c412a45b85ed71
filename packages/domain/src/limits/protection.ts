import {
  type BlockCode,
  type CoolOffPeriod,
  type ExclusionPeriod,
  coolOffDays,
  dailyLossMax,
  dailyLossMin,
  exclusionMonths,
} from '@assay/contract/vocabulary/protection.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, parseAmount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Refused, refused } from '../positions/refused.ts';

const dayMs = 86_400_000;

/** A customer's limits, as they are in force. Times are those of the wall clock, in epoch milliseconds. */
export interface Protection {
  /** USDT. */
  readonly dailyLoss: Amount | null;
  readonly coolsOffUntil: number | null;
  readonly exclusion: { readonly until: number | null } | null;
  /** Of another account of the same person: the one that ends last. */
  readonly exclusionElsewhere: { readonly until: number | null } | null;
}

/** A choice with the time from which it counts. */
interface Counted {
  readonly effectiveAt: number;
}

/**
 * Decides a new daily loss limit: a lower one counts at once, a higher one or none after the wait.
 * Refusals: 11135 not an amount from 1 to 1,000,000 USDT.
 */
export function decideDailyLoss(
  asked: string | null,
  current: Amount | null,
  { now, waitMs }: { readonly now: number; readonly waitMs: number },
): (Counted & { readonly limit: Amount | null }) | Refused {
  const limit = asked === null ? null : parseAmount(asked, usdt);
  if (limit === undefined) return refused('11135', 'limit');
  if (limit !== null && (limit < usdtOf(dailyLossMin) || limit > usdtOf(dailyLossMax))) return refused('11135', 'limit');
  const loosens = current !== null && (limit === null || limit > current);
  return { limit, effectiveAt: loosens ? now + waitMs : now };
}

function usdtOf(text: string): Amount {
  const value = parseAmount(text, usdt);
  if (value === undefined) throw new Error(`${text} is no amount of USDT`);
  return value;
}

/**
 * Decides a cool-off: one that ends later than what runs counts at once; ending it early counts after the wait.
 * Refusals: 11134 it would end what runs earlier, or there is nothing that ends later than the wait.
 */
export function decideCoolOff(
  asked: CoolOffPeriod | 'end',
  runsUntil: number | null,
  { now, waitMs }: { readonly now: number; readonly waitMs: number },
): (Counted & { readonly until: number }) | Refused {
  if (asked === 'end') {
    const end = now + waitMs;
    return runsUntil === null || runsUntil <= end ? refused('11134', 'period') : { until: end, effectiveAt: end };
  }
  const until = now + coolOffDays[asked] * dayMs;
  return runsUntil !== null && until < runsUntil ? refused('11134', 'period') : { until, effectiveAt: now };
}

/** Decides a self-exclusion, which counts at once. Refusals: 11134 it would end earlier than the one that runs. */
export function decideExclusion(
  asked: ExclusionPeriod,
  running: Protection['exclusion'],
  now: number,
): (Counted & { readonly until: number | null }) | Refused {
  const months = exclusionMonths[asked];
  const until = months === null ? null : monthsLater(now, months);
  const shorter = running !== null && until !== null && (running.until === null || until < running.until);
  return shorter ? refused('11134', 'period') : { until, effectiveAt: now };
}

/** The same day and time of a later month in UTC; its last day where it has no such day. */
function monthsLater(now: number, months: number): number {
  const later = new Date(now);
  const day = later.getUTCDate();
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(day, lastDay));
  return later.getTime();
}

export interface Blocked {
  readonly code: BlockCode;
  /** Null for an exclusion for good. */
  readonly until: number | null;
}

/**
 * The reason why an account may not open anything at this moment. Self-exclusion counts for both accounts and on every account
 * of the person, the rest for the real one. A pause comes before the daily limit, since it lasts longer.
 */
export function blockedBy(
  { exclusion, exclusionElsewhere, coolsOffUntil, dailyLoss }: Protection,
  { book, lost, dayEndsAt }: { readonly book: Book; readonly lost: Amount; readonly dayEndsAt: number },
): Blocked | undefined {
  if (exclusionElsewhere !== null && (exclusion === null || endOf(exclusionElsewhere) > endOf(exclusion)))
    return { code: exclusionElsewhere.until === null ? '11265' : '11264', until: exclusionElsewhere.until };
  if (exclusion !== null) return { code: exclusion.until === null ? '11133' : '11132', until: exclusion.until };
  if (book === 'demo') return undefined;
  if (coolsOffUntil !== null) return { code: '11131', until: coolsOffUntil };
  if (dailyLoss !== null && lost >= dailyLoss) return { code: '11130', until: dayEndsAt };
  return undefined;
}

const endOf = ({ until }: { readonly until: number | null }) => until ?? Number.POSITIVE_INFINITY;

import type { Block, Limits } from '@assay/contract/endpoints/limits.ts';
import { type Blocked, blockedBy } from '@assay/domain/limits/protection.ts';
import { type Amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../platform/database.ts';
import { choicesOf } from './choices.ts';
import type { LimitsContext } from './context.ts';
import { dayOf, lostSince } from './may-open.ts';

/** A customer's limits, how much of each is used, and what is blocked at this moment. */
export async function readLimits(context: LimitsContext, db: Queryable, userId: string): Promise<Limits> {
  const { clock, looseningMs } = context;
  const choices = await choicesOf(db, userId, clock.wall());
  const day = dayOf(clock.now());
  const lost = await lostSince(context, db, userId, day.start);
  const { dailyLoss, pendingDailyLoss: pending, coolsOffUntil, coolOffEndsEarlyAt, exclusion } = choices;
  const seen = { lost, dayEndsAt: day.end };
  return {
    dailyLoss: {
      limit: decimalOf(dailyLoss),
      used: formatAmount(lost, usdt),
      resetsAt: isoOf(day.end),
      pending: pending === null ? null : { limit: decimalOf(pending.limit), effectiveAt: isoOf(pending.effectiveAt) },
    },
    coolOff: {
      until: coolsOffUntil === null ? null : isoOf(coolsOffUntil),
      endsEarlyAt: coolsOffUntil === null || coolOffEndsEarlyAt === null ? null : isoOf(coolOffEndsEarlyAt),
    },
    exclusion: {
      excluded: exclusion !== null,
      until: exclusion === null || exclusion.until === null ? null : isoOf(exclusion.until),
    },
    looseningSeconds: looseningMs / 1000,
    blocked: {
      real: blockOf(blockedBy(choices, { ...seen, book: 'real' })),
      demo: blockOf(blockedBy(choices, { ...seen, book: 'demo' })),
    },
  };
}

function blockOf(blocked: Blocked | undefined): Block | null {
  if (blocked === undefined) return null;
  return { code: blocked.code, until: blocked.until === null ? null : isoOf(blocked.until) };
}

function decimalOf(value: Amount | null): string | null {
  return value === null ? null : formatAmount(value, usdt);
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}

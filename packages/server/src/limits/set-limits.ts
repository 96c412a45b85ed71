import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Limits, limitCalls } from '@assay/contract/endpoints/limits.ts';
import { decideCoolOff, decideDailyLoss, decideExclusion } from '@assay/domain/limits/protection.ts';
import { type Refused, isRefused } from '@assay/domain/positions/refused.ts';
import { type Refusal, isRefusal, refusalOf } from '../platform/refusal.ts';
import { type Choices, type NewChoice, choicesOf, choose, lockLimits } from './choices.ts';
import type { LimitsContext } from './context.ts';
import { readLimits } from './read-limits.ts';

/** Sets, changes or lifts the daily loss limit. Refusals: those of `decideDailyLoss`, 429. */
export function setDailyLoss(
  context: LimitsContext,
  userId: string,
  { limit }: InputOf<typeof limitCalls.setDailyLoss>,
): Promise<Limits | Refusal> {
  return change(context, userId, ({ dailyLoss }, wait) => {
    const decision = decideDailyLoss(limit, dailyLoss, wait);
    if (isRefused(decision)) return decision;
    return { kind: 'dailyLoss', dailyLoss: decision.limit, effectiveAt: decision.effectiveAt };
  });
}

/** Begins a cool-off, or ends it early. Refusals: those of `decideCoolOff`, 429. */
export function setCoolOff(
  context: LimitsContext,
  userId: string,
  { period }: InputOf<typeof limitCalls.setCoolOff>,
): Promise<Limits | Refusal> {
  return change(context, userId, ({ coolsOffUntil }, wait) => {
    const decision = decideCoolOff(period, coolsOffUntil, wait);
    return isRefused(decision) ? decision : { kind: 'coolOff', ...decision };
  });
}

/** Excludes a customer, or extends an exclusion. Refusals: those of `decideExclusion`, 429. */
export function excludeSelf(
  context: LimitsContext,
  userId: string,
  { period }: InputOf<typeof limitCalls.excludeSelf>,
): Promise<Limits | Refusal> {
  return change(context, userId, ({ exclusion }, { now }) => {
    const decision = decideExclusion(period, exclusion, now);
    return isRefused(decision) ? decision : { kind: 'exclusion', ...decision };
  });
}

type Wait = { readonly now: number; readonly waitMs: number };

/** One change after the other, and none while an order is counted. */
function change(
  context: LimitsContext,
  userId: string,
  decide: (choices: Choices, wait: Wait) => NewChoice | Refused,
): Promise<Limits | Refusal> {
  const { db, clock, looseningMs } = context;
  return db.transact(async (tx) => {
    await lockLimits(tx, userId);
    const now = clock.wall();
    const decision = decide(await choicesOf(tx, userId, now), { now, waitMs: looseningMs });
    if (isRefused(decision)) {
      return refusalOf(decision);
    }
    const refused = await choose(tx, userId, now, decision);
    return isRefusal(refused) ? refused : readLimits(context, tx, userId);
  });
}

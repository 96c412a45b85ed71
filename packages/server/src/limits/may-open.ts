import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Posting } from '@assay/domain/ledger/recipes/recipe.ts';
import { dealtBy } from '@assay/domain/limits/dealt.ts';
import { type Blocked, blockedBy } from '@assay/domain/limits/protection.ts';
import { type Amount, greatest, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { type Refused, refused } from '@assay/domain/positions/refused.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { refusalOf } from '../platform/refusal.ts';
import { choicesOf, choicesOfMany, lockLosses } from './choices.ts';
import type { LimitsContext, MayOpen } from './context.ts';

const dayMs = 86_400_000;

/** Business days begin at 00:00 UTC. */
export function dayOf(at: number): { readonly start: Date; readonly end: number } {
  const start = Math.floor(at / dayMs) * dayMs;
  return { start: new Date(start), end: start + dayMs };
}

/** What the real account has lost since a moment, realised, with fees and financing; nothing while it has gained. */
export async function lostSince(context: LimitsContext, db: Queryable, userId: string, since: Date): Promise<Amount> {
  return lossOf(await context.won(db, userId, since));
}

const lossOf = (won: Amount) => greatest(nothing, minus(nothing, won));

/**
 * The one check of all that opens something. On a real account one thing is opened after the other: the next waits for the
 * commit of the last and counts what that has cost, so parallel orders pass no more often than orders one by one; and it waits
 * for a choice that is being made, and is held to it. What open positions lose later is not held back by it.
 */
export function createMayOpen(context: LimitsContext): MayOpen {
  const { clock } = context;
  return async (tx, userId, book) => {
    // Before anything is read: a caller that waits here is judged by the limits chosen meanwhile.
    if (book === 'real') await lockLosses(tx, userId);
    const choices = await choicesOf(tx, userId, clock.wall());
    const day = dayOf(clock.now());
    const counts = book === 'real' && choices.dailyLoss !== null;
    const lost = counts ? await lostSince(context, tx, userId, day.start) : nothing;
    const blocked = blockedBy(choices, { book, lost, dayEndsAt: day.end });
    return blocked === undefined ? undefined : refusalOf(refusedBy(blocked));
  };
}

/** What the owners of a group have chosen, and what of it is used up. */
export interface Protections {
  /** As `MayOpen`; `before` is what the same act is about to book. */
  mayOpen(userId: string, book: Book, before?: readonly Posting[]): Refused | undefined;
  /** Whether a daily limit counts what is booked on this account: then one thing is decided after the other. */
  counts(userId: string, book: Book): boolean;
}

/** The same check for many people. To be sent after the locks of their accounts, which `lockLosses` takes of one. */
export async function protectionsOf(context: LimitsContext, tx: Transaction, userIds: readonly string[]): Promise<Protections> {
  const { clock } = context;
  const choices = userIds.length === 0 ? undefined : await choicesOfMany(tx, userIds, clock.wall());
  const day = dayOf(clock.now());
  const limited = userIds.filter((userId) => choices !== undefined && choices(userId).dailyLoss !== null);
  const won = new Map(
    await Promise.all(limited.map(async (userId) => [userId, await context.won(tx, userId, day.start)] as const)),
  );
  return {
    mayOpen: (userId, book, before = []) => {
      if (choices === undefined) throw new Error(`the limits of ${userId} were not read`);
      const lost = lossOf(sum(won.get(userId) ?? nothing, dealtBy(before, userId, day.start.getTime())));
      const blocked = blockedBy(choices(userId), { book, lost, dayEndsAt: day.end });
      return blocked === undefined ? undefined : refusedBy(blocked);
    },
    counts: (userId, book) => book === 'real' && won.has(userId),
  };
}

function refusedBy({ code, until }: Blocked): Refused {
  return refused(code, null, until === null ? undefined : { until: worded(until) });
}

/** The same in every language: 2026-01-05 14:00 UTC. A pause that ends within a minute is shown as lasting for it. */
function worded(until: number): string {
  const minutes = new Date(Math.ceil(until / 60_000) * 60_000);
  return `${minutes.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

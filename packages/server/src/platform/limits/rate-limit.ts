import type { Clock } from '../clock.ts';

export interface Limit {
  readonly max: number;
  readonly windowMs: number;
}

interface Bucket {
  /** Below zero, a debt, where peers have let more pass than was left. */
  tokens: number;
  at: number;
  /** When it became the last to be forgotten. */
  movedAt: number;
  /** Of the last call here, or as a peer has named it. */
  limit: Limit;
}

/**
 * Keys kept at most; the oldest is evicted first, which only ever favours the caller. A repeated call within a window keeps the
 * key's place: moving it for every call costs more than the rest.
 */
const keysMax = 100_000;
/** Whole allowances that a key can be in debt, whatever peers publish. */
export const debtMax = 16;

/**
 * Token buckets in memory, one per key: `max` at once, refilled evenly over `windowMs`. Answers 0 when the call may
 * pass, else the milliseconds to wait. What must hold across processes exactly is counted in the database instead; `passed`
 * is called for each call that passes, for processes that share limits.
 */
export function createRateLimiter(clock: Pick<Clock, 'elapsed'>, passed?: (key: string, limit: Limit) => void) {
  const buckets = new Map<string, Bucket>();
  const refilledOf = ({ tokens, at }: Bucket, { max, windowMs }: Limit, now: number) =>
    Math.min(max, Math.max(-debtMax * max, tokens) + ((now - at) * max) / windowMs);

  function take(key: string, limit: Limit): number {
    const now = clock.elapsed();
    const bucket = buckets.get(key) ?? { tokens: limit.max, at: now, movedAt: -Infinity, limit };
    const refilled = refilledOf(bucket, limit, now);
    const passes = refilled >= 1;
    bucket.tokens = passes ? refilled - 1 : refilled;
    bucket.at = now;
    bucket.limit = limit;
    if (now - bucket.movedAt >= limit.windowMs) {
      bucket.movedAt = now;
      buckets.delete(key);
      if (buckets.size >= keysMax) {
        const oldest = buckets.keys().next();
        if (!oldest.done) buckets.delete(oldest.value);
      }
      buckets.set(key, bucket);
    }
    if (passes) passed?.(key, limit);
    return passes ? 0 : ((1 - refilled) * limit.windowMs) / limit.max;
  }

  /** How many calls may pass at once from now on. */
  function left(key: string, limit: Limit): number {
    const bucket = buckets.get(key);
    return bucket === undefined ? limit.max : Math.max(0, Math.floor(refilledOf(bucket, limit, clock.elapsed())));
  }

  /**
   * Debits calls that a peer has let pass, into debt where they are more than was left: at most one allowance for each of
   * `peers`. It never credits, and evicts no key.
   */
  function debit(key: string, count: number, named: Limit, peers: number): void {
    const now = clock.elapsed();
    const known = buckets.get(key);
    if (known === undefined && buckets.size >= keysMax) return;
    const bucket = known ?? { tokens: named.max, at: now, movedAt: now, limit: named };
    const refilled = refilledOf(bucket, bucket.limit, now);
    const deepest = -Math.min(peers, debtMax) * bucket.limit.max;
    bucket.tokens = Math.min(refilled, Math.max(deepest, refilled - count));
    bucket.at = now;
    if (known === undefined) buckets.set(key, bucket);
  }

  return Object.assign(take, { left, debit });
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** A limiter for each use, by the name under which peers know it. */
export type Limiters = (name: string) => RateLimiter;

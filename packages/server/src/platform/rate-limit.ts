import type { Clock } from './clock.ts';

export interface Limit {
  readonly max: number;
  readonly windowMs: number;
}

interface Bucket {
  tokens: number;
  at: number;
  /** When it became the last to be forgotten. */
  movedAt: number;
}

/**
 * Keys kept at most; the oldest is evicted first, which only ever favours the caller. A repeated call within a window keeps the
 * key's place: moving it for every call costs more than the rest.
 */
const keysMax = 100_000;

/**
 * Token buckets in memory, one per key: `max` at once, refilled evenly over `windowMs`. Answers 0 when the call may
 * pass, else the milliseconds to wait. What must hold across processes is counted in the database instead.
 */
export function createRateLimiter(clock: Pick<Clock, 'elapsed'>) {
  const buckets = new Map<string, Bucket>();
  const refilledOf = ({ tokens, at }: Bucket, { max, windowMs }: Limit, now: number) =>
    Math.min(max, tokens + ((now - at) * max) / windowMs);

  function take(key: string, limit: Limit): number {
    const now = clock.elapsed();
    const bucket = buckets.get(key) ?? { tokens: limit.max, at: now, movedAt: -Infinity };
    const refilled = refilledOf(bucket, limit, now);
    const passes = refilled >= 1;
    bucket.tokens = passes ? refilled - 1 : refilled;
    bucket.at = now;
    if (now - bucket.movedAt >= limit.windowMs) {
      bucket.movedAt = now;
      buckets.delete(key);
      if (buckets.size >= keysMax) {
        const oldest = buckets.keys().next();
        if (!oldest.done) buckets.delete(oldest.value);
      }
      buckets.set(key, bucket);
    }
    return passes ? 0 : ((1 - refilled) * limit.windowMs) / limit.max;
  }

  /** How many calls may pass at once from now on. */
  function left(key: string, limit: Limit): number {
    const bucket = buckets.get(key);
    return bucket === undefined ? limit.max : Math.floor(refilledOf(bucket, limit, clock.elapsed()));
  }

  return Object.assign(take, { left });
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;

import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { minute, standingClock } from '../../../test/identity-app.ts';
import type { Clock } from '../clock.ts';
import { takeAttempt } from '../credentials/attempts.ts';
import { createRateLimiter } from './rate-limit.ts';

const limit = { max: 2, windowMs: 1000 };

/** A client calls twice, the clock is set back by ten minutes, and it calls again a second later. */
function afterStepBack(limiterOn: (clock: Clock) => Pick<Clock, 'elapsed'>): number {
  const clock = standingClock();
  const take = createRateLimiter(limiterOn(clock));
  take('caller', limit);
  clock.advance(-10 * minute);
  clock.advance(1000);
  return take('caller', limit);
}

it('a clock that is set back locks nobody out', () => {
  expect(afterStepBack((clock) => clock)).toBe(0);
});

it('would for ten minutes, if the limit went by the clock that is set', () => {
  // 2 calls a second: of a refill of -1,198 and the token that was left, 1,198 are missing, half a second each.
  expect(afterStepBack((clock) => ({ elapsed: () => clock.wall() }))).toBe(599_000);
});

it('refills evenly, and answers how long to wait', () => {
  const clock = standingClock();
  const take = createRateLimiter(clock);
  const taken = () => take('caller', limit);
  expect([taken(), taken(), taken()]).toEqual([0, 0, 500]);
  clock.advance(400);
  expect(taken()).toBeCloseTo(100);
  clock.advance(100);
  expect(taken()).toBe(0);
});

it('attempts that were counted by a clock which has been set back since keep nobody out', async () => {
  const db = await testDatabase();
  const clock = standingClock();
  const budget = { key: 'sign-in:somebody', max: 1, windowMs: minute };
  const attempt = () => takeAttempt(db, clock.wall(), [budget]);
  expect(await attempt()).toBeUndefined();
  clock.advance(minute - 1000);
  expect(await attempt()).toMatchObject({ code: '429', retryAfterSeconds: 1 });
  clock.advance(-10 * minute);
  expect(await attempt()).toBeUndefined();
  expect(await attempt()).toMatchObject({ code: '429', retryAfterSeconds: 60 });
  clock.advance(minute);
  expect(await attempt()).toBeUndefined();
});

/**
 * Two times. `now` is the business clock that quotes, orders, candles, trading hours and settlement run on: the wall
 * clock, or the replayed time. `wall` is real time, for sessions, codes and rate limits. Both in epoch milliseconds.
 */
export interface Clock {
  now(): number;
  wall(): number;
}

export const systemClock: Clock = { now: () => Date.now(), wall: () => Date.now() };

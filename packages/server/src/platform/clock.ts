/**
 * Three times. `now` is the business clock that quotes, orders, candles, trading hours and settlement run on: the wall clock,
 * or the replayed time. `wall` is real time, for sessions and codes: it may be set. Both in epoch milliseconds. `elapsed` are
 * milliseconds that only ever grow, since a moment that means nothing: for limits, waits, and the age of what this process has
 * received.
 */
export interface Clock {
  now(): number;
  wall(): number;
  elapsed(): number;
}

/** Real time, from the machine's clock. */
export const realTime: Pick<Clock, 'wall' | 'elapsed'> = { wall: () => Date.now(), elapsed: () => performance.now() };

export const systemClock: Clock = { ...realTime, now: () => Date.now() };

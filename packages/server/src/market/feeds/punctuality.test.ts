import { expect, test } from 'vitest';
import { punctuality } from './punctuality.ts';

/** A connection heard at moments of our clock. */
function heard() {
  let now = 1_000_000;
  const line = punctuality(() => now);
  return {
    line,
    /** A message that took so long on its way, after so much time. */
    message: (tookMs: number, afterMs = 100) => {
      now += afterMs;
      line.heard(now - tookMs);
      return [line.provedMsAgo(), now - line.time()];
    },
  };
}

test('what comes as quickly as ever is in time, what takes more than a second longer is not', () => {
  const { message } = heard();
  expect(message(80)).toEqual([0, 0]);
  expect(message(80 + 1000, 2000)).toEqual([0, 1000]);
  // Nothing is brought before what was brought already, however late it is.
  expect(message(80 + 1200)).toEqual([100, 1100]);
  expect(message(80)).toEqual([0, 0]);
});

test('one message that was stamped by a wrong clock says nothing of those that follow', () => {
  const { message } = heard();
  message(80);
  expect(message(-3_600_000)).toEqual([100, 0]);
  expect(message(80)).toEqual([0, 0]);
});

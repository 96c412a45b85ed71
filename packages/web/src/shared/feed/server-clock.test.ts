import { expect, test } from 'vitest';
import { ServerClock } from './server-clock.ts';

test('nothing is known before the first quote', () => {
  expect(new ServerClock().now(5, false)).toBeNull();
});

test('a device whose clock is an hour slow still counts down rightly', () => {
  const clock = new ServerClock();
  clock.hear(3_600_000, 0);
  expect(clock.now(1_500, false)).toBe(3_601_500);
});

test('of quotes that came late the most punctual counts', () => {
  const clock = new ServerClock();
  clock.hear(10_000, 10_700);
  clock.hear(11_000, 11_040);
  clock.hear(12_000, 12_900);
  expect(clock.now(13_000, false)).toBe(12_960);
});

test('a replay runs at its own speed', () => {
  const clock = new ServerClock();
  // A minute a second: quotes of every 15 seconds come four times a second.
  for (let quarter = 0; quarter <= 20; quarter += 1) clock.hear(quarter * 15_000, quarter * 250);
  expect(clock.now(5_100, true)).toBe(306_000);
});

test('a replay that is started anew is followed back', () => {
  const clock = new ServerClock();
  clock.hear(86_400_000, 1_000);
  clock.hear(0, 2_000);
  expect(clock.now(2_500, true)).toBe(500);
});

test('a quote of another instrument that is older moves nothing', () => {
  const clock = new ServerClock();
  clock.hear(20_000, 20_000);
  clock.hear(19_000, 21_000);
  expect(clock.now(22_000, false)).toBe(22_000);
});

test('a replay of which one hears every twenty seconds runs at its own speed, too', () => {
  const clock = new ServerClock();
  // Between two beats lies a little more than twenty seconds.
  for (let beat = 0; beat <= 3; beat += 1) clock.hear(beat * 1_200_600, beat * 20_010);
  expect(clock.now(3 * 20_010 + 1_000, true)).toBe(3 * 1_200_600 + 60_000);
});

test('a device whose clock has been set meanwhile goes by what it heard last', () => {
  const clock = new ServerClock();
  clock.hear(1_000_000, 1_000_000);
  clock.hear(1_060_000, 1_360_000);
  expect(clock.now(1_361_000, false)).toBe(1_061_000);
});

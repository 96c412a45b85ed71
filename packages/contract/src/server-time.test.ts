import { beforeEach, expect, test, vi } from 'vitest';

const started = Date.UTC(2025, 5, 2, 12);
const elapsed = vi.spyOn(performance, 'now');

/** A page that has just been opened, its own clock hours wrong, and a server that answers it. */
async function opened() {
  const { hearServerTime, serverTime, stopwatch } = await import('./server-time.ts');
  let [ranMs, sleptMs] = [0, 0];
  const tell = () => {
    elapsed.mockReturnValue(ranMs);
    vi.setSystemTime(started - 5 * 3_600_000 + ranMs + sleptMs);
  };
  tell();
  return {
    serverTime,
    stopwatch,
    /** An answer that left the server `atMs` after it was opened and arrives now; its header has whole seconds. */
    hear: (atMs: number) => hearServerTime({ headers: new Headers({ date: new Date(started + atMs).toUTCString() }) }),
    /** What time the page believes it is on the server, from when it was opened on. */
    believes: () => (serverTime() ?? Number.NaN) - started,
    /** So long after it was opened by the clock that runs on. */
    at: (ms: number) => {
      ranMs = ms;
      tell();
    },
    /** The clock of the device goes on, or back, and the one that runs on stands still. */
    sleep: (ms: number) => {
      sleptMs += ms;
      tell();
    },
    hearHeader: (date: string | null) => hearServerTime({ headers: new Headers(date === null ? {} : { date }) }),
  };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'] });
  elapsed.mockReturnValue(0);
  return () => void vi.useRealTimers();
});

test('the time is not known before an answer tells it, and nothing else tells it', async () => {
  const { serverTime, hearHeader } = await opened();
  expect(serverTime()).toBeNull();
  for (const date of [null, '', 'soon']) hearHeader(date);
  expect(serverTime()).toBeNull();
});

test('it runs on from the answer, however wrong the clock of this device is', async () => {
  const { hear, believes, at } = await opened();
  at(400);
  hear(0);
  expect(believes()).toBe(0);
  at(10_400);
  expect(believes()).toBe(10_000);
});

test('a device that may have slept, or was set, does not know it until the next answer', async () => {
  const { hear, believes, serverTime, at, sleep } = await opened();
  hear(0);
  at(2_000);
  sleep(900);
  expect(believes()).toBe(2_000);
  sleep(3_600_000);
  expect(serverTime()).toBeNull();
  hear(3_602_000);
  expect(believes()).toBe(3_602_000);
  sleep(-86_400_000);
  expect(serverTime()).toBeNull();
});

test('a stopwatch counts what the device slept through, and is not set back with its clock', async () => {
  const { at, sleep, stopwatch } = await opened();
  const passed = stopwatch();
  at(500);
  expect(passed()).toBe(500);
  sleep(60_000);
  expect(passed()).toBe(60_500);
  sleep(-86_400_000);
  expect(passed()).toBe(500);
});

test('of several answers the one that was least late counts, so that it is never ahead of the truth', async () => {
  const { hear, believes, at } = await opened();
  // What was on its way for 700 ms, for 50 ms, and for 3 s.
  for (const [sentAt, lateMs] of [
    [1_000, 700],
    [5_000, 50],
    [7_000, 3_000],
  ] as const) {
    at(sentAt + lateMs);
    hear(sentAt);
    expect(believes()).toBeLessThanOrEqual(sentAt + lateMs);
  }
  at(20_000);
  expect(believes()).toBe(19_950);
});

test('a server whose clock is set back is believed after twenty answers', async () => {
  const { hear, believes, at } = await opened();
  hear(60_000);
  for (let second = 1; second < 20; second += 1) {
    at(second * 1_000);
    hear(second * 1_000);
    expect(believes()).toBe(60_000 + second * 1_000);
  }
  at(20_000);
  hear(20_000);
  expect(believes()).toBe(20_000);
});

import { expect, test, vi } from 'vitest';
import { use } from '../../../test/around.tsx';
import { heardFeed } from '../../../test/feed.ts';
import { wire } from '../../../test/wire.ts';
import { useServerTime } from './feed.ts';

test('what follows from the time of the server is drawn when it changes, and not with each tick', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  wire();
  const { quote } = heardFeed();
  const told = (at: number) =>
    quote({ code: 'BTCUSDT', price: '1', bid: '1', ask: '1', zdf: '0.00', time: new Date(at).toISOString() });
  let drawn = 0;
  const { result } = await use(() => {
    drawn += 1;
    return useServerTime((now) => (now === null ? 'unknown' : new Date(now).toISOString().slice(0, 10)));
  });
  expect(result.current).toBe('unknown');
  // Twelve ticks are three seconds before midnight.
  told(Date.UTC(2031, 4, 5, 23, 59, 57));
  vi.advanceTimersByTime(250);
  await expect.poll(() => result.current).toBe('2031-05-05');
  const before = drawn;
  vi.advanceTimersByTime(2_750);
  await expect.poll(() => result.current).toBe('2031-05-06');
  // Once, and once more to be strict.
  expect(drawn - before).toBeLessThanOrEqual(2);
});

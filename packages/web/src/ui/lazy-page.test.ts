import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkMissing, lazyPage, loadChunk } from './lazy-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a part that arrives is handed on, and nothing waits for it any longer', async () => {
  expect(await loadChunk(() => Promise.resolve('page'))).toBe('page');
  expect(vi.getTimerCount()).toBe(0);
});

test('a part that does not arrive within 120 seconds is missing', async () => {
  const outcome = loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => error);
  const settled = vi.fn<() => void>();
  void outcome.then(settled);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBeInstanceOf(ChunkMissing);
});

test('a file that a newer version has replaced is missing, too', async () => {
  await expect(loadChunk(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(ChunkMissing);
});

test('what is fetched before it is shown says nothing of a failure: it is told when it is shown', async () => {
  const load = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('lost')));
  lazyPage(load).preload();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledOnce();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The server that does not answer, and the browser that goes on retrying.

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
interface Asked {
  readonly url: string;
  readonly operator: string | undefined;
}
let asked: Asked[] = [];
let answer: () => Response | Promise<Response>;
const gone = () => Promise.reject(new TypeError('no network'));
const said = (code: string, status: number) => () =>
  new Response(JSON.stringify({ code, result: code === '200' ? {} : null, message: '' }), {
    status,
    headers: { 'content-type': 'application/json' },
  });

beforeEach(() => {
  kept.clear();
  asked = [];
  answer = gone;
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    asked.push({ url, operator: headers['operator'] });
    return answer();
  });
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const page = () => import('./leaving.ts');

test('a sign-out that nobody has answered is told again until somebody has', async () => {
  const { leave } = await page();
  await leave('7');
  expect(kept.get('leaving')).toBe('7');
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.every(({ url, operator }) => url.endsWith('/session/signOut') && operator === '7')).toBe(true);
  answer = said('200', 200);
  await vi.advanceTimersByTimeAsync(5000);
  expect(kept.has('leaving')).toBe(false);
  const told = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(told);
});

test('by the next page too, and that the session has ended already is an answer', async () => {
  kept.set('leaving', '7');
  answer = said('401', 401);
  await page();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toMatchObject([{ operator: '7' }]);
  expect(kept.has('leaving')).toBe(false);
});

test('a sign-in takes its place, and is never undone by what was owed', async () => {
  const { insteadOfOwed, leave } = await page();
  await leave('7');
  const before = asked.length;
  let done: (() => void) | undefined;
  const signing = insteadOfOwed(() => new Promise<void>((resolve) => (done = resolve)));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(before);
  done?.();
  await signing;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(before);
  expect(kept.has('leaving')).toBe(false);
});

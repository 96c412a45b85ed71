import { vi } from 'vitest';

/**
 * Stops the page's setTimeout until the test sets its clock on. The test runner's own fake timers go on with every click and every key:
 * on a slow machine one of them takes longer than what they are to hold.
 */
export function stopClock(): (milliseconds: number) => Promise<void> {
  const { setTimeout: later, clearTimeout: never } = globalThis;
  const waiting = new Map<number, { readonly at: number; run(): void }>();
  let now = 0;
  // Beyond all that the browser has given out.
  let last = 2 ** 30;
  vi.stubGlobal('setTimeout', (run: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) => {
    last += 1;
    waiting.set(last, { at: now + milliseconds, run: () => run(...given) });
    return last;
  });
  vi.stubGlobal('clearTimeout', (timer: number) => {
    if (!waiting.delete(timer)) never(timer);
  });
  return async (milliseconds) => {
    const end = now + milliseconds;
    const due = () => [...waiting].filter(([, { at }]) => at <= end).toSorted(([, one], [, other]) => one.at - other.at)[0];
    for (let next = due(); next !== undefined; next = due()) {
      const [timer, { at, run }] = next;
      waiting.delete(timer);
      now = Math.max(now, at);
      run();
      // What follows from it comes before the next.
      await new Promise((resolve) => void later(resolve));
    }
    now = end;
  };
}

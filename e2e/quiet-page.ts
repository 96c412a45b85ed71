// Pages that do nothing by themselves, and how to wait until what was brought about is over: in the page's own time, so that
// a slow machine counts the same as a fast one.
import type { Page, Request } from 'playwright-core';
import { until } from './harness.ts';

/**
 * The page asks and draws nothing again and again, nor when it has stood there for half a minute: what comes was brought about by
 * something. To be called before it opens.
 */
export const withoutIntervals = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const soon = new Proxy(setTimeout, {
      apply: (later, self, given: unknown[]) =>
        Number(given[1] ?? 0) < 30_000 ? (Reflect.apply(later, self, given) as unknown) : 0,
    });
    Object.assign(window, { setInterval: () => 0, setTimeout: soon });
  });

/**
 * A second as the page counts it, and then a moment in which it has nothing to do: whatever it was about to do within that is done by
 * then, however slow it is. A drawing that takes seconds is done in slices, and a clock may strike between two of them.
 */
export const aSecondOf = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => void setTimeout(() => requestIdleCallback(() => done()), 1000)));

/** The paths that a page asks for, as they come. To be called before it opens. */
export function requestsOf(page: Page): { readonly asked: readonly string[]; readonly silent: () => Promise<unknown> } {
  const asked: string[] = [];
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname);
    underWay.add(request);
  });
  const over = (request: Request) => void underWay.delete(request);
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  /** Waits until nothing is on its way, and nothing was begun for a second. */
  const silent = () =>
    until('the page to fall silent', async () => {
      const before = asked.length;
      await aSecondOf(page);
      return underWay.size === 0 && asked.length === before ? true : undefined;
    });
  return { asked, silent };
}

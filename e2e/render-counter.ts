// Counts the components that React draws, as its developer tools would: through the hook that every build of React calls.
import type { Page } from 'playwright-core';

/** What this reads of React's own record of a drawn component; field names and bits are React's. */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  /** The same component in the tree before this one. */
  readonly alternate: Fiber | null;
}

declare global {
  interface Window {
    /** How many components each commit since the last look has drawn. */
    drawnComponents: number[];
  }
}

/** To be called before the page is opened. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Functions, classes, forwarded references and the two kinds of memo: what people call components.
    const components = new Set([0, 1, 11, 14, 15]);
    const performedWork = 1;
    const children = (fiber: Fiber): Fiber[] => {
      const found: Fiber[] = [];
      for (let child = fiber.child; child !== null; child = child.sibling) found.push(child);
      return found;
    };
    const isComponent = ({ tag }: Fiber): number => (components.has(tag) ? 1 : 0);
    const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);
    const mounted = (fiber: Fiber): number => isComponent(fiber) + sum(children(fiber).map(mounted));
    const updated = (fiber: Fiber, before: Fiber): number => {
      const own = (fiber.flags & performedWork) === 0 ? 0 : isComponent(fiber);
      // The same children as before: nothing below was looked at.
      if (fiber.child === before.child) return own;
      return own + sum(children(fiber).map((child) => (child.alternate ? updated(child, child.alternate) : mounted(child))));
    };
    window.drawnComponents = [];
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        checkDCE: () => undefined,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
        onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => {
          window.drawnComponents.push(current.alternate ? updated(current, current.alternate) : mounted(current));
        },
      },
    });
  });
}

/** How many components were drawn since the last look; the count begins anew. */
export function drawnSince(page: Page): Promise<number> {
  return page.evaluate(() => window.drawnComponents.splice(0).reduce((total, count) => total + count, 0));
}

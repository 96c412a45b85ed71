// The live feed as a component test needs it: what the server says comes from the test.
import type { FeedQuote } from '@assay/contract/feed.ts';
import { vi } from 'vitest';
import { startFeed } from '../src/shared/feed/feed.ts';

/** Opens the page's feed for the rest of this file, on a line whose other end is the test. */
export function heardFeed() {
  let line: EventTarget | undefined;
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      constructor() {
        super();
        line = this;
        queueMicrotask(() => this.dispatchEvent(new Event('open')));
      }
      send(): void {}
      close(): void {}
    },
  );
  startFeed();
  vi.unstubAllGlobals();
  return {
    quote: (quote: FeedQuote) => line?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify([quote]) })),
  };
}

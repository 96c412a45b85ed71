// The live feed as a component test needs it: what the server says comes from the test.
import type { FeedQuote } from '@assay/contract/feed.ts';
import { vi } from 'vitest';
import { startFeed } from '../src/shared/feed/feed.ts';

/** Opens the page's feed for the rest of this file, on a line whose other end is the test. */
export function heardFeed() {
  const nothing = (): void => undefined;
  const line = Object.assign(new EventTarget(), { send: nothing, close: nothing });
  vi.stubGlobal('WebSocket', function open() {
    queueMicrotask(() => line.dispatchEvent(new Event('open')));
    return line;
  });
  startFeed();
  vi.unstubAllGlobals();
  return {
    quote: (quote: FeedQuote) => line.dispatchEvent(new MessageEvent('message', { data: JSON.stringify([quote]) })),
  };
}

// The live feed as a component test needs it: what the server says comes from the test.
import type { FeedEvent, FeedQuote } from '@assay/contract/feed.ts';
import { vi } from 'vitest';
import { startFeed } from '../src/shared/feed/feed.ts';

/** Opens the page's feed for the rest of this file, on a line whose other end is the test. */
export function heardFeed() {
  const nothing = (): void => undefined;
  const newLine = () => Object.assign(new EventTarget(), { send: nothing, close: nothing });
  let line = newLine();
  const connecting = (act: () => void) => {
    vi.stubGlobal('WebSocket', function open() {
      const opened = (line = newLine());
      queueMicrotask(() => opened.dispatchEvent(new Event('open')));
      return opened;
    });
    act();
    vi.unstubAllGlobals();
  };
  connecting(startFeed);
  const say = (message: unknown) => line.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  return {
    quote: (quote: FeedQuote) => say([quote]),
    tell: (event: FeedEvent) => say(event),
    /** The line ends, and the next one is open. */
    breakOff: async () => {
      line.dispatchEvent(new Event('close'));
      connecting(() => window.dispatchEvent(new Event('online')));
      await Promise.resolve();
    },
  };
}

// The live feed as a component test needs it: what the server says comes from the test.
import type { FeedCommand, FeedEvent, FeedQuote } from '@assay/contract/feed.ts';
import { vi } from 'vitest';
import { startFeed } from '../src/shared/feed/feed.ts';

/** Opens the page's feed for the rest of this file, on a line whose other end is the test. */
export function heardFeed() {
  const hear = (on: EventTarget, message: unknown) =>
    on.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  const newLine = () => {
    const made = new EventTarget();
    const send = (text: string) => {
      // As the server does: without an answer prices that a slow machine looks at seconds later would not be live any more.
      if ((JSON.parse(text) as FeedCommand).op === 'ping') queueMicrotask(() => hear(made, { event: 'pong', data: null }));
    };
    return Object.assign(made, { send, close: () => undefined });
  };
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
  const say = (message: unknown) => hear(line, message);
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

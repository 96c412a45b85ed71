// The live feed as a component test needs it: what the server says comes from the test.
import type { FeedCommand, FeedEvent, FeedQuote } from '@assay/contract/feed.ts';
import { feedPath } from '@assay/contract/paths.ts';
import { startFeed } from '../src/shared/feed/feed.ts';

const heard = (line: EventTarget, message: unknown) =>
  line.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));

/** Opens the page's feed for the rest of this file, on connections whose other end is the test, whenever the page opens one. */
export function heardFeed() {
  let line = new EventTarget();
  /** The connection on which something was sent. */
  let alive: EventTarget | undefined;
  const { WebSocket: Other } = globalThis;
  Object.assign(globalThis, {
    WebSocket: function open(address: string, protocol: string) {
      if (!address.endsWith(feedPath)) return new Other(address, protocol);
      const opened = new EventTarget();
      const send = (text: string) => {
        const { op } = JSON.parse(text) as FeedCommand;
        // As the server does: without an answer a price that a slow machine looks at ten seconds later would not be live.
        if (op === 'ping' && alive === opened) queueMicrotask(() => heard(opened, { event: 'pong', data: null }));
      };
      queueMicrotask(() => opened.dispatchEvent(new Event('open')));
      line = Object.assign(opened, { send, close: () => undefined });
      return line;
    },
  });
  startFeed();
  const say = (message: unknown) => {
    alive = line;
    heard(line, message);
  };
  return {
    quote: (quote: FeedQuote) => say([quote]),
    tell: (event: FeedEvent) => say(event),
    /** The line ends, and the next one is open. */
    breakOff: async () => {
      line.dispatchEvent(new Event('close'));
      window.dispatchEvent(new Event('online'));
      await Promise.resolve();
    },
  };
}

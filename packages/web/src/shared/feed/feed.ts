import type { FeedEvent, FeedQuote } from '@assay/contract/feed.ts';
import { feedPath, feedProtocol } from '@assay/contract/paths.ts';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useMode } from '../client/queries.ts';
import { useSession } from '../client/session.ts';
import { takeEarlyLine } from '../first-page.ts';
import { FeedClient, type FeedState, type Line, type LineEvents } from './feed-client.ts';
import { ServerClock } from './server-clock.ts';

const checkMs = 1_000;
const tickMs = 250;
const minuteMs = 60_000;

function connect({ opened, received, closed }: LineEvents): Line {
  const early = takeEarlyLine();
  const socket =
    early?.socket ??
    new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${feedPath}`, feedProtocol);
  socket.addEventListener('open', () => opened(early?.codes));
  socket.addEventListener('close', closed);
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') received(data);
  });
  // It is open already: its new owner is notified after taking it over.
  if (early !== undefined && socket.readyState === WebSocket.OPEN)
    queueMicrotask(() => {
      opened(early.codes);
      for (const text of early.heard()) received(text);
    });
  return socket;
}

const clock = new ServerClock();

/** The page's one line to the live feed. */
const client = new FeedClient({
  connect,
  now: Date.now,
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  beforeDrawn: (run) => {
    const both = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      run();
    };
    const frame = requestAnimationFrame(both);
    // A page in the background is not drawn, but its title still shows the price.
    const timer = setTimeout(both, tickMs);
  },
  random: Math.random,
  quoted: (time) => clock.hear(Date.parse(time), Date.now()),
  identity: () => {
    const { token, virtualStatus } = useSession.getState();
    return token === '' ? null : { token, virtually: virtualStatus === 1 ? 'NO' : 'YES' };
  },
});

/** Opens the feed for the life of the page. */
export function startFeed(): void {
  client.start();
  setInterval(() => client.check(), checkMs);
  window.addEventListener('online', () => client.retryNow());
  useSession.subscribe((now, before) => {
    if (now.token !== before.token || now.virtualStatus !== before.virtualStatus) client.identityChanged();
  });
}

/** A page that is taken over begins as the server has sent it: before the feed. */
const unquoted = () => undefined;
const unconnected: FeedState = { state: 'connecting', freshAt: null };

/** The latest quote of one instrument; renders on its own changes only. */
export function useQuote(code: string): FeedQuote | undefined {
  const listen = useCallback((listener: () => void) => client.onQuote(code, listener), [code]);
  return useSyncExternalStore(listen, () => client.quoteOf(code), unquoted);
}

/** One thing about the latest quote; renders when that changes, and not with each quote. `pick` answers a plain value. */
export function useQuoted<T extends string | number | boolean | null | undefined>(
  code: string,
  pick: (quote: FeedQuote | undefined) => T,
): T {
  const listen = useCallback((listener: () => void) => client.onQuote(code, listener), [code]);
  return useSyncExternalStore(
    listen,
    () => pick(client.quoteOf(code)),
    () => pick(undefined),
  );
}

const listOf = (words: string) => (words === '' ? [] : words.split(' '));

/** Renders whenever one of several instruments is quoted; its callers read them by `quoteOf`. */
export function useQuotesOf(codes: readonly string[]): void {
  const all = [...new Set(codes)].toSorted().join(' ');
  const listen = useCallback(
    (listener: () => void) => {
      const ends = listOf(all).map((code) => client.onQuote(code, listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [all],
  );
  useSyncExternalStore(listen, () =>
    listOf(all)
      .map((code) => client.quoteOf(code)?.time)
      .join(),
  );
}

/** The latest quote without listening, for handlers and sorting. */
export function quoteOf(code: string): FeedQuote | undefined {
  return client.quoteOf(code);
}

const onState = (listener: () => void) => client.onState(listener);
const stateNow = () => client.state;

/** Hears each quote of an instrument without rendering; answers how to end it. */
export const onQuoteOf = (code: string, listener: () => void): (() => void) => client.onQuote(code, listener);

/** Whether prices are live; trading is offered only while they are. */
export function useFeedState(): FeedState {
  return useSyncExternalStore(onState, stateNow, () => unconnected);
}

/** Listens for the life of the page to new connections: what each sends once is sent again. */
export function onFeedOpen(listener: () => void): void {
  client.onOpen(listener);
}

/** Hears private events of one kind for the life of the page. */
export function onFeedEvent(event: FeedEvent['event'], handler: (data: unknown) => void): void {
  client.onEvent(event, handler);
}

/** Hears private events of one kind while mounted. The handler should be stable. */
export function useFeedEvent(event: FeedEvent['event'], handler: (data: unknown) => void): void {
  useEffect(() => client.onEvent(event, handler), [event, handler]);
}

const tickers = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** One clock for all components that show the time: it runs while there is one. */
function onTick(listener: () => void): () => void {
  tickers.add(listener);
  ticking ??= setInterval(() => {
    for (const each of tickers) each();
  }, tickMs);
  return () => {
    tickers.delete(listener);
    if (tickers.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/**
 * What follows from the server's business time, such as the day that it is; renders when that changes, and not with each tick.
 * `pick` answers a plain value that changes seldom.
 */
export function useServerTime<T extends string | number | boolean | undefined>(pick: (now: number | null) => T): T {
  const replayed = useMode() === 'replay';
  return useSyncExternalStore(onTick, () => pick(clock.now(Date.now(), replayed)));
}

/** The server's business time to the whole minute, for dates; before the first quote the device's own clock is near enough. */
export function useServerMinute(): number {
  const [opened] = useState(() => Date.now());
  return useServerTime((now) => Math.floor((now ?? opened) / minuteMs) * minuteMs);
}

/** The server's business time in epoch milliseconds, updated several times a second; null before the first quote. */
export function useServerNow(): number | null {
  const replayed = useMode() === 'replay';
  const [now, setNow] = useState(() => clock.now(Date.now(), replayed));
  useEffect(() => onTick(() => setNow(clock.now(Date.now(), replayed))), [replayed]);
  return now;
}

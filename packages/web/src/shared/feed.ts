import type { FeedCommand, FeedEvent, FeedQuote } from '@assay/contract/feed.ts';
import { feedPath } from '@assay/contract/paths.ts';
import { feed as limits } from '@assay/contract/vocabulary/limits.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from './session.ts';

/**
 * The live feed. One socket for the page; each row listens to its own code, so that a quote re-renders nothing else. An
 * array is quotes; an object is a private event; anything else is ignored.
 */
export interface FeedState {
  /** `delayed`: connected, but nothing has come for ten seconds. `offline`: no connection, a new attempt is planned. */
  readonly state: 'connecting' | 'live' | 'delayed' | 'offline';
  /** When prices were last known to be fresh, epoch milliseconds; null while they are, and before the first. */
  readonly freshAt: number | null;
}

const backoffMs = { first: 500, most: 15_000 };
const checkMs = 1_000;
const probeMs = 4_000;
const subscribeDelayMs = 200;

type Listener = () => void;
const quotes = new Map<string, FeedQuote>();
const rows = new Map<string, Set<Listener>>();
const wholeMarket = new Set<Listener>();
const states = new Set<Listener>();
const events = new Map<FeedEvent['event'], Set<(data: unknown) => void>>();

let socket: WebSocket | null = null;
let state: FeedState = { state: 'connecting', freshAt: null };
let freshAt: number | null = null;
let attempts = 0;
let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
let heardAt = 0;
let probedAt = 0;
let subscribed: string | null = null;
let subscribeTimer: ReturnType<typeof setTimeout> | undefined;
let marketVersion = 0;

function setState(next: FeedState['state']): void {
  if (next === state.state) return;
  state = { state: next, freshAt: next === 'live' ? null : freshAt };
  for (const listener of states) listener();
}

function send(command: FeedCommand): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
}

function isQuote(value: unknown): value is FeedQuote {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'price' in value &&
    'zdf' in value
  );
}

function takeQuotes(batch: unknown[]): void {
  for (const entry of batch) {
    if (!isQuote(entry)) continue;
    quotes.set(entry.code, entry);
    for (const listener of rows.get(entry.code) ?? []) listener();
  }
  marketVersion += 1;
  for (const listener of wholeMarket) listener();
}

function isEvent(value: unknown): value is FeedEvent {
  return typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string';
}

function receive(text: string): void {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return;
  }
  heardAt = Date.now();
  freshAt = heardAt;
  setState('live');
  if (Array.isArray(message)) takeQuotes(message);
  else if (isEvent(message)) for (const handler of events.get(message.event) ?? []) handler(message.data);
}

/** Subscribes to the codes that someone looks at, or to the whole market for lists that sort by live figures. */
function subscribe(): void {
  const all = wholeMarket.size > 0;
  // Until the first snapshot no code is known, and the server sends everything anyway.
  if (all && quotes.size === 0) return;
  const codes = [...(all ? quotes : rows).keys()].slice(0, limits.codesMax);
  const wanted = codes.sort().join();
  if (wanted === subscribed) return;
  subscribed = wanted;
  send({ op: 'subscribe', codes });
}

function subscribeSoon(): void {
  clearTimeout(subscribeTimer);
  subscribeTimer = setTimeout(subscribe, subscribeDelayMs);
}

function authenticate(): void {
  const { token, virtualStatus } = useSession.getState();
  if (token !== '') send({ op: 'auth', token, virtually: virtualStatus === 1 ? 'NO' : 'YES' });
}

function connect(): void {
  const next = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${feedPath}`);
  socket = next;
  next.addEventListener('open', () => {
    heardAt = Date.now();
    probedAt = heardAt;
    subscribed = null;
    authenticate();
    subscribeSoon();
  });
  next.addEventListener('message', (event: MessageEvent<unknown>) => {
    attempts = 0;
    if (typeof event.data === 'string') receive(event.data);
  });
  next.addEventListener('close', () => {
    if (socket !== next) return;
    socket = null;
    if (state.state !== 'delayed') setState('offline');
    // Full jitter: after a restart of the server its clients come back spread out, not all at once.
    const ceiling = Math.min(backoffMs.most, backoffMs.first * 2 ** attempts);
    attempts = Math.min(attempts + 1, 10);
    reconnectTimer = setTimeout(connect, ceiling / 2 + Math.random() * (ceiling / 2));
  });
}

function check(): void {
  const now = Date.now();
  if (now - heardAt > limits.delayedAfterMs) setState('delayed');
  if (socket?.readyState !== WebSocket.OPEN) return;
  // A quiet market sends nothing; the answer to a ping tells it from a dead line.
  if (now - heardAt > probeMs && now - probedAt > probeMs) {
    probedAt = now;
    send({ op: 'ping' });
  }
  // Three pings without an answer: the line is dead though the browser has not noticed.
  if (now - heardAt > 2 * limits.delayedAfterMs) socket.close();
}

/** Opens the feed for the life of the page. */
export function startFeed(): void {
  if (socket !== null) return;
  heardAt = Date.now();
  connect();
  setInterval(check, checkMs);
  window.addEventListener('online', () => {
    attempts = 0;
    if (socket !== null) return;
    clearTimeout(reconnectTimer);
    connect();
  });
  let identity = '';
  useSession.subscribe(({ token, virtualStatus }) => {
    const next = `${token}/${virtualStatus}`;
    if (next === identity) return;
    identity = next;
    // A socket that was signed in keeps its rights until it closes: signing out takes a new one.
    if (token === '') socket?.close();
    else authenticate();
  });
}

function listen(code: string, listener: Listener): () => void {
  const listeners = rows.get(code) ?? new Set();
  rows.set(code, listeners.add(listener));
  subscribeSoon();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && rows.get(code) === listeners) rows.delete(code);
    subscribeSoon();
  };
}

/** The latest quote of one instrument; renders on its own changes only. */
export function useQuote(code: string): FeedQuote | undefined {
  return useSyncExternalStore(
    (listener) => listen(code, listener),
    () => quotes.get(code),
  );
}

/** The latest quote without listening, for handlers and sorting. */
export function quoteOf(code: string): FeedQuote | undefined {
  return quotes.get(code);
}

/** A number that changes with every batch of quotes, for what depends on the whole market. Use sparingly. */
export function useMarketVersion(): number {
  return useSyncExternalStore(
    (listener) => {
      wholeMarket.add(listener);
      subscribeSoon();
      return () => {
        wholeMarket.delete(listener);
        subscribeSoon();
      };
    },
    () => marketVersion,
  );
}

export function useFeedState(): FeedState {
  return useSyncExternalStore(
    (listener) => {
      states.add(listener);
      return () => states.delete(listener);
    },
    () => state,
  );
}

/** Hears private events of one kind while mounted. The handler should be stable. */
export function useFeedEvent(event: FeedEvent['event'], handler: (data: unknown) => void): void {
  useEffect(() => {
    const handlers = events.get(event) ?? new Set();
    events.set(event, handlers.add(handler));
    return () => {
      handlers.delete(handler);
    };
  }, [event, handler]);
}

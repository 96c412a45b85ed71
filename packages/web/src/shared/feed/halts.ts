import type { HaltInForce } from '@assay/contract/vocabulary/halts.ts';
import { useSyncExternalStore } from 'react';
import { onFeedEvent, onFeedOpen, useFeedState } from './feed.ts';

const none: readonly HaltInForce[] = [];
let inForce = none;
const listeners = new Set<() => void>();
function take(told: readonly HaltInForce[]): void {
  inForce = told;
  for (const listener of listeners) listener();
}
// Our own server's.
onFeedEvent('halts', (data) => take(data as readonly HaltInForce[]));
// A new line tells what is stopped, and nothing where nothing is: what ended meanwhile is told on none.
onFeedOpen(() => take(none));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What operators have stopped, as the feed tells it; nothing is known of it without one. */
export function useHalts(): readonly HaltInForce[] {
  const told = useSyncExternalStore(
    subscribe,
    () => inForce,
    () => none,
  );
  return useFeedState().state === 'offline' ? none : told;
}

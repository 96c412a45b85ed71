import type { HaltInForce } from '@assay/contract/vocabulary/halts.ts';
import { useSyncExternalStore } from 'react';
import { onFeedEvent, useFeedState } from './feed.ts';

const none: readonly HaltInForce[] = [];
let inForce = none;
const listeners = new Set<() => void>();
onFeedEvent('halts', (data) => {
  // Our own server's.
  inForce = data as readonly HaltInForce[];
  for (const listener of listeners) listener();
});

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

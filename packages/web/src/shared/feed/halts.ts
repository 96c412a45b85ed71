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
// A new connection sends the halts, and nothing where there are none: what ended meanwhile is sent on none.
onFeedOpen(() => take(none));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What operators have stopped, as the feed sends it; unknown without one. */
export function useHalts(): readonly HaltInForce[] {
  const told = useSyncExternalStore(
    subscribe,
    () => inForce,
    () => none,
  );
  return useFeedState().state === 'offline' ? none : told;
}

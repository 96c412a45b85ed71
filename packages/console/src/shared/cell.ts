import { useSyncExternalStore } from 'react';

/** A value that lives outside of the pages, such as the operator's language: whatever shows it is drawn anew when it changes. */
interface Cell<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function cellOf<T>(first: T): Cell<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of new Set(listeners)) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useCell<T>({ subscribe, get }: Cell<T>): T {
  return useSyncExternalStore(subscribe, get);
}

import type { PersistStorage, StorageValue } from 'zustand/middleware';

/** Reading and writing may throw where the browser forbids storage: then nothing is kept, and nothing breaks. */
function read(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

export function write(storage: Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // Private windows and full disks: the value lives on in memory.
  }
}

/** Reads a kept value; undefined for what is missing or damaged. */
export function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Keeps each field under its own key and lets `accept` build the state from whatever is found there: storage is written
 * by older versions, other tabs and curious people, so nothing in it is believed unchecked. Strings stand bare, the rest
 * as JSON.
 */
export function perField<S extends object>(
  storage: Storage,
  keys: readonly (keyof S & string)[],
  accept: (found: Readonly<Record<string, string | undefined>>) => S,
): PersistStorage<S> {
  return {
    getItem: (): StorageValue<S> => {
      const found: Record<string, string> = {};
      for (const key of keys) {
        const text = read(storage, key);
        if (text !== null) found[key] = text;
      }
      return { state: accept(found) };
    },
    setItem: (_, { state }) => {
      for (const key of keys) {
        const value = state[key];
        write(storage, key, value === null || value === '' ? null : typeof value === 'string' ? value : JSON.stringify(value));
      }
    },
    removeItem: () => {
      for (const key of keys) write(storage, key, null);
    },
  };
}

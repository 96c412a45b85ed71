import { storageOf } from '@assay/contract/storage.ts';
import type { KeptName } from '@assay/contract/vocabulary/kept.ts';
import type { PersistStorage, StorageValue } from 'zustand/middleware';

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
 * Keeps each field under its own key and lets `accept` build the state from whatever is found there: storage may hold data of
 * older versions, other tabs or edits by hand, so all of it is checked. Strings are stored as they are, the rest as JSON.
 */
export function perField<S extends object>(
  kind: Parameters<typeof storageOf>[0],
  keys: readonly (keyof S & KeptName)[],
  accept: (found: Readonly<Record<string, string | undefined>>) => S,
): PersistStorage<S> {
  const shelf = storageOf(kind);
  return {
    getItem: (): StorageValue<S> => {
      const found: Record<string, string> = {};
      for (const key of keys) {
        const text = shelf.get(key);
        if (text !== null) found[key] = text;
      }
      return { state: accept(found) };
    },
    setItem: (_, { state }) => {
      for (const key of keys) {
        const value = state[key];
        shelf.set(key, value === null || value === '' ? null : typeof value === 'string' ? value : JSON.stringify(value));
      }
    },
    removeItem: () => {
      for (const key of keys) shelf.set(key, null);
    },
  };
}

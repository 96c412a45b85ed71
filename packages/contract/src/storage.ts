import type { KeptName } from './vocabulary/kept.ts';

/** What a page keeps by name: reading and writing never throw. Only what the cookie policy names has a place here. */
export interface Shelf<Name extends string = KeptName> {
  get(key: Name): string | null;
  /** Null takes it away. */
  set(key: Name, value: string | null): void;
  keys(): readonly string[];
  clear(): void;
}

type Kind = 'localStorage' | 'sessionStorage';

/**
 * The browser's storage, and the page's own memory for what it does not take: where site data is blocked even a look at it
 * throws, some browsers have none, and a full disk takes no more.
 */
function shelfOver(kind: Kind): Shelf<string> {
  const memory = new Map<string, string | null>();
  /** Does it in the browser's storage; undefined where that is not possible. */
  const attempt = <T>(act: (storage: Storage) => T): T | undefined => {
    try {
      return act(globalThis[kind]);
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => (memory.has(key) ? memory.get(key) : attempt((storage) => storage.getItem(key))) ?? null,
    set: (key, value) => {
      const written = attempt((storage) => {
        if (value === null) storage.removeItem(key);
        else storage.setItem(key, value);
        return true;
      });
      // What was written last counts, not what the browser still has of before.
      if (written === true) memory.delete(key);
      else memory.set(key, value);
    },
    keys: () => {
      const written = attempt((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index))) ?? [];
      const known = new Set([...memory.keys(), ...written.filter((key) => key !== null)]);
      return [...known].filter((key) => memory.get(key) !== null);
    },
    clear: () => {
      attempt((storage) => storage.clear());
      memory.clear();
    },
  };
}

const shelves: Readonly<Record<Kind, Shelf>> = {
  localStorage: shelfOver('localStorage'),
  sessionStorage: shelfOver('sessionStorage'),
};

/** The one way to what a browser keeps. */
export function storageOf(kind: Kind): Shelf {
  return shelves[kind];
}

const cookieSeconds = 31_536_000;

/** Keeps a word for the server, which it is sent with every page; null takes it away. No secret but what a browser is known by. */
export function tellServer(name: KeptName, value: string | null): void {
  const isSecure = globalThis.location?.protocol === 'https:';
  const fields = ['Path=/', `Max-Age=${value === null ? 0 : cookieSeconds}`, 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])];
  try {
    // An unchanged value is not written.
    if (value !== null && document.cookie.split('; ').includes(`${name}=${value}`)) return;
    document.cookie = [`${name}=${value ?? ''}`, ...fields].join('; ');
  } catch {
    // Where site data is blocked, the first page is that of a stranger, and replaced.
  }
}

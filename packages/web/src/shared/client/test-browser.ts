import { vi } from 'vitest';

class MemoryStorage {
  readonly #entries = new Map<string, string>();
  get length() {
    return this.#entries.size;
  }
  key = (index: number) => [...this.#entries.keys()][index] ?? null;
  getItem = (key: string) => this.#entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#entries.set(key, value);
  removeItem = (key: string) => void this.#entries.delete(key);
  clear = () => this.#entries.clear();
  all = () => Object.fromEntries(this.#entries);
}

/** What the session needs of a browser, empty. To be called before the module under test is imported. */
export function fakeBrowser() {
  const browser = { localStorage: new MemoryStorage(), sessionStorage: new MemoryStorage(), window: new EventTarget() };
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value);
  return browser;
}

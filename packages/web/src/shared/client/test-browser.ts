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

/** Cookies by name, as a document sets and reads them. */
class CookieDocument {
  readonly documentElement = { dataset: {} };
  readonly cookies = new Map<string, string>();
  getElementById = () => null;
  get cookie() {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }
  set cookie(text: string) {
    const [pair = '', ...fields] = text.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (fields.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** What the session needs of a browser, empty. To be called before the module under test is imported. */
export function fakeBrowser() {
  const browser = {
    localStorage: new MemoryStorage(),
    sessionStorage: new MemoryStorage(),
    window: new EventTarget(),
    document: new CookieDocument(),
  };
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value);
  return browser;
}

import { type FirstPage, firstPageId } from '@assay/contract/first-page.ts';

/**
 * What the site looks at of a browser before its first draw, for a process that has none: a document that names the page's
 * reader, and nothing stored but its language. Effects do not run there, so nothing else is asked for.
 */
export function standInFor(page: FirstPage): void {
  const nothing = (): void => undefined;
  const put = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  };
  put('window', globalThis);
  put('addEventListener', nothing);
  put('document', {
    documentElement: { dataset: { layout: page.layout } },
    addEventListener: nothing,
    getElementById: (id: string) => (id === firstPageId ? { textContent: JSON.stringify(page) } : null),
    cookie: '',
  });
  put('localStorage', {
    getItem: (key: string) => (key === 'language' ? page.language : null),
    setItem: nothing,
    removeItem: nothing,
  });
}

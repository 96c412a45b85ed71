import { type FirstPage, firstPageId, type FirstRow } from '@assay/contract/first-page.ts';
import { useSyncExternalStore } from 'react';

/**
 * What the server has put into this page. Null where it sent none, or one that was drawn for another language, layout or reader
 * than this browser's, as `before-paint.js` has found out: that one is replaced.
 */
export const firstPage: FirstPage | null = read();

function read(): FirstPage | null {
  if (document.documentElement.dataset['stale'] !== undefined) return null;
  const text = document.getElementById(firstPageId)?.textContent ?? '';
  // Our own server has written it in the same build.
  return text === '' ? null : (JSON.parse(text) as FirstPage);
}

let rows: readonly FirstRow[] = firstPage?.rows ?? [];

/** The rows that came with the page, until home is left: by then they are old. */
export const firstRows = (): readonly FirstRow[] => rows;

export function forgetFirstRows(): void {
  rows = [];
}

const never = () => () => undefined;

/**
 * False while a page that the server has sent is taken over, which must be drawn exactly as it was sent; true from then on, and at
 * once where nothing was sent. For what only this browser knows.
 */
export function useTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

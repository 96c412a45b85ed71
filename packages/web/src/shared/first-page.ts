import { type FirstPage, firstPageId, type FirstRow } from '@assay/contract/first-page.ts';
import { useEffect, useSyncExternalStore } from 'react';

/** The live feed as the page that was sent has opened it, before any code of the application was there. */
export interface EarlyLine {
  readonly socket: WebSocket;
  /** What it has subscribed to as soon as it is open. */
  readonly codes: readonly string[];
  /** The first quotes received, from which the time is known, and the last. */
  heard(): readonly string[];
  /** The page with its present prices; null where it is hidden. */
  readonly page: FirstPage | null;
  /** The present content stays as it is. */
  stop(): void;
}

/** What was tapped of the page that was sent, before any code of the application was there. */
export interface EarlyTaps {
  /** Ends it; returns the tapped elements, in order, as they are on the page by now. */
  take(): readonly HTMLElement[];
}

declare global {
  interface Window {
    /** Set by the page that was sent; missing in every other one. */
    earlyLine?: EarlyLine;
    earlyTaps?: EarlyTaps;
  }
}

const early = window.earlyLine;

/**
 * What the server has put into this page, with the present prices. Null where it sent none, or one that was drawn for another
 * language, layout or reader than this browser's, as `before-paint.js` has found out: that one is replaced.
 */
export const firstPage: FirstPage | null = read();

function read(): FirstPage | null {
  if (document.documentElement.dataset['stale'] !== undefined) return null;
  if (early !== undefined) return early.page;
  const text = document.getElementById(firstPageId)?.textContent ?? '';
  // Our own server has written it in the same build.
  return text === '' ? null : (JSON.parse(text) as FirstPage);
}

/** From here on the sent prices stay unchanged: the page is hydrated. */
export const keepFirstPage = (): void => early?.stop();

let isTaken = false;

/** The page's own line, for who goes on with it; undefined where there is none that lives. */
export function takeEarlyLine(): EarlyLine | undefined {
  const line = isTaken ? undefined : early;
  isTaken = true;
  return line !== undefined && line.socket.readyState <= WebSocket.OPEN ? line : undefined;
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

/** Does what was tapped before the page lived, as soon as it does. */
export function useEarlyTaps(): void {
  const isTakenOver = useTakenOver();
  useEffect(() => {
    // In a task of its own: by then React handles the page's events.
    if (isTakenOver) setTimeout(doEarlyTaps);
  }, [isTakenOver]);
}

/** Once: the taps go with it. */
function doEarlyTaps(): void {
  const taps = window.earlyTaps;
  delete window.earlyTaps;
  for (const control of taps?.take() ?? []) control.click();
}

// What a story takes from those that ran before it, or starts for itself.
import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { closeVisits, launchBrowser } from './browser.ts';
import { type App, type AppOptions, type OwnApp, appAt, startApp } from './harness.ts';

/** Which of the shared things are this worker's: it runs one file of stories at a time. */
const place = Number(process.env['VITEST_POOL_ID'] ?? 1) - 1;

function own<T>(shared: readonly T[]): T {
  const found = shared[place % shared.length];
  if (found === undefined) throw new Error('nothing was started for the stories');
  return found;
}

/**
 * The running product that stories share, one after the other: their people are fresh, so they need no house of their own.
 * A story that signs in as an operator, looks at what all have done, or needs another configuration starts its own.
 */
export function sharedApp(): App {
  const { origin, dataFolder } = own(inject('sharedApps'));
  return appAt(origin, dataFolder);
}

let launched: Promise<Browser> | undefined;

/**
 * The browser of this worker, which drives it itself: through a server in between each message would be written and read once
 * more. Closing it closes what the story has opened in it, and keeps the emptied profiles of the shared product; the browser
 * itself ends with its worker.
 */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await (launched ??= launchBrowser());
  browser.close = () => closeVisits(browser, sharedApp());
  return browser;
}

/** A product of the story's own, which the story stops. Without a database of its own it begins as a prepared sandbox. */
export const ownApp = (options: AppOptions = {}): Promise<OwnApp> =>
  startApp({ prepared: inject('preparedFolder'), ...options });

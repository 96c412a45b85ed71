// What all stories share: a data folder to begin with, and for each worker a running product and a browser.
import { rm } from 'node:fs/promises';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startBrowser } from './browser.ts';
import { type OwnApp, startApp, temporaryFolder } from './harness.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a sandbox that was started once: migrated, with its samples. */
    preparedFolder: string;
    /** One for each worker. */
    sharedApps: readonly { readonly origin: string; readonly dataFolder: string }[];
    /** Addresses of browsers, one for each worker. */
    sharedBrowsers: readonly string[];
  }
}

function throwFirst(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: project.config.maxWorkers });
  const preparedFolder = await temporaryFolder();
  const apps: OwnApp[] = [];
  const browsers: BrowserServer[] = [];
  const end = async (): Promise<void> => {
    const ends = await Promise.allSettled([...apps.map((app) => app.stop()), ...browsers.map((browser) => browser.close())]);
    await rm(preparedFolder, { recursive: true, force: true });
    throwFirst(ends);
  };
  try {
    await startApp({ dataFolder: preparedFolder }).then((first) => first.stop());
    // All have begun before the first failure counts: nothing is left running that nobody knows of.
    const starts = await Promise.allSettled(
      workers.flatMap(() => [
        startApp({ prepared: preparedFolder }).then((app) => apps.push(app)),
        startBrowser().then((browser) => browsers.push(browser)),
      ]),
    );
    throwFirst(starts);
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
  project.provide('preparedFolder', preparedFolder);
  project.provide(
    'sharedApps',
    apps.map(({ origin, dataFolder }) => ({ origin, dataFolder })),
  );
  project.provide(
    'sharedBrowsers',
    browsers.map((browser) => browser.wsEndpoint()),
  );
  return end;
}

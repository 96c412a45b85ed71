// What all stories share: a data folder to begin with, and for each worker a running product.
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { type OwnApp, startApp, temporaryFolder } from './harness.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a sandbox that was started once: migrated, with its samples. */
    preparedFolder: string;
    /** One for each worker. */
    sharedApps: readonly { readonly origin: string; readonly dataFolder: string }[];
  }
}

function throwFirst(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: project.config.maxWorkers });
  const preparedFolder = await temporaryFolder();
  const apps: OwnApp[] = [];
  const end = async (): Promise<void> => {
    const ends = await Promise.allSettled(apps.map((app) => app.stop()));
    await rm(preparedFolder, { recursive: true, force: true });
    throwFirst(ends);
  };
  try {
    await startApp({ dataFolder: preparedFolder }).then((first) => first.stop());
    // All have begun before the first failure counts: no process is left running unnoticed.
    const starts = await Promise.allSettled(
      workers.map(() => startApp({ prepared: preparedFolder }).then((app) => apps.push(app))),
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
  return end;
}

import { TestRunner, afterAll, onTestFinished } from 'vitest';

/** Called to close it when it is stopped before the test ends; undefined until then. */
let gathered: (() => unknown)[] | undefined;

/**
 * Opens something that lives for a part of a test: what would be closed at the end of that is closed by the answer's `close`, and
 * forgotten. Nothing else may be opened meanwhile.
 */
export async function openForNow<T>(
  open: () => Promise<T>,
): Promise<{ readonly opened: T; readonly close: () => Promise<void> }> {
  const ends: (() => unknown)[] = [];
  gathered = ends;
  try {
    const opened = await open();
    return {
      opened,
      close: async () => {
        for (const end of ends.splice(0).toReversed()) await end();
      },
    };
  } finally {
    gathered = undefined;
  }
}

/**
 * Runs at the end of the test that calls it, or of the file when it is called outside of a test. A hook for the whole file
 * that a running test asks for is never called: what it should have closed stays open until the worker ends.
 */
export function atEnd(close: () => unknown): void {
  if (gathered !== undefined) return void gathered.push(close);
  const hook = async () => void (await close());
  if (TestRunner.getCurrentTest() === undefined) afterAll(hook);
  else onTestFinished(hook);
}

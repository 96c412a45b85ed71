import { TestRunner, afterAll, onTestFinished } from 'vitest';

/**
 * Runs at the end of the test that calls it, or of the file when it is called outside of a test. A hook for the whole file
 * that a running test asks for is never called: what it should have closed stays open until the worker ends.
 */
export function atEnd(close: () => unknown): void {
  const hook = async () => void (await close());
  if (TestRunner.getCurrentTest() === undefined) afterAll(hook);
  else onTestFinished(hook);
}

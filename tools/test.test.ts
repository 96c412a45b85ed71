import { describe, expect, test } from 'vitest';
import { tally } from './test.ts';

const run = (passed: number, failed: number, files: readonly { status: string; tests: readonly string[] }[]): string =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    testResults: files.map(({ status, tests }) => ({ status, assertionResults: tests.map((one) => ({ status: one })) })),
  });

describe('the closing count', () => {
  test('takes passed and failed from the report', () => {
    const text = run(2, 1, [{ status: 'failed', tests: ['passed', 'passed', 'failed'] }]);
    expect(tally(text, 1)).toEqual({ passed: 2, failed: 1 });
  });

  test('counts a file that did not load as one failure', () => {
    const text = run(2, 0, [
      { status: 'passed', tests: ['passed', 'passed'] },
      { status: 'failed', tests: [] },
    ]);
    expect(tally(text, 1)).toEqual({ passed: 2, failed: 1 });
  });

  test('counts a file whose hook failed though its tests passed', () => {
    const text = run(1, 0, [{ status: 'failed', tests: ['passed'] }]);
    expect(tally(text, 1)).toEqual({ passed: 1, failed: 1 });
  });

  test('counts a run that ended badly though nothing failed', () => {
    expect(tally(run(1, 0, [{ status: 'passed', tests: ['passed'] }]), 1)).toEqual({ passed: 1, failed: 1 });
  });

  test('counts a run that was killed or left no report', () => {
    expect(tally(null, null)).toEqual({ passed: 0, failed: 1 });
    expect(tally(null, 0)).toEqual({ passed: 0, failed: 1 });
  });

  test('does not take an empty run for a green one', () => {
    expect(tally(run(0, 0, []), 0)).toEqual({ passed: 0, failed: 1 });
  });

  test('lets a green run be green', () => {
    expect(tally(run(3, 0, [{ status: 'passed', tests: ['passed', 'passed', 'passed'] }]), 0)).toEqual({
      passed: 3,
      failed: 0,
    });
  });
});

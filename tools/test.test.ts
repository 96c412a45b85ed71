import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './gate.ts';
import { type TestFile, failures, forgotten, lacking, mayLeaveOut, tally } from './test.ts';

interface File {
  readonly name?: string;
  readonly status: string;
  readonly tests: readonly string[];
}

const run = (passed: number, failed: number, files: readonly File[]): string =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    testResults: files.map(({ name = 'a.test.ts', status, tests }) => ({
      name: join(root, name),
      status,
      assertionResults: tests.map((one) => ({ status: one, fullName: `is ${one}` })),
    })),
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

  test.each(['skipped', 'pending', 'todo'])('counts a test that was left out (%s) as one failure', (status) => {
    const left = { status: 'passed', tests: ['passed', status] };
    expect(tally(run(1, 0, [left]), 0)).toEqual({ passed: 1, failed: 1 });
  });

  test('lets a test be left out for what a machine may lack', () => {
    const left = { name: 'e2e/processes.story.ts', status: 'passed', tests: ['skipped'] };
    expect(tally(run(1, 0, [{ status: 'passed', tests: ['passed'] }, left]), 0)).toEqual({ passed: 1, failed: 0 });
  });

  test('says what a machine lacks for the tests that it leaves out', () => {
    const { testResults } = JSON.parse(
      run(1, 0, [
        { name: 'e2e/processes.story.ts', status: 'passed', tests: ['passed', 'skipped', 'skipped'] },
        { name: 'e2e/replay.story.ts', status: 'passed', tests: ['passed'] },
      ]),
    ) as { testResults: TestFile[] };
    expect(lacking(testResults)).toEqual(['e2e/processes.story.ts: 2 left out, for want of a NATS server']);
  });

  test('knows every file that asks what the machine has, and no other', () => {
    // The build is there whenever all is run.
    const always = ['packages/server/src/platform/site.test.ts'];
    const pattern = '{packages,bench,e2e}/**/*.{test,sim,story}.{ts,tsx}';
    const asking = globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
      .map((file) => file.split(sep).join('/'))
      .filter((file) => /\.(runIf|skipIf)\(|\bskip\(/.test(readFileSync(join(root, file), 'utf8')));
    expect(asking.toSorted()).toEqual([...mayLeaveOut.keys(), ...always].toSorted());
  });

  test('names a file that no project has run', () => {
    const one = run(1, 0, [{ name: 'packages/domain/src/a.test.ts', status: 'passed', tests: ['passed'] }]);
    const other = run(1, 0, [{ name: 'e2e/a.story.ts', status: 'failed', tests: [] }]);
    const files = ['packages/domain/src/a.test.ts', 'packages/domain/src/b.test.ts', 'e2e/a.story.ts'];
    expect(forgotten([one, other], files)).toEqual(['packages/domain/src/b.test.ts was not run']);
  });

  test('names at the end what failed, and what it said', () => {
    const report = JSON.stringify({
      testResults: [
        {
          name: join(root, 'a.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'holds' },
            { status: 'failed', fullName: 'adds up', failureMessages: ['\u001B[31mexpected 3\u001B[39m\nto be 4'] },
          ],
        },
        { name: join(root, 'b.test.ts'), status: 'failed', message: 'does not load', assertionResults: [] },
        { name: join(root, 'c.test.ts'), status: 'passed', assertionResults: [] },
      ],
    });
    expect(failures([report])).toEqual([
      'a.test.ts › adds up\n    expected 3\n    to be 4',
      'b.test.ts failed\n    does not load',
    ]);
  });

  test('lets a green run be green', () => {
    expect(tally(run(3, 0, [{ status: 'passed', tests: ['passed', 'passed', 'passed'] }]), 0)).toEqual({
      passed: 3,
      failed: 0,
    });
  });
});

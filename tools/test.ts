// `npm test`: the gate, the tests, the browser stories, the statements of the specification; the last line counts them all.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { report, root, runGate } from './gate.ts';
import { checkTable } from './specification-table.ts';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * Counts a vitest run. A file that failed without a failing test (it did not load, a hook threw) counts as one failure,
 * and so does a run that ended badly though no test failed, or that left no report at all.
 */
export function tally(text: string | null, exitCode: number | null): Tally {
  let counted: Tally = { passed: 0, failed: 0 };
  if (text !== null) {
    const run = JSON.parse(text) as VitestReport;
    const broken = run.testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    );
    counted = { passed: run.numPassedTests, failed: run.numFailedTests + broken.length };
  }
  const crashed = exitCode !== 0 || text === null || counted.passed + counted.failed === 0;
  return crashed && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

async function gate(): Promise<Tally> {
  const outcomes = await runGate();
  console.log(report(outcomes));
  const passed = outcomes.filter((outcome) => outcome.passed).length;
  return { passed, failed: outcomes.length - passed };
}

/** Runs vitest projects in one process; its words go straight to the terminal. */
async function vitest(name: string, projects: readonly string[]): Promise<Tally> {
  const file = reportFile(name);
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(file, { force: true });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const args = ['run', ...projects.flatMap((project) => ['--project', project])];
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', file];
  const child = spawn(join(root, 'node_modules', '.bin', 'vitest'), [...args, ...reporters], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  child.on('error', (error) => {
    console.error(error.message);
    resolve(null);
  });
  child.on('close', resolve);
  const exitCode = await promise;
  return tally(readIfThere(file), exitCode);
}

const reportFile = (name: string) => join(root, '.cache', `${name}.json`);

/** Every row of docs/specification.md counts as one test: it holds when the tests that it names have passed in this run. */
async function specification(): Promise<Tally> {
  const reports = ['tests', 'stories'].map((name) => readIfThere(reportFile(name)));
  const { passed, failed, faults } = checkTable(reports.filter((text) => text !== null));
  for (const fault of faults) console.log(fault);
  return { passed, failed };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const parts: readonly [string, () => Promise<Tally>][] = [
    ['gate', gate],
    ['tests', () => vitest('tests', ['rules', 'server', 'components'])],
    ['browser stories', () => vitest('stories', ['stories'])],
    ['statements of the specification', specification],
  ];
  let passed = 0;
  let failed = 0;
  for (const [name, run] of parts) {
    const part = await run().catch((error: unknown): Tally => {
      console.error(`${name} crashed:`, error);
      return { passed: 0, failed: 1 };
    });
    console.log(`\n${name}: ${part.passed} passed, ${part.failed} failed\n`);
    passed += part.passed;
    failed += part.failed;
  }
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(`${passed} passed, ${failed} failed`);
}

// `npm test`: the browser stories, beside them the gate, the tests and those of components, and then the statements of the
// specification and the files that hold tests. The last line counts them all.
import { spawn } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { gateChecks, report, root, runGate } from './gate.ts';
import { checkTable } from './specification-table.ts';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly TestFile[];
}

export interface TestFile {
  readonly name: string;
  readonly status: string;
  /** Why a file failed of which no test did: it did not load, or a hook threw. */
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages?: readonly string[];
  }[];
}

const chainProgram = 'the program of a test chain, which npm brings for Linux on x64';

/** Files some of whose tests a machine may leave out, and what it lacks then. */
export const mayLeaveOut: ReadonlyMap<string, string> = new Map([
  ['bench/greedy-recorded.test.ts', 'recorded market data'],
  ['e2e/chain.story.ts', chainProgram],
  ['e2e/processes.story.ts', 'a NATS server'],
  ['e2e/replay.story.ts', 'recorded market data beside the project'],
  ['packages/server/src/closing/paid-out.test.ts', chainProgram],
  ['packages/server/src/funds/desk/releases.test.ts', chainProgram],
  ['packages/server/src/funds/payouts/agreed.test.ts', chainProgram],
  ['packages/server/src/funds/payouts/payouts.test.ts', chainProgram],
  ['packages/server/src/funds/screened.test.ts', chainProgram],
  ['packages/server/src/funds/solvency/solvency.test.ts', chainProgram],
  ['packages/server/src/funds/watch/evm.test.ts', chainProgram],
  ['packages/server/src/funds/watch/internal.test.ts', chainProgram],
  ['packages/server/src/funds/watch/second.test.ts', chainProgram],
  ['packages/server/src/funds/watch/tokens.test.ts', chainProgram],
  ['packages/server/src/market/feeds/replay-feed.test.ts', 'recorded market data, or has it: a test says which'],
  ['packages/server/src/market/recording/recording.test.ts', 'recorded market data'],
  ['packages/server/test/recorded-days.test.ts', 'recorded market data, or has it: a test says which'],
  ['packages/server/test/replay-speeds.test.ts', 'recorded market data'],
  ['packages/server/test/split-day.test.ts', 'recorded market data'],
]);

const pathOf = ({ name }: TestFile) => relative(root, name).split(sep).join('/');

const notRun = ({ assertionResults }: TestFile) =>
  assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed');

/** Tests that were not run, of files of which nothing is known that a machine could lack. What else failed says so itself. */
function leftOut(files: readonly TestFile[]): string[] {
  return files
    .filter((file) => file.status === 'passed' && !mayLeaveOut.has(pathOf(file)))
    .flatMap((file) => notRun(file).map(({ fullName }) => `${pathOf(file)} › ${fullName} was left out`));
}

/** What this machine lacks, in a sentence for each file of which it has left out tests. */
export function lacking(files: readonly TestFile[]): string[] {
  return files.flatMap((file) => {
    const lack = mayLeaveOut.get(pathOf(file));
    const count = notRun(file).length;
    return lack === undefined || count === 0 ? [] : [`${pathOf(file)}: ${count} left out, for want of ${lack}`];
  });
}

/** Files of tests that are in none of the reports: no project has them. */
export function forgotten(reports: readonly string[], files: readonly string[]): string[] {
  const run = new Set(reports.flatMap((text) => (JSON.parse(text) as VitestReport).testResults.map(pathOf)));
  return files.filter((file) => !run.has(file)).map((file) => `${file} was not run`);
}

/** The words of a failure, without its colours, and only its first lines. */
const wordsOf = (message: string) => stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n    ');

/**
 * Each test that failed, and each file that failed without one, with its message: printed last, where a long log is read first.
 */
export function failures(reports: readonly string[]): string[] {
  return reports
    .flatMap((text) => (JSON.parse(text) as VitestReport).testResults)
    .filter(({ status }) => status === 'failed')
    .flatMap((file) => {
      const failed = file.assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${pathOf(file)} failed\n    ${wordsOf(file.message ?? '')}`];
      return failed.map(
        ({ fullName, failureMessages = [] }) =>
          `${pathOf(file)} › ${fullName}\n    ${failureMessages.map(wordsOf).join('\n    ')}`,
      );
    });
}

/**
 * Counts a vitest run. A file that failed without a failing test (it did not load, a hook threw) counts as one failure, so
 * does a test that was left out for no known reason, and so does a run that ended badly though no test failed, or that left
 * no report at all.
 */
export function tally(text: string | null, exitCode: number | null): Tally {
  let counted: Tally = { passed: 0, failed: 0 };
  if (text !== null) {
    const run = JSON.parse(text) as VitestReport;
    const broken = run.testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    );
    const missing = leftOut(run.testResults);
    for (const one of [...missing, ...lacking(run.testResults)]) console.log(one);
    counted = { passed: run.numPassedTests, failed: run.numFailedTests + broken.length + missing.length };
  }
  const crashed = exitCode !== 0 || text === null || counted.passed + counted.failed === 0;
  return crashed && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

/** What runs beside the stories, which wait for their browsers half of the time, leaves them half of the machine. */
const half = Math.max(1, Math.floor(availableParallelism() / 2));

/** More than a run writes: each file has a database of its own, and some stories a house, until they end. */
const scratchBytes = 4 * 1024 ** 3;

/**
 * A folder for all temporary files of a run: in memory where there is room, because on a disk a third of the processor time
 * goes into writing it. Undefined where there is none: then it is the system's own.
 */
function folderInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (Math.min(bavail * bsize, freemem()) < scratchBytes) return undefined;
    const folder = mkdtempSync('/dev/shm/assay-');
    // The embedded database has a user of its own.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return undefined;
  }
}
const scratch = import.meta.main ? folderInMemory() : undefined;

async function gate(): Promise<Tally> {
  const outcomes = await runGate(gateChecks(), half);
  console.log(report(outcomes));
  const passed = outcomes.filter((outcome) => outcome.passed).length;
  return { passed, failed: outcomes.length - passed };
}

/** Runs vitest projects in one process; its words come when it has ended, because another one runs beside it. */
async function vitest(name: string, projects: readonly string[], flags: readonly string[] = []): Promise<Tally> {
  const file = reportFile(name);
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(file, { force: true });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), ...flags];
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', file];
  const child = spawn(join(root, 'node_modules', '.bin', 'vitest'), [...args, ...reporters], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...(scratch !== undefined && { TMPDIR: scratch }) },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.on('error', (error) => {
    console.error(error.message);
    resolve(null);
  });
  child.on('close', resolve);
  const exitCode = await promise;
  console.log(output);
  return tally(readIfThere(file), exitCode);
}

const reportFile = (name: string) => join(root, '.cache', `${name}.json`);

const reports = () =>
  ['tests', 'components', 'stories'].map((name) => readIfThere(reportFile(name))).filter((text) => text !== null);

/** Every row of docs/specification.md counts as one test: it holds when the tests that it names have passed in this run. */
async function specification(): Promise<Tally> {
  const { passed, failed, faults } = checkTable(reports());
  for (const fault of faults) console.log(fault);
  return { passed, failed };
}

/** Every file of tests counts as one failure that no project has run. */
async function testFiles(): Promise<Tally> {
  const pattern = '{packages,tools,bench,e2e}/**/*.{test,sim,story}.{ts,tsx}';
  const files = globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).map((file) =>
    file.split(sep).join('/'),
  );
  const faults = forgotten(reports(), files);
  for (const fault of faults) console.log(fault);
  return { passed: files.length - faults.length, failed: faults.length };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

type Part = readonly [name: string, run: () => Promise<Tally>];
type Told = Tally & { readonly name: string };

async function tallied([name, run]: Part): Promise<Told> {
  const begun = performance.now();
  const part = await run().catch((error: unknown): Tally => {
    console.error(`${name} crashed:`, error);
    return { passed: 0, failed: 1 };
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`\n${name}: ${part.passed} passed, ${part.failed} failed, in ${seconds} s\n`);
  return { name, ...part };
}

/** Runs parts in their order, two at a time, and says what each came to. */
async function twoAtATime(parts: readonly Part[]): Promise<Told[]> {
  const waiting = [...parts];
  const tallies: Told[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) tallies.push(await tallied(next));
  };
  await Promise.all([worker(), worker()]);
  return tallies;
}

/** Ending the run early must not leave it in memory. */
function clearAtEnd(folder: string): void {
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

if (import.meta.main) {
  if (scratch !== undefined) clearAtEnd(scratch);
  const all = await twoAtATime([
    ['browser stories', () => vitest('stories', ['stories'])],
    ['gate', gate],
    ['tests', () => vitest('tests', ['rules', 'server'], ['--maxWorkers', String(half)])],
    // Last, when the stories are over or nearly: they may have the whole machine.
    ['component tests', () => vitest('components', ['components'])],
  ]);
  all.push(await tallied(['statements of the specification', specification]));
  all.push(await tallied(['files of tests', testFiles]));
  const passed = all.reduce((total, part) => total + part.passed, 0);
  const failed = all.reduce((total, part) => total + part.failed, 0);
  process.exitCode = failed === 0 ? 0 : 1;
  for (const part of all.filter((one) => one.failed > 0)) console.log(`failed in ${part.name}: ${part.failed}`);
  for (const one of failures(reports())) console.log(one);
  console.log(`${passed} passed, ${failed} failed`);
}

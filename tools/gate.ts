// The fast gate, `npm run check`: everything that can be said of the code without running it.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

export const root = dirname(import.meta.dirname);

/** Lines shown of one failing check: enough to start with, few enough to find the table. */
const linesMax = 60;
/** A check that takes longer than this hangs. */
const msMax = 1_200_000;

export interface Check {
  readonly name: string;
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Its words are shown though it passed. */
  readonly telling?: boolean;
}

export interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
  readonly telling: boolean;
}

/** Every check of the gate. */
export function gateChecks(): Check[] {
  return [
    // First, because it takes longest. The linter has type information, and also reports the compiler's errors.
    { name: 'types and lint', command: ['oxlint', '--format', 'unix'] },
    { name: 'boundaries', command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'packages', 'tools', 'e2e', 'bench'] },
    { name: 'dead code', command: ['knip'] },
    { name: 'generated pages', command: ['node', 'tools/generate-docs.ts', '--check'] },
    // Says so where there is no build to judge.
    { name: 'budgets', command: ['node', 'tools/budgets.ts'], telling: true },
    { name: 'format', command: ['oxfmt', '--check'] },
  ];
}

/** Runs one check; any other exit code than 0 is a failure. */
export function runCheck({ name, command: [program, ...args], telling = false }: Check, cwd = root): Promise<Outcome> {
  const started = performance.now();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const child = spawn(join(root, 'node_modules', '.bin', program), args, {
    cwd,
    timeout: msMax,
    // The linter's knowledge of types is written in Go and ends soon: less collecting saves a third of its time.
    env: { GOGC: '400', ...process.env },
    shell: process.platform === 'win32',
  });
  let output = '';
  const end = (passed: boolean, last = ''): void => {
    resolve({ name, passed, seconds: (performance.now() - started) / 1000, output: (output + last).trim(), telling });
  };
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.on('error', (error) => end(false, error.message));
  child.on('close', (code) => end(code === 0));
  return promise;
}

/** Runs all checks, so many at a time, and answers them in their own order. */
export async function runGate(checks: readonly Check[] = gateChecks(), atOnce = availableParallelism()): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...checks.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [position, check] = next;
      outcomes[position] = await runCheck(check);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}

/** A table of all outcomes, after the output of those that failed or printed something. */
export function report(outcomes: readonly Outcome[]): string {
  const words = outcomes
    .filter(({ passed, telling, output }) => !passed || (telling && output !== ''))
    .map(({ name, output }) => `── ${name} ──\n${shortened(output)}\n`);
  const rows = outcomes.map(
    ({ name, passed, seconds }) => `${passed ? '  ok  ' : 'FAILED'}  ${name.padEnd(24)}${seconds.toFixed(1).padStart(6)} s`,
  );
  return [...words, ...rows].join('\n');
}

function shortened(output: string): string {
  const lines = output.split('\n');
  return lines.length <= linesMax
    ? output
    : [...lines.slice(0, linesMax), `… and ${lines.length - linesMax} more lines`].join('\n');
}

if (import.meta.main) {
  const outcomes = await runGate();
  console.log(report(outcomes));
  process.exitCode = outcomes.every((outcome) => outcome.passed) ? 0 : 1;
}

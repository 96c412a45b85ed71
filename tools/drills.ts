// `npm run drills [-- name …]`: what is too long for a test run, such as many kills, outages and growth, or those of them whose file has
// such a name. Prints a dated table.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { root } from './gate.ts';

interface Drill {
  readonly title: string;
  readonly status: string;
  readonly duration?: number;
  readonly meta?: { readonly figures?: string };
}

interface DrillReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly Drill[];
  }[];
}

/** The table of a run, as Markdown: a row a drill, with the figures that it has left in its `meta`. */
export function drillTable(text: string, { day, cores, load }: { day: string; cores: number; load: number }): string {
  // A file that did not load has no drill to report, and is reported itself.
  const drills = (JSON.parse(text) as DrillReport).testResults.flatMap(({ name, status, assertionResults }) =>
    assertionResults.length > 0 ? assertionResults : [{ title: basename(name), status }],
  );
  const rows = drills.map(({ title, status, duration = 0, meta }: Drill) => {
    const minutes = (duration / 60_000).toFixed(1);
    return `| ${title} | ${status} | ${minutes} min | ${meta?.figures ?? ''} |`;
  });
  return [
    `Drills of ${day}, on ${cores} cores, load ${load.toFixed(1)} when they began`,
    '',
    '| drill | result | took | figures |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

if (import.meta.main) {
  const file = join(root, '.cache/drills.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(file, { force: true });
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', file];
  // The simulations are tests of some hundred steps, and drills when they go on until every ending has come up; so is the
  // comparison of groups of any size with one command after the other, which takes a few cases in a run of the tests.
  const long = ['.drill.ts', '.sim.ts', 'groups.properties.test.ts'];
  const chosen = process.argv.slice(2);
  const drills = ['run', '--project', 'drills', '--project', 'server', ...(chosen.length > 0 ? chosen : long)];
  const [load = 0] = loadavg();
  const child = spawn(join(root, 'node_modules/.bin/vitest'), [...drills, ...reporters], {
    cwd: root,
    env: {
      SIMULATION_COMMANDS: '10000',
      HOSTILE_COMMANDS: '25000',
      HOSTILE_WORLDS: '4',
      GROUP_CASES: '1000',
      TEST_AUTOVACUUM: 'on',
      ...process.env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const when = { day: new Date().toISOString().slice(0, 10), cores: availableParallelism(), load };
  console.log(existsSync(file) ? drillTable(readFileSync(file, 'utf8'), when) : 'the drills left no report');
  process.exitCode = code ?? 1;
}

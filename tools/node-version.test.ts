import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './gate.ts';
import { nodeRefusal } from './node-version.ts';

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
/** Passes this process off as one of the machine's older Node, before anything else is loaded. */
const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;

function run(...before: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...before, vitest, 'list', '--project', 'rules', 'tools/test.test.ts'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

test('an older Node is told in one sentence what to run instead, and nothing else', () => {
  const { status, stdout, stderr } = run('--import', `data:text/javascript,${encodeURIComponent(older)}`);
  expect(stderr).toMatch(
    /^The tests need Node 24\.\d+\.\d+ and this is Node 20\.20\.2: run `npm test`, or `npm exec -- vitest run <file>`, which find it\.\n$/,
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
});

test('the project’s own Node gets to the tests', () => {
  const { status, stdout } = run();
  expect(stdout).toContain('takes passed and failed from the report');
  expect(status).toBe(0);
});

test('every later Node is let through', () => {
  expect(['24.0.0', '24.99.0', '26.1.0', '100.0.0'].map(nodeRefusal)).toEqual(Array.from({ length: 4 }, () => undefined));
  expect(['18.0.0', '22.12.0', '23.11.1'].filter((version) => nodeRefusal(version) === undefined)).toEqual([]);
});

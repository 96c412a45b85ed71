// `npm run dev`: the server restarts on a change of its code, site and console reload by Vite; Ctrl-C stops both.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './gate.ts';

const bin = join(root, 'node_modules', '.bin');
const children: ChildProcess[] = [
  start('node', [
    '--watch-path=packages/contract/src',
    '--watch-path=packages/domain/src',
    '--watch-path=packages/server/src',
    'packages/server/src/main.ts',
    ...process.argv.slice(2),
  ]),
  ...['web', 'console'].map((app) =>
    start('vite', [`packages/${app}`, '--config', `packages/${app}/vite.config.ts`, '--host', '127.0.0.1']),
  ),
];

function start(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(join(bin, program), args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  child.on('exit', () => stop());
  return child;
}

function stop(): void {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);

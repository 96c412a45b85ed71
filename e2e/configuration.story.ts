import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyPrepared, temporaryFolder } from './harness.ts';

const root = dirname(import.meta.dirname);

/** As `npm start` does. */
const compiled = ['--import', './tools/compile-cache.mjs'];

let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  await copyPrepared(inject('preparedFolder'), folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface End {
  readonly code: number | null;
  readonly errors: string;
  readonly output: string;
}

/** Starts the server with something in the way and waits for its end. */
async function start(env: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<End> {
  const child = spawn(join(root, 'node_modules/.bin/node'), [...compiled, 'packages/server/src/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], PORT: '0', CONSOLE_PORT: '0', DATA_DIR: folder, ...env },
  });
  let errors = '';
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, errors, output };
}

/** One sentence on one line, nothing else, and the exit code of a failure. */
function expectSentence({ code, errors, output }: End, sentence: RegExp): void {
  expect(errors).toMatch(/^assay: [^\n]+\n$/);
  expect(errors).toMatch(sentence);
  expect(errors).not.toMatch(/\bat .*:\d+:\d+|node:internal|undefined|\[object/);
  expect(output).toBe('');
  expect(code).toBe(1);
}

test.for([
  { what: 'a port that is taken', variable: 'PORT' },
  { what: "a console's port that is taken", variable: 'CONSOLE_PORT' },
])('$what stops the start with one sentence, before anything is begun', async ({ variable }) => {
  const empty = await temporaryFolder();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const end = await start({ [variable]: String(port), DATA_DIR: empty });
  other.close();
  expectSentence(end, new RegExp(`port ${port} is taken: set ${variable} to a free one`));
  expect(await readdir(empty)).not.toContain('postgres');
  await rm(empty, { recursive: true });
});

test.for([
  {
    what: 'a database that does not answer',
    env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
    says: /ECONNREFUSED/,
  },
  { what: 'an address that is no database', env: { DATABASE_URL: 'mysql://127.0.0.1/none' }, says: /DATABASE_URL/ },
  {
    what: 'live mode without its secrets',
    env: { MODE: 'live' },
    says: /DATABASE_URL, SECRET, SMTP_URL, MAIL_FROM, PUBLIC_ORIGIN/,
  },
  {
    what: 'live mode with all but one',
    env: {
      MODE: 'live',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'assay@example.com',
      PUBLIC_ORIGIN: 'https://example.com',
    },
    says: /live mode needs SECRET: set it in the environment/,
  },
  {
    what: 'live mode whose nodes and proxies were forgotten',
    env: {
      MODE: 'live',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      SECRET: 'vJ8qT2zXw0LrN5bKcE7uYpGf4mHs9AdR',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'assay@example.com',
      PUBLIC_ORIGIN: 'https://example.com',
    },
    says: /must be told TRUST_PROXY, CHAIN_RPC_BITCOIN, CHAIN_RPC_ETHEREUM, CHAIN_RPC_TRON: set them/,
  },
  { what: 'a secret that is too short', env: { SECRET: 'short' }, says: /SECRET/ },
  { what: 'a port that is no port', env: { PORT: 'many' }, says: /PORT/ },
  { what: 'a role without what connects it', env: { ROLE: 'engine' }, says: /NATS_URL and DATABASE_URL/ },
])('$what stops the start with one sentence', async ({ env, says }) => {
  expectSentence(await start(env), says);
});

test('a file to replay that cannot be read stops the start with file, line and problem', async () => {
  const file = join(folder, 'crypto-BTCUSD-20240115.csv');
  await writeFile(file, 'time_ms,open,high,low,close,volume\n1705276800000,1,2,x,1,1\n');
  expectSentence(await start({}, ['--replay', file]), /crypto-BTCUSD-20240115\.csv, line 2: low is not a decimal: x/);
});

test.for([
  { what: 'a folder that is not there', args: ['--replay', 'no/such/folder'], says: /nothing to replay at no\/such\/folder/ },
  { what: 'an unknown option', args: ['--fast'], says: /--replay <folder or file>, --speed <n>, --day <yyyy-mm-dd>/ },
  { what: 'a word too many', args: ['please'], says: /please/ },
  { what: 'a speed of nothing', args: ['--speed', '10'], says: /--speed and --day belong to --replay/ },
])('$what stops the start with one sentence', async ({ args, says }) => {
  expectSentence(await start({}, args), says);
});

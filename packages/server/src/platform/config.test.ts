import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const folder = await mkdtemp(join(tmpdir(), 'assay-config-'));
afterAll(() => rm(folder, { recursive: true }));
const read = (env: Record<string, string>, ...args: string[]) => readConfig({ DATA_DIR: folder, ...env }, args);
const live = {
  MODE: 'live',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/x',
  SECRET: 'vJ8qT2zXw0LrN5bKcE7uYpGf4mHs9AdR',
  SMTP_URL: 'smtp://127.0.0.1',
  MAIL_FROM: 'a@example.com',
  PUBLIC_ORIGIN: 'https://assay.example',
  TRUST_PROXY: 'loopback',
  CHAIN_RPC_BITCOIN: 'http://127.0.0.1:8332',
  CHAIN_RPC_ETHEREUM: 'http://127.0.0.1:8545',
  CHAIN_RPC_TRON: 'none',
};

test('a sandbox needs nothing and keeps the secrets of its first start', async () => {
  const [first, second] = [await read({}), await read({})];
  expect(first.secret.length).toBeGreaterThanOrEqual(32);
  expect([second.secret, second.embeddedPassword, second.samplePassword]).toEqual([
    first.secret,
    first.embeddedPassword,
    first.samplePassword,
  ]);
});

test.each(['DATABASE_URL', 'SECRET', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_ORIGIN'])(
  'live mode refuses to start without %s and names it',
  async (name) => {
    await expect(read({ ...live, [name]: '' })).rejects.toThrow(`live mode needs ${name}`);
  },
);

test.each(['TRUST_PROXY', 'CHAIN_RPC_BITCOIN', 'CHAIN_RPC_ETHEREUM', 'CHAIN_RPC_TRON'])(
  'live mode refuses to guess %s, and takes "none" for an answer',
  async (name) => {
    await expect(read({ ...live, [name]: '' })).rejects.toThrow(`live mode must be told ${name}: set it in the environment`);
    expect(await read({ ...live, [name]: 'none' })).toMatchObject({ [name]: undefined });
  },
);

test('a second node needs a first one, and is another', async () => {
  const second = { CHAIN_RPC_ETHEREUM_SECOND: 'http://127.0.0.1:8546' };
  expect(await read({ ...live, ...second })).toMatchObject(second);
  await expect(read({ ...live, CHAIN_RPC_TRON_SECOND: 'http://127.0.0.1:8546' })).rejects.toThrow(
    'CHAIN_RPC_TRON_SECOND is compared with CHAIN_RPC_TRON: set both',
  );
  for (const same of [live.CHAIN_RPC_ETHEREUM, `${live.CHAIN_RPC_ETHEREUM.toUpperCase()}/`])
    await expect(read({ ...live, CHAIN_RPC_ETHEREUM_SECOND: same })).rejects.toThrow(
      'CHAIN_RPC_ETHEREUM_SECOND is the same node as CHAIN_RPC_ETHEREUM',
    );
});

const weak = 'SECRET can be guessed: draw one';

test.each([
  [{ PUBLIC_ORIGIN: 'http://assay.example' }, 'PUBLIC_ORIGIN must begin with https://'],
  [{ SECRET: 'a'.repeat(32) }, weak],
  [{ SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789' }, weak],
  [{ SECRET: 'q7Kd'.repeat(12) }, weak],
  [{ SECRET: '0101101001011010110100101101001011010010' }, weak],
  [{ SECRET: 'change-me-9fGh2LpQz81TvBnM4xWs7Ke' }, weak],
  [{ MAIL_FROM: 'assay' }, 'MAIL_FROM is no sender'],
  [{ MAIL_FROM: 'Assay <a@example.com>, b@example.com' }, 'MAIL_FROM is no sender'],
  [{ FEED_FOREX: 'simulator' }, "live mode can't take FEED_FOREX=simulator"],
  [{ NATS_ULR: 'nats://127.0.0.1' }, 'NATS_ULR is no variable of Assay: was NATS_URL meant?'],
  [{ IMAGE_URL: 'https://s3.example.com/images' }, 'IMAGE_URL is no variable of Assay: was IMAGES_URL meant?'],
  [{ LOG_LEVELS: 'info' }, 'LOG_LEVELS is no variable of Assay: was LOG_LEVEL meant?'],
  [{ SIMULATOR_SAED: 'x' }, 'SIMULATOR_SAED is no variable of Assay: was SIMULATOR_SEED meant?'],
])('live mode does not start with %j', async (env, sentence) => {
  await expect(read({ ...live, ...env })).rejects.toThrow(sentence);
});

test('a misspelt name stops live mode only where the right one is not set, and no name of others does', async () => {
  await read({ ...live, DATABSE_URL: 'x', HOME: '/', POST: '1', MODEL: 'y', LOGNAME: 'z', HOSTS: 'h' });
  const { DATABASE_URL: url, ...others } = live;
  await expect(read({ ...others, DATABSE_URL: url })).rejects.toThrow('was DATABASE_URL meant?');
});

test.each(['f3a91c07be5d2846a0d17c3e95b8f264', 'vJ8qT2zXw0LrN5bKcE7uYpGf4mHs9AdR', 'blanket orbit fennel quartz whistle mud'])(
  'the drawn secret %s is taken',
  async (secret) => {
    expect((await read({ ...live, SECRET: secret })).secret).toBe(secret);
  },
);

test.each(['Assay <no-reply@assay.example>', '"Assay, Inc." <a.b@mail.assay.example>'])('%s may send', async (sender) => {
  expect((await read({ ...live, MAIL_FROM: sender })).MAIL_FROM).toBe(sender);
});

test('live mode takes what it needs, makes up no sample customer, and simulates no price', async () => {
  const config = await read(live);
  expect([config.secret, config.samplePassword]).toEqual([live.SECRET, undefined]);
  expect(Object.values(config.feeds)).not.toContain('simulator');
});

test('a secret may stand in a file, on a line of its own', async () => {
  const file = join(folder, 'secret');
  await writeFile(file, `${live.SECRET}\n`);
  const { SECRET: _, ...others } = live;
  expect((await read({ ...others, SECRET_FILE: file })).secret).toBe(live.SECRET);
  await writeFile(file, 'short\n');
  await expect(read({ ...others, SECRET_FILE: file })).rejects.toThrow('SECRET_FILE is not usable');
});

test.each([
  [{ PORT: '99999' }, [], 'PORT is not usable: it must be a whole number from 0 to 65535'],
  [{ PORT: 'http' }, [], 'PORT is not usable: it must be a whole number from 0 to 65535'],
  [{ USER_CALLS_MAX: '0' }, [], 'USER_CALLS_MAX is not usable: it must be a whole number from 1 up'],
  [{ DATABASE_POOL: '1.5' }, [], 'DATABASE_POOL is not usable: it must be a whole number from 2 to 90'],
  [{ METRICS_KEY: 'short' }, [], 'METRICS_KEY is not usable'],
  [{ DATABASE_URL: 'mysql://x' }, [], 'DATABASE_URL is not usable'],
  [{ DATABASE_URL: 'mysql://x' }, [], 'it must begin with postgres://'],
  [{ DATABASE_URL: 'postgres://a@one:5432,two:5432/x' }, [], 'it must end with ?target_session_attrs=read-write'],
  [
    { DATABASE_URL: 'postgres://a@one,two/x?target_session_attrs=any' },
    [],
    'it must end with ?target_session_attrs=read-write',
  ],
  [{ DATABASE_URL: 'postgres://a@one,/x' }, [], 'DATABASE_URL is not usable: it must be like postgres://login'],
  [{ DATABASE_READ_URL: 'postgres://a@one/x?target_session_attrs=near' }, [], 'DATABASE_READ_URL is not usable'],
  [{ DATABASE_URL: 'postgres://a:of/me@one/x' }, [], 'with %2F for a / in a password'],
  [{ PUBLIC_ORIGIN: 'assay.example' }, [], 'PUBLIC_ORIGIN is not usable: it must be like https://example.com'],
  [{ PUBLIC_ORIGIN: 'ftp://assay.example' }, [], 'PUBLIC_ORIGIN is not usable'],
  [{ PUBLIC_ORIGIN: 'https://assay.example/app' }, [], 'PUBLIC_ORIGIN is not usable: it must not have a path'],
  [{ SECRET: live.SECRET, SECRET_PREVIOUS: 'short' }, [], 'SECRET_PREVIOUS is not usable'],
  [{ SECRET: live.SECRET, SECRET_FILE: '/of/both' }, [], 'SECRET and SECRET_FILE are both set: set one of them'],
  [{ SECRET_FILE: '/nowhere/at/all' }, [], 'SECRET_FILE is not usable: ENOENT'],
  [{ SECRET_FILE: import.meta.dirname }, [], 'SECRET_FILE is not usable: EISDIR'],
  [{ DATABASE_OWNER_URL: live.DATABASE_URL }, [], 'DATABASE_OWNER_URL belongs to DATABASE_URL'],
  [{ DATABASE_DIRECT_URL: live.DATABASE_URL }, [], 'DATABASE_DIRECT_URL belongs to DATABASE_URL'],
  [{ TRUST_PROXY: 'true' }, [], 'TRUST_PROXY is not usable'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, [], 'TRUST_PROXY is not usable'],
  [{ TRUST_PROXY: '10.0.0.1,,loopback' }, [], 'TRUST_PROXY is not usable'],
  [{ DATA_DIR: join(import.meta.filename, 'below') }, [], 'DATA_DIR is not usable'],
  [{ FEED_FOREX: 'vendor' }, [], 'a vendor feed needs VENDOR_URL and VENDOR_KEY'],
  [{ ROLE: 'api' }, [], 'ROLE=api needs NATS_URL and DATABASE_URL'],
  [{ ROLE: 'jobs' }, [], 'ROLE=jobs needs NATS_URL and DATABASE_URL'],
  [{}, ['--replay', '/nowhere/at/all'], 'there is nothing to replay at /nowhere/at/all'],
  [{}, ['--speed', '10'], '--speed and --day belong to --replay'],
  [{}, ['--replay', '.', '--speed', '0'], '--speed is replayed seconds'],
  [{}, ['--replay', '.', '--day', '20180404'], '--day is written as yyyy-mm-dd'],
  [{ DATABASE_URL: live.DATABASE_URL }, ['--replay', '.'], 'a replay has a database of its own'],
  [{}, ['--colour'], "Unknown option '--colour'"],
  [live, ['--replay', '.'], 'replayed prices are for the sandbox'],
])('%j %j stops with one clear sentence', async (env, args, sentence) => {
  await expect(read(env, ...args)).rejects.toThrow(sentence);
});

test('a sandbox is asked none of this', async () => {
  const config = await read({
    SECRET: 'a'.repeat(32),
    PUBLIC_ORIGIN: 'http://assay.example',
    NATS_ULR: 'x',
    TRUST_PROXY: 'none',
  });
  expect(config.TRUST_PROXY).toBeUndefined();
});

test.each(['0.0.0.0', '::', '192.0.2.1', 'assay.example'])(
  'a sandbox is reached by others at %s only where that is said',
  async (host) => {
    await expect(read({ HOST: host })).rejects.toThrow('set SANDBOX_EXPOSE=1');
    expect((await read({ HOST: host, SANDBOX_EXPOSE: '1' })).HOST).toBe(host);
    expect((await read({ ...live, HOST: host })).HOST).toBe(host);
    for (const own of ['127.0.0.1', '127.8.0.1', '::1', 'localhost']) expect((await read({ HOST: own })).HOST).toBe(own);
  },
);

test('an origin is kept as browsers send it', async () => {
  expect((await read({ PUBLIC_ORIGIN: 'https://Assay.example:443/' })).PUBLIC_ORIGIN).toBe('https://assay.example');
});

test.each(['loopback', '127.0.0.1, 10.0.0.0/8', '::1,fd00::/8'])('the proxies %s are believed', async (proxies) => {
  expect((await read({ TRUST_PROXY: proxies })).TRUST_PROXY).toBe(proxies);
});

test('damaged secrets stop the start and stay as they are', async () => {
  const damaged = await mkdtemp(join(tmpdir(), 'assay-config-'));
  const file = join(damaged, 'secrets.json');
  await writeFile(file, '{"secret":');
  await expect(read({ DATA_DIR: damaged })).rejects.toThrow('secrets.json is damaged');
  expect(await readFile(file, 'utf8')).toBe('{"secret":');
  await rm(damaged, { recursive: true });
});

test('a screening has an address and a key, and live mode sends names nowhere in the open', async () => {
  const key = { SCREENING_KEY: 'a key that both know' };
  for (const half of [{ SCREENING_URL: 'https://screening.example/ask' }, key])
    await expect(read(half)).rejects.toThrow('a screening needs both SCREENING_URL and SCREENING_KEY');
  const open = { ...live, ...key, SCREENING_URL: 'http://screening.example/ask' };
  await expect(read(open)).rejects.toThrow('live mode asks by https');
  for (const SCREENING_URL of ['https://screening.example/ask', 'http://127.0.0.1:9000/ask'])
    expect(await read({ ...live, ...key, SCREENING_URL })).toMatchObject({ SCREENING_URL });
});

test('several hosts are taken where the address asks for the one that takes writes, and of standbys any', async () => {
  const several = 'postgres://u:p@one:1,two:2/x';
  const writable = `${several}?target_session_attrs=read-write`;
  const config = await read({
    ...live,
    DATABASE_URL: writable,
    DATABASE_DIRECT_URL: writable,
    DATABASE_OWNER_URL: writable,
    DATABASE_READ_URL: several,
  });
  expect(config).toMatchObject({ databaseUrl: writable, DATABASE_DIRECT_URL: writable, DATABASE_READ_URL: several });
});

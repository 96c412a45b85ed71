import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { isIP, isIPv4 } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { assetClasses } from '@assay/contract/vocabulary/markets.ts';
import { z } from 'zod';
import { liveFault } from './installation/live.ts';
import { isLoopback } from './networks.ts';
import { readAddress } from './statements/hosts.ts';

/** A configuration that cannot work; its message is one sentence for the person at the terminal. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** A whole number between two; `NaN` is no word for who sits at the terminal. */
const whole = (min: number, max: number) => {
  const error =
    max === Infinity ? `it must be a whole number from ${min} up` : `it must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
};
const port = whole(0, 65_535);
const feedNames = ['simulator', 'exchange', 'vendor', 'none'] as const;

/** Without a path and without a final slash: browsers send it so, and addresses in mails are put together from it. */
const origin = z.url({ protocol: /^https?$/, error: 'it must be like https://example.com' }).transform((text, context) => {
  const { origin: bare, pathname, search, hash } = new URL(text);
  if (pathname + search + hash !== '/') context.addIssue({ code: 'custom', message: 'it must not have a path' });
  return bare;
});

const addressRanges = ['loopback', 'linklocal', 'uniquelocal'];

/** An address, a network such as 10.0.0.0/8, or the name of a range. */
function isProxy(text: string): boolean {
  if (addressRanges.includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const bitsMax = isIPv4(address) ? 32 : 128;
  return isIP(address) > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax));
}

/** A proxy trusted here may name any address as the caller's, so there is no value for "all". */
const proxies = z.string().refine((text) => text.split(',').every((one) => isProxy(one.trim())), {
  error: `it must be addresses or networks with commas between them, such as 10.0.0.0/8, or ${addressRanges.join(', ')}`,
});

/** One server, or several of which one is the primary. */
const postgres = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'it must begin with postgres://', abort: true })
  .refine((text) => readAddress(text) !== undefined, {
    error:
      'it must be like postgres://login:password@host/database, with commas between hosts, and with %2F for a / in a password',
  });

/** With several, a standby could be mistaken for the primary. */
const primary = postgres.refine((text) => isOfPrimary(text), {
  error: 'it must end with ?target_session_attrs=read-write where it names several hosts',
});

function isOfPrimary(text: string): boolean {
  const { urls = [], wants = 'any' } = readAddress(text) ?? {};
  return wants === 'writable' || (wants === 'any' && urls.length === 1);
}

const secretText = z.string().min(32);

const node = z.url({ protocol: /^https?$/, error: 'it must be the address of a node, such as https://node.example.com' });

/** A value, or `none`, so that live mode knows that it was not forgotten. What is wrong with another is said by the value's own rule. */
const orNone = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z.string().transform((text, context) => {
    if (text === 'none') return undefined;
    const read = schema.safeParse(text);
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? 'unknown reason' });
    return z.NEVER;
  });

/** Origins with commas between them. */
const origins = z.string().transform((text, context) =>
  text.split(',').map((one) => {
    const read = origin.safeParse(one.trim());
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: 'it must be like https://push.example.com, with commas between several' });
    return z.NEVER;
  }),
);

/** Proxies ask every second or two. A sandbox has none. */
const drainSeconds = { sandbox: 0, live: 5 };

/** What a process does besides answering calls: whether it may take the lead, and whether it runs the job queue. */
export const dutiesOf = {
  all: { leads: true, works: true },
  api: { leads: false, works: false },
  engine: { leads: true, works: false },
  jobs: { leads: false, works: true },
} as const;

const environment = z.object({
  MODE: z.enum(['sandbox', 'live']).default('sandbox'),
  ROLE: z.enum(['all', 'api', 'engine', 'jobs']).default('all'),
  HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_EXPOSE: z.literal('1', { error: 'it is 1, or not set' }).optional(),
  PORT: port.default(8080),
  CONSOLE_PORT: port.default(8081),
  PUBLIC_ORIGIN: origin.optional(),
  TRUST_PROXY: orNone(proxies).optional(),
  DATABASE_URL: primary.optional(),
  DATABASE_DIRECT_URL: primary.optional(),
  DATABASE_OWNER_URL: primary.optional(),
  DATABASE_READ_URL: postgres.optional(),
  DATABASE_POOL: whole(2, 90).default(16),
  DATA_DIR: z.string().min(1).default('.data'),
  SECRET: secretText.optional(),
  SECRET_FILE: z.string().min(1).optional(),
  SECRET_PREVIOUS: secretText.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'it must begin with smtp:// or smtps://' })
    .optional(),
  MAIL_FROM: z.string().min(3).optional(),
  DEVICE_CODES: z.enum(['on', 'off'], { error: 'it is on or off' }).optional(),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  ALARM_URL: z
    .url({ protocol: /^https?$/, error: 'it must be an address, such as https://alarms.example.com/assay' })
    .optional(),
  ALARM_SECRET: secretText.optional(),
  ALARM_MAIL: z.email({ error: 'it must be a mail address' }).optional(),
  METRICS_KEY: secretText.optional(),
  BACKUP_STAMP: z.string().min(1).optional(),
  PUSH_SERVICES: origins.default([]),
  NATS_URL: z.string().optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  SIMULATOR_SEED: z.string().default('assay'),
  FEED_CRYPTO: z.enum(feedNames).optional(),
  FEED_FOREX: z.enum(feedNames).optional(),
  FEED_STOCK: z.enum(feedNames).optional(),
  FEED_FUTURE: z.enum(feedNames).optional(),
  FEED_ETF: z.enum(feedNames).optional(),
  FEED_METAL: z.enum(feedNames).optional(),
  EXCHANGE_URL: z.url().optional(),
  VENDOR_URL: z.url().optional(),
  VENDOR_KEY: z.string().optional(),
  IMAGES_URL: z
    .url({ protocol: /^https?$/, error: 'it must be the address of a bucket, such as https://s3.example.com/images' })
    .optional(),
  IMAGES_REGION: z.string().min(1).default('auto'),
  IMAGES_KEY: z.string().min(1).optional(),
  IMAGES_KEY_SECRET: z.string().min(1).optional(),
  CHAIN_RPC_BITCOIN: orNone(node).optional(),
  CHAIN_RPC_ETHEREUM: orNone(node).optional(),
  CHAIN_RPC_TRON: orNone(node).optional(),
  CHAIN_RPC_LITECOIN: orNone(node).optional(),
  CHAIN_RPC_BITCOINCASH: orNone(node).optional(),
  CHAIN_RPC_DASH: orNone(node).optional(),
  CHAIN_RPC_BSC: orNone(node).optional(),
  CHAIN_RPC_AVALANCHE: orNone(node).optional(),
  CHAIN_RPC_BITCOIN_SECOND: node.optional(),
  CHAIN_RPC_ETHEREUM_SECOND: node.optional(),
  CHAIN_RPC_TRON_SECOND: node.optional(),
  CHAIN_RPC_LITECOIN_SECOND: node.optional(),
  CHAIN_RPC_BITCOINCASH_SECOND: node.optional(),
  CHAIN_RPC_DASH_SECOND: node.optional(),
  CHAIN_RPC_BSC_SECOND: node.optional(),
  CHAIN_RPC_AVALANCHE_SECOND: node.optional(),
  SCREENING_URL: z
    .url({ protocol: /^https?$/, error: 'it must be an address such as https://screening.example.com/ask' })
    .optional(),
  SCREENING_KEY: z.string().min(16, { error: 'it must have at least 16 characters' }).optional(),
  DRAIN_SECONDS: whole(0, 60).optional(),
  USER_CALLS_MAX: whole(1, Infinity).default(120).describe('calls of one user in 10 s'),
  ADDRESS_CALLS_MAX: whole(1, Infinity).default(600).describe('calls of one address in 10 s'),
  SOCKETS_PER_ADDRESS: whole(1, Infinity).default(20),
});

export type FeedName = (typeof feedNames)[number];
type Environment = z.infer<typeof environment>;

export interface Replay {
  readonly path: string;
  /** Replayed seconds in one real second. */
  readonly speed: number;
  /** A day, yyyy-mm-dd, of the range of days to replay; by default the range with the most files. */
  readonly day: string | undefined;
}

export interface Config extends Omit<Environment, 'SECRET' | 'SECRET_FILE' | 'SECRET_PREVIOUS' | 'DATABASE_URL'> {
  readonly databaseUrl: string | undefined;
  readonly secret: string;
  /** The one before, while it is being replaced. */
  readonly previousSecret: string | undefined;
  readonly embeddedPassword: string;
  /** Password of the sandbox's sample customer; undefined in live mode. */
  readonly samplePassword: string | undefined;
  readonly replay: Replay | undefined;
  readonly feeds: Readonly<Record<(typeof assetClasses)[number], FeedName>>;
  readonly dataDir: string;
  /** For how long it continues after a stop signal. */
  readonly drainMs: number;
  /** Where pictures lie, sealed; undefined for the data folder. */
  readonly imageBucket: ImageBucket | undefined;
}

interface ImageBucket {
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The storage that was named, with what signs its requests. */
function imageBucketOf(env: Environment): ImageBucket | undefined {
  const { IMAGES_URL: url, IMAGES_REGION: region, IMAGES_KEY: accessKeyId, IMAGES_KEY_SECRET: secretAccessKey } = env;
  if (url === undefined) return undefined;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigurationError('IMAGES_URL needs IMAGES_KEY and IMAGES_KEY_SECRET');
  return { url, region, accessKeyId, secretAccessKey };
}

interface Secrets {
  readonly secret: string;
  readonly databasePassword: string;
  readonly samplePassword: string;
}

/** Sandbox secrets: made on the first start, kept in the data folder. */
async function sandboxSecrets(folder: string): Promise<Secrets> {
  const file = join(folder, 'secrets.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return readSecrets(file, kept);
  const random = (bytes: number) => randomBytes(bytes).toString('base64url');
  const secrets: Secrets = {
    secret: random(32),
    databasePassword: random(24),
    samplePassword: `Sample-${randomBytes(4).toString('hex')}1`,
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  } catch (error) {
    throw new ConfigurationError(
      `DATA_DIR is not usable: ${error instanceof Error ? error.message : 'it cannot be written to'}`,
    );
  }
  return secrets;
}

const secretsKept = z.object({ secret: z.string(), databasePassword: z.string(), samplePassword: z.string() });

/** A damaged file is not written anew: the database of the folder opens with no other password. */
function readSecrets(file: string, text: string): Secrets {
  try {
    return secretsKept.parse(JSON.parse(text));
  } catch {
    throw new ConfigurationError(`${file} is damaged: restore it, or set DATA_DIR to an empty folder`);
  }
}

async function readEnvironment(env: NodeJS.ProcessEnv): Promise<Environment> {
  const filled = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  );
  const parsed = environment.safeParse(filled);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigurationError(`${String(issue?.path[0])} is not usable: ${issue?.message ?? 'unknown reason'}`);
  }
  const read = await withSecretFile(parsed.data);
  const { MODE: mode, HOST: host, SANDBOX_EXPOSE: exposed } = read;
  if ((read.ALARM_URL === undefined) !== (read.ALARM_SECRET === undefined))
    throw new ConfigurationError('ALARM_URL and ALARM_SECRET are set together, or neither');
  // A sandbox prints its passwords and shows every mailed code.
  if (mode === 'sandbox' && !isLoopback(host) && exposed === undefined)
    throw new ConfigurationError(`a sandbox is for this machine: to let others reach it at HOST=${host}, set SANDBOX_EXPOSE=1`);
  const given = { ...filled, ...(read.SECRET !== undefined && { SECRET: read.SECRET }) };
  const fault = mode === 'live' ? liveFault(read, given, Object.keys(environment.shape)) : undefined;
  if (fault !== undefined) throw new ConfigurationError(fault);
  return read;
}

/** A secret in a file is in no list of processes, and in no dump of an environment. */
async function withSecretFile(env: Environment): Promise<Environment> {
  if (env.SECRET_FILE === undefined) return env;
  if (env.SECRET !== undefined) throw new ConfigurationError('SECRET and SECRET_FILE are both set: set one of them');
  const text = await readFile(env.SECRET_FILE, 'utf8').catch((error: unknown) => {
    throw new ConfigurationError(`SECRET_FILE is not usable: ${error instanceof Error ? error.message : 'it cannot be read'}`);
  });
  const parsed = secretText.safeParse(text.trim());
  if (!parsed.success)
    throw new ConfigurationError(`SECRET_FILE is not usable: ${parsed.error.issues[0]?.message ?? 'unknown reason'}`);
  return { ...env, SECRET: parsed.data };
}

async function readReplay(args: readonly string[]): Promise<Replay | undefined> {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: { replay: { type: 'string' }, speed: { type: 'string' }, day: { type: 'string' } },
    }));
  } catch (error) {
    throw new ConfigurationError(
      `${error instanceof Error ? error.message : 'unknown option'}; known are --replay <folder or file>, --speed <n>, --day <yyyy-mm-dd>`,
    );
  }
  if (values.replay === undefined) {
    if (values.speed !== undefined || values.day !== undefined)
      throw new ConfigurationError('--speed and --day belong to --replay');
    return undefined;
  }
  const speed = Number(values.speed ?? '60');
  if (!(speed > 0 && speed <= 100_000))
    throw new ConfigurationError('--speed is replayed seconds in one real second, between 0 and 100000');
  if (values.day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(values.day))
    throw new ConfigurationError('--day is written as yyyy-mm-dd, such as 2018-04-04');
  // npm starts the server in the project's folder, so that a relative path means what it says in the README.
  const path = resolve(values.replay);
  if ((await stat(path).catch(() => undefined)) === undefined)
    throw new ConfigurationError(`there is nothing to replay at ${values.replay}`);
  return { path, speed, day: values.day };
}

/** A screening receives names: they never travel unencrypted. */
function checkScreening({ MODE, SCREENING_URL: url, SCREENING_KEY: key }: Environment): void {
  if ((url === undefined) !== (key === undefined))
    throw new ConfigurationError('a screening needs both SCREENING_URL and SCREENING_KEY');
  const open = url?.startsWith('http:') === true && !['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
  if (MODE === 'live' && open)
    throw new ConfigurationError('SCREENING_URL carries names: live mode asks by https, or on its own machine');
}

/** A second node is compared with a first one, and is another. */
function checkSeconds(env: Environment): void {
  const given = new Map(Object.entries(env));
  for (const [name, address] of given) {
    if (!name.endsWith('_SECOND') || address === undefined) continue;
    const first = name.replace(/_SECOND$/, '');
    if (given.get(first) === undefined) throw new ConfigurationError(`${name} is compared with ${first}: set both`);
    if (new URL(String(given.get(first))).href === new URL(String(address)).href)
      throw new ConfigurationError(`${name} is the same node as ${first}, and would agree with itself`);
  }
}

/** Reads environment and arguments; throws a `ConfigurationError` with one clear sentence when something is wrong. */
export async function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Config> {
  const read = await readEnvironment(env);
  const { DATABASE_URL: databaseUrl, SECRET: ownSecret, SECRET_FILE: _, SECRET_PREVIOUS: previousSecret, ...rest } = read;
  if ((read.GOOGLE_CLIENT_ID === undefined) !== (read.GOOGLE_CLIENT_SECRET === undefined))
    throw new ConfigurationError('sign-in with Google needs both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const) {
    if (read[name] !== undefined && databaseUrl === undefined)
      throw new ConfigurationError(`${name} belongs to DATABASE_URL: set both, or neither`);
  }
  checkScreening(read);
  checkSeconds(read);
  const replay = await readReplay(args);
  if (replay !== undefined && read.MODE === 'live')
    throw new ConfigurationError('replayed prices are for the sandbox: live mode cannot take --replay');
  if (replay !== undefined && databaseUrl !== undefined)
    throw new ConfigurationError('a replay has a database of its own: unset DATABASE_URL');
  if (read.ROLE !== 'all' && (read.NATS_URL === undefined || databaseUrl === undefined)) {
    throw new ConfigurationError(`ROLE=${read.ROLE} needs NATS_URL and DATABASE_URL, which connect the processes`);
  }
  const dataDir = resolve(read.DATA_DIR);
  const secrets = read.MODE === 'live' ? undefined : await sandboxSecrets(dataDir);
  const fallback: FeedName = read.MODE === 'live' ? 'none' : 'simulator';
  const { FEED_CRYPTO, FEED_FOREX, FEED_STOCK, FEED_FUTURE, FEED_ETF, FEED_METAL } = read;
  const vendorUsed = [FEED_CRYPTO, FEED_FOREX, FEED_STOCK, FEED_FUTURE, FEED_ETF, FEED_METAL].includes('vendor');
  if (vendorUsed && (read.VENDOR_URL === undefined || read.VENDOR_KEY === undefined))
    throw new ConfigurationError('a vendor feed needs VENDOR_URL and VENDOR_KEY');
  return {
    ...rest,
    databaseUrl,
    dataDir,
    drainMs: 1000 * (read.DRAIN_SECONDS ?? drainSeconds[read.MODE]),
    imageBucket: imageBucketOf(read),
    secret: ownSecret ?? secrets?.secret ?? '',
    previousSecret,
    embeddedPassword: secrets?.databasePassword ?? '',
    samplePassword: secrets?.samplePassword,
    replay,
    feeds: {
      crypto: FEED_CRYPTO ?? (read.MODE === 'live' ? 'exchange' : fallback),
      forex: FEED_FOREX ?? fallback,
      stock: FEED_STOCK ?? fallback,
      future: FEED_FUTURE ?? fallback,
      etf: FEED_ETF ?? fallback,
      metal: FEED_METAL ?? fallback,
    },
  };
}

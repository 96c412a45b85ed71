import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { instruments } from '@assay/domain/market/catalogue.ts';
import { buildConsole } from './console-app.ts';
import { loadShippedContents } from './content/index.ts';
import { allHoldings } from './holdings.ts';
import { type ChosenFeeds, chooseFeeds } from './market/index.ts';
import { nightAside } from './night/index.ts';
import { type Bus, connectNatsBus, createLocalBus } from './platform/bus.ts';
import { type Config, ConfigurationError, dutiesOf } from './platform/config.ts';
import { type Database, connectDatabase } from './platform/database.ts';
import { findPooler } from './platform/installation/pooler.ts';
import { assertLiveSurroundings } from './platform/installation/surroundings.ts';
import { startJobs } from './platform/jobs.ts';
import { type Lifecycle, createLifecycle, stopOnSignals } from './platform/lifecycle.ts';
import { type Logger, createLogger } from './platform/log.ts';
import { outboxMailer, smtpMailer } from './platform/mail.ts';
import { createMetrics } from './platform/metrics.ts';
import { stillThereMs, workOn } from './platform/schema/at-work.ts';
import { requireMigrated } from './platform/schema/migrate.ts';
import { openDatabase } from './platform/schema/open-database.ts';
import { prepareDatabase } from './platform/schema/prepare-database.ts';
import { openRoot } from './platform/secrets/root.ts';
import { followStandby } from './platform/standby/follow.ts';
import { Hosts } from './platform/statements/hosts.ts';
import { sampleOperators, seedOperators } from './sample-operators.ts';
import { sampleUserName, seedSandbox } from './sandbox-sample.ts';
import { startServer } from './server.ts';

/** Config → database → migrate → slices → feeds → engine → listen → jobs; stops in reverse. */
export async function start(config: Config): Promise<void> {
  const log = createLogger(config.LOG_LEVEL);
  const lifecycle = createLifecycle(log);
  stopOnSignals(lifecycle, log, config.drainMs);
  try {
    await startAll(config, log, lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function startAll(given: Config, log: Logger, lifecycle: Lifecycle): Promise<void> {
  // Checked before anything is started: otherwise a second start would detect the first one last.
  await assertFree(given.HOST, given.PORT, 'PORT');
  await assertFree(given.HOST, given.CONSOLE_PORT, 'CONSOLE_PORT');
  const prices = await chooseFeeds(given, log);
  const database = await openDatabase(given, given.replay === undefined ? 'own' : 'fresh replay');
  lifecycle.onStop('embedded database', () => database.stop());
  // Past a pooler: for the queue of the jobs, which listens, and for the night, whose statements last.
  const databaseUrl = database.directUrl ?? database.url;
  const role = await prepareDatabase(database, given.MODE, log);
  const pooler = await findPooler(database, log);
  const primary = connectDatabase({ url: database.url, poolSize: given.DATABASE_POOL, log, role, pooler });
  lifecycle.onStop('database', () => primary.close());
  await workOnTables(primary, new Hosts(databaseUrl).count, log, lifecycle);
  // From here on keys follow from the root that SECRET opens, not from SECRET itself.
  const config: Config = { ...given, secret: await openRoot(primary, given) };
  const bus = config.NATS_URL === undefined ? createLocalBus(log) : await joinBus(config.NATS_URL, log);
  lifecycle.onStop('bus', () => bus.close());
  const metrics = createMetrics();
  const { DATABASE_READ_URL: url, DATABASE_POOL: poolSize } = config;
  const db = url === undefined ? primary : followStandby(primary, { url, poolSize, bus, log, metrics, lifecycle });
  const { SMTP_URL: smtpUrl, MAIL_FROM: sender } = config;
  const smtp = smtpUrl === undefined || sender === undefined ? undefined : smtpMailer(smtpUrl, sender);
  const mailer = smtp ?? outboxMailer(db);
  lifecycle.onStop('mail', () => mailer.close());
  if (config.MODE === 'live') await assertLiveSurroundings(config, db, smtp);

  const origin = config.PUBLIC_ORIGIN ?? `http://${config.HOST}:${config.PORT}`;
  const night = nightAside({ url: databaseUrl, role, readUrl: url, holdings: allHoldings, db });
  const server = await startServer({
    config,
    db,
    night,
    bus,
    mailer,
    log,
    metrics,
    lifecycle,
    catalogue: catalogueFor(config, prices),
    prices,
    origin,
  });
  const { samplePassword } = config;
  const { leads, works } = dutiesOf[config.ROLE];
  if (samplePassword !== undefined && leads) {
    await seedAsOwner(database.ownerUrl ?? (role === undefined ? undefined : databaseUrl), log, async (owner) => {
      await seedSandbox({ pool: db, owner }, prices.clock, server.identity, samplePassword);
      await seedOperators(owner, { samples: given.secret, seals: config.secret }, prices.clock.wall());
    });
  }
  if (leads) await loadShippedContents(db, config.MODE === 'live' ? 'draft' : 'publish');
  const consoleApp = await buildConsole({
    db,
    clock: prices.clock,
    log,
    metrics,
    metricsKey: config.METRICS_KEY,
    oversees: works,
    mode: config.MODE,
    trustProxy: config.TRUST_PROXY,
    secret: config.secret,
    bus,
    market: server.market,
    products: server.products,
    kyc: server.kyc,
    support: server.support,
    images: server.images,
    funds: server.funds,
    health: server.health,
    limiter: server.limiter,
  });
  lifecycle.onStop('console', () => consoleApp.close());
  await listen(server.app, config.HOST, config.PORT, 'PORT');
  await listen(consoleApp, config.HOST, config.CONSOLE_PORT, 'CONSOLE_PORT');
  if (works) {
    const jobs = await startJobs({ url: databaseUrl, db: primary, jobs: server.jobs, log, metrics });
    lifecycle.onStop('jobs', () => jobs.stop());
    // Before the jobs, which would wait for it.
    lifecycle.onStop('night', () => night.stop());
  }
  announce(given, portOf(server.app), portOf(consoleApp));
}

/** Says that this server works on the tables as they are, for as long as it does. */
async function workOnTables(db: Database, hosts: number, log: Logger, lifecycle: Lifecycle): Promise<void> {
  const tables = await workOn({
    db,
    log,
    isOurVersion: () => requireMigrated(db),
    stillThereEveryMs: hosts > 1 ? stillThereMs : undefined,
    // Ends the process, like an uncaught error: from now on it would work on tables that it does not know.
    ended: (error) =>
      setImmediate(() => {
        throw error;
      }),
  });
  lifecycle.onStop('tables', () => tables.stop());
}

/**
 * Operators, and money of the house, come by two others or by the owner of the tables: a start without the owner's login leaves
 * samples to another.
 */
async function seedAsOwner(url: string | undefined, log: Logger, seed: (owner: Database) => Promise<void>): Promise<void> {
  if (url === undefined) return;
  // At a start there is no other connection that could be tried instead, unless of another host.
  const owner = connectDatabase({ url, poolSize: 1, log, greetedMsMax: 30_000 });
  try {
    await seed(owner);
  } finally {
    await owner.close();
  }
}

function joinBus(url: string, log: Logger): Promise<Bus> {
  return connectNatsBus(url, log).catch((error: unknown) => {
    throw new ConfigurationError(
      `the bus at NATS_URL does not answer: ${error instanceof Error ? error.message : 'unknown reason'}`,
    );
  });
}

/** A replay lists what it has prices of; other deployments list everything. */
function catalogueFor(config: Config, { feeds }: ChosenFeeds): typeof instruments {
  if (config.replay === undefined) return instruments;
  return instruments.filter(({ code }) => feeds.some((feed) => feed.codes.has(code)));
}

type Listening = Awaited<ReturnType<typeof buildConsole>>;

async function assertFree(host: string, port: number, variable: string): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening').catch(inSentences(host, port, variable));
  await once(probe.close(), 'close');
}

async function listen(app: Listening, host: string, port: number, variable: string): Promise<void> {
  await app.listen({ host, port }).catch(inSentences(host, port, variable));
}

function inSentences(host: string, port: number, variable: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') throw new ConfigurationError(`port ${port} is taken: set ${variable} to a free one`);
    if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
      throw new ConfigurationError(`cannot listen on ${host}:${port} (${error.code})`);
    throw error;
  };
}

function portOf(app: Listening): number {
  return (app.server.address() as AddressInfo).port;
}

/** What a person at the terminal needs to know, and nothing else. */
function announce(config: Config, port: number, consolePort: number): void {
  const site = config.PUBLIC_ORIGIN ?? `http://${config.HOST}:${port}`;
  const prices = config.replay === undefined ? 'simulated prices' : 'replayed prices';
  const lines = config.MODE === 'live' ? ['Assay is running.'] : [`Assay is running as a sandbox: ${prices}, no real money.`];
  lines.push('', `  site      ${site}`, `  console   http://${config.HOST}:${consolePort}`);
  if (config.samplePassword !== undefined) {
    lines.push(
      `  mails     ${site}/sandbox/outbox`,
      `  API       ${site}/docs`,
      '',
      `  sample customer   ${sampleUserName} / ${config.samplePassword}`,
      ...sampleOperators(config.secret).map(
        ({ name, password, enrolment }) => `  operator  ${name.padEnd(7)} ${password}   authenticator ${enrolment.secret}`,
      ),
      '  (an authenticator app takes the secret, or: npm run operator:code -- --name alice)',
    );
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

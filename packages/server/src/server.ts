import { join } from 'node:path';
import { imageBytesMax } from '@assay/contract/vocabulary/limits.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { nodesOf, secondsOf } from './chain-nodes.ts';
import { type ClosingContext, closingJobs } from './closing/index.ts';
import { contentJobs } from './content/index.ts';
import { showActions } from './corporate/index.ts';
import { startEngine } from './engine/index.ts';
import { LiveFeed } from './feed/index.ts';
import { type FundsContext, type Waits, chainRounds, createChainCheck, screenedFunds, showChains } from './funds/index.ts';
import { haltsInForce } from './halts/index.ts';
import { allHoldings } from './holdings.ts';
import { showHouse } from './house/index.ts';
import { type Identity, createGoogle, createIdentity, deviceOf, livesAfter, wordedMailer } from './identity/index.ts';
import { type KycContext, kycJobs, screenedPersons } from './kyc/index.ts';
import { ledgerJobs } from './ledger/index.ts';
import { endDemoOrders } from './ledger/index.ts';
import { type ChosenFeeds, type Market, createMarket } from './market/index.ts';
import { type NightWork, nightWork } from './night/index.ts';
import {
  PushRound,
  type PushSettings,
  createNotify,
  houseKeys,
  notificationJobs,
  outboxJob,
  pushFigures,
} from './notifications/index.ts';
import { operatorJobs } from './operators/index.ts';
import { alarmJob } from './oversight/index.ts';
import type { Bus } from './platform/bus.ts';
import { type Config, dutiesOf } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { bucketStore } from './platform/images/bucket-store.ts';
import { folderStore } from './platform/images/folder-store.ts';
import { type Images, createImages } from './platform/images/images.ts';
import type { Job } from './platform/jobs.ts';
import { type HealthParts, showLead } from './platform/lead/health.ts';
import { Lead, fenced } from './platform/lead/lead.ts';
import { showSurroundings } from './platform/lead/surroundings.ts';
import { watchLead } from './platform/lead/watch-lead.ts';
import type { Lifecycle } from './platform/lifecycle.ts';
import type { Limiters } from './platform/limits/rate-limit.ts';
import { limitersOn } from './platform/limits/shared-limits.ts';
import type { Logger } from './platform/log.ts';
import type { Mailer } from './platform/mail.ts';
import type { Metrics } from './platform/metrics.ts';
import { isRefusal } from './platform/refusal.ts';
import { type Products, createProducts } from './products.ts';
import { proofJobs } from './proofs/index.ts';
import { acceptInvitation } from './referral/index.ts';
import { type Screening, ScreeningRound, createScreening } from './screening/index.ts';
import { parameter } from './settings/index.ts';
import { type SupportContext, supportJobs } from './support/index.ts';

export interface ServerParts {
  readonly config: Config;
  readonly db: Database;
  readonly bus: Bus;
  readonly mailer: Mailer;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly catalogue: readonly Instrument[];
  readonly prices: ChosenFeeds;
  /** The site's own address as people type it. */
  readonly origin: string;
  /** Where audits and seals are done; in this thread by default. */
  readonly night?: NightWork;
}

export interface Server {
  readonly app: FastifyInstance;
  readonly health: HealthParts;
  readonly market: Market;
  readonly identity: Identity;
  readonly liveFeed: LiveFeed;
  readonly products: Products;
  readonly funds: FundsContext;
  readonly kyc: KycContext;
  readonly support: SupportContext;
  readonly images: Images;
  readonly limiter: Limiters;
  readonly jobs: readonly Job[];
}

/** A sandbox waits a minute where others wait a day. */
function waitsIn(mode: 'sandbox' | 'live'): Waits & { coolingOffMs: number } {
  const wait = mode === 'sandbox' ? 60_000 : 24 * 3_600_000;
  return { addressCoolDownMs: wait, securityHoldMs: wait, coolingOffMs: wait };
}

/** People of a sandbox share a few devices, and its samples have mailboxes that are never read. */
function asksDevices({ MODE, DEVICE_CODES }: Config): boolean {
  return (DEVICE_CODES ?? (MODE === 'live' ? 'on' : 'off')) === 'on';
}

/** Sign-in with Google, where it is set up. */
function googleOf(config: Config, origin: string) {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return createGoogle({ issuer, clientId, clientSecret, origin });
}

/** There may be no leader for this long when the first process starts, and after a leader that was cut off. */
const leadMsMax = 8_000;

const window10s = (max: number) => ({ max, windowMs: 10_000 });

/**
 * Starts the slices over a migrated database, in the order of their dependencies: market, products, identity, HTTP, live feed,
 * engine. Nothing listens yet. Stops are left with the lifecycle.
 */
export async function startServer(parts: ServerParts): Promise<Server> {
  const { config, db, bus, log, metrics, lifecycle, prices, origin } = parts;
  const [{ clock }, { MODE: mode, ROLE: role }] = [prices, config];

  const mailer = wordedMailer(db, parts.mailer);
  const market = await marketOf(parts);
  const lead = new Lead();
  const limiter = limitersOn({ bus: config.NATS_URL === undefined ? undefined : bus, clock, lifecycle });
  const products = createProducts({ db, bus, clock, market, mode, log, metrics, origin, lead, limiter });
  const health: HealthParts = { db, bus, lead, stands: dutiesOf[role].leads, ...waitsOf(market, products, parts) };
  const identity = identityOf(parts, mailer, products, limiter);
  const screening = createScreening(config.SCREENING_URL !== undefined);
  const funds = fundsOf(parts, market, identity, screening);
  const kyc: KycContext = { db, clock, notify: createNotify(bus), secret: config.secret, screening, ...waitsIn(mode) };
  const support: SupportContext = { db, bus, clock, notify: createNotify(bus), secret: config.secret };
  const closing = closingOf(parts, market, identity, products);
  const liveFeed = liveFeedOf(parts, market, identity, limiter);
  const images = imagesOf(parts);
  lifecycle.onStop('images', () => images.close());
  const app = await buildApp({
    db,
    clock,
    log,
    metrics,
    mode,
    trustProxy: config.TRUST_PROXY,
    limit: limiter('calls'),
    limits: { perUser: window10s(config.USER_CALLS_MAX), perAddress: window10s(config.ADDRESS_CALLS_MAX) },
    identity,
    images,
    market,
    products,
    funds,
    kyc,
    support,
    closing,
    push: pushContext(parts),
    liveFeed,
    health,
    facts: factsOf(config),
  });

  lifecycle.onStop('identity', () => identity.stop());
  lifecycle.onStop('counter', () => products.counter.stop());
  await market.start();
  lifecycle.onStop('market', () => market.stop());
  liveFeed.start();
  lifecycle.onStop('http', () => app.close());
  await takePart(parts, market, products, lead);
  return {
    app,
    health,
    market,
    identity,
    liveFeed,
    products,
    funds,
    kyc,
    support,
    images,
    limiter,
    jobs: [
      ...market.jobs(),
      ...contentJobs({ db, bus, clock }),
      ...identity.jobs,
      ...images.jobs,
      ...supportJobs(support),
      ...closingJobs(closing),
      ...sharedJobs(parts, mailer, market),
    ],
  };
}

/** Who customers are, how they sign in. */
function identityOf(parts: ServerParts, mailer: Mailer, products: Products, limiter: Limiters): Identity {
  const { config, db, bus, log, origin, prices } = parts;
  return createIdentity({
    db,
    clock: prices.clock,
    bus,
    mailer,
    log,
    limit: limiter('identity'),
    secret: config.secret,
    google: googleOf(config, origin),
    deviceCodes: asksDevices(config),
    origin,
    endDemoOrders: (tx, userId) => endDemoOrders(tx, userId, products.demoOrders),
    acceptInvitation,
  });
}

/** Prices: followers receive them. */
function marketOf({ config, db, bus, log, metrics, catalogue, prices }: ServerParts): Promise<Market> {
  const role = config.ROLE === 'jobs' ? 'api' : config.ROLE;
  return createMarket({ db, bus, log, metrics, role, catalogue, ...prices });
}

/** For how long prices and orders of this process have waited for what is being written, and whether it goes on. */
function waitsOf(
  market: Market,
  { counter, house }: Products,
  { config, lifecycle }: ServerParts,
): Pick<HealthParts, 'tapeLagMs' | 'bookingMs' | 'held' | 'leaving'> {
  return {
    tapeLagMs: () => market.tapeLagMs(),
    bookingMs: () => counter.bookingMs,
    held: () => config.ROLE === 'jobs' || house?.isUnknown !== true,
    leaving: () => lifecycle.leaving,
  };
}

/** Competes for the lead, or follows the leader. From the moment the server listens, calls may open something. */
async function takePart(parts: ServerParts, market: Market, products: Products, lead: Lead): Promise<void> {
  const { config, db, bus, log, metrics, lifecycle } = parts;
  showLead(metrics, lead);
  showSurroundings(metrics, { db, bus, stamp: config.BACKUP_STAMP });
  showChains(metrics, db);
  showActions(metrics, db);
  if (config.ROLE !== 'jobs') readHouse(parts, products);
  if (!dutiesOf[config.ROLE].leads) {
    const watch = watchLead(lead, db, log);
    lifecycle.onStop('lead', () => watch.stop());
  } else {
    const { sources } = products;
    const watch = chainRounds({
      db: fenced(db, lead),
      bus,
      clock: parts.prices.clock,
      notify: createNotify(bus),
      log,
      nodes: nodesOf(config),
      seconds: secondsOf(config),
      origin: parts.origin,
    });
    const clock = parts.prices.clock;
    const push = new PushRound({
      db: fenced(db, lead),
      clock,
      log,
      settings: pushOf(parts),
      figures: pushFigures(metrics, db),
      livesAfter,
    });
    const rounds = [...products.rounds, ...watch, push, ...screeningRounds(parts, fenced(db, lead))];
    const engine = startEngine({ db, bus, market, log, metrics, lead, sources, rounds });
    lifecycle.onStop('engine', () => engine.stop());
  }
  await lead.awaited(leadMsMax);
}

/** What customers hold, again and again, and how old that is. */
function readHouse({ db, metrics, lifecycle }: ServerParts, { house }: Products): void {
  if (house === undefined) return;
  house.begin(db);
  showHouse(metrics, house);
  lifecycle.onStop('house', () => house.stop());
}

/** Public information about this deployment. */
const factsOf = ({ MODE: mode, replay }: Config) =>
  new Map<string, () => string>([
    ['mode', () => mode],
    ['prices', () => (replay === undefined ? mode : 'replay')],
  ]);

/** What devices are registered with. */
const pushContext = (parts: ServerParts) => ({
  db: parts.db,
  clock: parts.prices.clock,
  settings: pushOf(parts),
  deviceOf,
});

/** What push messages are sent with. */
function pushOf({ config, origin }: ServerParts): PushSettings {
  return { keys: houseKeys(config.secret), origin, services: config.PUSH_SERVICES };
}

/** Jobs of the slices that keep nothing in memory. */
function sharedJobs(parts: ServerParts, mailer: Mailer, market: Market): Job[] {
  const { config, db, log, metrics, origin, night = nightWork(db, allHoldings) } = parts;
  const { clock } = parts.prices;
  return [
    ...operatorJobs({ db, clock, log, metrics }),
    alarmJob({ db, clock, market, log, mailer, places: alarmPlacesOf(config) }),
    ...kycJobs({ db, secret: config.secret }),
    ...proofJobs({ db, clock, metrics, seal: (now) => night.seal(now) }),
    ...ledgerJobs({ db, log, metrics, audit: () => night.audit() }),
    ...notificationJobs({ db, mailer, log, origin }),
    ...(config.MODE === 'sandbox' ? [outboxJob(db)] : []),
  ];
}

/** Where alarms go besides the desk. */
function alarmPlacesOf({ ALARM_URL: url, ALARM_SECRET: secret, ALARM_MAIL: mail }: Config) {
  return { webhook: url === undefined || secret === undefined ? undefined : { url, secret }, mail };
}

function liveFeedOf(
  { config, db, bus, log, metrics, origin, prices: { clock } }: ServerParts,
  market: Market,
  identity: Identity,
  limiter: Limiters,
) {
  return new LiveFeed({
    market,
    limiter,
    bus,
    clock,
    authenticate: identity.authenticate,
    keys: identity.keys,
    log,
    metrics,
    socketsPerAddress: config.SOCKETS_PER_ADDRESS,
    origins: [origin],
    halts: () => haltsInForce(db, clock.wall()),
  });
}

/** What money in and out works with. */
function fundsOf(
  { config, db, bus, log, origin, prices: { clock } }: ServerParts,
  market: Market,
  identity: Identity,
  screening: Screening,
): FundsContext {
  return {
    db,
    screening,
    bus,
    clock,
    market,
    notify: createNotify(bus),
    waits: waitsIn(config.MODE),
    secret: config.secret,
    identity,
    checkChain: createChainCheck(nodesOf(config), log),
    origin,
  };
}

/** The operator's own screening, where one is set. */
function screeningRounds({ config, log, prices: { clock } }: ServerParts, db: Database): ScreeningRound[] {
  const { SCREENING_URL: url, SCREENING_KEY: key } = config;
  if (url === undefined || key === undefined) return [];
  const sources = [...screenedFunds, screenedPersons(config.secret)];
  return [new ScreeningRound({ db, clock, log, webhook: { url, key }, sources })];
}

/** What closing an account works with. */
function closingOf(
  { config, db, log, prices: { clock } }: ServerParts,
  market: Market,
  identity: Identity,
  products: Products,
): ClosingContext {
  return {
    db,
    clock,
    log,
    market,
    identity,
    coolingOffMs: waitsIn(config.MODE).coolingOffMs,
    secret: config.secret,
    endDemoOrders: (tx, userId) => endDemoOrders(tx, userId, products.demoOrders),
  };
}

/** Pictures lie in a bucket where one is named, else in the data folder. */
function imagesOf({ config, db, prices: { clock } }: ServerParts): Images {
  const { imageBucket, dataDir } = config;
  const store = imageBucket === undefined ? folderStore(join(dataDir, 'images')) : bucketStore(imageBucket);
  const bytesMax = async () => {
    const value = await parameter(db, 'image_bytes_max');
    return isRefusal(value) ? imageBytesMax : Number(value);
  };
  return createImages({ db, clock, store, secret: config.secret, bytesMax });
}

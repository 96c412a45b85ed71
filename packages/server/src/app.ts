import { allCustomerCalls } from '@assay/contract/endpoints/registry.ts';
import type { FastifyInstance } from 'fastify';
import { serveAbout } from './about/index.ts';
import { serveCalendar, serveReminders } from './calendar/index.ts';
import { type ClosingContext, serveClosing } from './closing/index.ts';
import { serveContent, serveNews } from './content/index.ts';
import type { LiveFeed } from './feed/index.ts';
import { type FundsContext, serveFunds } from './funds/index.ts';
import type { Identity } from './identity/index.ts';
import { type KycContext, serveKyc } from './kyc/index.ts';
import { serveLedger } from './ledger/index.ts';
import { type Market, logos } from './market/index.ts';
import { type PushContext, serveNotifications, serveOutbox, servePush } from './notifications/index.ts';
import { optionsOf } from './options/index.ts';
import { planItems } from './plans/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { createFastify } from './platform/fastify.ts';
import { type Http, serveNotYetOpen } from './platform/http.ts';
import type { Images } from './platform/images/images.ts';
import { serveImages } from './platform/images/own-images.ts';
import { type HealthParts, serveHealth } from './platform/lead/health.ts';
import type { Limit, RateLimiter } from './platform/limits/rate-limit.ts';
import type { Logger } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import { serveOutcome } from './platform/outcome.ts';
import { serveDocs } from './platform/programs/openapi.ts';
import { serveSite } from './platform/site.ts';
import type { Products } from './products.ts';
import { serveProofs } from './proofs/index.ts';
import { serveSettings } from './settings/index.ts';
import { type SupportContext, serveSupport } from './support/index.ts';

export interface AppParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly mode: 'sandbox' | 'live';
  readonly trustProxy: string | undefined;
  readonly limit: RateLimiter;
  readonly limits: { readonly perUser: Limit; readonly perAddress: Limit };
  readonly identity: Identity;
  readonly images: Images;
  readonly market: Market;
  readonly products: Products;
  readonly funds: FundsContext;
  readonly kyc: KycContext;
  readonly support: SupportContext;
  readonly closing: ClosingContext;
  readonly push: PushContext;
  readonly liveFeed: LiveFeed;
  readonly health: HealthParts;
  /** Public facts about this deployment by parameter key, such as its mode. */
  readonly facts: ReadonlyMap<string, () => string>;
}

/** Puts the slices together on one HTTP server; it never listens. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, clock, log, metrics, mode, identity, market } = parts;
  const app = await createFastify({
    log,
    metrics,
    live: mode === 'live',
    trustProxy: parts.trustProxy,
    leaving: parts.health.leaving,
  });
  const http: Http = {
    app,
    db,
    clock,
    authenticate: identity.authenticate,
    recognise: identity.recognise,
    keys: identity.keys,
    images: parts.images,
    limit: parts.limit,
    limits: parts.limits,
    opened: new Set(),
  };

  await parts.liveFeed.register(app);
  serveHealth(app, parts.health);
  await serveDocs(http, allCustomerCalls);
  await app.register(logos);
  if (mode === 'sandbox') await serveOutbox(app, db);

  identity.register(http);
  serveSettings(http, parts.facts);
  serveContent(http);
  serveNews(http);
  market.registerRoutes(
    http,
    (instrument) => optionsOf(db, instrument),
    planItems(parts.products.plans),
    (instrument) => parts.products.limitsOf(instrument),
  );
  serveAbout(http, market);
  serveCalendar(http, market);
  serveReminders(http, market);
  parts.products.serve(http);
  serveFunds(http, parts.funds);
  serveLedger(http);
  serveProofs(http);
  serveNotifications(http);
  servePush(http, parts.push);
  serveImages(http);
  serveKyc(http, parts.kyc);
  serveSupport(http, parts.support);
  serveClosing(http, parts.closing);
  serveOutcome(http);
  serveNotYetOpen(http, allCustomerCalls);

  await serveSite(app, { prices: market, log, clock, live: mode === 'live' });
  return app;
}

import { allConsoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { FastifyInstance } from 'fastify';
import { serveCalendarDesk } from './calendar/index.ts';
import { serveContentsDesk } from './content/index.ts';
import { type FundsContext, serveFundsDesk, worthInUsdt } from './funds/index.ts';
import { serveHaltsDesk } from './halts/index.ts';
import { serveUsersDesk } from './identity/index.ts';
import { type KycContext, serveKycDesk } from './kyc/index.ts';
import { serveLedgerDesk } from './ledger/index.ts';
import { serveLoansDesk } from './loans/index.ts';
import type { Market } from './market/index.ts';
import { Desk, type DeskParts, serveDesksNotYetOpen, serveImagesDesk, serveOperatorsCore } from './operators/index.ts';
import { serveAlarmsDesk, serveDashboards, serveParkedDesk, showOversight } from './oversight/index.ts';
import type { Bus } from './platform/bus.ts';
import type { Clock } from './platform/clock.ts';
import { serveConsoleSite } from './platform/console-site.ts';
import type { Database } from './platform/database.ts';
import { createFastify } from './platform/fastify.ts';
import type { Images } from './platform/images/images.ts';
import { type HealthParts, serveHealth } from './platform/lead/health.ts';
import type { Limiters } from './platform/limits/rate-limit.ts';
import type { Logger } from './platform/log.ts';
import { type Metrics, createMetrics, serveMetrics } from './platform/metrics.ts';
import type { Products } from './products.ts';
import { createScreening, serveScreeningDesk } from './screening/index.ts';
import { serveSearchDesk } from './search/index.ts';
import { serveParametersDesk } from './settings/index.ts';
import { type SupportContext, serveSupportDesk } from './support/index.ts';
import { serveTimelineDesk } from './timeline/index.ts';

export interface ConsoleParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  /** The figures of the whole server; shown here, away from customers. */
  readonly metrics: Metrics;
  /** A client with this key may read them from any address. */
  readonly metricsKey?: string | undefined;
  /** Whether they include the house and its desks: only in the process that runs the job queue. */
  readonly oversees?: boolean;
  readonly mode: 'sandbox' | 'live';
  readonly trustProxy: string | undefined;
  readonly secret: string;
  readonly market: Market;
  readonly products: Products;
  readonly kyc: KycContext;
  readonly support: SupportContext;
  readonly images: Images;
  readonly funds: FundsContext;
  readonly health: HealthParts;
  readonly limiter: Limiters;
}

const limits = { perOperator: { max: 200, windowMs: 10_000 }, perAddress: { max: 600, windowMs: 10_000 } };

/** Puts the desks together on the console's own HTTP server: another origin, with sessions of its own. It never listens. */
export async function buildConsole(parts: ConsoleParts): Promise<FastifyInstance> {
  const { db, clock, log, metrics, mode, trustProxy, secret, products } = parts;
  const app = await createFastify({
    log,
    metrics: createMetrics(),
    live: mode === 'live',
    trustProxy,
    leaving: parts.health.leaving,
  });
  const worth: NonNullable<DeskParts['worth']> = (units, asset) => worthInUsdt(parts.funds, units, asset);
  const desk = new Desk({ app, db, clock, limit: parts.limiter('console'), limits, secret, mode, worth });

  serveOperatorsCore(desk);
  serveDashboards(desk, parts);
  serveHaltsDesk(desk, parts);
  serveParkedDesk(desk);
  serveAlarmsDesk(desk);
  serveUsersDesk(desk, parts);
  serveScreeningDesk(desk, parts.kyc.screening ?? createScreening(false));
  serveSearchDesk(desk, parts.kyc);
  serveTimelineDesk(desk, products.portfolio);
  serveLedgerDesk(desk);
  serveParametersDesk(desk);
  serveContentsDesk(desk);
  serveCalendarDesk(desk);
  products.serveDesks(desk);
  serveLoansDesk(desk, products.loans);
  serveFundsDesk(desk, parts.funds);
  serveKycDesk(desk, parts.kyc);
  serveSupportDesk(desk, parts.support);
  serveImagesDesk(desk, parts.images);
  serveDesksNotYetOpen(desk, allConsoleCalls);

  serveHealth(app, parts.health);
  if (parts.oversees === true) showOversight(metrics, desk, parts.market);
  serveMetrics(app, metrics, { key: parts.metricsKey, mode });
  await serveConsoleSite(app);
  return app;
}

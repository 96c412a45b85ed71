import type { FastifyInstance } from 'fastify';
import type { Bus } from '../bus.ts';
import type { Database } from '../database.ts';
import type { Metrics } from '../metrics.ts';
import type { Lead } from './lead.ts';

/** Health checks have short timeouts; a database slower than this counts as down. */
const answerMsMax = 2_000;
/** What has been believed for so long and is not on the tape keeps every price from counting. */
const tapeMsMax = 2_000;
/** A group that takes longer makes its callers wait until they are answered that nothing was done. */
const bookingMsMax = 8_000;

export interface HealthParts {
  readonly db: Pick<Database, 'query'>;
  readonly bus: Pick<Bus, 'connected'>;
  readonly lead: Lead;
  /** True where this process is to take over when there is no leader. */
  readonly stands: boolean;
  /** For how long the oldest believed price has waited for the tape; 0 where none does. */
  readonly tapeLagMs: () => number;
  /** For how long the group that is being booked has been at it; 0 where none is. */
  readonly bookingMs: () => number;
  /** Whether it is known what customers hold with real money: reported, and no reason to refuse traffic. */
  readonly held: () => boolean;
  /** Whether this process is stopping: it still answers for a while, so that load balancers stop sending to it first. */
  readonly leaving: () => boolean;
}

/**
 * `/healthz`: the process answers. `/readyz`: it can do its duty, 503 where not: the database answers and takes writes,
 * messages come and go, there is a leader and its engine watches, prices get to the tape, orders are booked, and it is not
 * about to stop. A missing leader does not make a process unready that never leads: closing still works there. So it does where
 * customers' holdings are unknown: `held` reports that, and `ready` does not.
 */
export function serveHealth(app: FastifyInstance, parts: HealthParts): void {
  const { db, bus, lead, stands, tapeLagMs, bookingMs, held, leaving } = parts;
  app.get('/healthz', async () => ({ alive: true }));
  // The call is public and without a limit: the database gets one query at a time, and concurrent callers share its answer.
  let asking: Promise<boolean> | undefined;
  app.get('/readyz', async (_, reply) => {
    asking ??= isWritable(db).finally(() => (asking = undefined));
    const database = await asking;
    const { anywhere: led, watching } = lead;
    const [taped, books] = [tapeLagMs() <= tapeMsMax, bookingMs() <= bookingMsMax];
    const stays = !leaving();
    const ready = database && bus.connected && (led || !stands) && watching && taped && books && stays;
    return reply
      .status(ready ? 200 : 503)
      .send({ ready, database, bus: bus.connected, led, watching, taped, books, stays, held: held() });
  });
}

/** A standby of the database answers too, and takes nothing. */
async function isWritable(db: Pick<Database, 'query'>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), answerMsMax);
  const asked = db.query<{ standby: boolean }>('select pg_is_in_recovery() as standby').then(
    ([row]) => row?.standby === false,
    () => false,
  );
  const writable = await Promise.race([asked, late]);
  clearTimeout(timer);
  return writable;
}

export function showLead(metrics: Metrics, lead: Lead): void {
  metrics.observed('lead_here', '1 in the process that leads', () => Number(lead.here));
  metrics.observed('lead_anywhere', '0 while nobody leads, as far as this process can see', () => Number(lead.anywhere));
  metrics.observed('lead_term', 'How often the lead has been taken over, in all', () => Number(lead.term));
}

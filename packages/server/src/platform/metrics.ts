import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { isAskedHere } from './networks.ts';

/** Scrapes get the other figures by then, such as who leads: above all where a database does not answer. */
const readMsMax = 1_000;

/** One value of a figure that has several, by its labels. */
export interface Figure {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Everything that `/metrics` shows; slices add their own figures through these. */
export interface Metrics {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  gauge(name: string, help: string, labels?: readonly string[]): Gauge;
  /** A figure that is read on each scrape. */
  observed(name: string, help: string, read: () => number): void;
  /** The same, one figure for each label; none while they can't be looked up, such as without a database. */
  observedBy(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void;
  /** The same by several labels, or by none. */
  looked(name: string, help: string, labels: readonly string[], read: () => Promise<readonly Figure[]>): void;
  histogram(name: string, help: string, buckets: readonly number[], labels?: readonly string[]): Histogram;
}

/**
 * The figures of the process, for all registries: its observers can't be stopped, and would keep a registry for ever.
 */
let processRegistry: Registry | undefined;

function processMetrics(): Registry {
  if (processRegistry === undefined) collectDefaultMetrics({ register: (processRegistry = new Registry()) });
  return processRegistry;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const ofTheProcess = processMetrics();
  for (const { name } of ofTheProcess.getMetricsAsArray()) {
    const metric = ofTheProcess.getSingleMetric(name);
    if (metric !== undefined) registry.registerMetric(metric);
  }
  const registers = [registry];
  return {
    registry,
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers }),
    gauge: (name, help, labels = []) => new Gauge({ name, help, labelNames: [...labels], registers }),
    observed: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
    },
    observedBy: (name, help, label, read) => {
      look(registers, name, help, [label], async () =>
        Array.from(await read(), ([of, value]) => ({ labels: { [label]: of }, value })),
      );
    },
    looked: (name, help, labels, read) => look(registers, name, help, labels, read),
    histogram: (name, help, buckets, labels = []) =>
      new Histogram({ name, help, buckets: [...buckets], labelNames: [...labels], registers }),
  };
}

function look(
  registers: Registry[],
  name: string,
  help: string,
  labels: readonly string[],
  read: () => Promise<readonly Figure[]>,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers,
    collect: async () => {
      const figures = await inTime(read());
      gauge.reset();
      // One without labels would be exported as 0 where it is unknown.
      if (labels.length === 0) gauge.remove();
      for (const { labels: of, value } of figures) gauge.set(of, value);
    },
  });
}

/** Who may read the figures. */
interface Readers {
  /** Every client that sends it may, from any address. */
  readonly key: string | undefined;
  readonly mode: 'sandbox' | 'live';
}

/**
 * `/metrics`, for holders of the key: they show how much is traded, held and owed. Without a key they are not served in live
 * mode: a proxy on this machine need not say for whom it asks, and strangers then look like this machine. Those of a sandbox,
 * which has play money, are for its own machine. All others get 404.
 */
export function serveMetrics(app: FastifyInstance, { registry }: Pick<Metrics, 'registry'>, readers: Readers): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, readers)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayRead(request: FastifyRequest, { key, mode }: Readers): boolean {
  if (key !== undefined) return areSame(request.headers.authorization ?? '', `Bearer ${key}`);
  return mode === 'sandbox' && isAskedHere(request);
}

function areSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function inTime(reading: Promise<readonly Figure[]>): Promise<readonly Figure[]> {
  const none: readonly Figure[] = [];
  const over = new AbortController();
  const late = sleep(readMsMax, none, { signal: over.signal }).catch(() => none);
  const figures = await Promise.race([reading.catch(() => none), late]);
  over.abort();
  return figures;
}

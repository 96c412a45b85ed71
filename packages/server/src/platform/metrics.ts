import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Whoever asks for figures is told the others by then, such as who leads: most of all where a database does not answer. */
const readMsMax = 1_000;

/** Everything that `/metrics` shows; slices add their own figures through these. */
export interface Metrics {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  gauge(name: string, help: string, labels?: readonly string[]): Gauge;
  /** A figure that is looked up when somebody asks. */
  observed(name: string, help: string, read: () => number): void;
  /** The same, one figure for each label; none while they can't be looked up, such as without a database. */
  observedBy(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void;
  histogram(name: string, help: string, buckets: readonly number[], labels?: readonly string[]): Histogram;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers }),
    gauge: (name, help, labels = []) => new Gauge({ name, help, labelNames: [...labels], registers }),
    observed: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
    },
    observedBy: (name, help, label, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect: async () => {
          gauge.reset();
          const figures = await inTime(read());
          for (const [value, figure] of figures) gauge.set({ [label]: value }, figure);
        },
      });
    },
    histogram: (name, help, buckets, labels = []) =>
      new Histogram({ name, help, buckets: [...buckets], labelNames: [...labels], registers }),
  };
}

async function inTime(reading: Promise<ReadonlyMap<string, number>>): Promise<ReadonlyMap<string, number>> {
  const none = new Map<string, number>();
  const over = new AbortController();
  const late = sleep(readMsMax, none, { signal: over.signal }).catch(() => none);
  const figures = await Promise.race([reading.catch(() => none), late]);
  over.abort();
  return figures;
}
